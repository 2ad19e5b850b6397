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
  const { currentHoldKey } = world.components.rawMotion;
  const before = currentHoldKey[entity];
  const keysRule = performsRawState(world, entity) && !rawStateRules(world, entity);
  setHoldRun(world, entity, held);
  if (!keysRule || currentHoldKey[entity] === before) return;
  copyRawState(world, entity);
  applyInterpretedMovement(world, entity, true);
}

/** Whether the interpreted state has the motions that come of the raw one. */
function performsRawState(world: GaitWorld, entity: number): boolean {
  const { rawMotion: raw, interpretedMotion: performed } = world.components;
  const comesOf = (key: number, speed: number, holdKey: number, motion: number, motionSpeed: number): boolean => {
    if (key === 0) return motion === 0;
    axis.speed = speed;
    return adjustMotion(world, entity, key, axis, holdKey) === motion && axis.speed < 0 === motionSpeed < 0;
  };
  return (
    comesOf(
      raw.forwardCommand[entity],
      raw.forwardSpeed[entity],
      raw.forwardHoldKey[entity],
      performed.forwardCommand[entity],
      performed.forwardSpeed[entity],
    ) &&
    comesOf(
      raw.sidestepCommand[entity],
      raw.sidestepSpeed[entity],
      raw.sidestepHoldKey[entity],
      performed.sidestepCommand[entity],
      performed.sidestepSpeed[entity],
    ) &&
    comesOf(
      raw.turnCommand[entity],
      raw.turnSpeed[entity],
      raw.turnHoldKey[entity],
      performed.turnCommand[entity],
      performed.turnSpeed[entity],
    )
  );
}

/** The interpreted state becomes the raw one, each axis adjusted with its own hold key (apply_raw_movement). */
function copyRawState(world: GaitWorld, entity: number): void {
  const { rawMotion, interpretedMotion } = world.components;
  interpretedMotion.style[entity] = rawMotion.style[entity];
  axis.speed = rawMotion.forwardSpeed[entity];
  interpretedMotion.forwardCommand[entity] = adjustMotion(
    world,
    entity,
    rawMotion.forwardCommand[entity],
    axis,
    rawMotion.forwardHoldKey[entity],
  );
  interpretedMotion.forwardSpeed[entity] = axis.speed;
  axis.speed = rawMotion.sidestepSpeed[entity];
  interpretedMotion.sidestepCommand[entity] = adjustMotion(
    world,
    entity,
    rawMotion.sidestepCommand[entity],
    axis,
    rawMotion.sidestepHoldKey[entity],
  );
  interpretedMotion.sidestepSpeed[entity] = axis.speed;
  axis.speed = rawMotion.turnSpeed[entity];
  interpretedMotion.turnCommand[entity] = adjustMotion(
    world,
    entity,
    rawMotion.turnCommand[entity],
    axis,
    rawMotion.turnHoldKey[entity],
  );
  interpretedMotion.turnSpeed[entity] = axis.speed;
}

/**
 * Performs style, forward, sidestep and turn of the interpreted state, in this order, or their stops (retail
 * CMotionInterp::apply_interpreted_movement 0x00528600).
 */
function applyInterpretedMovement(world: GaitWorld, entity: number, allowJump: boolean): void {
  const { interpretedMotion, motionInterp } = world.components;
  applied.reset();
  applied.flags &= ~(MovementFlags.SetHoldKey | MovementFlags.ModifyInterpretedState);
  if (!allowJump) applied.flags |= MovementFlags.DisableJumpDuringLink;
  const forward = interpretedMotion.forwardCommand[entity];
  if (forward === MotionCommand.RunForward) motionInterp.myRunRate[entity] = interpretedMotion.forwardSpeed[entity];
  doInterpretedMotion(world, entity, interpretedMotion.style[entity], applied);

  if (!contactAllowsMove(world, entity, forward)) {
    doInterpretedMotion(world, entity, MotionCommand.Falling, applied);
  } else if (motionInterp.standingLongJump[entity] === 1) {
    doInterpretedMotion(world, entity, MotionCommand.Ready, applied);
  } else {
    applied.speed = interpretedMotion.forwardSpeed[entity];
    doInterpretedMotion(world, entity, forward, applied);
  }

  const sidestep = interpretedMotion.sidestepCommand[entity];
  if (sidestep !== 0) {
    applied.speed = interpretedMotion.sidestepSpeed[entity];
    doInterpretedMotion(world, entity, sidestep, applied);
  } else stopInterpretedMotion(world, entity, MotionCommand.SideStepRight, applied);

  const turn = interpretedMotion.turnCommand[entity];
  if (turn !== 0) {
    applied.speed = interpretedMotion.turnSpeed[entity];
    doInterpretedMotion(world, entity, turn, applied);
  } else stopInterpretedMotion(world, entity, MotionCommand.TurnRight, applied);
}

/** Presses or lets go of the run key; movement is re-applied when that changes it (retail CMotionInterp::SetHoldKey). */
export function setHoldKey(world: GaitWorld, entity: number, key: number): void {
  if (key !== HoldKey.None && key !== HoldKey.Run) return;
  const { rawMotion } = world.components;
  if (rawMotion.currentHoldKey[entity] === key) return;
  rawMotion.currentHoldKey[entity] = key;
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
  rawMotion.style[entity] = state.currentStyle;
  world.hub.cancelMoveTo(world, entity, MovementError.ActionCancelled);
  const allowJump = motionAllowsJump(interpretedMotion.forwardCommand[entity]) === MovementError.None;
  interpretedMotion.style[entity] = state.currentStyle;
  interpretedMotion.forwardCommand[entity] = state.forwardCommand;
  interpretedMotion.forwardSpeed[entity] = state.forwardSpeed;
  interpretedMotion.sidestepCommand[entity] = state.sidestepCommand;
  interpretedMotion.sidestepSpeed[entity] = state.sidestepSpeed;
  interpretedMotion.turnCommand[entity] = state.turnCommand;
  interpretedMotion.turnSpeed[entity] = state.turnSpeed;
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
