import { BodyF32 } from '../../components/body.ts';
import { FrameF64 } from '../../components/frame.ts';
import { describe, Limit } from '../checks.ts';
import type { GaitWorld, Ground } from '../world.ts';
import { levelOf } from './flat-ground.ts';

/**
 * A ground may be of the game's own: what it is made of is checked when it is given, and what it answers whenever it is
 * asked. At a call a wrong answer is thrown, inside a step it is reported; no wrong number is taken over.
 */

/** By how much the square of a contact normal's length may differ from 1. */
const NORMAL_TOLERANCE = 0.02;

/** Metres from the origin beyond which no sweep leads, not even one who falls for a year. */
const FARTHEST = 1e10;

const shape = 'sweep(world, entity) and heightAt(x, y, z), such as flatGround()';

/** Throws a TypeError that names what is missing of a ground, or wrong with it. */
export function requireGround(what: string, ground: unknown): Ground {
  if (typeof ground !== 'object' || ground === null) {
    throw new TypeError(`${what}: expected an object with ${shape}, found ${describe(ground)}`);
  }
  const { sweep, heightAt, prepare, fingerprint } = ground as { [name in keyof Ground]?: unknown };
  const missing = Object.entries({ sweep, heightAt }).filter(([, part]) => typeof part !== 'function');
  if (missing.length > 0) {
    const names = missing.map(([name, part]) => (part === undefined ? name : `${name} (found ${describe(part)})`));
    throw new TypeError(`${what}: expected an object with ${shape}; it lacks ${names.join(' and ')}${hintFor(ground)}`);
  }
  if (prepare !== undefined && typeof prepare !== 'function') {
    throw new TypeError(`${what}.prepare: expected a function or nothing, found ${describe(prepare)}`);
  }
  if (fingerprint !== undefined && (typeof fingerprint !== 'string' || fingerprint === '')) {
    const found = fingerprint === '' ? 'an empty one' : describe(fingerprint);
    throw new TypeError(`${what}.fingerprint: expected a text or nothing, found ${found}`);
  }
  return ground as Ground;
}

/** What most probably went wrong when a method is missing: a scene's ground was copied, or is the scene itself. */
function hintFor(ground: object): string {
  if ('shapes' in ground && 'scene' in ground) {
    const way = 'give the ground, or Object.assign(Object.create(ground), { … })';
    return `. A copy made with { ...ground } has no methods: ${way}`;
  }
  return 'terrain' in ground || 'obstacles' in ground ? '. That is a scene: give createSceneGround(scene)' : '';
}

/**
 * Height of the ground below a place; minus infinity: there is none.
 *
 * @param call Starts the error.
 * @throws RangeError or TypeError when the ground answers something else; Error with what the ground throws as its cause.
 */
export function askHeight(world: GaitWorld, call: string, x: number, y: number, z: number): number {
  const { ground } = world;
  if (ground === null) return 0;
  const asked = () => `${call}: ground.heightAt(${x}, ${y}, ${z})`;
  let height: unknown;
  try {
    height = ground.heightAt(x, y, z);
  } catch (cause) {
    throw new Error(`${asked()} threw: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (typeof height === 'number' && height <= Limit.position && height >= -Limit.position) return height;
  if (height === Number.NEGATIVE_INFINITY) return height;
  const found = typeof height === 'number' ? height : describe(height);
  const expected = `a finite number up to ${Limit.position}, or -Infinity where there is no ground`;
  const text = `${asked()}: expected ${expected}, found ${found}`;
  throw typeof height === 'number' ? new RangeError(text) : new TypeError(text);
}

/** As {@link askHeight}, inside a step: what the ground throws or answers wrongly is reported; then there is none. */
export function reportedHeight(world: GaitWorld, call: string, x: number, y: number, z: number): number {
  try {
    return askHeight(world, call, x, y, z);
  } catch (error) {
    world.events.report('ground', error);
    return Number.NEGATIVE_INFINITY;
  }
}

/**
 * Sweeps a body inside a step. A ground that throws or answers wrongly is reported, and the body is where it was before
 * it, with the contact normal that it had.
 *
 * @returns What the ground answers; null: it went wrong.
 */
export function askSweep(world: GaitWorld, ground: Ground, entity: number): boolean | null {
  const { frame, previousFrame, body } = world.components;
  const frameRow = entity * FrameF64.row;
  const bodyRow = entity * BodyF32.row;
  const normalX = body.f32[bodyRow + BodyF32.contactNormalX];
  const normalY = body.f32[bodyRow + BodyF32.contactNormalY];
  const normalZ = body.f32[bodyRow + BodyF32.contactNormalZ];
  try {
    const contact = ground.sweep(world, entity);
    if (isSound(world, entity, contact)) return contact;
    world.events.report('ground', sweepError(world, entity, contact));
  } catch (error) {
    world.events.report('ground', error);
  }
  frame.f64[frameRow + FrameF64.x] = previousFrame.f64[frameRow + FrameF64.x];
  frame.f64[frameRow + FrameF64.y] = previousFrame.f64[frameRow + FrameF64.y];
  frame.f64[frameRow + FrameF64.z] = previousFrame.f64[frameRow + FrameF64.z];
  if (!hasRotation(world, entity)) {
    frame.f64[frameRow + FrameF64.qw] = previousFrame.f64[frameRow + FrameF64.qw];
    frame.f64[frameRow + FrameF64.qx] = previousFrame.f64[frameRow + FrameF64.qx];
    frame.f64[frameRow + FrameF64.qy] = previousFrame.f64[frameRow + FrameF64.qy];
    frame.f64[frameRow + FrameF64.qz] = previousFrame.f64[frameRow + FrameF64.qz];
  }
  body.f32[bodyRow + BodyF32.contactNormalX] = normalX;
  body.f32[bodyRow + BodyF32.contactNormalY] = normalY;
  body.f32[bodyRow + BodyF32.contactNormalZ] = normalZ;
  return null;
}

/** Whether a body's rotation is one: no number is missing, and its length is not far from 1. */
function hasRotation(world: GaitWorld, entity: number): boolean {
  const { f64 } = world.components.frame;
  const row = entity * FrameF64.row;
  const w = f64[row + FrameF64.qw];
  const x = f64[row + FrameF64.qx];
  const y = f64[row + FrameF64.qy];
  const z = f64[row + FrameF64.qz];
  const squared = w * w + x * x + y * y + z * z;
  return squared > 0.25 && squared < 4;
}

/** Whether a sweep answered a boolean, a place, left the rotation whole, and found a normal of unit length. */
function isSound(world: GaitWorld, entity: number, contact: unknown): boolean {
  const { frame, body } = world.components;
  const frameRow = entity * FrameF64.row;
  const bodyRow = entity * BodyF32.row;
  const farthest = Math.max(
    Math.abs(frame.f64[frameRow + FrameF64.x]),
    Math.abs(frame.f64[frameRow + FrameF64.y]),
    Math.abs(frame.f64[frameRow + FrameF64.z]),
  );
  const x = body.f32[bodyRow + BodyF32.contactNormalX];
  const y = body.f32[bodyRow + BodyF32.contactNormalY];
  const z = body.f32[bodyRow + BodyF32.contactNormalZ];
  const squared = x * x + y * y + z * z;
  // Not (a > b), so that NaN comes here, too.
  if (!(farthest <= FARTHEST) || !Number.isFinite(squared) || !hasRotation(world, entity)) return false;
  return contact === false || (contact === true && Math.abs(squared - 1) <= NORMAL_TOLERANCE);
}

/** Says what is wrong with the answer of a sweep. */
function sweepError(world: GaitWorld, entity: number, contact: unknown): Error {
  const { frame, body } = world.components;
  const { x, y, z } = FrameF64;
  const place = [x, y, z].map((cell) => frame.f64[entity * FrameF64.row + cell]);
  const { contactNormalX, contactNormalY, contactNormalZ } = BodyF32;
  const cells = [contactNormalX, contactNormalY, contactNormalZ];
  const normal = cells.map((cell) => body.f32[entity * BodyF32.row + cell]).join(', ');
  const call = `ground.sweep(world, ${entity})`;
  if (typeof contact !== 'boolean') {
    return new TypeError(
      `${call}: expected true or false, whether the body touches something, found ${describe(contact)}`,
    );
  }
  if (!place.every((value) => Math.abs(value) <= FARTHEST)) {
    const expected = `finite numbers up to ${FARTHEST}`;
    return new RangeError(`${call}: expected to leave the frame at ${expected}, found (${place.join(', ')})`);
  }
  if (!hasRotation(world, entity)) {
    return new RangeError(
      `${call}: expected to leave the frame's rotation (qw, qx, qy, qz) alone, found another length`,
    );
  }
  return new RangeError(`${call}: expected a contact normal of length 1 in body.f32, found (${normal})`);
}

/** What a ground is, for snapshots: those of one that is named otherwise do not fit. */
export function groundName(ground: Ground | null): string {
  if (ground === null) return 'no ground';
  if (ground.fingerprint !== undefined) return `the ground ${ground.fingerprint}`;
  const level = levelOf(ground);
  return level === undefined ? 'a ground without a fingerprint' : `level ground at ${level} m`;
}
