import type { TickRecord } from './types.ts';

/** What lies behind a key of a RECORD: one value, so many values, or a list of values or of pairs. */
type Shape = 'value' | 'list' | 'pairs' | number;

const SHAPES: Record<keyof TickRecord, Shape> = {
  id: 'value',
  pos: 3,
  heading: 'value',
  moveType: 'value',
  currentCommand: 'value',
  auxCommand: 'value',
  movingAway: 'value',
  initialized: 'value',
  nodes: 'pairs',
  fwd: 2,
  side: 2,
  turn: 2,
  style: 'value',
  substate: 'value',
  substateMod: 'value',
  modifiers: 'pairs',
  seqVelocity: 3,
  seqOmega: 3,
  anim: 'value',
  frame: 'value',
  pendingMotions: 'list',
  pendingAnims: 'pairs',
  holdKey: 'value',
  interpNodes: 'value',
  stickyTarget: 'value',
};

/** The keys of a RECORD, in its order. */
export const RECORD_KEYS = Object.keys(SHAPES) as (keyof TickRecord)[];

function isRecordKey(key: string): key is keyof TickRecord {
  return Object.hasOwn(SHAPES, key);
}

function isIndex(part: string, below = Number.POSITIVE_INFINITY): boolean {
  return /^\d+$/.test(part) && Number(part) < below;
}

/**
 * Whether a dotted path can lead to something in a RECORD. A path that never can is a mistake of whoever wrote it; without
 * this test a condition on it would hold, or not hold, for ever and unnoticed.
 */
export function isRecordPath(path: string): boolean {
  const [key, ...rest] = path.split('.');
  if (!isRecordKey(key)) return false;
  if (rest.length === 0) return true;
  const shape = SHAPES[key];
  if (shape === 'value') return false;
  if (rest.length === 1 && (rest[0] === 'length' || isIndex(rest[0], typeof shape === 'number' ? shape : undefined))) {
    return true;
  }
  return shape === 'pairs' && rest.length === 2 && isIndex(rest[0]) && isIndex(rest[1], 2);
}

/** Whether the path names a compass heading, which is compared modulo 360. */
export function isHeadingPath(path: string): boolean {
  return path === 'heading' || /^nodes\.\d+\.1$/.test(path);
}

/** The value behind a dotted path; undefined where the path leads nowhere in this record (a list that is too short). */
export function valueAt(record: TickRecord, path: string): unknown {
  let value: unknown = record;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}
