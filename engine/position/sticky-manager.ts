import { OffsetKind } from '../../components/frame.ts';
import { MovementError } from '../../components/move-to.ts';
import { TargetStatus } from '../../components/target.ts';
import { cylinderDistanceNoZ } from '../math/cylinder-distance.ts';
import { frameHeading, globalToLocal, vectorScratch } from '../math/frame.ts';
import { EPSILON, heading, normalizeHeadingDifference, RADIANS } from '../math/heading.ts';
import { sinCosToScratch, trigScratch } from '../math/trigonometry.ts';
import type { GaitWorld, TargetUpdate } from '../world.ts';

/** Metres between the edges of a sticking body and its target. */
export const STICKY_RADIUS = 0.3;
/** Seconds after which a body lets go. */
const STICKY_TIME = 1;
/** Metres that the target may move before it tells, and seconds that it looks ahead. */
const TARGET_RADIUS = 0.5;
const TARGET_QUANTUM = 0.5;
/** How much faster than its run a sticking body follows. */
const SPEED_FACTOR = 5;
/** Metres a second when the interpreter knows no speed. */
const FALLBACK_SPEED = 15;

/**
 * Sticks to an object for a second (retail StickyManager::StickTo). An earlier object is dropped first, which cancels
 * the move; a fresh one cancels nothing.
 */
export function stickTo(world: GaitWorld, entity: number, guid: number, radius: number, height: number): void {
  const { sticky } = world.components;
  unStick(world, entity);
  if (guid === 0) return;
  sticky.object[entity] = guid;
  sticky.initialized[entity] = 0;
  sticky.radius[entity] = radius;
  sticky.height[entity] = height;
  sticky.timeOut[entity] = world.clock.now + STICKY_TIME;
  world.hub.setTarget(world, entity, 0, guid, TARGET_RADIUS, TARGET_QUANTUM);
}

/** Lets go: the target is no longer watched and the move is cancelled (retail StickyManager::ClearTarget). */
export function unStick(world: GaitWorld, entity: number): void {
  const { sticky } = world.components;
  if (sticky.object[entity] === 0) return;
  sticky.object[entity] = 0;
  sticky.initialized[entity] = 0;
  world.hub.clearTarget(world, entity);
  world.hub.cancelMoveTo(world, entity, MovementError.ActionCancelled);
}

/** News about the watched target (retail StickyManager::HandleUpdateTarget). */
export function stickyHandleUpdateTarget(world: GaitWorld, entity: number, update: TargetUpdate): void {
  const { sticky } = world.components;
  if (update.object === 0 || update.object !== sticky.object[entity]) return;
  if (update.status === TargetStatus.Ok) {
    sticky.initialized[entity] = 1;
    sticky.x[entity] = update.place[0];
    sticky.y[entity] = update.place[1];
    sticky.z[entity] = update.place[2];
  } else if (update.status !== TargetStatus.Undefined) unStick(world, entity);
}

/** Lets go when its time is over (retail StickyManager::UseTime). */
export function stickyUseTime(world: GaitWorld, entity: number): void {
  const { sticky } = world.components;
  if (sticky.object[entity] !== 0 && world.clock.now > sticky.timeOut[entity]) unStick(world, entity);
}

/**
 * Replaces this step's offset by the way to the target's edge, facing it (retail StickyManager::adjust_offset). Others'
 * places are those before this step, so the order of bodies does not matter.
 */
export function stickyAdjustOffset(world: GaitWorld, entity: number): void {
  const { sticky, frame, previousFrame, offsetFrame, body } = world.components;
  const guid = sticky.object[entity];
  if (guid === 0 || sticky.initialized[entity] === 0) return;
  const target = world.entityOf(guid);
  const places = target < world.movedBelow ? previousFrame : frame;
  const x = target === 0 ? sticky.x[entity] : places.x[target];
  const y = target === 0 ? sticky.y[entity] : places.y[target];
  const z = target === 0 ? sticky.z[entity] : places.z[target];
  const ownX = frame.x[entity];
  const ownY = frame.y[entity];
  const ownZ = frame.z[entity];

  const distance =
    cylinderDistanceNoZ(body.radius[entity], ownX, ownY, ownZ, sticky.radius[entity], x, y, z) - STICKY_RADIUS;
  world.hub.maxSpeed(world, entity);
  let speed = SPEED_FACTOR * world.answer[0];
  if (speed < EPSILON) speed = FALLBACK_SPEED;
  const step = speed * world.clock.quantum;
  const way = step >= Math.abs(distance) ? distance : step;
  globalToLocal(frame, entity, x - ownX, y - ownY, z - ownZ);
  const length = Math.sqrt(vectorScratch[0] * vectorScratch[0] + vectorScratch[1] * vectorScratch[1]);
  const share = length < EPSILON ? 0 : way / length;
  offsetFrame.x[entity] = vectorScratch[0] * share;
  offsetFrame.y[entity] = vectorScratch[1] * share;
  offsetFrame.z[entity] = 0;

  const turn = normalizeHeadingDifference(heading(ownX, ownY, x, y) - frameHeading(frame, entity));
  trigScratch[0] = -0.5 * RADIANS * turn;
  sinCosToScratch();
  offsetFrame.qw[entity] = trigScratch[1];
  offsetFrame.qx[entity] = 0;
  offsetFrame.qy[entity] = 0;
  offsetFrame.qz[entity] = trigScratch[0];
  offsetFrame.kind[entity] = OffsetKind.Translation | OffsetKind.Yaw;
}
