import type { Bounds, Expectation, Subject } from './expectations.ts';
import { ShapeError } from './load.ts';
import { type Condition, parseCondition } from './never-condition.ts';
import { isRecordPath } from './record-path.ts';
import { isObject } from './values.ts';

const BOUND_KEYS = ['eq', 'ne', 'near', 'min', 'max', 'truthy'] as const;
const SUBJECT_KEYS = ['any', 'constant', 'rate', 'distance', 'stepMax', 'never'] as const;
const OTHER_KEYS = ['id', 'ids', 'ticks', 'field', 'tol', 'note', 'why'];
const KNOWN_KEYS = new Set<string>([...BOUND_KEYS, ...SUBJECT_KEYS, ...OTHER_KEYS]);

const isTick = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

function neededNumber(entry: Record<string, unknown>, key: string): number {
  const value = entry[key];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ShapeError(`"${key}" is not a number`);
  return value;
}

function optionalNumber(entry: Record<string, unknown>, key: string): number | undefined {
  return key in entry ? neededNumber(entry, key) : undefined;
}

function pathFrom(value: unknown, key: string): string {
  if (typeof value !== 'string') throw new ShapeError(`"${key}" is not the path of a field`);
  if (!isRecordPath(value)) throw new ShapeError(`"${value}" is no field of a record`);
  return value;
}

function boundsFrom(entry: Record<string, unknown>): Bounds {
  const bounds: Bounds = {
    min: optionalNumber(entry, 'min'),
    max: optionalNumber(entry, 'max'),
    tol: optionalNumber(entry, 'tol'),
  };
  if ('eq' in entry) bounds.eq = entry.eq;
  if ('ne' in entry) bounds.ne = entry.ne;
  if ('near' in entry) {
    if (bounds.tol === undefined) throw new ShapeError('"near" without "tol"');
    bounds.near = entry.near;
  }
  if ('truthy' in entry) {
    if (typeof entry.truthy !== 'boolean') throw new ShapeError('"truthy" is neither true nor false');
    bounds.truthy = entry.truthy;
  }
  return bounds;
}

function conditionFrom(value: unknown): Condition {
  if (typeof value !== 'string') throw new ShapeError('"never" is not a condition');
  try {
    return parseCondition(value);
  } catch (error) {
    throw new ShapeError(error instanceof Error ? error.message : String(error));
  }
}

function subjectFrom(entry: Record<string, unknown>, ids: number[]): Subject {
  const named = SUBJECT_KEYS.filter((key) => key in entry);
  if (named.length > 1) throw new ShapeError(`both "${named[0]}" and "${named[1]}"`);
  switch (named[0]) {
    case 'any':
      return { kind: 'any', path: pathFrom(entry.field, 'field'), value: entry.any };
    case 'constant':
      return { kind: 'constant', path: pathFrom(entry.field, 'field'), within: neededNumber(entry, 'constant') };
    case 'rate':
      return { kind: 'rate', path: pathFrom(entry.rate === true ? entry.field : entry.rate, 'rate') };
    case 'distance':
      if (entry.distance !== true || ids.length !== 2) throw new ShapeError('"distance" is true and needs two "ids"');
      return { kind: 'distance', other: ids[1] };
    case 'stepMax':
      return { kind: 'stepMax', limit: neededNumber(entry, entry.stepMax === true ? 'max' : 'stepMax') };
    case 'never':
      return { kind: 'never', condition: conditionFrom(entry.never) };
    default:
      return { kind: 'field', path: pathFrom(entry.field, 'field') };
  }
}

function idsFrom(entry: Record<string, unknown>): number[] {
  const ids: unknown = 'ids' in entry ? entry.ids : [entry.id];
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every((id) => Number.isInteger(id))) {
    throw new ShapeError('neither an "id" nor "ids" of objects');
  }
  return ids;
}

function expectationFrom(entry: unknown): Expectation {
  if (!isObject(entry)) throw new ShapeError('is no object');
  const unknownKey = Object.keys(entry).find((key) => !KNOWN_KEYS.has(key));
  if (unknownKey !== undefined) throw new ShapeError(`"${unknownKey}" is no known condition`);
  const ids = idsFrom(entry);
  const ticks = entry.ticks;
  if (!Array.isArray(ticks) || ticks.length !== 2 || !ticks.every(isTick) || ticks[0] > ticks[1]) {
    throw new ShapeError('"ticks" is not a window [from, to]');
  }
  const subject = subjectFrom(entry, ids);
  if (ids.length > 1 && subject.kind !== 'distance') throw new ShapeError('two "ids" without "distance"');
  const needsBounds = subject.kind === 'field' || subject.kind === 'rate' || subject.kind === 'distance';
  const hasBounds = BOUND_KEYS.some((key) => key in entry);
  if (needsBounds !== hasBounds && !(subject.kind === 'stepMax' && entry.stepMax === true)) {
    throw new ShapeError(needsBounds ? 'says nothing about the value' : `"${subject.kind}" with a second condition`);
  }
  if (subject.kind === 'rate' && ticks[0] === ticks[1]) throw new ShapeError('a rate over one tick');
  return {
    source: JSON.stringify(entry),
    id: ids[0],
    from: ticks[0],
    to: ticks[1],
    subject,
    bounds: boundsFrom(entry),
  };
}

/** Reads the contents of an expectation file. Throws ShapeError, naming the line, when it is of another form. */
export function parseExpectations(value: unknown): Expectation[] {
  if (!Array.isArray(value) || value.length === 0) throw new ShapeError('not a list of expectations');
  return value.map((entry, index) => {
    try {
      return expectationFrom(entry);
    } catch (error) {
      throw new ShapeError(`expectation ${index}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}
