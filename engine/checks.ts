import { MotionCommand, motionCommandName } from '../components/motion-command.ts';

/** Limits of numbers that come from outside (movement-rules section 0). */
export const Limit = {
  /** Metres from the origin. */
  position: 1e7,
  /** Speeds, rates, velocities and omegas. */
  rate: 1e4,
  /** Degrees. */
  angle: 1e6,
  /** Factor of a body's size. */
  scale: 1e3,
} as const;

/** Throws a RangeError unless `value` is a finite number between `least` and `most`. */
export function requireNumber(what: string, value: unknown, least: number, most: number): number {
  if (typeof value !== 'number') throw new TypeError(`${what}: expected a number, found ${describe(value)}`);
  if (!(value >= least && value <= most)) {
    throw new RangeError(`${what}: expected a number from ${least} to ${most}, found ${value}`);
  }
  return value;
}

/** As {@link requireNumber}, for whole numbers. */
export function requireInteger(what: string, value: unknown, least: number, most: number): number {
  const number = requireNumber(what, value, least, most);
  if (!Number.isInteger(number)) throw new RangeError(`${what}: expected a whole number, found ${number}`);
  return number;
}

/** Throws unless `value` is true or false. */
export function requireBoolean(what: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new TypeError(`${what}: expected true or false, found ${describe(value)}`);
  return value;
}

/** Throws unless `value` is an object with named fields; `expected` says which, in words. */
export function requireObject(what: string, value: unknown, expected: string): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${what}: expected ${expected}, found ${describe(value)}`);
  }
  return value;
}

/** Throws unless every key of `value` is one of `known`; names the nearest known one. */
export function requireKeys(what: string, value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) throw new TypeError(`${what}: unknown '${key}'; did you mean '${nearest(key, known)}'?`);
  }
}

const commands = new Set<number>(Object.values(MotionCommand));

/** Throws unless `value` is one of the client's motion commands. */
export function requireCommand(what: string, value: unknown): number {
  const command = requireInteger(what, value, 0, 0xffffffff);
  if (!commands.has(command)) {
    throw new RangeError(`${what}: expected a MotionCommand, found ${motionCommandName(command)}`);
  }
  return command;
}

function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
}

/** The known name with the fewest edits to `name`. */
export function nearest(name: string, known: readonly string[]): string {
  let best = known[0] ?? '';
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
