import { FLOAT_MAX, MovementFlags, MovementType } from '../../components/move-to.ts';
import { MovementParameters } from '../movement-parameters.ts';
import { EventCode } from '../events.ts';
import type { GaitWorld } from '../world.ts';

/** The one set of parameters with which a clean-up stops both commands. */
const cleanUpParameters = new MovementParameters();

/** A soft reset; the params' numbers, the starting position and the nodes stay (retail 0x00529250). */
export function initializeLocalVariables(world: GaitWorld, entity: number): void {
  const { moveTo } = world.components;
  const now = world.clock.now;
  moveTo.type[entity] = MovementType.Invalid;
  moveTo.flags[entity] = 0;
  moveTo.contextId[entity] = 0;
  moveTo.previousDistance[entity] = FLOAT_MAX;
  moveTo.previousDistanceTime[entity] = now;
  moveTo.originalDistance[entity] = FLOAT_MAX;
  moveTo.originalDistanceTime[entity] = now;
  moveTo.previousHeading[entity] = 0;
  moveTo.failProgressCount[entity] = 0;
  moveTo.currentCommand[entity] = 0;
  moveTo.auxCommand[entity] = 0;
  moveTo.movingAway[entity] = 0;
  moveTo.initialized[entity] = 0;
  moveTo.soughtX[entity] = 0;
  moveTo.soughtY[entity] = 0;
  moveTo.soughtZ[entity] = 0;
  moveTo.soughtHeading[entity] = 0;
  moveTo.currentTargetX[entity] = 0;
  moveTo.currentTargetY[entity] = 0;
  moveTo.currentTargetZ[entity] = 0;
  moveTo.currentTargetHeading[entity] = 0;
  moveTo.soughtObject[entity] = 0;
  moveTo.topLevelObject[entity] = 0;
  moveTo.soughtRadius[entity] = 0;
  moveTo.soughtHeight[entity] = 0;
}

/**
 * Stops what the move performs and forgets it (retail MoveToManager::CleanUp 0x005295c0). Both stops share one set of
 * parameters, into which each adjustment writes its speed back.
 */
export function cleanUp(world: GaitWorld, entity: number): void {
  const { moveTo } = world.components;
  cleanUpParameters.reset();
  cleanUpParameters.holdKey = moveTo.holdKey[entity];
  cleanUpParameters.flags &= ~MovementFlags.CancelMoveTo;
  const current = moveTo.currentCommand[entity];
  if (current !== 0) world.hub.stopAdjustedMotion(world, entity, current, cleanUpParameters);
  const aux = moveTo.auxCommand[entity];
  if (aux !== 0) world.hub.stopAdjustedMotion(world, entity, aux, cleanUpParameters);
  if (moveTo.topLevelObject[entity] !== 0 && moveTo.type[entity] !== MovementType.Invalid) {
    world.hub.clearTarget(world, entity);
  }
  initializeLocalVariables(world, entity);
}

/** The move came to its end (retail MoveToManager::CleanUpAndCallWeenie 0x00529650); game code is told by an event. */
export function cleanUpAndCallWeenie(world: GaitWorld, entity: number): void {
  const type = world.components.moveTo.type[entity];
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
  const type = moveTo.type[entity];
  if (type === MovementType.Invalid) return;
  pendingNodes.count[entity] = 0;
  cleanUp(world, entity);
  world.hub.stopCompletely(world, entity);
  world.raise(EventCode.cancelled, entity, type, error);
}
