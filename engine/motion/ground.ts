import { BodyF32 } from '../../components/body.ts';
import { EntityKind } from '../../components/identity.ts';
import { PhysicsState } from '../../components/physics-state.ts';
import { localToGlobal, vectorScratch } from '../math/frame.ts';
import { EPSILON } from '../math/heading.ts';
import type { GaitWorld } from '../world.ts';
import { applyCurrentMovement } from './apply-movement.ts';
import { jumpVelocityZ } from './jumping.ts';
import { removeLinkAnimationsAndEndPending } from './motion-table-manager.ts';
import { stateVelocity } from './motion-speeds.ts';

const velocity = new Float64Array(3);

/** Creatures under gravity; nothing else notices the ground. */
function noticesGround(world: GaitWorld, entity: number): boolean {
  const { identity, physicsState } = world.components;
  return (
    (identity.kind[entity] & EntityKind.Creature) !== 0 && (physicsState.bits[entity] & PhysicsState.Gravity) !== 0
  );
}

/** The body has landed (retail CMotionInterp::HitGround): links end, and its movement goes on. */
export function interpHitGround(world: GaitWorld, entity: number): void {
  if (!noticesGround(world, entity)) return;
  removeLinkAnimationsAndEndPending(world, entity);
  applyCurrentMovement(world, entity, true);
}

/**
 * The body has left the ground (retail CMotionInterp::LeaveGround): it flies on with the velocity of its state and the
 * charged jump, or with the one it has when both are nothing.
 */
export function interpLeaveGround(world: GaitWorld, entity: number): void {
  const bodyRow = entity * BodyF32.row;
  if (!noticesGround(world, entity)) return;
  const { frame, body, motionInterp } = world.components;
  stateVelocity(world, entity, velocity);
  velocity[2] = jumpVelocityZ(world, entity);
  const moves =
    Math.abs(velocity[0]) >= EPSILON || Math.abs(velocity[1]) >= EPSILON || Math.abs(velocity[2]) >= EPSILON;
  if (moves) {
    localToGlobal(frame, entity, velocity[0], velocity[1], velocity[2]);
    body.f32[bodyRow + BodyF32.velocityX] = vectorScratch[0];
    body.f32[bodyRow + BodyF32.velocityY] = vectorScratch[1];
    body.f32[bodyRow + BodyF32.velocityZ] = vectorScratch[2];
  }
  motionInterp.standingLongJump[entity] = 0;
  motionInterp.jumpExtent[entity] = 0;
  removeLinkAnimationsAndEndPending(world, entity);
  applyCurrentMovement(world, entity, true);
}
