import {
  type Capture,
  type CapturedKind,
  capturedKindText,
  type CaptureSummary,
  type NetCounters,
  printable,
} from '../../index.ts';
import type { Cast, CastMember } from '../capture/cast.ts';
import { timeText } from '../capture/times.ts';
import { element } from './element.ts';
import { createFields } from './fields.ts';

/** What the panel is made from. */
export interface CapturePanelSource {
  readonly name: string;
  readonly capture: Capture;
  readonly summary: CaptureSummary;
  readonly cast: Cast;
}

export interface CapturePanel {
  readonly root: HTMLDetailsElement;
  /** Shows what has become of the messages up to now. */
  update(counters: Readonly<NetCounters>): void;
  select(guid: number): void;
}

/** People, kinds of messages and notes that are listed at most. */
const MOST_PEOPLE = 60;
const MOST_KINDS = 80;
const MOST_NOTES = 8;
const MOTIONS_EACH = 6;

/** Makes the panel that says what is in a capture; a name that is pressed is selected. */
export function createCapturePanel(
  open: boolean,
  source: CapturePanelSource,
  onSelect: (guid: number) => void,
): CapturePanel {
  const { capture, summary, cast } = source;
  const people = new Map<number, HTMLButtonElement>();
  const became = createFields(['Messages so far', 'Moved somebody', 'Of other kinds', 'Unreadable', 'Held', 'Dropped']);
  const root = element(
    'details',
    { class: 'panel people capture', open },
    element('summary', {}, element('h1', { title: source.name }, element('bdi', {}, source.name))),
    element('p', { class: 'about' }, aboutText(capture)),
    ...damageOf(capture),
    contentsOf(capture),
    group('Who is in it', peopleOf(cast, people, onSelect), moreOf(cast.members.length + summary.entitiesLeftOut)),
    group('What became of the messages', became.list),
    ...oddFrames(capture),
    group(
      'Messages',
      kindTable(summary.kinds, 'toClient', 'to the client'),
      kindTable(summary.kinds, 'toServer', 'to the server'),
    ),
  );
  return {
    root,
    update({ received, applied, unknown, malformed, held, dropped }) {
      if (!root.open) return;
      const reasons = Object.entries(dropped).filter(([, count]) => count > 0);
      became.set('Messages so far', number(received));
      became.set('Moved somebody', number(applied));
      became.set('Of other kinds', number(unknown));
      became.set('Unreadable', number(malformed));
      became.set('Held', number(held));
      became.set(
        'Dropped',
        reasons.length === 0 ? 'none' : reasons.map(([reason, count]) => `${number(count)} ${reason}`).join(', '),
      );
    },
    select(guid) {
      for (const [other, button] of people) button.setAttribute('aria-pressed', String(other === guid));
    },
  };
}

function group(title: string, ...content: (Node | string)[]): HTMLElement {
  return element('section', { class: 'group' }, element('h2', {}, element('b', {}, title)), ...content);
}

function aboutText({ format, duration, startTime, connections }: Capture): string {
  const formats = { gait: 'a recording of Gait', pcap: 'pcap', pcapng: 'pcapng' };
  const parts = [formats[format], `${timeText(duration)} long`];
  if (startTime > 0) {
    const began = new Date(startTime * 1000);
    if (!Number.isNaN(began.getTime())) parts.push(`${began.toISOString().slice(0, 16).replace('T', ', ')} UTC`);
  }
  if (connections.length > 1) parts.push(`the busiest of ${connections.length} connections is played`);
  return parts.join(', ');
}

function damageOf({ damage }: Capture): HTMLElement[] {
  if (damage === null) return [];
  const text = `Damaged at byte ${number(damage.offset)}: ${printable(damage.text)}. What comes before is played.`;
  return [element('p', { class: 'warning' }, text)];
}

function contentsOf({ counts, messages, format }: Capture): HTMLElement {
  const fields = createFields(
    format === 'gait' ? ['Messages'] : ['Packets', 'To the client', 'To the server', 'Fragments', 'Messages'],
  );
  fields.set('Packets', number(counts.packets));
  fields.set('To the client', number(counts.packetsToClient));
  fields.set('To the server', number(counts.packetsToServer));
  fields.set('Fragments', number(counts.fragments));
  fields.set('Messages', number(messages.count));
  return group('What is in it', fields.list);
}

/** What of the file is no message, by reason. */
function oddFrames({ counts, notes }: Capture): HTMLElement[] {
  const skipped = Object.entries(counts.skipped).filter(([, count]) => count > 0);
  if (skipped.length === 0) return [group('Odd frames', element('p', { class: 'muted' }, 'none'))];
  const fields = createFields(skipped.map(([reason]) => reason));
  for (const [reason, count] of skipped) fields.set(reason, number(count));
  const told = notes.slice(0, MOST_NOTES).map(({ offset, text }) => `byte ${number(offset)}: ${printable(text)}`);
  return [
    group('Odd frames', fields.list, element('ul', { class: 'notes' }, ...told.map((text) => element('li', {}, text)))),
  ];
}

function peopleOf(cast: Cast, buttons: Map<number, HTMLButtonElement>, onSelect: (guid: number) => void): HTMLElement {
  const list = element('div', { class: 'names cast' });
  for (const member of cast.members.slice(0, MOST_PEOPLE)) {
    const { guid, name, colour } = member;
    const button = element(
      'button',
      { type: 'button', 'aria-pressed': 'false', onclick: () => onSelect(guid) },
      element('span', { class: 'chip', '--colour': colour }),
      element('bdi', {}, name),
      element('small', {}, motionsText(member)),
    );
    buttons.set(guid, button);
    list.append(button);
  }
  if (cast.members.length === 0) list.append(element('p', { class: 'muted' }, 'nobody'));
  return list;
}

function moreOf(people: number): HTMLElement | string {
  return people <= MOST_PEOPLE ? '' : element('p', { class: 'muted' }, `and ${number(people - MOST_PEOPLE)} more`);
}

function motionsText({ told }: CastMember): string {
  const motions = [...(told?.motions ?? [])];
  const parts = motions.slice(0, MOTIONS_EACH).map(([name, count]) => (count === 1 ? name : `${name} ×${count}`));
  if (motions.length > MOTIONS_EACH) parts.push('…');
  return parts.join(', ');
}

function kindTable(kinds: readonly CapturedKind[], direction: CapturedKind['direction'], title: string): HTMLElement {
  const body = element('tbody');
  const own = kinds.filter((kind) => kind.direction === direction);
  for (const kind of own.slice(0, MOST_KINDS)) {
    const bad = kind.malformed > 0 ? `, ${number(kind.malformed)} unreadable` : '';
    const name = element('td', {}, `${capturedKindText(kind)}${bad}`);
    body.append(element('tr', {}, name, element('td', {}, number(kind.count))));
  }
  const all = own.length > MOST_KINDS ? `, the first ${MOST_KINDS} of ${number(own.length)} kinds` : '';
  return element('table', { class: 'kinds' }, element('caption', {}, `${title}${all}`), body);
}

function number(value: number): string {
  return value.toLocaleString('en');
}
