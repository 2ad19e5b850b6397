import { FLOAT_MAX, MovementError, MovementFlags, MovementType } from '../../components/move-to.ts';
import { TargetStatus } from '../../components/target.ts';
import { heading, normalizeDegrees } from '../math/heading.ts';
import type { MovementParameters } from '../movement-parameters.ts';
import type { GaitWorld, TargetUpdate } from '../world.ts';
import { cancelMoveTo, cleanUp, cleanUpAndCallWeenie } from './clean-up.ts';
import { choice, getCommand } from './command-choice.ts';
import { beginNextNode } from './next-node.ts';
import { addMoveToPositionNode, addTurnToHeadingNode } from './pending-nodes.ts';
import { EventCode } from '../events.ts';
import { getCurrentDistance } from './progress.ts';

/** Metres that a chased target may move before it tells. */
const TARGET_RADIUS = 0.5;

/** A movement of types 6 to 9 (the parts of retail's MovementStruct that they need). */
export interface MoveToRequest {
  type: number;
  objectId: number;
  topLevelId: number;
  x: number;
  y: number;
  z: number;
  radius: number;
  height: number;
  readonly parameters: MovementParameters;
}

/** Whether a move is under way (retail MoveToManager::is_moving_to 0x00529220). */
export function isMovingTo(world: GaitWorld, entity: number): boolean {
  return world.components.moveTo.type[entity] !== MovementType.Invalid;
}

/** Starts a move or turn; the one before is cancelled, and the body lets go of what it is stuck to (0x0052a900). */
export function performMoveTo(world: GaitWorld, entity: number, request: MoveToRequest): void {
  cancelMoveTo(world, entity, MovementError.ActionCancelled);
  world.hub.unstickFromObject(world, entity);
  switch (request.type) {
    case MovementType.MoveToObject:
      moveToObject(world, entity, request);
      break;
    case MovementType.MoveToPosition:
      moveToPosition(world, entity, request);
      break;
    case MovementType.TurnToObject:
      turnToObject(world, entity, request);
      break;
    default:
      turnToHeading(world, entity, request.parameters);
  }
}

function storeParameters(world: GaitWorld, entity: number, parameters: MovementParameters, flags: number): void {
  const { moveTo } = world.components;
  moveTo.flags[entity] = flags;
  moveTo.distanceToObject[entity] = parameters.distanceToObject;
  moveTo.minDistance[entity] = parameters.minDistance;
  moveTo.failDistance[entity] = parameters.failDistance;
  moveTo.desiredHeading[entity] = parameters.desiredHeading;
  moveTo.speed[entity] = parameters.speed;
  moveTo.walkRunThreshold[entity] = parameters.walkRunThreshold;
  moveTo.contextId[entity] = parameters.contextId;
  moveTo.holdKey[entity] = parameters.holdKey;
  moveTo.actionStamp[entity] = parameters.actionStamp;
}

function startHere(world: GaitWorld, entity: number): void {
  const { moveTo, frame } = world.components;
  moveTo.startingX[entity] = frame.x[entity];
  moveTo.startingY[entity] = frame.y[entity];
  moveTo.startingZ[entity] = frame.z[entity];
}

/**
 * Chases an object (retail MoveToManager::MoveToObject 0x00529680). Nodes are made when the target's first update
 * comes, which is in this same call for an object that is known.
 */
function moveToObject(world: GaitWorld, entity: number, request: MoveToRequest): void {
  const { moveTo, identity } = world.components;
  world.hub.stopCompletely(world, entity);
  startHere(world, entity);
  moveTo.soughtObject[entity] = request.objectId;
  moveTo.soughtRadius[entity] = request.radius;
  moveTo.soughtHeight[entity] = request.height;
  moveTo.type[entity] = MovementType.MoveToObject;
  moveTo.topLevelObject[entity] = request.topLevelId;
  storeParameters(world, entity, request.parameters, request.parameters.flags);
  moveTo.initialized[entity] = 0;
  if (request.topLevelId === identity.guid[entity]) cleanUpAndCallWeenie(world, entity);
  else world.hub.setTarget(world, entity, 0, request.topLevelId, TARGET_RADIUS, 0);
}

/** Walks to a place (retail MoveToManager::MoveToPosition 0x0052a240); the first distance is between centres. */
function moveToPosition(world: GaitWorld, entity: number, request: MoveToRequest): void {
  const { moveTo, frame } = world.components;
  const { parameters } = request;
  world.hub.stopCompletely(world, entity);
  moveTo.currentTargetX[entity] = request.x;
  moveTo.currentTargetY[entity] = request.y;
  moveTo.currentTargetZ[entity] = request.z;
  moveTo.soughtRadius[entity] = 0;
  const distance = getCurrentDistance(world, entity);
  getCommand(
    parameters.flags,
    distance,
    parameters.distanceToObject,
    parameters.minDistance,
    parameters.walkRunThreshold,
  );
  if (choice.command !== 0) {
    addTurnToHeadingNode(world, entity, heading(frame.x[entity], frame.y[entity], request.x, request.y));
    addMoveToPositionNode(world, entity);
  }
  if ((parameters.flags & MovementFlags.UseFinalHeading) !== 0) {
    addTurnToHeadingNode(world, entity, parameters.desiredHeading);
  }
  moveTo.soughtX[entity] = request.x;
  moveTo.soughtY[entity] = request.y;
  moveTo.soughtZ[entity] = request.z;
  startHere(world, entity);
  moveTo.type[entity] = MovementType.MoveToPosition;
  storeParameters(world, entity, parameters, parameters.flags & ~MovementFlags.Sticky);
  beginNextNode(world, entity);
}

/**
 * Turns to face an object (retail MoveToManager::TurnToObject 0x005297d0). The desired heading goes where the first
 * update overwrites it: it never counts (retail quirk).
 */
function turnToObject(world: GaitWorld, entity: number, request: MoveToRequest): void {
  const { moveTo, identity } = world.components;
  const { parameters } = request;
  if ((parameters.flags & MovementFlags.StopCompletely) !== 0) world.hub.stopCompletely(world, entity);
  moveTo.type[entity] = MovementType.TurnToObject;
  moveTo.soughtObject[entity] = request.objectId;
  moveTo.currentTargetHeading[entity] = parameters.desiredHeading;
  moveTo.topLevelObject[entity] = request.topLevelId;
  storeParameters(world, entity, parameters, parameters.flags);
  if (request.topLevelId === identity.guid[entity]) {
    cleanUpAndCallWeenie(world, entity);
    return;
  }
  moveTo.initialized[entity] = 0;
  world.hub.setTarget(world, entity, 0, request.topLevelId, TARGET_RADIUS, 0);
}

/** Turns to a heading (retail MoveToManager::TurnToHeading 0x0052a630). */
function turnToHeading(world: GaitWorld, entity: number, parameters: MovementParameters): void {
  const { moveTo } = world.components;
  if ((parameters.flags & MovementFlags.StopCompletely) !== 0) world.hub.stopCompletely(world, entity);
  storeParameters(world, entity, parameters, parameters.flags & ~MovementFlags.Sticky);
  moveTo.soughtHeading[entity] = parameters.desiredHeading;
  moveTo.type[entity] = MovementType.TurnToHeading;
  addTurnToHeadingNode(world, entity, parameters.desiredHeading);
  beginNextNode(world, entity);
}

/**
 * News about the watched target (retail MoveToManager::HandleUpdateTarget 0x0052a7d0): the first makes the nodes of the
 * move, later ones move its goal and start its progress afresh.
 */
export function handleUpdateTarget(world: GaitWorld, entity: number, update: TargetUpdate): void {
  const { moveTo, identity, frame } = world.components;
  if (moveTo.topLevelObject[entity] !== update.object) return;
  const type = moveTo.type[entity];
  if (moveTo.initialized[entity] === 0) {
    if (update.object === identity.guid[entity]) {
      moveTo.soughtX[entity] = moveTo.currentTargetX[entity] = frame.x[entity];
      moveTo.soughtY[entity] = moveTo.currentTargetY[entity] = frame.y[entity];
      moveTo.soughtZ[entity] = moveTo.currentTargetZ[entity] = frame.z[entity];
      cleanUpAndCallWeenie(world, entity);
    } else if (update.status !== TargetStatus.Ok) loseTarget(world, entity, update, MovementError.NoObject);
    else if (type === MovementType.MoveToObject) moveToObjectInternal(world, entity, update);
    else if (type === MovementType.TurnToObject) turnToObjectInternal(world, entity, update);
  } else if (update.status !== TargetStatus.Ok) loseTarget(world, entity, update, MovementError.ObjectGone);
  else if (type === MovementType.MoveToObject) {
    const now = world.clock.now;
    takePlaces(world, entity, update);
    moveTo.previousDistance[entity] = FLOAT_MAX;
    moveTo.previousDistanceTime[entity] = now;
    moveTo.originalDistance[entity] = FLOAT_MAX;
    moveTo.originalDistanceTime[entity] = now;
  }
}

/** The place ahead is sought, the place itself is what distances are measured to. */
function takePlaces(world: GaitWorld, entity: number, update: TargetUpdate): void {
  const { moveTo } = world.components;
  moveTo.currentTargetX[entity] = update.place[0];
  moveTo.currentTargetY[entity] = update.place[1];
  moveTo.currentTargetZ[entity] = update.place[2];
  moveTo.soughtX[entity] = update.place[3];
  moveTo.soughtY[entity] = update.place[4];
  moveTo.soughtZ[entity] = update.place[5];
}

function loseTarget(world: GaitWorld, entity: number, update: TargetUpdate, error: number): void {
  world.raise(EventCode.targetLost, entity, update.object, update.status);
  cancelMoveTo(world, entity, error);
}

/** Makes the nodes of a chase (retail MoveToManager::MoveToObject_Internal 0x0052a400). */
function moveToObjectInternal(world: GaitWorld, entity: number, update: TargetUpdate): void {
  const { moveTo, frame } = world.components;
  takePlaces(world, entity, update);
  const toTarget = heading(frame.x[entity], frame.y[entity], moveTo.soughtX[entity], moveTo.soughtY[entity]);
  getCommand(
    moveTo.flags[entity],
    getCurrentDistance(world, entity),
    moveTo.distanceToObject[entity],
    moveTo.minDistance[entity],
    moveTo.walkRunThreshold[entity],
  );
  if (choice.command !== 0) {
    addTurnToHeadingNode(world, entity, toTarget);
    addMoveToPositionNode(world, entity);
  }
  if ((moveTo.flags[entity] & MovementFlags.UseFinalHeading) !== 0) {
    const final = toTarget + moveTo.desiredHeading[entity];
    addTurnToHeadingNode(world, entity, final >= 360 ? final - 360 : final);
  }
  moveTo.initialized[entity] = 1;
  beginNextNode(world, entity);
}

/** Makes the node of a turn to an object (retail MoveToManager::TurnToObject_Internal 0x0052a550). */
function turnToObjectInternal(world: GaitWorld, entity: number, update: TargetUpdate): void {
  const { moveTo, frame } = world.components;
  moveTo.currentTargetX[entity] = update.place[0];
  moveTo.currentTargetY[entity] = update.place[1];
  moveTo.currentTargetZ[entity] = update.place[2];
  const toTarget = heading(frame.x[entity], frame.y[entity], update.place[0], update.place[1]);
  const final = normalizeDegrees(toTarget + moveTo.soughtHeading[entity]);
  moveTo.soughtHeading[entity] = final;
  addTurnToHeadingNode(world, entity, final);
  moveTo.initialized[entity] = 1;
  beginNextNode(world, entity);
}

/** The body has landed: the first node starts again (retail MoveToManager::HitGround 0x00529d70). */
export function moveToHitGround(world: GaitWorld, entity: number): void {
  if (isMovingTo(world, entity)) beginNextNode(world, entity);
}

/** Ends the move without telling anyone, for a body that leaves the world (retail MoveToManager::Destroy 0x005294b0). */
export function destroyMoveTo(world: GaitWorld, entity: number): void {
  world.components.pendingNodes.count[entity] = 0;
  if (isMovingTo(world, entity)) cleanUp(world, entity);
}
