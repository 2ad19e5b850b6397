import { HoldKeysU8 } from '../../components/motion-interp.ts';
import { EntityKind } from '../../components/identity.ts';
import { MotionCommand } from '../../components/motion-command.ts';
import { HoldKey } from '../../components/move-to.ts';
import { Limit } from '../checks.ts';
import type { MovementParameters } from '../movement-parameters.ts';
import type { GaitWorld } from '../world.ts';
import { MotionSpeed } from './motion-speeds.ts';

/**
 * Turns what a key asks for into what is performed: backwards and left become forwards and right with a negative speed,
 * and a held run key makes it faster (retail CMotionInterp::adjust_motion). Bodies that are no creatures are left alone.
 *
 * @param parameters Its speed is adjusted in place.
 * @param holdKey A HoldKey; invalid: the raw state's current one counts.
 * @returns The motion to perform.
 */
export function adjustMotion(
  world: GaitWorld,
  entity: number,
  motion: number,
  parameters: MovementParameters,
  holdKey: number,
): number {
  const { identity, rawMotion } = world.components;
  if ((identity.kind[entity] & EntityKind.Creature) === 0) return motion;
  let adjusted = motion;
  switch (motion) {
    case MotionCommand.RunForward:
      return motion;
    case MotionCommand.WalkBackwards:
      adjusted = MotionCommand.WalkForward;
      parameters.speed *= -MotionSpeed.BackwardsFactor;
      break;
    case MotionCommand.TurnLeft:
      adjusted = MotionCommand.TurnRight;
      parameters.speed *= -1;
      break;
    case MotionCommand.SideStepLeft:
      adjusted = MotionCommand.SideStepRight;
      parameters.speed *= -1;
      break;
    default:
  }
  if (adjusted === MotionCommand.SideStepRight) {
    parameters.speed *= MotionSpeed.SidestepFactor * (MotionSpeed.Walk / MotionSpeed.Sidestep);
  }
  const key = holdKey === HoldKey.Invalid ? rawMotion.u8[entity * HoldKeysU8.row + HoldKeysU8.currentHoldKey] : holdKey;
  const performed = key === HoldKey.Run ? applyRunToCommand(world, entity, adjusted, parameters) : adjusted;
  // A run rate that was cached from a run multiplies the next one: without a limit speeds grow without end.
  parameters.speed = Math.min(Limit.rate, Math.max(-Limit.rate, parameters.speed));
  return performed;
}

/** What a held run key does to a motion (retail CMotionInterp::apply_run_to_command). */
function applyRunToCommand(world: GaitWorld, entity: number, motion: number, parameters: MovementParameters): number {
  const { body, motionInterp } = world.components;
  const answered = body.runRate[entity];
  const rate = answered >= 0 ? answered : motionInterp.myRunRate[entity];
  switch (motion) {
    case MotionCommand.WalkForward: {
      // Only forwards becomes a run; backwards stays a walk, but a faster one.
      const runs = parameters.speed > 0;
      parameters.speed *= rate;
      return runs ? MotionCommand.RunForward : motion;
    }
    case MotionCommand.TurnRight:
      parameters.speed *= MotionSpeed.RunTurnFactor;
      return motion;
    case MotionCommand.SideStepRight: {
      const limit = MotionSpeed.MaxSidestepRate;
      parameters.speed = Math.min(limit, Math.max(-limit, parameters.speed * rate));
      return motion;
    }
    default:
      return motion;
  }
}
