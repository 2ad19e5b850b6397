import { MotionU32, MotionF64, HoldKeysU8 } from '../../components/motion-interp.ts';
import { MotionCommand } from '../../components/motion-command.ts';
import { HoldKey, MovementError, MovementFlags } from '../../components/move-to.ts';
import type { InterpretedState } from '../interpreted-state.ts';
import { isOwnEcho, rawStateRules } from '../local-player.ts';
import { MovementParameters } from '../movement-parameters.ts';
import type { GaitWorld } from '../world.ts';
import { adjustMotion } from './adjust-motion.ts';
import { motionAllowsJump } from './jumping.ts';
import { contactAllowsMove, doInterpretedMotion, stopInterpretedMotion } from './motion-interp.ts';

/** Parameters of re-applied movement. Nothing that it calls re-applies movement, so one instance is enough. */
const applied = new MovementParameters();
/** Parameters in which an axis of the raw state is adjusted. */
const axis = new MovementParameters();
/** Parameters of the actions of an inbound state. */
const action = new MovementParameters();

/**
 * Performs again what the state says (retail CMotionInterp::apply_current_movement): the raw state where the player's
 * own keys rule, else the interpreted state.
 *
 * @param allowJump false: no jump until the links are over.
 */
export function applyCurrentMovement(world: GaitWorld, entity: number, allowJump: boolean): void {
  if (rawStateRules(world, entity)) copyRawState(world, entity);
  applyInterpretedMovement(world, entity, allowJump);
}

/**
 * The run key as a switch, of a body whose keys are pressed here: what they say is performed again, whoever the body is
 * (retail CMotionInterp::apply_raw_movement). Where a peer's messages say what it performs, the key is only noted.
 */
export function setHoldRunOfKeys(world: GaitWorld, entity: number, held: boolean): void {
  const { u8 } = world.components.rawMotion;
  const current = entity * HoldKeysU8.row + HoldKeysU8.currentHoldKey;
  const before = u8[current];
  const keysRule = performsRawState(world, entity) && !rawStateRules(world, entity);
  setHoldRun(world, entity, held);
  if (!keysRule || u8[current] === before) return;
  copyRawState(world, entity);
  applyInterpretedMovement(world, entity, true);
}

/** Whether the interpreted state has the motions that come of the raw one. */
function performsRawState(world: GaitWorld, entity: number): boolean {
  const { rawMotion: raw, interpretedMotion: performed } = world.components;
  const holdKeysRow = entity * HoldKeysU8.row;
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  const comesOf = (key: number, speed: number, holdKey: number, motion: number, motionSpeed: number): boolean => {
    if (key === 0) return motion === 0;
    axis.speed = speed;
    return adjustMotion(world, entity, key, axis, holdKey) === motion && axis.speed < 0 === motionSpeed < 0;
  };
  return (
    comesOf(
      raw.u32[motionWords + MotionU32.forwardCommand],
      raw.f64[motionRow + MotionF64.forwardSpeed],
      raw.u8[holdKeysRow + HoldKeysU8.forwardHoldKey],
      performed.u32[motionWords + MotionU32.forwardCommand],
      performed.f64[motionRow + MotionF64.forwardSpeed],
    ) &&
    comesOf(
      raw.u32[motionWords + MotionU32.sidestepCommand],
      raw.f64[motionRow + MotionF64.sidestepSpeed],
      raw.u8[holdKeysRow + HoldKeysU8.sidestepHoldKey],
      performed.u32[motionWords + MotionU32.sidestepCommand],
      performed.f64[motionRow + MotionF64.sidestepSpeed],
    ) &&
    comesOf(
      raw.u32[motionWords + MotionU32.turnCommand],
      raw.f64[motionRow + MotionF64.turnSpeed],
      raw.u8[holdKeysRow + HoldKeysU8.turnHoldKey],
      performed.u32[motionWords + MotionU32.turnCommand],
      performed.f64[motionRow + MotionF64.turnSpeed],
    )
  );
}

/** The interpreted state becomes the raw one, each axis adjusted with its own hold key (apply_raw_movement). */
function copyRawState(world: GaitWorld, entity: number): void {
  const { rawMotion, interpretedMotion } = world.components;
  const holdKeysRow = entity * HoldKeysU8.row;
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  interpretedMotion.u32[motionWords + MotionU32.style] = rawMotion.u32[motionWords + MotionU32.style];
  axis.speed = rawMotion.f64[motionRow + MotionF64.forwardSpeed];
  interpretedMotion.u32[motionWords + MotionU32.forwardCommand] = adjustMotion(
    world,
    entity,
    rawMotion.u32[motionWords + MotionU32.forwardCommand],
    axis,
    rawMotion.u8[holdKeysRow + HoldKeysU8.forwardHoldKey],
  );
  interpretedMotion.f64[motionRow + MotionF64.forwardSpeed] = axis.speed;
  axis.speed = rawMotion.f64[motionRow + MotionF64.sidestepSpeed];
  interpretedMotion.u32[motionWords + MotionU32.sidestepCommand] = adjustMotion(
    world,
    entity,
    rawMotion.u32[motionWords + MotionU32.sidestepCommand],
    axis,
    rawMotion.u8[holdKeysRow + HoldKeysU8.sidestepHoldKey],
  );
  interpretedMotion.f64[motionRow + MotionF64.sidestepSpeed] = axis.speed;
  axis.speed = rawMotion.f64[motionRow + MotionF64.turnSpeed];
  interpretedMotion.u32[motionWords + MotionU32.turnCommand] = adjustMotion(
    world,
    entity,
    rawMotion.u32[motionWords + MotionU32.turnCommand],
    axis,
    rawMotion.u8[holdKeysRow + HoldKeysU8.turnHoldKey],
  );
  interpretedMotion.f64[motionRow + MotionF64.turnSpeed] = axis.speed;
}

/**
 * Performs style, forward, sidestep and turn of the interpreted state, in this order, or their stops (retail
 * CMotionInterp::apply_interpreted_movement 0x00528600).
 */
function applyInterpretedMovement(world: GaitWorld, entity: number, allowJump: boolean): void {
  const { interpretedMotion, motionInterp } = world.components;
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  applied.reset();
  applied.flags &= ~(MovementFlags.SetHoldKey | MovementFlags.ModifyInterpretedState);
  if (!allowJump) applied.flags |= MovementFlags.DisableJumpDuringLink;
  const forward = interpretedMotion.u32[motionWords + MotionU32.forwardCommand];
  if (forward === MotionCommand.RunForward)
    motionInterp.myRunRate[entity] = interpretedMotion.f64[motionRow + MotionF64.forwardSpeed];
  doInterpretedMotion(world, entity, interpretedMotion.u32[motionWords + MotionU32.style], applied);

  if (!contactAllowsMove(world, entity, forward)) {
    doInterpretedMotion(world, entity, MotionCommand.Falling, applied);
  } else if (motionInterp.standingLongJump[entity] === 1) {
    doInterpretedMotion(world, entity, MotionCommand.Ready, applied);
  } else {
    applied.speed = interpretedMotion.f64[motionRow + MotionF64.forwardSpeed];
    doInterpretedMotion(world, entity, forward, applied);
  }

  const sidestep = interpretedMotion.u32[motionWords + MotionU32.sidestepCommand];
  if (sidestep !== 0) {
    applied.speed = interpretedMotion.f64[motionRow + MotionF64.sidestepSpeed];
    doInterpretedMotion(world, entity, sidestep, applied);
  } else stopInterpretedMotion(world, entity, MotionCommand.SideStepRight, applied);

  const turn = interpretedMotion.u32[motionWords + MotionU32.turnCommand];
  if (turn !== 0) {
    applied.speed = interpretedMotion.f64[motionRow + MotionF64.turnSpeed];
    doInterpretedMotion(world, entity, turn, applied);
  } else stopInterpretedMotion(world, entity, MotionCommand.TurnRight, applied);
}

/** Presses or lets go of the run key; movement is re-applied when that changes it (retail CMotionInterp::SetHoldKey). */
export function setHoldKey(world: GaitWorld, entity: number, key: number): void {
  const holdKeysRow = entity * HoldKeysU8.row;
  if (key !== HoldKey.None && key !== HoldKey.Run) return;
  const { rawMotion } = world.components;
  if (rawMotion.u8[holdKeysRow + HoldKeysU8.currentHoldKey] === key) return;
  rawMotion.u8[holdKeysRow + HoldKeysU8.currentHoldKey] = key;
  applyCurrentMovement(world, entity, true);
}

/** The run key as a switch (retail CMotionInterp::set_hold_run). */
export function setHoldRun(world: GaitWorld, entity: number, held: boolean): void {
  setHoldKey(world, entity, held ? HoldKey.Run : HoldKey.None);
}

/**
 * Takes over the state of an inbound movement event (retail CMotionInterp::move_to_interpreted_state 0x005289c0): a
 * flat copy, re-applied; then each of its actions whose stamp is newer.
 */
export function moveToInterpretedState(world: GaitWorld, entity: number, state: InterpretedState): void {
  const { rawMotion, interpretedMotion, motionInterp } = world.components;
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  rawMotion.u32[motionWords + MotionU32.style] = state.currentStyle;
  world.hub.cancelMoveTo(world, entity, MovementError.ActionCancelled);
  const allowJump =
    motionAllowsJump(interpretedMotion.u32[motionWords + MotionU32.forwardCommand]) === MovementError.None;
  interpretedMotion.u32[motionWords + MotionU32.style] = state.currentStyle;
  interpretedMotion.u32[motionWords + MotionU32.forwardCommand] = state.forwardCommand;
  interpretedMotion.f64[motionRow + MotionF64.forwardSpeed] = state.forwardSpeed;
  interpretedMotion.u32[motionWords + MotionU32.sidestepCommand] = state.sidestepCommand;
  interpretedMotion.f64[motionRow + MotionF64.sidestepSpeed] = state.sidestepSpeed;
  interpretedMotion.u32[motionWords + MotionU32.turnCommand] = state.turnCommand;
  interpretedMotion.f64[motionRow + MotionF64.turnSpeed] = state.turnSpeed;
  applyCurrentMovement(world, entity, allowJump);
  const { actions } = state;
  for (let index = 0; index < actions.count; index++) {
    const stamp = actions.stamp[index];
    if (!actionStampNewer(motionInterp.serverActionStamp[entity], stamp)) continue;
    const autonomous = actions.autonomous[index] !== 0;
    if (isOwnEcho(world, entity, autonomous)) continue;
    motionInterp.serverActionStamp[entity] = stamp & 0x7fff;
    action.reset();
    action.speed = actions.speed[index];
    if (autonomous) action.flags |= MovementFlags.Autonomous;
    else action.flags &= ~MovementFlags.Autonomous;
    doInterpretedMotion(world, entity, actions.command[index], action);
  }
}

/** Whether a 15-bit action stamp is newer than the last one, with wraparound. */
export function actionStampNewer(last: number, stamp: number): boolean {
  const a = last & 0x7fff;
  const b = stamp & 0x7fff;
  return Math.abs(b - a) <= 0x3fff ? a < b : b < a;
}
