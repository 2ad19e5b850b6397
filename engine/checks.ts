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
    throw new RangeError(`${what}: expected ${rangeText(least, most)}, found ${value}`);
  }
  return value;
}

/** Bounds beyond this only say that the number is finite. */
const NO_BOUND = 1e38;

function rangeText(least: number, most: number): string {
  if (least <= -NO_BOUND && most >= NO_BOUND) return 'a finite number';
  if (most >= NO_BOUND && most !== Number.POSITIVE_INFINITY) return `a finite number from ${least} on`;
  return `a number from ${least} to ${most}`;
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

/** Throws unless every key of `value` is one of `known`; names the nearest known one, or all when none is near. */
export function requireKeys(what: string, value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) throw new TypeError(`${what}: unknown '${key}'${suggestion(key, known)}`);
  }
}

/** Throws unless `value` can be called; `expected` says what it is for, in words. */
export function requireFunction(what: string, value: unknown, expected: string): void {
  if (typeof value !== 'function') throw new TypeError(`${what}: expected ${expected}, found ${describe(value)}`);
}

/** Throws unless `value` is a Uint8Array, of whatever realm. */
export function requireBytes(what: string, value: unknown): void {
  if (value instanceof Uint8Array || Object.prototype.toString.call(value) === '[object Uint8Array]') return;
  throw new TypeError(`${what}: expected a Uint8Array, found ${describe(value)}`);
}

/** Throws unless `value` is one of some names; says which there are. */
export function requireChoice<Name extends string>(what: string, value: unknown, names: readonly Name[]): Name {
  if (names.includes(value as Name)) return value as Name;
  const found = typeof value === 'string' ? `'${value}'` : describe(value);
  throw new TypeError(`${what}: expected ${names.map((name) => `'${name}'`).join(' or ')}, found ${found}`);
}

/** Numbers of vertices, and of indices, of a mesh at most. */
const MOST_NUMBERS = 3e7;

/**
 * Throws unless two lists make triangles: world metres, three numbers a vertex, and places of vertices, three a triangle,
 * one triangle at least.
 *
 * @param what Names the mesh; the list and the place in it come after.
 */
export function requireTriangles(what: string, vertices: ArrayLike<number>, indices: ArrayLike<number>): void {
  for (const [name, list, of] of [
    ['vertices', vertices, 'x, y and z of each vertex'],
    ['indices', indices, 'three places of vertices for each triangle'],
  ] as const) {
    const { length } = list;
    if (length > 0 && length % 3 === 0 && length <= MOST_NUMBERS) continue;
    const most = length > MOST_NUMBERS ? `, at most ${MOST_NUMBERS}` : '';
    throw new RangeError(`${what}.${name}: expected ${of}, in threes${most}, found ${length} numbers`);
  }
  // Words are made only of what is wrong: there may be millions.
  for (let at = 0; at < vertices.length; at++) {
    const value = vertices[at];
    if (!(typeof value === 'number' && value >= -Limit.position && value <= Limit.position))
      requireNumber(`${what}.vertices[${at}]`, value, -Limit.position, Limit.position);
  }
  const last = vertices.length / 3 - 1;
  for (let at = 0; at < indices.length; at++) {
    const value = indices[at];
    if (!(Number.isInteger(value) && value >= 0 && value <= last))
      requireInteger(`${what}.indices[${at}]`, value, 0, last);
  }
}

const commands = new Set<number>(Object.values(MotionCommand));

/** Throws unless `value` is one of the client's motion commands. */
export function requireCommand(what: string, value: unknown): number {
  if (typeof value === 'string') {
    const near = nearest(value.replace(/^MotionCommand\./, ''), Object.keys(MotionCommand));
    const meant = near === '' ? '' : `; did you mean MotionCommand.${near}?`;
    throw new TypeError(`${what}: expected a MotionCommand, found '${value}'${meant}`);
  }
  const command = requireInteger(what, value, 0, 0xffffffff);
  if (!commands.has(command)) {
    throw new RangeError(`${what}: expected a MotionCommand, found ${motionCommandName(command)}`);
  }
  return command;
}

/**
 * The error of a call that was given something that is no living body.
 *
 * @param entityOf The entity of a guid; 0: there is none. Guids are often given in place of entities.
 */
export function noBody(call: string, entity: unknown, entityOf: (guid: number) => number): RangeError {
  const isGuid = Number.isInteger(entity) && (entity as number) > 0 && (entity as number) <= 0xffffffff;
  const text = isGuid && (entity as number) > 0xffff ? `0x${(entity as number).toString(16)}` : String(entity);
  let hint = '';
  if (entity === 0) hint = "; 0 is nobody: a joined player's body comes with the first steps";
  else if (isGuid && entityOf(entity as number) !== 0) hint = `; that is the guid of one: give entityOf(${text})`;
  const found = typeof entity === 'number' ? String(entity) : describe(entity);
  return new RangeError(`${call}: there is no body with entity id ${found}${hint}`);
}

/**
 * Throws a TypeError when a function that nobody waits for has answered a promise: what it rejects with would come to
 * nobody, or end the process.
 *
 * @param why Says what is expected.
 */
export function refusePromise(answer: unknown, why: string): void {
  if (!isPromise(answer)) return;
  answer.then(undefined, () => {});
  throw new TypeError(why);
}

/** Whether what a function has answered is a promise. */
export function isPromise(answer: unknown): answer is PromiseLike<unknown> {
  if (typeof answer !== 'object' || answer === null) return false;
  return typeof (answer as Partial<PromiseLike<unknown>>).then === 'function';
}

/**
 * Calls a handler for which nobody waits.
 *
 * @param fail Told what it throws, or later what the promise that it answers is rejected with.
 */
export function callHandler(call: () => unknown, fail: (error: unknown) => void): void {
  try {
    const answer = call();
    if (isPromise(answer)) answer.then(undefined, fail);
  } catch (error) {
    fail(error);
  }
}

/** What a value is, for an error: its type, but for null and arrays. */
export function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
}

/** Letters that two names must have in common to be near, when one is a part of the other. */
const LEAST_PART = 3;
/** Names that are listed when none is near. */
const MOST_LISTED = 32;

/**
 * The known name that was probably meant: the shortest that `name` is the beginning of, else the one with the fewest edits
 * to it, at most a third of its length, else the shortest that `name` is a part of, or that is a part of it.
 *
 * @returns '' when none is near.
 */
export function nearest(name: string, known: readonly string[]): string {
  const wrong = name.toLowerCase();
  const begun = shortest(known, (right) => wrong.length >= LEAST_PART && right.startsWith(wrong));
  if (begun !== '') return begun;
  let best = '';
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const edits = editDistance(wrong, candidate.toLowerCase());
    if (edits < fewest && edits <= Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3))) {
      fewest = edits;
      best = candidate;
    }
  }
  if (best !== '') return best;
  const isPart = (part: string, whole: string) => part.length >= LEAST_PART && whole.includes(part);
  return shortest(known, (right) => isPart(wrong, right) || isPart(right, wrong));
}

/** The shortest of the names that fit in small letters; '': none. */
function shortest(known: readonly string[], fits: (right: string) => boolean): string {
  let best = '';
  for (const candidate of known) {
    if (fits(candidate.toLowerCase()) && (best === '' || candidate.length < best.length)) best = candidate;
  }
  return best;
}

/** What ends an error about an unknown name: the nearest known one, or all when none is near. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== '') return `; did you mean '${near}'?`;
  return known.length === 0 || known.length > MOST_LISTED ? '' : `; known are ${known.join(', ')}`;
}

/** Letters to put in, take out, replace or swap with their neighbour, to make one name of another. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1, swapped ? before[j - 2] + 1 : replaced));
    }
    before = row;
    row = next;
  }
  return row[b.length];
}
