import { EntityKind } from '../../components/identity.ts';
import { CommandClass, MotionCommand } from '../../components/motion-command.ts';
import { PENDING_MOTION_CAPACITY, MotionU32, MotionF64 } from '../../components/motion-interp.ts';
import { MovementError, MovementFlags } from '../../components/move-to.ts';
import { PhysicsState } from '../../components/physics-state.ts';
import { TransientState } from '../../components/transient-state.ts';
import type { MovementParameters } from '../movement-parameters.ts';
import type { GaitWorld } from '../world.ts';
import { motionAllowsJump } from './jumping.ts';
import {
  performMotion,
  removeLinkAnimationsAndEndPending,
  stopMotion as stopTableMotion,
  stopTableCompletely,
} from './motion-table-manager.ts';
import { requestedSpeed } from './object-sequence.ts';
import { makeRoomForMotion } from './overflow.ts';
import { EventCode } from '../events.ts';
import { applyToInterpreted, removeFromInterpreted } from './recorded-motion.ts';

/**
 * Whether the ground lets the body perform a motion (retail CMotionInterp::contact_allows_move): dying, falling and
 * turning always; otherwise creatures under gravity must stand on something walkable.
 */
export function contactAllowsMove(world: GaitWorld, entity: number, motion: number): boolean {
  if (
    motion === MotionCommand.Dead ||
    motion === MotionCommand.Falling ||
    motion === MotionCommand.TurnRight ||
    motion === MotionCommand.TurnLeft
  ) {
    return true;
  }
  const { identity, physicsState, transientState } = world.components;
  if ((identity.kind[entity] & EntityKind.Creature) === 0) return true;
  if ((physicsState.bits[entity] & PhysicsState.Gravity) === 0) return true;
  const grounded = TransientState.Contact | TransientState.OnWalkable;
  return (transientState.bits[entity] & grounded) === grounded;
}

/** In a standing long jump these only leave their mark in the state. */
function waitsForLongJump(world: GaitWorld, entity: number, motion: number): boolean {
  return (
    world.components.motionInterp.standingLongJump[entity] === 1 &&
    (motion === MotionCommand.WalkForward ||
      motion === MotionCommand.RunForward ||
      motion === MotionCommand.SideStepRight)
  );
}

/**
 * Performs an adjusted motion on the motion table and records it (retail CMotionInterp::DoInterpretedMotion).
 *
 * @returns A MovementError.
 */
export function doInterpretedMotion(
  world: GaitWorld,
  entity: number,
  motion: number,
  parameters: MovementParameters,
): number {
  const modifies = (parameters.flags & MovementFlags.ModifyInterpretedState) !== 0;
  if (!contactAllowsMove(world, entity, motion)) {
    if ((motion & CommandClass.Action) !== 0) return MovementError.NotGrounded;
    if (modifies) applyToInterpreted(world, entity, motion, parameters);
    return MovementError.None;
  }
  if (waitsForLongJump(world, entity, motion)) {
    if (modifies) applyToInterpreted(world, entity, motion, parameters);
    return MovementError.None;
  }
  if (motion === MotionCommand.Dead) removeLinkAnimationsAndEndPending(world, entity);
  makeRoomForMotion(world, entity);
  requestedSpeed[0] = parameters.speed;
  const error = performMotion(world, entity, motion);
  if (error !== MovementError.None) {
    world.raise(EventCode.unknownMotion, entity, motion);
    return error;
  }
  addToQueue(world, entity, motion, jumpErrorOf(world, entity, motion, parameters.flags));
  if (modifies) applyToInterpreted(world, entity, motion, parameters);
  return MovementError.None;
}

/** The error that a jump gets while the motion is at the head of the pending ones. */
function jumpErrorOf(world: GaitWorld, entity: number, motion: number, flags: number): number {
  if ((flags & MovementFlags.DisableJumpDuringLink) !== 0) return MovementError.CannotJumpFromHere;
  const own = motionAllowsJump(motion);
  if (own !== MovementError.None || (motion & CommandClass.Action) !== 0) return own;
  return motionAllowsJump(world.components.interpretedMotion.u32[entity * MotionU32.row + MotionU32.forwardCommand]);
}

/** Ends an adjusted motion (retail CMotionInterp::StopInterpretedMotion 0x00528470). Answers a MovementError. */
export function stopInterpretedMotion(
  world: GaitWorld,
  entity: number,
  motion: number,
  parameters: MovementParameters,
): number {
  const modifies = (parameters.flags & MovementFlags.ModifyInterpretedState) !== 0;
  if (contactAllowsMove(world, entity, motion) && !waitsForLongJump(world, entity, motion)) {
    makeRoomForMotion(world, entity);
    const error = stopTableMotion(world, entity, motion);
    if (error !== MovementError.None) return error;
    addToQueue(world, entity, MotionCommand.Ready, MovementError.None);
  }
  if (modifies) removeFromInterpreted(world, entity, motion);
  return MovementError.None;
}

/** Ends every motion and the move (retail CMotionInterp::StopCompletely). Answers a MovementError. */
export function stopCompletely(world: GaitWorld, entity: number): number {
  const { rawMotion, interpretedMotion } = world.components;
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  world.hub.cancelMoveTo(world, entity, MovementError.ActionCancelled);
  const jumpError = motionAllowsJump(interpretedMotion.u32[motionWords + MotionU32.forwardCommand]);
  rawMotion.u32[motionWords + MotionU32.forwardCommand] = MotionCommand.Ready;
  rawMotion.f64[motionRow + MotionF64.forwardSpeed] = 1;
  rawMotion.u32[motionWords + MotionU32.sidestepCommand] = 0;
  rawMotion.u32[motionWords + MotionU32.turnCommand] = 0;
  interpretedMotion.u32[motionWords + MotionU32.forwardCommand] = MotionCommand.Ready;
  interpretedMotion.f64[motionRow + MotionF64.forwardSpeed] = 1;
  interpretedMotion.u32[motionWords + MotionU32.sidestepCommand] = 0;
  interpretedMotion.u32[motionWords + MotionU32.turnCommand] = 0;
  makeRoomForMotion(world, entity);
  stopTableCompletely(world, entity);
  addToQueue(world, entity, MotionCommand.Ready, jumpError);
  return MovementError.None;
}

/** Appends to the pending motions (retail CMotionInterp::add_to_queue 0x00527b80); makeRoomForMotion has made room. */
export function addToQueue(world: GaitWorld, entity: number, motion: number, jumpError: number): void {
  const { pendingMotions } = world.components;
  const count = pendingMotions.count[entity];
  if (count >= PENDING_MOTION_CAPACITY) return;
  const cell = count * world.stride + entity;
  pendingMotions.motion[cell] = motion;
  pendingMotions.jumpError[cell] = jumpError;
  pendingMotions.count[entity] = count + 1;
}

/**
 * The head of the pending motions is over (retail CMotionInterp::MotionDone 0x00527ec0): an action lets go of what the
 * body is stuck to and leaves both states.
 */
export function motionDone(world: GaitWorld, entity: number, success: boolean): void {
  const { pendingMotions, interpretedMotion, rawMotion } = world.components;
  const count = pendingMotions.count[entity];
  if (count === 0) return;
  const { stride } = world;
  const motion = pendingMotions.motion[entity];
  for (let slot = 1, cell = entity; slot < count; slot++, cell += stride) {
    pendingMotions.motion[cell] = pendingMotions.motion[cell + stride];
    pendingMotions.jumpError[cell] = pendingMotions.jumpError[cell + stride];
  }
  pendingMotions.count[entity] = count - 1;
  if ((motion & CommandClass.Action) !== 0) {
    world.hub.unstickFromObject(world, entity);
    if (interpretedMotion.actionCount[entity] > 0) interpretedMotion.actionCount[entity]--;
    if (rawMotion.actionCount[entity] > 0) rawMotion.actionCount[entity]--;
  }
  world.raise(EventCode.motionDone, entity, motion, success ? 1 : 0);
}
