import { CommandClass, MotionCommand } from '../../components/motion-command.ts';
import { HoldKey, MovementFlags } from '../../components/move-to.ts';
import type { MovementParameters } from '../movement-parameters.ts';
import type { GaitWorld } from '../world.ts';

/** Most actions that are counted; more are performed, but not counted. */
const MOST_ACTIONS = 255;

/** Records a performed motion in the interpreted state (retail InterpretedMotionState::ApplyMotion). */
export function applyToInterpreted(
  world: GaitWorld,
  entity: number,
  motion: number,
  parameters: MovementParameters,
): void {
  const { interpretedMotion } = world.components;
  if (motion === MotionCommand.TurnRight) {
    interpretedMotion.turnCommand[entity] = motion;
    interpretedMotion.turnSpeed[entity] = parameters.speed;
  } else if (motion === MotionCommand.SideStepRight) {
    interpretedMotion.sidestepCommand[entity] = motion;
    interpretedMotion.sidestepSpeed[entity] = parameters.speed;
  } else if ((motion & CommandClass.SubState) !== 0) {
    interpretedMotion.forwardCommand[entity] = motion;
    interpretedMotion.forwardSpeed[entity] = parameters.speed;
  } else if ((motion & CommandClass.Style) !== 0) {
    interpretedMotion.forwardCommand[entity] = MotionCommand.Ready;
    interpretedMotion.style[entity] = motion;
  } else if ((motion & CommandClass.Action) !== 0) {
    if (interpretedMotion.actionCount[entity] < MOST_ACTIONS) interpretedMotion.actionCount[entity]++;
  }
}

/** Forgets a stopped motion (retail InterpretedMotionState::RemoveMotion); the speeds of turn and sidestep are kept. */
export function removeFromInterpreted(world: GaitWorld, entity: number, motion: number): void {
  const { interpretedMotion } = world.components;
  if (motion === MotionCommand.TurnRight) interpretedMotion.turnCommand[entity] = 0;
  else if (motion === MotionCommand.SideStepRight) interpretedMotion.sidestepCommand[entity] = 0;
  else if ((motion & CommandClass.SubState) !== 0) {
    if (interpretedMotion.forwardCommand[entity] === motion) {
      interpretedMotion.forwardCommand[entity] = MotionCommand.Ready;
      interpretedMotion.forwardSpeed[entity] = 1;
    }
  } else if ((motion & CommandClass.Style) !== 0 && interpretedMotion.style[entity] === motion) {
    interpretedMotion.style[entity] = MotionCommand.NonCombat;
  }
}

/** Records what was asked for in the raw state (retail RawMotionState::ApplyMotion). */
export function applyToRaw(world: GaitWorld, entity: number, motion: number, parameters: MovementParameters): void {
  const { rawMotion } = world.components;
  const key = (parameters.flags & MovementFlags.SetHoldKey) !== 0 ? HoldKey.Invalid : parameters.holdKey;
  if (motion === MotionCommand.TurnRight || motion === MotionCommand.TurnLeft) {
    rawMotion.turnCommand[entity] = motion;
    rawMotion.turnSpeed[entity] = parameters.speed;
    rawMotion.turnHoldKey[entity] = key;
  } else if (motion === MotionCommand.SideStepRight || motion === MotionCommand.SideStepLeft) {
    rawMotion.sidestepCommand[entity] = motion;
    rawMotion.sidestepSpeed[entity] = parameters.speed;
    rawMotion.sidestepHoldKey[entity] = key;
  } else if ((motion & CommandClass.SubState) !== 0) {
    if (motion !== MotionCommand.RunForward) {
      rawMotion.forwardCommand[entity] = motion;
      rawMotion.forwardSpeed[entity] = parameters.speed;
      rawMotion.forwardHoldKey[entity] = key;
    }
  } else if ((motion & CommandClass.Style) !== 0) {
    if (rawMotion.style[entity] !== motion) {
      rawMotion.style[entity] = motion;
      rawMotion.forwardCommand[entity] = MotionCommand.Ready;
    }
  } else if ((motion & CommandClass.Action) !== 0) {
    if (rawMotion.actionCount[entity] < MOST_ACTIONS) rawMotion.actionCount[entity]++;
  }
}

/** Forgets what was asked for (retail RawMotionState::RemoveMotion); the speeds of turn and sidestep are kept. */
export function removeFromRaw(world: GaitWorld, entity: number, motion: number): void {
  const { rawMotion } = world.components;
  if (motion === MotionCommand.TurnRight || motion === MotionCommand.TurnLeft) rawMotion.turnCommand[entity] = 0;
  else if (motion === MotionCommand.SideStepRight || motion === MotionCommand.SideStepLeft) {
    rawMotion.sidestepCommand[entity] = 0;
  } else if ((motion & CommandClass.SubState) !== 0) {
    if (rawMotion.forwardCommand[entity] === motion) {
      rawMotion.forwardCommand[entity] = MotionCommand.Ready;
      rawMotion.forwardSpeed[entity] = 1;
    }
  } else if ((motion & CommandClass.Style) !== 0 && rawMotion.style[entity] === motion) {
    rawMotion.style[entity] = MotionCommand.NonCombat;
  }
}
