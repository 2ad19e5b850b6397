import { MotionU32, MotionF64 } from '../../components/motion-interp.ts';
import { MotionCommand } from '../../components/motion-command.ts';
import { EPSILON } from '../math/heading.ts';
import type { GaitWorld } from '../world.ts';

/** The speeds that the motion interpreter reckons with: metres a second at speed 1, and factors. */
export const MotionSpeed = {
  Walk: 3.12,
  Run: 4,
  Sidestep: 1.25,
  BackwardsFactor: 0.65,
  SidestepFactor: 0.5,
  RunTurnFactor: 1.5,
  /** Largest speed of a sidestep's animation. */
  MaxSidestepRate: 3,
} as const;

/** The weenie's run rate if it answers one, else my_run_rate. */
export function runRateOf(world: GaitWorld, entity: number): number {
  const { body, motionInterp } = world.components;
  const answered = body.runRate[entity];
  return answered >= 0 ? answered : motionInterp.myRunRate[entity];
}

/**
 * The velocity that the interpreted state stands for, in the body's axes, metres a second (retail
 * CMotionInterp::get_state_velocity); z is always 0.
 *
 * @param out Receives x, y and z.
 */
export function stateVelocity(world: GaitWorld, entity: number, out: Float64Array): void {
  const { interpretedMotion } = world.components;
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  let x = 0;
  let y = 0;
  if (interpretedMotion.u32[motionWords + MotionU32.sidestepCommand] === MotionCommand.SideStepRight) {
    x = MotionSpeed.Sidestep * interpretedMotion.f64[motionRow + MotionF64.sidestepSpeed];
  }
  const forward = interpretedMotion.u32[motionWords + MotionU32.forwardCommand];
  if (forward === MotionCommand.WalkForward)
    y = MotionSpeed.Walk * interpretedMotion.f64[motionRow + MotionF64.forwardSpeed];
  else if (forward === MotionCommand.RunForward)
    y = MotionSpeed.Run * interpretedMotion.f64[motionRow + MotionF64.forwardSpeed];
  const length = Math.sqrt(x * x + y * y);
  // A server may say any rate: a negative one must not divide nothing by nothing.
  const limit = MotionSpeed.Run * Math.abs(runRateOf(world, entity));
  const share = length > limit ? limit / length : 1;
  out[0] = x * share;
  out[1] = y * share;
  out[2] = 0;
}

/** Metres a second at a full run (retail CMotionInterp::get_max_speed). */
export function maxSpeed(world: GaitWorld, entity: number): number {
  return MotionSpeed.Run * runRateOf(world, entity);
}

/** As {@link maxSpeed}, but a body that runs is as fast as its run (retail CMotionInterp::get_adjusted_max_speed). */
export function adjustedMaxSpeed(world: GaitWorld, entity: number): number {
  const { interpretedMotion, motionInterp } = world.components;
  let rate = runRateOf(world, entity);
  if (interpretedMotion.u32[entity * MotionU32.row + MotionU32.forwardCommand] === MotionCommand.RunForward) {
    const factor = motionInterp.currentSpeedFactor[entity];
    rate = interpretedMotion.f64[entity * MotionF64.row + MotionF64.forwardSpeed] / (factor > EPSILON ? factor : 1);
  }
  return MotionSpeed.Run * rate;
}
