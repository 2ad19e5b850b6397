import { HoldKeysU8, MotionU32, MotionF64 } from '../components/motion-interp.ts';
import { CommandClass, MotionCommand } from '../components/motion-command.ts';
import { adjustMotion } from './motion/adjust-motion.ts';
import { runRateOf } from './motion/motion-speeds.ts';
import { MovementParameters } from './movement-parameters.ts';
import { unpackMovement } from './unpack-movement.ts';
import { interpretedFlagsByDifference } from './wire/interpreted-motion-state.ts';
import { clearMovementData, MotionFlag, MovementData } from './wire/movement-data.ts';
import type { RawMotionState } from './wire/raw-motion-state.ts';
import type { GaitWorld } from './world.ts';

const axis = new MovementParameters();
const movement = new MovementData();

/** Whether a raw state can come from keys: each axis has a motion of its kind. */
export function isRawStateOfKeys(raw: RawMotionState): boolean {
  const { currentStyle, forwardCommand, sidestepCommand, turnCommand } = raw;
  return (
    (currentStyle & CommandClass.Style) !== 0 &&
    (forwardCommand & (CommandClass.SubState | CommandClass.Action)) !== 0 &&
    (sidestepCommand === 0 ||
      sidestepCommand === MotionCommand.SideStepRight ||
      sidestepCommand === MotionCommand.SideStepLeft) &&
    (turnCommand === 0 || turnCommand === MotionCommand.TurnRight || turnCommand === MotionCommand.TurnLeft)
  );
}

/**
 * Applies what a peer's keys say to its body: its move is cancelled, each axis is adjusted with its own hold key, and the
 * body takes over the interpreted state that comes of it as observers will, by the same path. Not its actions.
 *
 * @param most Largest factor of a motion; speeds are cut to it.
 */
export function applyRawState(
  world: GaitWorld,
  entity: number,
  raw: RawMotionState,
  standingLongJump: boolean,
  most: number,
): void {
  const { rawMotion, motionInterp } = world.components;
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  const holdKeysRow = entity * HoldKeysU8.row;
  rawMotion.u8[holdKeysRow + HoldKeysU8.currentHoldKey] = raw.currentHoldKey;
  clearMovementData(movement);
  const { state } = movement;
  movement.style = raw.currentStyle;
  state.currentStyle = raw.currentStyle;
  // A run that is asked for as such is no faster than the body's own.
  const runs = raw.forwardCommand === MotionCommand.RunForward;
  const forwardSpeed = cut(raw.forwardSpeed, runs ? Math.abs(runRateOf(world, entity)) : most);
  const sidestepSpeed = cut(raw.sidestepSpeed, most);
  const turnSpeed = cut(raw.turnSpeed, most);
  axis.speed = forwardSpeed;
  state.forwardCommand = adjustMotion(world, entity, raw.forwardCommand, axis, raw.forwardHoldKey);
  state.forwardSpeed = axis.speed;
  axis.speed = sidestepSpeed;
  state.sidestepCommand = adjustMotion(world, entity, raw.sidestepCommand, axis, raw.sidestepHoldKey);
  state.sidestepSpeed = axis.speed;
  axis.speed = turnSpeed;
  state.turnCommand = adjustMotion(world, entity, raw.turnCommand, axis, raw.turnHoldKey);
  state.turnSpeed = axis.speed;
  state.flags = interpretedFlagsByDifference(state);
  if (standingLongJump) movement.motionFlags |= MotionFlag.StandingLongJump;
  motionInterp.standingLongJump[entity] = standingLongJump ? 1 : 0;
  // A performed run teaches its rate; what the body can do is not the peer's to teach.
  const rate = motionInterp.myRunRate[entity];
  unpackMovement(world, entity, movement);
  motionInterp.myRunRate[entity] = rate;
  rawMotion.u32[motionWords + MotionU32.style] = raw.currentStyle;
  rawMotion.u32[motionWords + MotionU32.forwardCommand] = raw.forwardCommand;
  rawMotion.u8[holdKeysRow + HoldKeysU8.forwardHoldKey] = raw.forwardHoldKey;
  rawMotion.f64[motionRow + MotionF64.forwardSpeed] = forwardSpeed;
  rawMotion.u32[motionWords + MotionU32.sidestepCommand] = raw.sidestepCommand;
  rawMotion.u8[holdKeysRow + HoldKeysU8.sidestepHoldKey] = raw.sidestepHoldKey;
  rawMotion.f64[motionRow + MotionF64.sidestepSpeed] = sidestepSpeed;
  rawMotion.u32[motionWords + MotionU32.turnCommand] = raw.turnCommand;
  rawMotion.u8[holdKeysRow + HoldKeysU8.turnHoldKey] = raw.turnHoldKey;
  rawMotion.f64[motionRow + MotionF64.turnSpeed] = turnSpeed;
}

function cut(speed: number, most: number): number {
  return Math.min(most, Math.max(-most, speed));
}

/** Whether a raw state asks for nothing that moves the body (retail asks so before a change of gait is sent). */
export function standsStill(world: GaitWorld, entity: number): boolean {
  const { rawMotion } = world.components;
  const motionWords = entity * MotionU32.row;
  return (
    rawMotion.u32[motionWords + MotionU32.forwardCommand] === MotionCommand.Ready &&
    rawMotion.u32[motionWords + MotionU32.sidestepCommand] === 0 &&
    rawMotion.u32[motionWords + MotionU32.turnCommand] === 0
  );
}

/** Fills in what the keys say, in the columns' own words, without actions. */
export function readRawState(world: GaitWorld, entity: number, raw: RawMotionState): void {
  const { rawMotion } = world.components;
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  const holdKeysRow = entity * HoldKeysU8.row;
  raw.currentHoldKey = rawMotion.u8[holdKeysRow + HoldKeysU8.currentHoldKey];
  raw.currentStyle = rawMotion.u32[motionWords + MotionU32.style];
  raw.forwardCommand = rawMotion.u32[motionWords + MotionU32.forwardCommand];
  raw.forwardHoldKey = rawMotion.u8[holdKeysRow + HoldKeysU8.forwardHoldKey];
  raw.forwardSpeed = rawMotion.f64[motionRow + MotionF64.forwardSpeed];
  raw.sidestepCommand = rawMotion.u32[motionWords + MotionU32.sidestepCommand];
  raw.sidestepHoldKey = rawMotion.u8[holdKeysRow + HoldKeysU8.sidestepHoldKey];
  raw.sidestepSpeed = rawMotion.f64[motionRow + MotionF64.sidestepSpeed];
  raw.turnCommand = rawMotion.u32[motionWords + MotionU32.turnCommand];
  raw.turnHoldKey = rawMotion.u8[holdKeysRow + HoldKeysU8.turnHoldKey];
  raw.turnSpeed = rawMotion.f64[motionRow + MotionF64.turnSpeed];
}
