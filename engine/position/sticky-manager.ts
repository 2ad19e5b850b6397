import { BodyF32 } from '../../components/body.ts';
import { OffsetKind, FrameF64 } from '../../components/frame.ts';
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
 * Replaces this step's offset by the way to the target's edge, facing it (retail StickyManager::adjust_offset). The
 * step adjusts all offsets before the first body moves, so the order of bodies does not matter.
 */
export function stickyAdjustOffset(world: GaitWorld, entity: number): void {
  const { sticky, frame, offsetFrame, body } = world.components;
  const frameRow = entity * FrameF64.row;
  const guid = sticky.object[entity];
  if (guid === 0 || sticky.initialized[entity] === 0) return;
  const target = world.entityOf(guid);
  const targetFrameRow = target * FrameF64.row;
  const x = target === 0 ? sticky.x[entity] : frame.f64[targetFrameRow + FrameF64.x];
  const y = target === 0 ? sticky.y[entity] : frame.f64[targetFrameRow + FrameF64.y];
  const z = target === 0 ? sticky.z[entity] : frame.f64[targetFrameRow + FrameF64.z];
  const ownX = frame.f64[frameRow + FrameF64.x];
  const ownY = frame.f64[frameRow + FrameF64.y];
  const ownZ = frame.f64[frameRow + FrameF64.z];

  const distance =
    cylinderDistanceNoZ(
      body.f32[entity * BodyF32.row + BodyF32.radius],
      ownX,
      ownY,
      ownZ,
      sticky.radius[entity],
      x,
      y,
      z,
    ) - STICKY_RADIUS;
  world.hub.maxSpeed(world, entity);
  let speed = SPEED_FACTOR * world.answer[0];
  if (speed < EPSILON) speed = FALLBACK_SPEED;
  const step = speed * world.clock.quantum;
  const way = step >= Math.abs(distance) ? distance : step;
  globalToLocal(frame, entity, x - ownX, y - ownY, z - ownZ);
  const length = Math.sqrt(vectorScratch[0] * vectorScratch[0] + vectorScratch[1] * vectorScratch[1]);
  const share = length < EPSILON ? 0 : way / length;
  offsetFrame.f64[frameRow + FrameF64.x] = vectorScratch[0] * share;
  offsetFrame.f64[frameRow + FrameF64.y] = vectorScratch[1] * share;
  offsetFrame.f64[frameRow + FrameF64.z] = 0;

  const turn = normalizeHeadingDifference(heading(ownX, ownY, x, y) - frameHeading(frame, entity));
  trigScratch[0] = -0.5 * RADIANS * turn;
  sinCosToScratch();
  offsetFrame.f64[frameRow + FrameF64.qw] = trigScratch[1];
  offsetFrame.f64[frameRow + FrameF64.qx] = 0;
  offsetFrame.f64[frameRow + FrameF64.qy] = 0;
  offsetFrame.f64[frameRow + FrameF64.qz] = trigScratch[0];
  offsetFrame.kind[entity] = OffsetKind.Translation | OffsetKind.Yaw;
}
