/** Comparing and printing of values, for everything that is checked. */

/** Degrees between two compass headings, 0 to 180, whichever way round is shorter. */
export function headingGap(a: number, b: number): number {
  const gap = Math.abs(a - b) % 360;
  return Math.min(gap, 360 - gap);
}

/** The shortest turn from one heading to another in degrees, above -180 and up to 180; positive is clockwise. */
export function headingTurn(from: number, to: number): number {
  const turn = (((to - from) % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}

/** `tolerance` as it is above 1: relative to the size of the expected value. */
export function relativeTolerance(tolerance: number, expected: number): number {
  return tolerance * Math.max(1, Math.abs(expected));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Exact equality of JSON values. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, index) => sameJson(value, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
    );
  }
  return false;
}

/** A value for a person; command numbers also in hexadecimal, since that is how they are known. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') {
    const isCommand = Number.isInteger(value) && value > 0xffff && value <= 0xffffffff;
    return isCommand ? `${value} (0x${value.toString(16).padStart(8, '0')})` : String(value);
  }
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, inner]) => `${key}: ${show(inner)}`);
    return `{ ${entries.join(', ')} }`;
  }
  return JSON.stringify(value) ?? String(value);
}

/** What was thrown, as one line. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${show(error)}`;
  const text = error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
