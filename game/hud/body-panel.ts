import { type Engine, MovementType, motionCommandName } from '../../index.ts';
import type { CastMember } from '../capture/cast.ts';
import { doingText } from '../capture/doing.ts';
import { timeText } from '../capture/times.ts';
import { element, setText } from './element.ts';
import { createFields, type Fields } from './fields.ts';

/** The panel about somebody of a capture: what it is doing now, and all that it is told to do. */
export interface BodyPanel {
  readonly root: HTMLDetailsElement;
  /** Shows somebody else. */
  show(member: CastMember): void;
  /** Shows where it is, at a time of the replay. */
  update(engine: Engine, time: number): void;
}

/** Moments that are listed at most. */
const MOST_MOMENTS = 150;
/** Nearer to its start than this, a moment counts as begun: times are rounded to steps. */
const SOON = 1e-3;

const moveNames = Object.fromEntries(Object.entries(MovementType).map(([name, type]) => [type, name]));

/** Makes the panel; a moment that is pressed is gone to. */
export function createBodyPanel(open: boolean, goTo: (time: number) => void): BodyPanel {
  const chip = element('span', { class: 'chip' });
  const name = element('bdi', {}, 'Nobody');
  const about = element('p', { class: 'about' });
  const fields = createFields(['Does', 'Substate', 'Animation', 'Move', 'Place', 'Heading', 'Pace', 'Contact']);
  const list = element('ol', { class: 'moments' });
  const root = element(
    'details',
    { class: 'panel details body', open },
    element('summary', {}, chip, element('h2', {}, name)),
    about,
    fields.list,
    element('h3', {}, 'What it is told to do'),
    list,
  );
  let shown: CastMember | null = null;
  let buttons: { time: number; button: HTMLButtonElement }[] = [];
  return {
    root,
    show(member) {
      if (shown === member) return;
      shown = member;
      setText(name, member.name);
      chip.style.setProperty('--colour', member.colour);
      setText(about, aboutText(member));
      buttons = member.moments.slice(0, MOST_MOMENTS).map(({ time, kind, text }) => {
        const what = kind === 'motion' ? text : kind === 'comes' ? `appears ${text}` : 'is gone';
        const label = [element('time', {}, timeText(time)), ` ${what}`];
        return { time, button: element('button', { type: 'button', onclick: () => goTo(time) }, ...label) };
      });
      list.replaceChildren(...buttons.map(({ button }) => element('li', {}, button)));
      const more = member.moments.length - MOST_MOMENTS;
      if (more > 0) list.append(element('li', { class: 'muted' }, `and ${more} more`));
    },
    update(engine, time) {
      if (!root.open || shown === null) return;
      const entity = engine.entityOf(shown.guid);
      fields.list.hidden = entity === 0;
      if (entity !== 0) showBody(engine, entity, fields);
      let current: HTMLButtonElement | null = null;
      for (const moment of buttons) if (moment.time <= time + SOON) current = moment.button;
      for (const { button } of buttons) {
        if (button === current) button.setAttribute('aria-current', 'time');
        else button.removeAttribute('aria-current');
      }
    },
  };
}

function aboutText({ told, moments, guid, name }: CastMember): string {
  const number = `0x${guid.toString(16).padStart(8, '0')}`;
  const parts = name === number ? [] : [number];
  if (told?.player) parts.push('the player');
  if (told !== undefined) {
    parts.push(`${told.messages} message${told.messages === 1 ? '' : 's'}`);
    parts.push(`${timeText(told.firstTime)} to ${timeText(told.lastTime)}`);
    if (told.first === null && moments.length > 0) parts.push('no place told: on a marked spot');
  }
  return parts.join(', ');
}

function showBody(engine: Engine, entity: number, { set }: Fields): void {
  const frame = engine.readFrame(entity);
  const motion = engine.readMotion(entity);
  const move = engine.readMoveTo(entity);
  const { velocity } = motion;
  set('Does', doingText(engine, entity));
  set('Substate', `${motionCommandName(motion.substate)} × ${motion.substateSpeed.toFixed(2)}`);
  set('Animation', motion.animation === 0 ? 'none' : `${motion.animation}, frame ${motion.frame.toFixed(1)}`);
  set('Move', move.type === 0 ? 'none' : (moveNames[move.type] ?? String(move.type)));
  set('Place', `${metres(frame.x)} E, ${metres(frame.y)} N, ${metres(frame.z)} up`);
  set('Heading', `${frame.heading.toFixed(0)}°`);
  set('Pace', `${Math.hypot(velocity.x, velocity.y).toFixed(2)} m/s`);
  set('Contact', motion.contact ? 'yes' : 'in the air');
}

function metres(value: number): string {
  // A minus as wide as the digits.
  return value.toFixed(1).replace('-', '−');
}
