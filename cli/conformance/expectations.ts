import type { Condition } from './never-condition.ts';
import { isHeadingPath, valueAt } from './record-path.ts';
import type { TickRecord } from './types.ts';
import { headingGap, headingTurn, sameJson, show } from './values.ts';

/** What a value is held against; every one that an expectation names has to hold. */
export interface Bounds {
  eq?: unknown;
  ne?: unknown;
  near?: unknown;
  tol?: number;
  min?: number;
  max?: number;
  truthy?: boolean;
}

export type Subject =
  | { kind: 'field'; path: string }
  /** Some tick of the window has that value. */
  | { kind: 'any'; path: string; value: unknown }
  /** Stays within so much of its value in the first tick of the window. */
  | { kind: 'constant'; path: string; within: number }
  /** Average change a second from the first tick of the window to the last. */
  | { kind: 'rate'; path: string }
  /** 2-D distance between the two objects, in metres. */
  | { kind: 'distance'; other: number }
  /** The 2-D move made in each tick of the window, in metres. */
  | { kind: 'stepMax'; limit: number }
  | { kind: 'never'; condition: Condition };

/** One line of an expectation file. */
export interface Expectation {
  /** Its JSON, for messages. */
  source: string;
  id: number;
  /** First tick of the window, 0-based. */
  from: number;
  /** Last tick of the window, inclusive. */
  to: number;
  subject: Subject;
  bounds: Bounds;
}

/** Whether two values, or the entries of two lists, are within `tolerance`; headings modulo 360. */
function isNear(value: unknown, wanted: unknown, tolerance: number, heading: boolean): boolean {
  if (Array.isArray(value) && Array.isArray(wanted)) {
    return (
      value.length === wanted.length && value.every((part, index) => isNear(part, wanted[index], tolerance, heading))
    );
  }
  if (typeof value === 'number' && typeof wanted === 'number') {
    return (heading ? headingGap(value, wanted) : Math.abs(value - wanted)) <= tolerance;
  }
  return value === wanted;
}

/** What of the bounds the value breaks, in words; null when it keeps them all. */
function brokenBound(value: unknown, bounds: Bounds, heading: boolean): string | null {
  if ('eq' in bounds && !sameJson(value, bounds.eq)) return `is not ${show(bounds.eq)}`;
  if ('ne' in bounds && sameJson(value, bounds.ne)) return `is ${show(bounds.ne)}`;
  if ('near' in bounds && !isNear(value, bounds.near, bounds.tol ?? 0, heading)) {
    return `is not within ${bounds.tol} of ${show(bounds.near)}`;
  }
  if (bounds.min !== undefined && !(typeof value === 'number' && value >= bounds.min)) return `is under ${bounds.min}`;
  if (bounds.max !== undefined && !(typeof value === 'number' && value <= bounds.max)) return `is over ${bounds.max}`;
  if (bounds.truthy !== undefined && Boolean(value) !== bounds.truthy)
    return `is not ${bounds.truthy ? 'true' : 'false'}`;
  return null;
}

/** A failed expectation; thrown inside this file only. */
class Broken extends Error {}

function recordAt(trace: TickRecord[][], tick: number, id: number): TickRecord | undefined {
  return trace[tick]?.find((record) => record.id === id);
}

function neededRecord(trace: TickRecord[][], tick: number, id: number): TickRecord {
  const record = recordAt(trace, tick, id);
  if (!record) throw new Broken(`tick ${tick}, object ${id}: has no record`);
  return record;
}

function planarDistance(a: TickRecord, b: TickRecord): number {
  return Math.hypot(a.pos[0] - b.pos[0], a.pos[1] - b.pos[1]);
}

/** Change a second from the first tick to the last; a heading is followed from tick to tick, so that it may go round. */
function rateOf(trace: TickRecord[][], expectation: Expectation, path: string, quantum: number): number {
  const { id, from, to } = expectation;
  const numbers: number[] = [];
  for (let tick = from; tick <= to; tick++) {
    const value = valueAt(neededRecord(trace, tick, id), path);
    if (typeof value !== 'number') throw new Broken(`tick ${tick}, object ${id}, ${path}: ${show(value)} is no number`);
    numbers.push(value);
  }
  const span = (to - from) * quantum;
  if (!isHeadingPath(path)) return (numbers[numbers.length - 1] - numbers[0]) / span;
  let turned = 0;
  for (let index = 1; index < numbers.length; index++) turned += headingTurn(numbers[index - 1], numbers[index]);
  return turned / span;
}

function checkNever(trace: TickRecord[][], { id, from, to }: Expectation, condition: Condition): void {
  let seen = false;
  for (let tick = from; tick <= to; tick++) {
    const record = recordAt(trace, tick, id);
    if (!record) continue;
    seen = true;
    const previous = recordAt(trace, tick - 1, id);
    if (condition.usesPrevious && !previous) continue;
    if (condition.holds(record, previous)) throw new Broken(`tick ${tick}, object ${id}: the condition holds`);
  }
  if (!seen) throw new Broken(`object ${id} has no record in the window`);
}

function checkStepMax(trace: TickRecord[][], { id, from, to }: Expectation, limit: number): void {
  for (let tick = from; tick <= to; tick++) {
    const record = neededRecord(trace, tick, id);
    const previous = recordAt(trace, tick - 1, id);
    if (!previous) continue;
    const step = planarDistance(record, previous);
    if (!(step <= limit)) throw new Broken(`tick ${tick}, object ${id}: moves ${show(step)} m, more than ${limit}`);
  }
}

function checkAny(trace: TickRecord[][], { id, from, to }: Expectation, path: string, wanted: unknown): void {
  const seen = new Set<string>();
  for (let tick = from; tick <= to; tick++) {
    const record = recordAt(trace, tick, id);
    if (!record) continue;
    const value = valueAt(record, path);
    if (sameJson(value, wanted)) return;
    seen.add(show(value));
  }
  const values =
    seen.size === 0 ? 'no record' : `only ${[...seen].slice(0, 4).join(', ')}${seen.size > 4 ? ', ...' : ''}`;
  throw new Broken(`ticks ${from} to ${to}, object ${id}, ${path}: never ${show(wanted)}, ${values}`);
}

function checkRate(trace: TickRecord[][], expectation: Expectation, path: string, quantum: number): void {
  const { id, from, to, bounds } = expectation;
  const rate = rateOf(trace, expectation, path, quantum);
  const broken = brokenBound(rate, bounds, false);
  if (broken) throw new Broken(`ticks ${from} to ${to}, object ${id}, rate of ${path}: ${show(rate)} ${broken}`);
}

function checkConstant(trace: TickRecord[][], { id, from, to }: Expectation, path: string, within: number): void {
  const first = valueAt(neededRecord(trace, from, id), path);
  for (let tick = from; tick <= to; tick++) {
    const value = valueAt(neededRecord(trace, tick, id), path);
    if (value !== undefined && isNear(value, first, within, isHeadingPath(path))) continue;
    const wanted = `not within ${within} of ${show(first)} (tick ${from})`;
    throw new Broken(`tick ${tick}, object ${id}, ${path}: ${show(value)} is ${wanted}`);
  }
}

function checkField(trace: TickRecord[][], { id, from, to, bounds }: Expectation, path: string): void {
  for (let tick = from; tick <= to; tick++) {
    const value = valueAt(neededRecord(trace, tick, id), path);
    const broken = brokenBound(value, bounds, isHeadingPath(path));
    if (broken) throw new Broken(`tick ${tick}, object ${id}, ${path}: ${show(value)} ${broken}`);
  }
}

function checkDistance(trace: TickRecord[][], { id, from, to, bounds }: Expectation, other: number): void {
  for (let tick = from; tick <= to; tick++) {
    const distance = planarDistance(neededRecord(trace, tick, id), neededRecord(trace, tick, other));
    const broken = brokenBound(distance, bounds, false);
    if (broken) throw new Broken(`tick ${tick}, distance of objects ${id} and ${other}: ${show(distance)} ${broken}`);
  }
}

function check(expectation: Expectation, trace: TickRecord[][], quantum: number): void {
  const { to, subject } = expectation;
  if (to >= trace.length) throw new Broken(`the window ends at tick ${to}, the last tick is ${trace.length - 1}`);
  switch (subject.kind) {
    case 'field':
      checkField(trace, expectation, subject.path);
      break;
    case 'any':
      checkAny(trace, expectation, subject.path, subject.value);
      break;
    case 'constant':
      checkConstant(trace, expectation, subject.path, subject.within);
      break;
    case 'rate':
      checkRate(trace, expectation, subject.path, quantum);
      break;
    case 'distance':
      checkDistance(trace, expectation, subject.other);
      break;
    case 'stepMax':
      checkStepMax(trace, expectation, subject.limit);
      break;
    case 'never':
      checkNever(trace, expectation, subject.condition);
      break;
  }
}

/**
 * The first tick at which a trace breaks an expectation, in words; null when it satisfies it. `quantum` (seconds) is the
 * scenario's step. A window in which the object has no record (it left the world) satisfies nothing but `any` and `never`,
 * which pass over those ticks.
 */
export function checkExpectation(expectation: Expectation, trace: TickRecord[][], quantum: number): string | null {
  try {
    check(expectation, trace, quantum);
    return null;
  } catch (error) {
    if (error instanceof Broken) return error.message;
    throw error;
  }
}
