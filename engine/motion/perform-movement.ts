import { MotionU32 } from '../../components/motion-interp.ts';
import { CommandClass, MotionCommand } from '../../components/motion-command.ts';
import { MovementError, MovementFlags, MovementType } from '../../components/move-to.ts';
import { MovementParameters } from '../movement-parameters.ts';
import type { GaitWorld } from '../world.ts';
import { adjustMotion } from './adjust-motion.ts';
import { setHoldKey } from './apply-movement.ts';
import { doInterpretedMotion, stopCompletely, stopInterpretedMotion } from './motion-interp.ts';
import { checkForCompletedMotions } from './motion-table-manager.ts';
import { applyToRaw, removeFromRaw } from './recorded-motion.ts';

/** Most actions that a keyboard may queue. */
const MOST_QUEUED_ACTIONS = 6;

/** Parameters that a keyboard motion is adjusted in; nothing that is called with them comes back here. */
const adjusted = new MovementParameters();

/**
 * Performs what a key asks for (retail CMotionInterp::DoMotion).
 *
 * @returns A MovementError.
 */
export function doMotion(world: GaitWorld, entity: number, motion: number, parameters: MovementParameters): number {
  const { interpretedMotion } = world.components;
  if ((parameters.flags & MovementFlags.CancelMoveTo) !== 0) {
    world.hub.cancelMoveTo(world, entity, MovementError.ActionCancelled);
  }
  if ((parameters.flags & MovementFlags.SetHoldKey) !== 0) setHoldKey(world, entity, parameters.holdKey);
  adjusted.copy(parameters);
  const performed = adjustMotion(world, entity, motion, adjusted, parameters.holdKey);
  if (interpretedMotion.u32[entity * MotionU32.row + MotionU32.style] !== MotionCommand.NonCombat) {
    if (motion === MotionCommand.Crouch) return MovementError.CannotCrouchInCombat;
    if (motion === MotionCommand.Sitting) return MovementError.CannotSitInCombat;
    if (motion === MotionCommand.Sleeping) return MovementError.CannotLieDownInCombat;
    if ((motion & CommandClass.ChatEmote) !== 0) return MovementError.CannotChatEmoteInCombat;
  }
  if ((motion & CommandClass.Action) !== 0 && interpretedMotion.actionCount[entity] >= MOST_QUEUED_ACTIONS) {
    return MovementError.TooManyActions;
  }
  const error = doInterpretedMotion(world, entity, performed, adjusted);
  if (error === MovementError.None && (parameters.flags & MovementFlags.ModifyRawState) !== 0) {
    applyToRaw(world, entity, motion, parameters);
  }
  return error;
}

/** Ends what a key asked for (retail CMotionInterp::StopMotion). Answers a MovementError. */
export function stopMotion(world: GaitWorld, entity: number, motion: number, parameters: MovementParameters): number {
  if ((parameters.flags & MovementFlags.CancelMoveTo) !== 0) {
    world.hub.cancelMoveTo(world, entity, MovementError.ActionCancelled);
  }
  adjusted.copy(parameters);
  const performed = adjustMotion(world, entity, motion, adjusted, parameters.holdKey);
  const error = stopInterpretedMotion(world, entity, performed, adjusted);
  if (error === MovementError.None && (parameters.flags & MovementFlags.ModifyRawState) !== 0) {
    removeFromRaw(world, entity, motion);
  }
  return error;
}

/**
 * Movements of types 1 to 5 (retail CMotionInterp::PerformMovement); ends with the check for completed motions.
 *
 * @returns A MovementError.
 */
export function performInterpMovement(
  world: GaitWorld,
  entity: number,
  type: number,
  motion: number,
  parameters: MovementParameters,
): number {
  let error: number;
  switch (type) {
    case MovementType.RawCommand:
      error = doMotion(world, entity, motion, parameters);
      break;
    case MovementType.InterpretedCommand:
      error = doInterpretedMotion(world, entity, motion, parameters);
      break;
    case MovementType.StopRawCommand:
      error = stopMotion(world, entity, motion, parameters);
      break;
    case MovementType.StopInterpretedCommand:
      error = stopInterpretedMotion(world, entity, motion, parameters);
      break;
    case MovementType.StopCompletely:
      error = stopCompletely(world, entity);
      break;
    default:
      return MovementError.InvalidMovementType;
  }
  checkForCompletedMotions(world, entity);
  return error;
}
