import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Scenario, TableJson, Trace } from './types.ts';
import { isObject } from './values.ts';

/** Data of another form than the one that its place or its contents promise. */
export class ShapeError extends Error {}

/** What a JSON file holds, by its contents. `other`: nothing that is checked here. */
export type DataKind = 'scenario' | 'table' | 'trace' | 'functions' | 'wire' | 'other';

/** Reads JSON, plain or gzipped (recognised by its first bytes). Throws ShapeError when it is no JSON. */
export function readData(file: string): unknown {
  const bytes = readFileSync(file);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString('utf8'));
  } catch (error) {
    throw new ShapeError(`not readable as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Tells from its contents what a file holds; whether it is well formed is another question. */
export function kindOf(value: unknown): DataKind {
  if (Array.isArray(value)) {
    if (value.some((entry) => isObject(entry) && 'fn' in entry)) return 'functions';
    return value.some((entry) => isObject(entry) && 'message' in entry && 'hex' in entry) ? 'wire' : 'other';
  }
  if (!isObject(value)) return 'other';
  if ('script' in value && ('objects' in value || 'motionTable' in value)) return 'scenario';
  if ('cycles' in value && 'links' in value) return 'table';
  if (Array.isArray(value.ticks)) return 'trace';
  return 'other';
}

type TypeName = 'number' | 'string' | 'boolean';

function need(value: Record<string, unknown>, key: string, type: TypeName, where: string): void {
  const isThere = typeof value[key] === type && (type !== 'number' || Number.isFinite(value[key]));
  if (!isThere) throw new ShapeError(`${where}"${key}" is not a ${type}`);
}

function needList(value: Record<string, unknown>, key: string): Record<string, unknown>[] {
  const entries = value[key];
  if (!Array.isArray(entries) || !entries.every(isObject)) throw new ShapeError(`"${key}" is not a list of objects`);
  return entries;
}

/** Throws ShapeError when the outer form of a scenario is not kept. Operations are left to the runner. */
export function parseScenario(value: unknown): Scenario {
  if (!isObject(value)) throw new ShapeError('a scenario is an object');
  need(value, 'name', 'string', '');
  need(value, 'quantum', 'number', '');
  need(value, 'ticks', 'number', '');
  need(value, 'motionTable', 'string', '');
  if (!Number.isInteger(value.ticks) || (value.ticks as number) < 1)
    throw new ShapeError('"ticks" is not a number of steps');
  if (!((value.quantum as number) > 0)) throw new ShapeError('"quantum" is not a positive time');
  needList(value, 'objects').forEach((object, index) => {
    for (const key of ['id', 'x', 'y', 'z', 'heading']) need(object, key, 'number', `object ${index}: `);
  });
  needList(value, 'script').forEach((operation, index) => {
    need(operation, 'op', 'string', `operation ${index}: `);
    need(operation, 'tick', 'number', `operation ${index}: `);
  });
  return value as unknown as Scenario;
}

/** Throws ShapeError when the outer form of a table is not kept. */
export function parseTable(value: unknown): TableJson {
  if (!isObject(value)) throw new ShapeError('a motion table is an object');
  need(value, 'name', 'string', '');
  for (const key of ['animations', 'cycles', 'modifiers', 'links']) needList(value, key);
  return value as unknown as TableJson;
}

/** Throws ShapeError when this is no trace of a scenario that goes by one of the names. Records are compared later. */
export function parseTrace(value: unknown, names: string[]): Trace {
  if (!isObject(value)) throw new ShapeError('a trace is an object');
  need(value, 'name', 'string', '');
  if (!names.includes(value.name as string)) throw new ShapeError(`the trace is of "${value.name}"`);
  if (!Array.isArray(value.ticks)) throw new ShapeError('"ticks" is not a list of ticks');
  return value as unknown as Trace;
}
