import { MotionU32 } from '../../components/motion-interp.ts';
import { EntityKind } from '../../components/identity.ts';
import { COMMAND_INDEX_LIMIT, commandFromIndex, MotionCommand } from '../../components/motion-command.ts';
import { MovementError } from '../../components/move-to.ts';
import { PhysicsState } from '../../components/physics-state.ts';
import { TransientState } from '../../components/transient-state.ts';
import { EPSILON } from '../math/heading.ts';
import type { GaitWorld } from '../world.ts';

/** Metres a second squared, downwards. */
export const GRAVITY = 9.8;

/** First and last command of the ranges in which no jump is allowed. */
const noJumpRanges = [
  [0x40000016, 0x40000018],
  [0x10000128, 0x10000131],
  [0x1000006f, 0x10000078],
  [0x41000012, 0x41000014],
  [0x4000001e, 0x40000039],
  [MotionCommand.Fallen, MotionCommand.Fallen],
] as const;

/** By a command's index: the error that a jump gets while it runs. */
const jumpErrors = new Uint8Array(COMMAND_INDEX_LIMIT);
for (let index = 0; index < jumpErrors.length; index++) {
  const command = commandFromIndex(index);
  const forbidden = noJumpRanges.some(([first, last]) => command >= first && command <= last);
  if (forbidden) jumpErrors[index] = MovementError.CannotJumpFromHere;
}

/** 0, or the error that a jump gets while this motion runs (retail CMotionInterp::motion_allows_jump). */
export function motionAllowsJump(motion: number): number {
  const index = motion & 0xffff;
  return index < COMMAND_INDEX_LIMIT ? jumpErrors[index] : MovementError.None;
}

function isLyingOrCrouching(motion: number): boolean {
  return motion >= MotionCommand.Crouch && motion <= MotionCommand.Sleeping;
}

function isGrounded(world: GaitWorld, entity: number): boolean {
  const grounded = TransientState.Contact | TransientState.OnWalkable;
  return (world.components.transientState.bits[entity] & grounded) === grounded;
}

function isTooLoaded(world: GaitWorld, entity: number): boolean {
  return (world.components.identity.kind[entity] & EntityKind.TooLoadedToJump) !== 0;
}

/** Whether a jump may be charged now: 0 or a MovementError (retail CMotionInterp::jump_charge_is_allowed). */
export function jumpChargeIsAllowed(world: GaitWorld, entity: number): number {
  if (isTooLoaded(world, entity)) return MovementError.TooLoadedToJump;
  const forward = world.components.interpretedMotion.u32[entity * MotionU32.row + MotionU32.forwardCommand];
  if (forward === MotionCommand.Fallen || isLyingOrCrouching(forward)) return MovementError.CannotJumpFromHere;
  return MovementError.None;
}

/** Whether the body may jump now: 0 or a MovementError (retail CMotionInterp::jump_is_allowed). */
export function jumpIsAllowed(world: GaitWorld, entity: number): number {
  const { identity, physicsState, pendingMotions, interpretedMotion } = world.components;
  const kind = identity.kind[entity];
  const falls = (kind & EntityKind.Creature) !== 0 && (physicsState.bits[entity] & PhysicsState.Gravity) !== 0;
  if (falls && !isGrounded(world, entity)) return MovementError.NotGrounded;
  if (world.hub.isFullyConstrained(world, entity)) return MovementError.InvalidMovementType;
  const pendingError = pendingMotions.count[entity] > 0 ? pendingMotions.jumpError[entity] : 0;
  if (pendingError !== 0) return pendingError;
  const chargeError = jumpChargeIsAllowed(world, entity);
  if (chargeError !== MovementError.None) return chargeError;
  const motionError = motionAllowsJump(interpretedMotion.u32[entity * MotionU32.row + MotionU32.forwardCommand]);
  if (motionError !== MovementError.None) return motionError;
  return (kind & EntityKind.TooTiredToJump) !== 0 ? MovementError.InvalidMovementType : MovementError.None;
}

/**
 * Jumps (retail CMotionInterp::jump): the move is cancelled, and if a jump is allowed, the body leaves the ground.
 *
 * @param extent 0..1, how far the jump was charged.
 * @returns 0 or a MovementError.
 */
export function jump(world: GaitWorld, entity: number, extent: number): number {
  const { motionInterp, transientState } = world.components;
  world.hub.cancelMoveTo(world, entity, MovementError.ActionCancelled);
  const error = jumpIsAllowed(world, entity);
  if (error !== MovementError.None) {
    motionInterp.standingLongJump[entity] = 0;
    return error;
  }
  motionInterp.jumpExtent[entity] = extent;
  if ((transientState.bits[entity] & TransientState.OnWalkable) !== 0) {
    transientState.bits[entity] &= ~TransientState.OnWalkable;
    world.hub.leaveGround(world, entity);
  }
  return MovementError.None;
}

/**
 * Starts to charge a jump (retail CMotionInterp::charge_jump): a body at rest on the ground prepares a standing long
 * jump. Answers 0 or a MovementError.
 */
export function chargeJump(world: GaitWorld, entity: number): number {
  const { interpretedMotion, motionInterp } = world.components;
  const motionWords = entity * MotionU32.row;
  if (isTooLoaded(world, entity)) return MovementError.TooLoadedToJump;
  const forward = interpretedMotion.u32[motionWords + MotionU32.forwardCommand];
  if (forward === MotionCommand.Falling || isLyingOrCrouching(forward)) return MovementError.CannotJumpFromHere;
  if (
    isGrounded(world, entity) &&
    forward === MotionCommand.Ready &&
    interpretedMotion.u32[motionWords + MotionU32.sidestepCommand] === 0 &&
    interpretedMotion.u32[motionWords + MotionU32.turnCommand] === 0
  ) {
    motionInterp.standingLongJump[entity] = 1;
  }
  return MovementError.None;
}

/** Upward speed in metres a second with which the charged jump starts (retail CMotionInterp::get_jump_v_z). */
export function jumpVelocityZ(world: GaitWorld, entity: number): number {
  const { motionInterp, body } = world.components;
  const extent = Math.min(1, motionInterp.jumpExtent[entity]);
  if (extent < EPSILON) return 0;
  return Math.sqrt(2 * GRAVITY * extent * body.jumpHeight[entity]);
}
