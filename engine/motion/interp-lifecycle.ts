import { MotionCommand } from '../../components/motion-command.ts';
import { MovementError } from '../../components/move-to.ts';
import type { GaitWorld } from '../world.ts';
import { applyCurrentMovement } from './apply-movement.ts';
import { interpLeaveGround } from './ground.ts';
import { addToQueue } from './motion-interp.ts';
import { initializeState } from './motion-table-manager.ts';

/**
 * Both states at their defaults (a fresh spawn has them), the motion table's default state, and a Ready pending in both
 * queues; then LeaveGround (retail CMotionInterp::enter_default_state 0x00528c80).
 */
export function enterDefaultState(world: GaitWorld, entity: number): void {
  initializeState(world, entity);
  addToQueue(world, entity, MotionCommand.Ready, MovementError.None);
  interpLeaveGround(world, entity);
}

/** The body leaves the world: what is queued is dropped (retail CMotionInterp::HandleExitWorld). */
export function interpExitWorld(world: GaitWorld, entity: number): void {
  const { pendingMotions, rawMotion, interpretedMotion } = world.components;
  rawMotion.actionCount[entity] = 0;
  interpretedMotion.actionCount[entity] = 0;
  pendingMotions.count[entity] = 0;
}

/** The weenie is exhausted: movement is re-applied (retail CMotionInterp::ReportExhaustion). */
export function reportExhaustion(world: GaitWorld, entity: number): void {
  applyCurrentMovement(world, entity, true);
}
