import { OffsetKind, FrameF64 } from '../../components/frame.ts';
import { INTERPOLATION_NODE_CAPACITY, INTERPOLATION_QUEUE_LIMIT } from '../../components/interpolation.ts';
import { FLOAT_MAX } from '../../components/move-to.ts';
import { TransientState } from '../../components/transient-state.ts';
import { EventCode, overflowingRings } from '../events.ts';
import { distanceToPoint } from '../math/frame.ts';
import { EPSILON } from '../math/heading.ts';
import type { GaitWorld } from '../world.ts';

/** Metres within which a body counts as there. */
const DESIRED_DISTANCE = 0.05;
/** Metres within which a stalled body counts as there. */
const CLOSE_ENOUGH = 0.2;
/** Frames of a progress window. */
const WINDOW_FRAMES = 5;
/** Share of the possible way that a window must bring. */
const LEAST_PROGRESS = 0.3;
/** Failed nodes after which the body is put where it should be. */
const MOST_FAILS = 3;
/** Metres a second when the interpreter knows no speed. */
const FALLBACK_SPEED = 7.5;

/** A place to go to: world metres x, y, z and a unit quaternion w, x, y, z. */
export type Place = Float64Array;

/** The body's queue, taken from the pool by its first use. */
function ensureQueue(world: GaitWorld, entity: number): number {
  const { interpolation } = world.components;
  if (interpolation.slot[entity] !== 0) return interpolation.slot[entity];
  if (world.freeInterpolationSlots.length === 0) world.growInterpolationQueues();
  const slot = world.freeInterpolationSlots.pop() as number;
  interpolation.slot[entity] = slot;
  world.interpolationQueues.owner[slot] = entity;
  reset(world, slot);
  return slot;
}

/** Gives the body's queue back to the pool. */
export function releaseQueue(world: GaitWorld, entity: number): void {
  const { interpolation } = world.components;
  const slot = interpolation.slot[entity];
  if (slot === 0) return;
  reset(world, slot);
  world.interpolationQueues.owner[slot] = 0;
  world.freeInterpolationSlots.push(slot);
  interpolation.slot[entity] = 0;
}

function reset(world: GaitWorld, slot: number): void {
  const queues = world.interpolationQueues;
  queues.count[slot] = 0;
  queues.failCount[slot] = 0;
  queues.frameCounter[slot] = 0;
  queues.progressTime[slot] = 0;
  queues.originalDistance[slot] = FLOAT_MAX;
  queues.hasBlip[slot] = 0;
}

/** Empties the queue (retail InterpolationManager::StopInterpolating). */
export function stopInterpolating(world: GaitWorld, entity: number): void {
  const slot = world.components.interpolation.slot[entity];
  if (slot !== 0) reset(world, slot);
}

/**
 * Queues a place to move to (retail InterpolationManager::InterpolateTo).
 *
 * @param keepHeading The body keeps its own heading on the way (it is steered by a move).
 * @param blipDistance Metres from the last place over which it is put there instead.
 */
export function interpolateTo(
  world: GaitWorld,
  entity: number,
  place: Place,
  keepHeading: boolean,
  blipDistance: number,
): void {
  const { frame } = world.components;
  const frameRow = entity * FrameF64.row;
  const slot = ensureQueue(world, entity);
  const queues = world.interpolationQueues;
  const count = queues.count[slot];
  const ownX = place[0] - frame.f64[frameRow + FrameF64.x];
  const ownY = place[1] - frame.f64[frameRow + FrameF64.y];
  const ownZ = place[2] - frame.f64[frameRow + FrameF64.z];
  const fromBody = ownX * ownX + ownY * ownY + ownZ * ownZ;
  const tooFar =
    count === 0
      ? fromBody > blipDistance * blipDistance
      : compareDistance(world, slot, count - 1, place, blipDistance) > 0;
  if (tooFar) {
    append(world, entity, slot, place, keepHeading);
    queues.failCount[slot] = MOST_FAILS + 1;
    return;
  }
  if (fromBody <= DESIRED_DISTANCE * DESIRED_DISTANCE) {
    if (!keepHeading) {
      frame.f64[frameRow + FrameF64.qw] = place[3];
      frame.f64[frameRow + FrameF64.qx] = place[4];
      frame.f64[frameRow + FrameF64.qy] = place[5];
      frame.f64[frameRow + FrameF64.qz] = place[6];
      world.components.body.moved[entity] = 2;
    }
    reset(world, slot);
    return;
  }
  queues.keepHeading[slot] = keepHeading ? 1 : 0;
  while (queues.count[slot] > 0 && compareDistance(world, slot, queues.count[slot] - 1, place, DESIRED_DISTANCE) < 0) {
    queues.count[slot]--;
  }
  while (queues.count[slot] >= INTERPOLATION_QUEUE_LIMIT) removeHead(world, slot);
  append(world, entity, slot, place, keepHeading);
}

/**
 * Compares the way from a queued place to another with so many metres: -1 when it is shorter, 1 when it is longer, else 0. A
 * whole number: the distance itself would be an object on the heap.
 */
function compareDistance(world: GaitWorld, slot: number, node: number, place: Place, metres: number): number {
  const queues = world.interpolationQueues;
  const cell = node * (world.interpolationCapacity + 1) + slot;
  const dx = place[0] - queues.x[cell];
  const dy = place[1] - queues.y[cell];
  const dz = place[2] - queues.z[cell];
  const square = dx * dx + dy * dy + dz * dz;
  const limit = metres * metres;
  if (square > limit) return 1;
  return square < limit ? -1 : 0;
}

function append(world: GaitWorld, entity: number, slot: number, place: Place, keepHeading: boolean): void {
  const frameRow = entity * FrameF64.row;
  const queues = world.interpolationQueues;
  if (queues.count[slot] >= INTERPOLATION_NODE_CAPACITY) {
    // Only a burst of blips gets here; what counts is the last place, so the oldest goes.
    world.overflows++;
    world.raise(EventCode.ringOverflow, entity, overflowingRings.indexOf('interpolation'));
    removeHead(world, slot);
  }
  const cell = queues.count[slot] * (world.interpolationCapacity + 1) + slot;
  const { frame } = world.components;
  queues.x[cell] = place[0];
  queues.y[cell] = place[1];
  queues.z[cell] = place[2];
  queues.qw[cell] = keepHeading ? frame.f64[frameRow + FrameF64.qw] : place[3];
  queues.qx[cell] = keepHeading ? frame.f64[frameRow + FrameF64.qx] : place[4];
  queues.qy[cell] = keepHeading ? frame.f64[frameRow + FrameF64.qy] : place[5];
  queues.qz[cell] = keepHeading ? frame.f64[frameRow + FrameF64.qz] : place[6];
  queues.count[slot]++;
}

function removeHead(world: GaitWorld, slot: number): void {
  const queues = world.interpolationQueues;
  const stride = world.interpolationCapacity + 1;
  const count = queues.count[slot];
  for (let node = 1, cell = slot; node < count; node++, cell += stride) {
    queues.x[cell] = queues.x[cell + stride];
    queues.y[cell] = queues.y[cell + stride];
    queues.z[cell] = queues.z[cell + stride];
    queues.qw[cell] = queues.qw[cell + stride];
    queues.qx[cell] = queues.qx[cell + stride];
    queues.qy[cell] = queues.qy[cell + stride];
    queues.qz[cell] = queues.qz[cell + stride];
  }
  queues.count[slot] = count - 1;
}

/** The head is over (retail InterpolationManager::NodeCompleted). */
function nodeCompleted(world: GaitWorld, entity: number, slot: number, success: boolean): void {
  const queues = world.interpolationQueues;
  const head = slot;
  queues.frameCounter[slot] = 0;
  queues.progressTime[slot] = 0;
  if (queues.count[slot] > 1) {
    const next = head + world.interpolationCapacity + 1;
    const { frame } = world.components;
    queues.originalDistance[slot] = distanceToPoint(frame, entity, queues.x[next], queues.y[next], queues.z[next]);
  } else {
    queues.originalDistance[slot] = FLOAT_MAX;
    if (success) {
      reset(world, slot);
      return;
    }
    queues.hasBlip[slot] = 1;
    queues.blipX[slot] = queues.x[head];
    queues.blipY[slot] = queues.y[head];
    queues.blipZ[slot] = queues.z[head];
    queues.blipQw[slot] = queues.qw[head];
    queues.blipQx[slot] = queues.qx[head];
    queues.blipQy[slot] = queues.qy[head];
    queues.blipQz[slot] = queues.qz[head];
  }
  removeHead(world, slot);
}

/**
 * Replaces this step's offset by the way to the first queued place, at most at twice the body's speed (retail
 * InterpolationManager::adjust_offset). In contact only. A tick that ends a node leaves the offset as it was.
 */
export function interpolationAdjustOffset(world: GaitWorld, entity: number): void {
  const frameRow = entity * FrameF64.row;
  const slot = world.components.interpolation.slot[entity];
  if (slot === 0) return;
  const queues = world.interpolationQueues;
  if (queues.count[slot] === 0) return;
  const { transientState, frame, offsetFrame, sticky } = world.components;
  if ((transientState.bits[entity] & TransientState.Contact) === 0) return;

  const head = slot;
  const x = queues.x[head];
  const y = queues.y[head];
  const z = queues.z[head];
  const dx = x - frame.f64[frameRow + FrameF64.x];
  const dy = y - frame.f64[frameRow + FrameF64.y];
  const dz = z - frame.f64[frameRow + FrameF64.z];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (distance <= DESIRED_DISTANCE) {
    nodeCompleted(world, entity, slot, true);
    return;
  }
  const quantum = world.clock.quantum;
  world.hub.adjustedMaxSpeed(world, entity);
  let speed = 2 * world.answer[0];
  if (speed < EPSILON) speed = FALLBACK_SPEED;
  queues.frameCounter[slot]++;
  queues.progressTime[slot] += quantum;
  if (queues.frameCounter[slot] >= WINDOW_FRAMES) {
    const progress = (queues.originalDistance[slot] - distance) / queues.progressTime[slot] / speed;
    if (progress >= LEAST_PROGRESS || sticky.object[entity] !== 0) {
      queues.frameCounter[slot] = 0;
      queues.progressTime[slot] = 0;
      queues.originalDistance[slot] = distance;
    } else {
      if (distance < CLOSE_ENOUGH) nodeCompleted(world, entity, slot, true);
      else {
        queues.failCount[slot]++;
        nodeCompleted(world, entity, slot, false);
      }
      return;
    }
  }

  // The way in the body's own axes: turned by the inverse of its rotation.
  const share = Math.min(1, (speed * quantum) / distance);
  const w = frame.f64[frameRow + FrameF64.qw];
  const qx = -frame.f64[frameRow + FrameF64.qx];
  const qy = -frame.f64[frameRow + FrameF64.qy];
  const qz = -frame.f64[frameRow + FrameF64.qz];
  const tx = 2 * (qy * dz - qz * dy);
  const ty = 2 * (qz * dx - qx * dz);
  const tz = 2 * (qx * dy - qy * dx);
  offsetFrame.f64[frameRow + FrameF64.x] = (dx + w * tx + (qy * tz - qz * ty)) * share;
  offsetFrame.f64[frameRow + FrameF64.y] = (dy + w * ty + (qz * tx - qx * tz)) * share;
  offsetFrame.f64[frameRow + FrameF64.z] = (dz + w * tz + (qx * ty - qy * tx)) * share;
  let kind: number = OffsetKind.Translation;
  if (queues.keepHeading[slot] === 0) {
    kind |= turnTowards(world, entity, head);
  }
  offsetFrame.kind[entity] = kind;
}

/** The offset's rotation becomes the one from the body's to the queued one; answers which kind of rotation it is. */
function turnTowards(world: GaitWorld, entity: number, head: number): number {
  const { frame, offsetFrame } = world.components;
  const frameRow = entity * FrameF64.row;
  const queues = world.interpolationQueues;
  const nw = queues.qw[head];
  const nx = queues.qx[head];
  const ny = queues.qy[head];
  const nz = queues.qz[head];
  const w = frame.f64[frameRow + FrameF64.qw];
  const x = -frame.f64[frameRow + FrameF64.qx];
  const y = -frame.f64[frameRow + FrameF64.qy];
  const z = -frame.f64[frameRow + FrameF64.qz];
  offsetFrame.f64[frameRow + FrameF64.qw] = w * nw - x * nx - y * ny - z * nz;
  offsetFrame.f64[frameRow + FrameF64.qz] = w * nz + x * ny - y * nx + z * nw;
  if (nx === 0 && ny === 0 && x === 0 && y === 0) return OffsetKind.Yaw;
  offsetFrame.f64[frameRow + FrameF64.qx] = w * nx + x * nw + y * nz - z * ny;
  offsetFrame.f64[frameRow + FrameF64.qy] = w * ny - x * nz + y * nw + z * nx;
  return OffsetKind.Rotation;
}

/** Puts a body that failed too often at its last place (retail InterpolationManager::UseTime). */
export function interpolationUseTime(world: GaitWorld, entity: number): void {
  const frameRow = entity * FrameF64.row;
  const slot = world.components.interpolation.slot[entity];
  if (slot === 0) return;
  const queues = world.interpolationQueues;
  const count = queues.count[slot];
  const fails = queues.failCount[slot];
  if (fails === 0 || (fails <= MOST_FAILS && count > 0)) return;
  const { frame, body } = world.components;
  body.moved[entity] = 2;
  if (count > 0) {
    const last = (count - 1) * (world.interpolationCapacity + 1) + slot;
    frame.f64[frameRow + FrameF64.x] = queues.x[last];
    frame.f64[frameRow + FrameF64.y] = queues.y[last];
    frame.f64[frameRow + FrameF64.z] = queues.z[last];
    frame.f64[frameRow + FrameF64.qw] = queues.qw[last];
    frame.f64[frameRow + FrameF64.qx] = queues.qx[last];
    frame.f64[frameRow + FrameF64.qy] = queues.qy[last];
    frame.f64[frameRow + FrameF64.qz] = queues.qz[last];
  } else if (queues.hasBlip[slot] === 1) {
    frame.f64[frameRow + FrameF64.x] = queues.blipX[slot];
    frame.f64[frameRow + FrameF64.y] = queues.blipY[slot];
    frame.f64[frameRow + FrameF64.z] = queues.blipZ[slot];
    frame.f64[frameRow + FrameF64.qw] = queues.blipQw[slot];
    frame.f64[frameRow + FrameF64.qx] = queues.blipQx[slot];
    frame.f64[frameRow + FrameF64.qy] = queues.blipQy[slot];
    frame.f64[frameRow + FrameF64.qz] = queues.blipQz[slot];
  }
  reset(world, slot);
}
