import { RECORD_KEYS } from './record-path.ts';
import type { TickRecord, Trace } from './types.ts';
import { headingGap, isObject, relativeTolerance, show } from './values.ts';

/** Metres; each coordinate. */
export const POSITION_TOLERANCE = 0.002;
/** Degrees, modulo 360. */
export const HEADING_TOLERANCE = 0.02;
/** Speeds, velocities and omegas; relative above 1. */
export const SPEED_TOLERANCE = 0.002;
/**
 * Frame numbers. Not modulo the length of the clip: the step in which a clip wraps is the step that ends its animation,
 * so a wrap in another tick is a fault however near the two frame numbers are on the circle. Cases were chosen so that no
 * wrap hangs on rounding.
 */
export const FRAME_TOLERANCE = 0.02;

/** The first place at which two traces part. */
export interface Difference {
  tick: number;
  /** The object; 0 when the difference is in the set of objects or in the number of ticks. */
  id: number;
  /** Dotted path in the RECORD; empty when no field is concerned. */
  field: string;
  ours: unknown;
  theirs: unknown;
  /** Absent: they have to be equal. */
  tolerance?: number;
}

interface Mismatch {
  path: string;
  ours: unknown;
  theirs: unknown;
  tolerance?: number;
}

/** Null when the two agree. Paths are put together only for a mismatch, on the way out: agreement is the common case. */
type Compare = (ours: unknown, theirs: unknown) => Mismatch | null;

const exact: Compare = (ours, theirs) => (ours === theirs ? null : { path: '', ours, theirs });

function near(gap: (ours: number, theirs: number) => number, toleranceOf: (theirs: number) => number): Compare {
  return (ours, theirs) => {
    if (typeof ours !== 'number' || typeof theirs !== 'number') return { path: '', ours, theirs };
    const tolerance = toleranceOf(theirs);
    return gap(ours, theirs) <= tolerance ? null : { path: '', ours, theirs, tolerance };
  };
}

const distance = (ours: number, theirs: number): number => Math.abs(ours - theirs);
const position = near(distance, () => POSITION_TOLERANCE);
const heading = near(headingGap, () => HEADING_TOLERANCE);
const speed = near(distance, (theirs) => relativeTolerance(SPEED_TOLERANCE, theirs));
const frame = near(distance, () => FRAME_TOLERANCE);

function inside(part: string | number, mismatch: Mismatch): Mismatch {
  return { ...mismatch, path: mismatch.path === '' ? String(part) : `${part}.${mismatch.path}` };
}

/** An array with exactly these entries. */
function tuple(...entries: Compare[]): Compare {
  return (ours, theirs) => {
    const isTuple = Array.isArray(ours) && Array.isArray(theirs);
    if (!isTuple || ours.length !== entries.length || theirs.length !== entries.length)
      return { path: '', ours, theirs };
    for (let index = 0; index < entries.length; index++) {
      const mismatch = entries[index](ours[index], theirs[index]);
      if (mismatch) return inside(index, mismatch);
    }
    return null;
  };
}

/** An array of any length; both in the same order. */
function list(entry: Compare): Compare {
  return (ours, theirs) => {
    if (!Array.isArray(ours) || !Array.isArray(theirs) || ours.length !== theirs.length)
      return { path: '', ours, theirs };
    for (let index = 0; index < theirs.length; index++) {
      const mismatch = entry(ours[index], theirs[index]);
      if (mismatch) return inside(index, mismatch);
    }
    return null;
  };
}

/** Sorted by what stands first in each entry, then by what stands second. */
function sorted(pairs: unknown): unknown {
  if (!Array.isArray(pairs) || pairs.length < 2) return pairs;
  return [...pairs].sort((a: number[], b: number[]) => a?.[0] - b?.[0] || a?.[1] - b?.[1]);
}

/** Traces have the modifiers sorted by motion, whatever the order of the motion state's list. */
const anyOrder =
  (compare: Compare): Compare =>
  (ours, theirs) =>
    compare(sorted(ours), sorted(theirs));

const commandAndSpeed = tuple(exact, speed);

const COMPARE: Record<keyof TickRecord, Compare> = {
  id: exact,
  pos: tuple(position, position, position),
  heading,
  moveType: exact,
  currentCommand: exact,
  auxCommand: exact,
  movingAway: exact,
  initialized: exact,
  nodes: list(tuple(exact, heading)),
  fwd: commandAndSpeed,
  side: commandAndSpeed,
  turn: commandAndSpeed,
  style: exact,
  substate: exact,
  substateMod: speed,
  modifiers: anyOrder(list(commandAndSpeed)),
  seqVelocity: tuple(speed, speed, speed),
  seqOmega: tuple(speed, speed, speed),
  anim: exact,
  frame,
  pendingMotions: list(exact),
  pendingAnims: list(tuple(exact, exact)),
  holdKey: exact,
  interpNodes: exact,
  stickyTarget: exact,
};

const FIELDS = RECORD_KEYS.map((key) => ({ key, compare: COMPARE[key] }));

function compareRecord(ours: TickRecord, theirs: Record<string, unknown>): Mismatch | null {
  for (const { key, compare } of FIELDS) {
    const mismatch = compare(ours[key], theirs[key]);
    if (mismatch) return inside(key, mismatch);
  }
  // A key that is not known here would otherwise pass without having been compared.
  for (const key in theirs) {
    if (!Object.hasOwn(COMPARE, key)) return { path: key, ours: undefined, theirs: theirs[key] };
  }
  return null;
}

function idsOf(records: unknown[]): unknown[] {
  return records.map((record) => (isObject(record) ? record.id : record));
}

function compareTick(tick: number, ours: TickRecord[], theirs: unknown): Difference | null {
  if (!Array.isArray(theirs)) return { tick, id: 0, field: 'records', ours: idsOf(ours), theirs };
  const count = Math.min(ours.length, theirs.length);
  for (let index = 0; index < count; index++) {
    const record: unknown = theirs[index];
    if (!isObject(record) || record.id !== ours[index].id) break;
    const mismatch = compareRecord(ours[index], record);
    if (mismatch) {
      const { path, ...values } = mismatch;
      return { tick, id: ours[index].id, field: path, ...values };
    }
    if (index === count - 1 && ours.length === theirs.length) return null;
  }
  if (ours.length === 0 && theirs.length === 0) return null;
  return { tick, id: 0, field: 'ids of the records', ours: idsOf(ours), theirs: idsOf(theirs) };
}

/**
 * The first difference between our trace and theirs, in the order of ticks, then objects, then fields; null when they
 * agree within the tolerances. `theirs` may be any JSON of the outer form of a trace: what is not a RECORD differs.
 */
export function compareTrace(ours: TickRecord[][], theirs: Trace): Difference | null {
  const count = Math.min(ours.length, theirs.ticks.length);
  for (let tick = 0; tick < count; tick++) {
    const difference = compareTick(tick, ours[tick], theirs.ticks[tick]);
    if (difference) return difference;
  }
  if (ours.length === theirs.ticks.length) return null;
  return { tick: count, id: 0, field: 'number of ticks', ours: ours.length, theirs: theirs.ticks.length };
}

/** One line: tick, object, field, both values and the tolerance. */
export function describeDifference(difference: Difference): string {
  const { tick, id, field, ours, theirs, tolerance } = difference;
  const where = id === 0 ? `tick ${tick}` : `tick ${tick}, object ${id}`;
  const allowed = tolerance === undefined ? 'exact' : `tolerance ${Number(tolerance.toPrecision(4))}`;
  return `${where}, ${field}: ours ${show(ours)}, theirs ${show(theirs)} (${allowed})`;
}
