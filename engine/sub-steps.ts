import { BodyF32 } from '../components/body.ts';
import { OffsetKind, FrameF64 } from '../components/frame.ts';
import { SequenceF64 } from '../components/sequence.ts';
import { TransientState } from '../components/transient-state.ts';
import {
  animationDone,
  checkForCompletedMotions as checkPendingAnimations,
  endWhatNeverEnds,
} from './motion/motion-table-manager.ts';
import { updateSequence } from './motion/sequence-update.ts';
import { combineOffset, updatePhysics } from './position/body-physics.ts';
import { constraintAdjustOffset } from './position/constraint-manager.ts';
import { interpolationAdjustOffset, interpolationUseTime } from './position/interpolation-manager.ts';
import { stickyAdjustOffset, stickyUseTime } from './position/sticky-manager.ts';
import type { GaitWorld } from './world.ts';

const GROUNDED = TransientState.Contact | TransientState.OnWalkable;

/**
 * The sub-steps of one body's tick. Each takes (world, entity) and the world's clock; systems are loops over them. The
 * shipped pipeline runs each over all bodies, retail runs them body by body, starting with the sequence.
 */
export { targetManagerUseTime } from './move-to/target-manager.ts';
export { moveToUseTime } from './move-to/use-time.ts';

/** Ends the motions whose animations are over, and those that would never end. */
export function checkForCompletedMotions(world: GaitWorld, entity: number): void {
  checkPendingAnimations(world, entity);
  endWhatNeverEnds(world, entity);
}

/**
 * Advances the animation sequence and leaves this step's offset: root motion counts on walkable ground only, times the
 * body's scale; its rotation always.
 */
export function advanceSequence(world: GaitWorld, entity: number): void {
  const frameRow = entity * FrameF64.row;
  updateSequence(world, entity);
  const { offsetFrame, transientState, sequence } = world.components;
  const kind = offsetFrame.kind[entity];
  if ((kind & OffsetKind.Translation) === 0) return;
  if ((transientState.bits[entity] & TransientState.OnWalkable) === 0) {
    offsetFrame.kind[entity] = kind & ~OffsetKind.Translation;
    return;
  }
  const scale = sequence.f64[entity * SequenceF64.row + SequenceF64.scale];
  if (scale === 1) return;
  offsetFrame.f64[frameRow + FrameF64.x] *= scale;
  offsetFrame.f64[frameRow + FrameF64.y] *= scale;
  offsetFrame.f64[frameRow + FrameF64.z] *= scale;
}

/** Puts a body that interpolation gave up on in its place, and lets go of what it has been stuck to long enough. */
export function positionManagerUseTime(world: GaitWorld, entity: number): void {
  interpolationUseTime(world, entity);
  stickyUseTime(world, entity);
}

/** Interpolation, then sticky replace the offset; the leash shortens it (retail PositionManager::adjust_offset). */
export function adjustOffset(world: GaitWorld, entity: number): void {
  interpolationAdjustOffset(world, entity);
  stickyAdjustOffset(world, entity);
  constraintAdjustOffset(world, entity);
}

/**
 * Moves the body by its offset, velocity, gravity and omega; the frame before is remembered. A body that rests on the
 * ground is left alone.
 */
export function integrate(world: GaitWorld, entity: number): void {
  const { frame, previousFrame, offsetFrame, body, transientState } = world.components;
  const frameRow = entity * FrameF64.row;
  const bodyRow = entity * BodyF32.row;
  const kind = offsetFrame.kind[entity];
  const still =
    body.f32[bodyRow + BodyF32.velocityX] === 0 &&
    body.f32[bodyRow + BodyF32.velocityY] === 0 &&
    body.f32[bodyRow + BodyF32.velocityZ] === 0 &&
    (transientState.bits[entity] & GROUNDED) === GROUNDED;
  const rests = still && kind === OffsetKind.None;
  if (rests && body.moved[entity] === 0) return;
  const x = frame.f64[frameRow + FrameF64.x];
  const y = frame.f64[frameRow + FrameF64.y];
  const w = frame.f64[frameRow + FrameF64.qw];
  const qx = frame.f64[frameRow + FrameF64.qx];
  const qy = frame.f64[frameRow + FrameF64.qy];
  const z = frame.f64[frameRow + FrameF64.qz];
  previousFrame.f64[frameRow + FrameF64.x] = x;
  previousFrame.f64[frameRow + FrameF64.y] = y;
  previousFrame.f64[frameRow + FrameF64.z] = frame.f64[frameRow + FrameF64.z];
  previousFrame.f64[frameRow + FrameF64.qw] = w;
  previousFrame.f64[frameRow + FrameF64.qx] = qx;
  previousFrame.f64[frameRow + FrameF64.qy] = qy;
  previousFrame.f64[frameRow + FrameF64.qz] = z;
  if (rests) {
    body.moved[entity] = body.moved[entity] === 2 ? 1 : 0;
    body.f32[bodyRow + BodyF32.cachedVelocityX] = 0;
    body.f32[bodyRow + BodyF32.cachedVelocityY] = 0;
    body.f32[bodyRow + BodyF32.cachedVelocityZ] = 0;
    return;
  }
  body.moved[entity] = 1;
  if (still && qx === 0 && qy === 0 && (kind & OffsetKind.Rotation) === 0) {
    // What nearly every moving body does: walks upright on the ground.
    if ((kind & OffsetKind.Translation) !== 0) {
      const cosine = 1 - 2 * z * z;
      const sine = 2 * w * z;
      const dx = offsetFrame.f64[frameRow + FrameF64.x];
      const dy = offsetFrame.f64[frameRow + FrameF64.y];
      frame.f64[frameRow + FrameF64.x] = x + dx * cosine - dy * sine;
      frame.f64[frameRow + FrameF64.y] = y + dx * sine + dy * cosine;
      frame.f64[frameRow + FrameF64.z] += offsetFrame.f64[frameRow + FrameF64.z];
    }
    if ((kind & OffsetKind.Yaw) !== 0) {
      const ow = offsetFrame.f64[frameRow + FrameF64.qw];
      const oz = offsetFrame.f64[frameRow + FrameF64.qz];
      const nw = w * ow - z * oz;
      const nz = w * oz + z * ow;
      const unit = 1 / Math.sqrt(nw * nw + nz * nz);
      frame.f64[frameRow + FrameF64.qw] = nw * unit;
      frame.f64[frameRow + FrameF64.qz] = nz * unit;
    }
    if (
      body.f32[bodyRow + BodyF32.omegaX] !== 0 ||
      body.f32[bodyRow + BodyF32.omegaY] !== 0 ||
      body.f32[bodyRow + BodyF32.omegaZ] !== 0
    ) {
      body.f32[bodyRow + BodyF32.omegaX] = 0;
      body.f32[bodyRow + BodyF32.omegaY] = 0;
      body.f32[bodyRow + BodyF32.omegaZ] = 0;
    }
    return;
  }
  combineOffset(world, entity);
  updatePhysics(world, entity);
}

/** The velocity that others see: how far the body came in this step (retail's cached_velocity). */
export function cacheVelocity(world: GaitWorld, entity: number): void {
  const { frame, previousFrame, body } = world.components;
  const frameRow = entity * FrameF64.row;
  const bodyRow = entity * BodyF32.row;
  if (body.moved[entity] === 0) return;
  const rate = 1 / world.clock.quantum;
  body.f32[bodyRow + BodyF32.cachedVelocityX] =
    (frame.f64[frameRow + FrameF64.x] - previousFrame.f64[frameRow + FrameF64.x]) * rate;
  body.f32[bodyRow + BodyF32.cachedVelocityY] =
    (frame.f64[frameRow + FrameF64.y] - previousFrame.f64[frameRow + FrameF64.y]) * rate;
  body.f32[bodyRow + BodyF32.cachedVelocityZ] =
    (frame.f64[frameRow + FrameF64.z] - previousFrame.f64[frameRow + FrameF64.z]) * rate;
}

/** Runs the animation hooks that this step's sequence posted (retail CPhysicsObj::process_hooks). */
export function runAnimationHooks(world: GaitWorld, entity: number): void {
  const { sequence } = world.components;
  const done = sequence.doneHooks[entity];
  if (done === 0) return;
  sequence.doneHooks[entity] = 0;
  for (let hook = 0; hook < done; hook++) animationDone(world, entity, true);
}
