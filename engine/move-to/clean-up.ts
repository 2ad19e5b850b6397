import {
  FLOAT_MAX,
  MovementFlags,
  MovementType,
  MoveToU32,
  MoveToF64,
  MoveToPlanF64,
} from '../../components/move-to.ts';
import { MovementParameters } from '../movement-parameters.ts';
import { EventCode } from '../events.ts';
import type { GaitWorld } from '../world.ts';

/** The one set of parameters with which a clean-up stops both commands. */
const cleanUpParameters = new MovementParameters();

/** A soft reset; the params' numbers, the starting position and the nodes stay (retail 0x00529250). */
export function initializeLocalVariables(world: GaitWorld, entity: number): void {
  const { moveTo } = world.components;
  const planRow = entity * MoveToPlanF64.row;
  const moveToRow = entity * MoveToF64.row;
  const moveToWords = entity * MoveToU32.row;
  const now = world.clock.now;
  moveTo.u32[moveToWords + MoveToU32.type] = MovementType.Invalid;
  moveTo.u32[moveToWords + MoveToU32.flags] = 0;
  moveTo.contextId[entity] = 0;
  moveTo.plan[planRow + MoveToPlanF64.previousDistance] = FLOAT_MAX;
  moveTo.f64[moveToRow + MoveToF64.previousDistanceTime] = now;
  moveTo.plan[planRow + MoveToPlanF64.originalDistance] = FLOAT_MAX;
  moveTo.plan[planRow + MoveToPlanF64.originalDistanceTime] = now;
  moveTo.plan[planRow + MoveToPlanF64.previousHeading] = 0;
  moveTo.u32[moveToWords + MoveToU32.failProgressCount] = 0;
  moveTo.u32[moveToWords + MoveToU32.currentCommand] = 0;
  moveTo.u32[moveToWords + MoveToU32.auxCommand] = 0;
  moveTo.u32[moveToWords + MoveToU32.movingAway] = 0;
  moveTo.u32[moveToWords + MoveToU32.initialized] = 0;
  moveTo.plan[planRow + MoveToPlanF64.soughtX] = 0;
  moveTo.plan[planRow + MoveToPlanF64.soughtY] = 0;
  moveTo.plan[planRow + MoveToPlanF64.soughtZ] = 0;
  moveTo.plan[planRow + MoveToPlanF64.soughtHeading] = 0;
  moveTo.f64[moveToRow + MoveToF64.currentTargetX] = 0;
  moveTo.f64[moveToRow + MoveToF64.currentTargetY] = 0;
  moveTo.f64[moveToRow + MoveToF64.currentTargetZ] = 0;
  moveTo.plan[planRow + MoveToPlanF64.currentTargetHeading] = 0;
  moveTo.soughtObject[entity] = 0;
  moveTo.u32[moveToWords + MoveToU32.topLevelObject] = 0;
  moveTo.f64[moveToRow + MoveToF64.soughtRadius] = 0;
  moveTo.f64[moveToRow + MoveToF64.soughtHeight] = 0;
}

/**
 * Stops what the move performs and forgets it (retail MoveToManager::CleanUp 0x005295c0). Both stops share one set of
 * parameters, into which each adjustment writes its speed back.
 */
export function cleanUp(world: GaitWorld, entity: number): void {
  const { moveTo } = world.components;
  const moveToWords = entity * MoveToU32.row;
  cleanUpParameters.reset();
  cleanUpParameters.holdKey = moveTo.holdKey[entity];
  cleanUpParameters.flags &= ~MovementFlags.CancelMoveTo;
  const current = moveTo.u32[moveToWords + MoveToU32.currentCommand];
  if (current !== 0) world.hub.stopAdjustedMotion(world, entity, current, cleanUpParameters);
  const aux = moveTo.u32[moveToWords + MoveToU32.auxCommand];
  if (aux !== 0) world.hub.stopAdjustedMotion(world, entity, aux, cleanUpParameters);
  if (
    moveTo.u32[moveToWords + MoveToU32.topLevelObject] !== 0 &&
    moveTo.u32[moveToWords + MoveToU32.type] !== MovementType.Invalid
  ) {
    world.hub.clearTarget(world, entity);
  }
  initializeLocalVariables(world, entity);
}

/** The move came to its end (retail MoveToManager::CleanUpAndCallWeenie 0x00529650); game code is told by an event. */
export function cleanUpAndCallWeenie(world: GaitWorld, entity: number): void {
  const type = world.components.moveTo.u32[entity * MoveToU32.row + MoveToU32.type];
  cleanUp(world, entity);
  world.hub.stopCompletely(world, entity);
  world.raise(EventCode.arrived, entity, type);
}

/**
 * Ends the move early (retail MoveToManager::CancelMoveTo 0x00529930). Retail drops the error; here game code is told.
 *
 * @param error A MovementError.
 */
export function cancelMoveTo(world: GaitWorld, entity: number, error: number): void {
  const { moveTo, pendingNodes } = world.components;
  const type = moveTo.u32[entity * MoveToU32.row + MoveToU32.type];
  if (type === MovementType.Invalid) return;
  pendingNodes.count[entity] = 0;
  cleanUp(world, entity);
  world.hub.stopCompletely(world, entity);
  world.raise(EventCode.cancelled, entity, type, error);
}
