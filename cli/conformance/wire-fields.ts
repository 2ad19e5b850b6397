/** A wire vector's fields, as JSON holds them: reading them, and comparing ours with theirs. */
export type Fields = Record<string, unknown>;

/** Floats of a vector's fields are rounded to so much. */
const TOLERANCE = 1e-3;

/** The first field of theirs that ours does not have, or null. Whole numbers exactly, others to the tolerance. */
export function compare(path: string, ours: unknown, theirs: unknown): string | null {
  if (Array.isArray(theirs) && Array.isArray(ours) && ours.length !== theirs.length) {
    return `${path}: ours has ${ours.length} items, theirs ${theirs.length}`;
  }
  if (isFields(theirs) && isFields(ours)) {
    for (const key of Object.keys(theirs)) {
      const difference = compare(path === '' ? key : `${path}.${key}`, ours[key], theirs[key]);
      if (difference !== null) return difference;
    }
    return null;
  }
  if (typeof ours === 'number' && typeof theirs === 'number') {
    if (ours === Math.fround(theirs)) return null;
    const whole = Number.isInteger(ours) && Number.isInteger(theirs);
    if (!whole && Math.abs(ours - theirs) <= TOLERANCE) return null;
  }
  return ours === theirs ? null : `${path}: ours ${JSON.stringify(ours)}, theirs ${JSON.stringify(theirs)}`;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

export function isAbsent(fields: Fields, key: string): boolean {
  return fields[key] === null || fields[key] === undefined;
}

export function number(fields: Fields, key: string): number {
  const value = fields[key];
  if (typeof value !== 'number') throw new Error(`${key} is not a number`);
  return value;
}

export function numberOr(fields: Fields, key: string, otherwise: number): number {
  return isAbsent(fields, key) ? otherwise : number(fields, key);
}

export function numbers(fields: Fields, key: string, count: number): number[] {
  const value = fields[key];
  if (Array.isArray(value) && value.length === count && value.every((part) => typeof part === 'number')) return value;
  throw new Error(`${key} is not a list of ${count} numbers`);
}

export function object(fields: Fields, key: string): Fields {
  const value = fields[key];
  if (!isFields(value)) throw new Error(`${key} is missing`);
  return value;
}

export function yes(fields: Fields, key: string): boolean {
  return fields[key] === true;
}

export function bytesOfHex(hex: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) return null;
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

export function hexOfBytes(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}
