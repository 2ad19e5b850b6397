import { type Engine, type MotionReading, type MoveToReading, MovementType, motionCommandName } from '../../index.ts';
import type { Truth } from '../control.ts';
import { behaviours, personOf } from '../roster.ts';
import { element, setText } from './element.ts';
import { createFields } from './fields.ts';

/** What the panel is drawn from. */
export interface DetailsSource {
  readonly engine: Engine;
  /** Guid of who is selected; 0: nobody. */
  readonly selected: number;
  /** Messages about the selected that were dropped, by reason. */
  readonly dropped: ReadonlyMap<string, number>;
  /** The server's world, as last told; null: not told yet. */
  readonly truth: Truth | null;
  /** Metres between the selected here and at the server; null: not known. */
  readonly offset: number | null;
  readonly framesPerSecond: number;
}

export interface DetailsPanel {
  readonly root: HTMLDetailsElement;
  update(source: DetailsSource): void;
}

/** Metres at which the bar of the distance to the server is full. */
const FULL_BAR = 2;
/** Metres from which the distance counts as far. */
const FAR = 0.5;

const moveNames = Object.fromEntries(Object.entries(MovementType).map(([name, type]) => [type, name]));

/** Makes the panel with what the client world knows of who is selected, and what the network has brought. */
export function createDetailsPanel(open: boolean): DetailsPanel {
  const name = element('h2', {}, 'Nobody');
  const chip = element('span', { class: 'chip' });
  const about = element('p', { class: 'about' }, 'Select somebody: click a figure or a name.');
  const own = createFields([
    'Move',
    'Nodes',
    'Substate',
    'Modifiers',
    'Animation',
    'Contact',
    'Stuck to',
    'Place',
    'Heading',
    'Pace',
    'Queued places',
    'Dropped',
    'From the server',
  ]);
  const fill = element('i');
  const bar = element('div', { class: 'bar' }, fill);
  const network = createFields(['Messages', 'Malformed', 'Dropped', 'Datagrams', 'Frames']);
  const root = element(
    'details',
    { class: 'panel details', open },
    element('summary', {}, chip, name),
    about,
    own.list,
    bar,
    element('h3', {}, 'What the network brought'),
    network.list,
  );
  return {
    root,
    update(source) {
      const { engine, selected, truth } = source;
      const person = personOf(selected);
      const entity = engine.entityOf(selected);
      const known = person !== undefined && entity !== 0;
      setText(name, person?.name ?? 'Nobody');
      chip.hidden = !known;
      own.list.hidden = !known;
      bar.hidden = !known;
      const { title, description, colour } = behaviours[person?.behaviour ?? 'visit'];
      chip.style.setProperty('--colour', colour);
      if (!root.open) return;
      if (known) {
        setText(about, `${title}: ${description}`);
        showPerson(engine, entity, source, own.set);
        const offset = source.offset ?? 0;
        fill.style.transform = `scaleX(${Math.min(1, offset / FULL_BAR)})`;
        bar.classList.toggle('far', offset > FAR);
      }
      showNetwork(engine, truth, source.framesPerSecond, network.set);
    },
  };
}

type SetField = (name: string, text: string) => void;

function showPerson(engine: Engine, entity: number, source: DetailsSource, set: SetField): void {
  const frame = engine.readFrame(entity);
  const motion = engine.readMotion(entity);
  const move = engine.readMoveTo(entity);
  set('Move', moveText(move));
  set('Nodes', nodesText(move));
  set('Substate', `${motionCommandName(motion.substate)} × ${motion.substateSpeed.toFixed(2)}`);
  set('Modifiers', modifiersText(motion));
  set('Animation', motion.animation === 0 ? 'none' : `${motion.animation}, frame ${motion.frame.toFixed(1)}`);
  set('Contact', motion.contact ? (motion.onWalkable ? 'yes, walkable' : 'yes, too steep') : 'in the air');
  set('Stuck to', move.stuckTo === 0 ? 'nobody' : nameOf(move.stuckTo));
  set('Place', `${metres(frame.x)} E, ${metres(frame.y)} N`);
  set('Heading', `${frame.heading.toFixed(0)}°`);
  set('Pace', `${Math.hypot(motion.velocity.x, motion.velocity.y).toFixed(2)} m/s`);
  set('Queued places', String(move.interpolationNodes));
  const dropped = [...source.dropped].map(([reason, count]) => `${count} ${reason}`);
  set('Dropped', dropped.length === 0 ? 'none' : dropped.join(', '));
  set('From the server', source.offset === null ? 'not known' : `${source.offset.toFixed(2)} m`);
}

function moveText({ type, target, movingAway }: MoveToReading): string {
  if (type === 0) return 'none';
  const name = moveNames[type] ?? String(type);
  return target === 0 ? name : `${name} ${movingAway ? 'away from' : 'to'} ${nameOf(target)}`;
}

function nodesText({ nodes }: MoveToReading): string {
  if (nodes.length === 0) return 'none';
  return nodes
    .map(({ type, heading }) => (type === MovementType.TurnToHeading ? `turn to ${heading.toFixed(0)}°` : 'go'))
    .join(', ');
}

function modifiersText({ modifiers }: MotionReading): string {
  if (modifiers.length === 0) return 'none';
  return modifiers.map(({ motion, speed }) => `${motionCommandName(motion)} × ${speed.toFixed(2)}`).join(', ');
}

function showNetwork(engine: Engine, truth: Truth | null, framesPerSecond: number, set: SetField): void {
  const { decoded, applied, malformed, dropped, held } = engine.counters;
  set('Messages', held === 0 ? `${decoded} read, ${applied} used` : `${decoded} read, ${applied} used, ${held} held`);
  set('Malformed', String(malformed));
  const reasons = Object.entries(dropped)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${count} ${reason}`);
  set('Dropped', reasons.length === 0 ? 'none' : reasons.join(', '));
  const network = truth?.network;
  set(
    'Datagrams',
    network === undefined ? '' : `${network.sent} sent, ${network.lost} lost, ${network.reordered} late`,
  );
  set('Frames', `${framesPerSecond.toFixed(0)} a second`);
}

function nameOf(guid: number): string {
  return personOf(guid)?.name ?? `0x${guid.toString(16)}`;
}

function metres(value: number): string {
  // A minus as wide as the digits.
  return value.toFixed(1).replace('-', '−');
}
