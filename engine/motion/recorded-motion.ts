import { MotionU32, MotionF64, HoldKeysU8 } from '../../components/motion-interp.ts';
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
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  if (motion === MotionCommand.TurnRight) {
    interpretedMotion.u32[motionWords + MotionU32.turnCommand] = motion;
    interpretedMotion.f64[motionRow + MotionF64.turnSpeed] = parameters.speed;
  } else if (motion === MotionCommand.SideStepRight) {
    interpretedMotion.u32[motionWords + MotionU32.sidestepCommand] = motion;
    interpretedMotion.f64[motionRow + MotionF64.sidestepSpeed] = parameters.speed;
  } else if ((motion & CommandClass.SubState) !== 0) {
    interpretedMotion.u32[motionWords + MotionU32.forwardCommand] = motion;
    interpretedMotion.f64[motionRow + MotionF64.forwardSpeed] = parameters.speed;
  } else if ((motion & CommandClass.Style) !== 0) {
    interpretedMotion.u32[motionWords + MotionU32.forwardCommand] = MotionCommand.Ready;
    interpretedMotion.u32[motionWords + MotionU32.style] = motion;
  } else if ((motion & CommandClass.Action) !== 0) {
    if (interpretedMotion.actionCount[entity] < MOST_ACTIONS) interpretedMotion.actionCount[entity]++;
  }
}

/** Forgets a stopped motion (retail InterpretedMotionState::RemoveMotion); the speeds of turn and sidestep are kept. */
export function removeFromInterpreted(world: GaitWorld, entity: number, motion: number): void {
  const { interpretedMotion } = world.components;
  const motionWords = entity * MotionU32.row;
  if (motion === MotionCommand.TurnRight) interpretedMotion.u32[motionWords + MotionU32.turnCommand] = 0;
  else if (motion === MotionCommand.SideStepRight) interpretedMotion.u32[motionWords + MotionU32.sidestepCommand] = 0;
  else if ((motion & CommandClass.SubState) !== 0) {
    if (interpretedMotion.u32[motionWords + MotionU32.forwardCommand] === motion) {
      interpretedMotion.u32[motionWords + MotionU32.forwardCommand] = MotionCommand.Ready;
      interpretedMotion.f64[entity * MotionF64.row + MotionF64.forwardSpeed] = 1;
    }
  } else if ((motion & CommandClass.Style) !== 0 && interpretedMotion.u32[motionWords + MotionU32.style] === motion) {
    interpretedMotion.u32[motionWords + MotionU32.style] = MotionCommand.NonCombat;
  }
}

/** Records what was asked for in the raw state (retail RawMotionState::ApplyMotion). */
export function applyToRaw(world: GaitWorld, entity: number, motion: number, parameters: MovementParameters): void {
  const { rawMotion } = world.components;
  const holdKeysRow = entity * HoldKeysU8.row;
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  const key = (parameters.flags & MovementFlags.SetHoldKey) !== 0 ? HoldKey.Invalid : parameters.holdKey;
  if (motion === MotionCommand.TurnRight || motion === MotionCommand.TurnLeft) {
    rawMotion.u32[motionWords + MotionU32.turnCommand] = motion;
    rawMotion.f64[motionRow + MotionF64.turnSpeed] = parameters.speed;
    rawMotion.u8[holdKeysRow + HoldKeysU8.turnHoldKey] = key;
  } else if (motion === MotionCommand.SideStepRight || motion === MotionCommand.SideStepLeft) {
    rawMotion.u32[motionWords + MotionU32.sidestepCommand] = motion;
    rawMotion.f64[motionRow + MotionF64.sidestepSpeed] = parameters.speed;
    rawMotion.u8[holdKeysRow + HoldKeysU8.sidestepHoldKey] = key;
  } else if ((motion & CommandClass.SubState) !== 0) {
    if (motion !== MotionCommand.RunForward) {
      rawMotion.u32[motionWords + MotionU32.forwardCommand] = motion;
      rawMotion.f64[motionRow + MotionF64.forwardSpeed] = parameters.speed;
      rawMotion.u8[holdKeysRow + HoldKeysU8.forwardHoldKey] = key;
    }
  } else if ((motion & CommandClass.Style) !== 0) {
    if (rawMotion.u32[motionWords + MotionU32.style] !== motion) {
      rawMotion.u32[motionWords + MotionU32.style] = motion;
      rawMotion.u32[motionWords + MotionU32.forwardCommand] = MotionCommand.Ready;
    }
  } else if ((motion & CommandClass.Action) !== 0) {
    if (rawMotion.actionCount[entity] < MOST_ACTIONS) rawMotion.actionCount[entity]++;
  }
}

/** Forgets what was asked for (retail RawMotionState::RemoveMotion); the speeds of turn and sidestep are kept. */
export function removeFromRaw(world: GaitWorld, entity: number, motion: number): void {
  const { rawMotion } = world.components;
  const motionWords = entity * MotionU32.row;
  if (motion === MotionCommand.TurnRight || motion === MotionCommand.TurnLeft)
    rawMotion.u32[motionWords + MotionU32.turnCommand] = 0;
  else if (motion === MotionCommand.SideStepRight || motion === MotionCommand.SideStepLeft) {
    rawMotion.u32[motionWords + MotionU32.sidestepCommand] = 0;
  } else if ((motion & CommandClass.SubState) !== 0) {
    if (rawMotion.u32[motionWords + MotionU32.forwardCommand] === motion) {
      rawMotion.u32[motionWords + MotionU32.forwardCommand] = MotionCommand.Ready;
      rawMotion.f64[entity * MotionF64.row + MotionF64.forwardSpeed] = 1;
    }
  } else if ((motion & CommandClass.Style) !== 0 && rawMotion.u32[motionWords + MotionU32.style] === motion) {
    rawMotion.u32[motionWords + MotionU32.style] = MotionCommand.NonCombat;
  }
}
