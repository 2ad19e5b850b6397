import type { Capture, CapturedEntity, CapturedPlace, CaptureNote, CaptureSummary } from '../../index.ts';
import { entityText, hex, kindText, printable } from './names.ts';
import type { Played, PlayedBody } from './play.ts';

/** Everything that is told of one file. */
export interface FileReport {
  readonly file: string;
  readonly capture: Capture;
  /** Seconds that the lists are about; Infinity: to the end. */
  readonly from: number;
  readonly until: number;
  readonly summary: CaptureSummary;
  readonly played: Played;
  /** Files that were written. */
  readonly written: readonly string[];
  /** Folders that were made for them. */
  readonly folders: readonly string[];
}

/** Skipped things that do not need to be told of in text: they are no part of the game. */
const quiet = new Set(['not IP', 'not UDP', 'other UDP']);

/** The report in lines. */
export function reportLines(report: FileReport): string[] {
  const { capture, summary, played } = report;
  return [
    printable(report.file),
    ...headLines(report).map(indent),
    ...kindLines(summary, 'toClient', 'messages to the client'),
    ...kindLines(summary, 'toServer', 'messages to the server'),
    ...worldLines(played),
    ...entityLines(summary, played),
    ...summary.faults.map(({ time, name, offset, reason }) =>
      indent(`malformed: ${name} at ${seconds(time)}: byte ${offset}: ${reason}`),
    ),
    ...report.folders.map((folder) => `new folder: ${folder}`),
    ...report.written.map((file) => `written: ${file}`),
    ...(capture.damage === null ? [] : [`damaged: ${noteText(capture.damage)}; what comes before it was read`]),
  ];
}

function headLines({ capture, summary, from, until }: FileReport): string[] {
  const { counts, messages, connections } = capture;
  const lines: string[] = [];
  const began = capture.startTime === 0 ? '' : ` from ${isoTime(capture.startTime)}`;
  lines.push(`${capture.format}, ${seconds(capture.duration)}${began}, ${plural(connections.length, 'connection')}`);
  const packets =
    capture.format === 'gait'
      ? []
      : [
          `${plural(counts.packets, 'packet')} (${counts.packetsToClient} to the client, ${counts.packetsToServer} to the server)`,
          plural(counts.fragments, 'fragment'),
        ];
  lines.push([...packets, plural(messages.count, 'message')].join(', '));
  if (connections.length > 1) {
    connections.forEach(({ name }, index) => {
      lines.push(`connection ${index}: ${printable(name)}`);
    });
  }
  const skipped = Object.entries(counts.skipped).filter(([, count]) => count > 0);
  if (counts.ipReassembled > 0)
    lines.push(`put together from IP fragments: ${plural(counts.ipReassembled, 'datagram')}`);
  if (skipped.length > 0) lines.push(`left out: ${skipped.map(([reason, count]) => `${count} ${reason}`).join(', ')}`);
  const told = capture.notes.filter(({ text }) => !quiet.has(text.split(':')[0]));
  for (const note of told) lines.push(noteText(note));
  if (from > 0 || until !== Number.POSITIVE_INFINITY) {
    const shown = summary.kinds.reduce((sum, { count }) => sum + count, 0);
    const end = until === Number.POSITIVE_INFINITY ? 'its end' : seconds(until);
    lines.push(`below: ${plural(shown, 'message')} from ${seconds(from)} to ${end}`);
  }
  return lines;
}

function kindLines(summary: CaptureSummary, direction: string, title: string): string[] {
  const kinds = summary.kinds.filter((kind) => kind.direction === direction);
  if (kinds.length === 0) return [];
  return [
    title,
    ...kinds.map((kind) => {
      const bad = kind.malformed > 0 ? `, ${kind.malformed} malformed` : '';
      return `${String(kind.count).padStart(8)}  ${kindText(kind)}${bad}`;
    }),
  ];
}

function worldLines(played: Played): string[] {
  const { applied, unknown, malformed, held } = played;
  const dropped = Object.entries(played.dropped).map(([reason, count]) => `${count} ${reason}`);
  const motions = Object.entries(played.unknownMotions).map(([name, count]) => timesText(name, count));
  return [
    'played to the client’s world',
    indent(`${applied} applied, ${unknown} of other kinds, ${malformed} malformed, ${held} held`),
    indent(`dropped: ${dropped.length === 0 ? 'none' : dropped.join(', ')}`),
    ...(motions.length === 0 ? [] : [indent(`no motion table data: ${motions.join(', ')}`)]),
  ];
}

function entityLines({ entities, entitiesLeftOut }: CaptureSummary, { bodies }: Played): string[] {
  if (entities.length === 0) return ['entities: none'];
  const lines = entities.map((entity) => indent(entityLine(entity, bodies.get(entity.guid))));
  if (entitiesLeftOut > 0) lines.push(indent(`and at least ${entitiesLeftOut} more`));
  return ['entities', ...lines];
}

function entityLine(entity: CapturedEntity, body: PlayedBody | undefined): string {
  const motions = [...entity.motions].map(([name, count]) => timesText(name, count));
  const sum = [...entity.motions.values()].reduce((all, count) => all + count, 0);
  const parts = [sum === 0 ? 'no motions' : `${plural(sum, 'motion')}: ${motions.join(', ')}`];
  if (entity.first !== null && entity.last !== null) {
    parts.push(`from ${placeText(entity.first)} to ${placeText(entity.last)}`);
  } else if (body !== undefined) parts.push(`no place told, on a marked spot at ${placeText(body)}`);
  if (body !== undefined) parts.push(`ends at ${body.substate}`);
  else if (entity.deleted > 0) parts.push('deleted');
  return `${entityText(entity)}: ${parts.join('; ')}`;
}

/** The report as a plain value for JSON. */
export function reportValue(report: FileReport): object {
  const { capture, summary, played } = report;
  const { format, duration, connections, messages, counts, damage, notes } = capture;
  return {
    file: report.file,
    format,
    startTime: capture.startTime === 0 ? null : isoTime(capture.startTime),
    duration,
    connections: connections.map(({ name }) => printable(name)),
    ...counts,
    messages: messages.count,
    damage,
    notes,
    from: report.from,
    until: Number.isFinite(report.until) ? report.until : null,
    kinds: summary.kinds,
    malformed: summary.faults,
    world: { ...played, bodies: undefined },
    entities: summary.entities.map((entity) => ({
      ...entity,
      guid: hex(entity.guid, 8),
      name: printable(entity.name),
      motions: Object.fromEntries(entity.motions),
      end: played.bodies.get(entity.guid) ?? null,
    })),
    entitiesLeftOut: summary.entitiesLeftOut,
    written: report.written,
    folders: report.folders,
  };
}

function noteText({ offset, text }: CaptureNote): string {
  return `byte ${offset}: ${printable(text)}`;
}

function placeText({ x, y, z }: Pick<CapturedPlace, 'x' | 'y' | 'z'>): string {
  return `(${x.toFixed(1)}, ${y.toFixed(1)}, ${z.toFixed(1)})`;
}

function timesText(name: string, count: number): string {
  return count === 1 ? name : `${name} ×${count}`;
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function seconds(time: number): string {
  return `${time.toFixed(1)} s`;
}

/** A time in UTC; a number of seconds when it is none that a calendar has. */
function isoTime(time: number): string {
  const date = new Date(time * 1000);
  return Number.isNaN(date.getTime())
    ? `${time} s`
    : date
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, ' UTC');
}

function indent(line: string): string {
  return `  ${line}`;
}
