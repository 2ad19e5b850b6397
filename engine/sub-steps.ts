import { OffsetKind } from '../components/frame.ts';
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
  updateSequence(world, entity);
  const { offsetFrame, transientState, body } = world.components;
  const kind = offsetFrame.kind[entity];
  if ((kind & OffsetKind.Translation) === 0) return;
  if ((transientState.bits[entity] & TransientState.OnWalkable) === 0) {
    offsetFrame.kind[entity] = kind & ~OffsetKind.Translation;
    return;
  }
  const scale = body.scale[entity];
  if (scale === 1) return;
  offsetFrame.x[entity] *= scale;
  offsetFrame.y[entity] *= scale;
  offsetFrame.z[entity] *= scale;
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
  const kind = offsetFrame.kind[entity];
  const still =
    body.velocityX[entity] === 0 &&
    body.velocityY[entity] === 0 &&
    body.velocityZ[entity] === 0 &&
    (transientState.bits[entity] & GROUNDED) === GROUNDED;
  const rests = still && kind === OffsetKind.None;
  if (rests && body.moved[entity] === 0) return;
  const x = frame.x[entity];
  const y = frame.y[entity];
  const w = frame.qw[entity];
  const qx = frame.qx[entity];
  const qy = frame.qy[entity];
  const z = frame.qz[entity];
  previousFrame.x[entity] = x;
  previousFrame.y[entity] = y;
  previousFrame.z[entity] = frame.z[entity];
  previousFrame.qw[entity] = w;
  previousFrame.qx[entity] = qx;
  previousFrame.qy[entity] = qy;
  previousFrame.qz[entity] = z;
  if (rests) {
    body.moved[entity] = body.moved[entity] === 2 ? 1 : 0;
    body.cachedVelocityX[entity] = 0;
    body.cachedVelocityY[entity] = 0;
    body.cachedVelocityZ[entity] = 0;
    return;
  }
  body.moved[entity] = 1;
  if (still && qx === 0 && qy === 0 && (kind & OffsetKind.Rotation) === 0) {
    // What nearly every moving body does: walks upright on the ground.
    if ((kind & OffsetKind.Translation) !== 0) {
      const cosine = 1 - 2 * z * z;
      const sine = 2 * w * z;
      const dx = offsetFrame.x[entity];
      const dy = offsetFrame.y[entity];
      frame.x[entity] = x + dx * cosine - dy * sine;
      frame.y[entity] = y + dx * sine + dy * cosine;
      frame.z[entity] += offsetFrame.z[entity];
    }
    if ((kind & OffsetKind.Yaw) !== 0) {
      const ow = offsetFrame.qw[entity];
      const oz = offsetFrame.qz[entity];
      const nw = w * ow - z * oz;
      const nz = w * oz + z * ow;
      const unit = 1 / Math.sqrt(nw * nw + nz * nz);
      frame.qw[entity] = nw * unit;
      frame.qz[entity] = nz * unit;
    }
    if (body.omegaX[entity] !== 0 || body.omegaY[entity] !== 0 || body.omegaZ[entity] !== 0) {
      body.omegaX[entity] = 0;
      body.omegaY[entity] = 0;
      body.omegaZ[entity] = 0;
    }
    return;
  }
  combineOffset(world, entity);
  updatePhysics(world, entity);
}

/** The velocity that others see: how far the body came in this step (retail's cached_velocity). */
export function cacheVelocity(world: GaitWorld, entity: number): void {
  const { frame, previousFrame, body } = world.components;
  if (body.moved[entity] === 0) return;
  const rate = 1 / world.clock.quantum;
  body.cachedVelocityX[entity] = (frame.x[entity] - previousFrame.x[entity]) * rate;
  body.cachedVelocityY[entity] = (frame.y[entity] - previousFrame.y[entity]) * rate;
  body.cachedVelocityZ[entity] = (frame.z[entity] - previousFrame.z[entity]) * rate;
}

/** Runs the animation hooks that this step's sequence posted (retail CPhysicsObj::process_hooks). */
export function runAnimationHooks(world: GaitWorld, entity: number): void {
  const { sequence } = world.components;
  const done = sequence.doneHooks[entity];
  if (done === 0) return;
  sequence.doneHooks[entity] = 0;
  for (let hook = 0; hook < done; hook++) animationDone(world, entity, true);
}
