import { FrameF64 } from '../../components/frame.ts';
import {
  FLOAT_MAX,
  MovementError,
  MovementFlags,
  MovementType,
  MoveToU32,
  MoveToF64,
  MoveToPlanF64,
} from '../../components/move-to.ts';
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
  return world.components.moveTo.u32[entity * MoveToU32.row + MoveToU32.type] !== MovementType.Invalid;
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
  const planRow = entity * MoveToPlanF64.row;
  const moveToRow = entity * MoveToF64.row;
  const moveToWords = entity * MoveToU32.row;
  moveTo.u32[moveToWords + MoveToU32.flags] = flags;
  moveTo.f64[moveToRow + MoveToF64.distanceToObject] = parameters.distanceToObject;
  moveTo.plan[planRow + MoveToPlanF64.minDistance] = parameters.minDistance;
  moveTo.f64[moveToRow + MoveToF64.failDistance] = parameters.failDistance;
  moveTo.plan[planRow + MoveToPlanF64.desiredHeading] = parameters.desiredHeading;
  moveTo.plan[planRow + MoveToPlanF64.speed] = parameters.speed;
  moveTo.plan[planRow + MoveToPlanF64.walkRunThreshold] = parameters.walkRunThreshold;
  moveTo.contextId[entity] = parameters.contextId;
  moveTo.holdKey[entity] = parameters.holdKey;
  moveTo.actionStamp[entity] = parameters.actionStamp;
}

function startHere(world: GaitWorld, entity: number): void {
  const { moveTo, frame } = world.components;
  const planRow = entity * MoveToPlanF64.row;
  const frameRow = entity * FrameF64.row;
  moveTo.plan[planRow + MoveToPlanF64.startingX] = frame.f64[frameRow + FrameF64.x];
  moveTo.plan[planRow + MoveToPlanF64.startingY] = frame.f64[frameRow + FrameF64.y];
  moveTo.plan[planRow + MoveToPlanF64.startingZ] = frame.f64[frameRow + FrameF64.z];
}

/**
 * Chases an object (retail MoveToManager::MoveToObject 0x00529680). Nodes are made when the target's first update
 * comes, which is in this same call for an object that is known.
 */
function moveToObject(world: GaitWorld, entity: number, request: MoveToRequest): void {
  const { moveTo, identity } = world.components;
  const moveToRow = entity * MoveToF64.row;
  const moveToWords = entity * MoveToU32.row;
  world.hub.stopCompletely(world, entity);
  startHere(world, entity);
  moveTo.soughtObject[entity] = request.objectId;
  moveTo.f64[moveToRow + MoveToF64.soughtRadius] = request.radius;
  moveTo.f64[moveToRow + MoveToF64.soughtHeight] = request.height;
  moveTo.u32[moveToWords + MoveToU32.type] = MovementType.MoveToObject;
  moveTo.u32[moveToWords + MoveToU32.topLevelObject] = request.topLevelId;
  storeParameters(world, entity, request.parameters, request.parameters.flags);
  moveTo.u32[moveToWords + MoveToU32.initialized] = 0;
  if (request.topLevelId === identity.guid[entity]) cleanUpAndCallWeenie(world, entity);
  else world.hub.setTarget(world, entity, 0, request.topLevelId, TARGET_RADIUS, 0);
}

/** Walks to a place (retail MoveToManager::MoveToPosition 0x0052a240); the first distance is between centres. */
function moveToPosition(world: GaitWorld, entity: number, request: MoveToRequest): void {
  const { moveTo, frame } = world.components;
  const planRow = entity * MoveToPlanF64.row;
  const { parameters } = request;
  const frameRow = entity * FrameF64.row;
  const moveToRow = entity * MoveToF64.row;
  world.hub.stopCompletely(world, entity);
  moveTo.f64[moveToRow + MoveToF64.currentTargetX] = request.x;
  moveTo.f64[moveToRow + MoveToF64.currentTargetY] = request.y;
  moveTo.f64[moveToRow + MoveToF64.currentTargetZ] = request.z;
  moveTo.f64[moveToRow + MoveToF64.soughtRadius] = 0;
  const distance = getCurrentDistance(world, entity);
  getCommand(
    parameters.flags,
    distance,
    parameters.distanceToObject,
    parameters.minDistance,
    parameters.walkRunThreshold,
  );
  if (choice.command !== 0) {
    addTurnToHeadingNode(
      world,
      entity,
      heading(frame.f64[frameRow + FrameF64.x], frame.f64[frameRow + FrameF64.y], request.x, request.y),
    );
    addMoveToPositionNode(world, entity);
  }
  if ((parameters.flags & MovementFlags.UseFinalHeading) !== 0) {
    addTurnToHeadingNode(world, entity, parameters.desiredHeading);
  }
  moveTo.plan[planRow + MoveToPlanF64.soughtX] = request.x;
  moveTo.plan[planRow + MoveToPlanF64.soughtY] = request.y;
  moveTo.plan[planRow + MoveToPlanF64.soughtZ] = request.z;
  startHere(world, entity);
  moveTo.u32[entity * MoveToU32.row + MoveToU32.type] = MovementType.MoveToPosition;
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
  const moveToWords = entity * MoveToU32.row;
  if ((parameters.flags & MovementFlags.StopCompletely) !== 0) world.hub.stopCompletely(world, entity);
  moveTo.u32[moveToWords + MoveToU32.type] = MovementType.TurnToObject;
  moveTo.soughtObject[entity] = request.objectId;
  moveTo.plan[entity * MoveToPlanF64.row + MoveToPlanF64.currentTargetHeading] = parameters.desiredHeading;
  moveTo.u32[moveToWords + MoveToU32.topLevelObject] = request.topLevelId;
  storeParameters(world, entity, parameters, parameters.flags);
  if (request.topLevelId === identity.guid[entity]) {
    cleanUpAndCallWeenie(world, entity);
    return;
  }
  moveTo.u32[moveToWords + MoveToU32.initialized] = 0;
  world.hub.setTarget(world, entity, 0, request.topLevelId, TARGET_RADIUS, 0);
}

/** Turns to a heading (retail MoveToManager::TurnToHeading 0x0052a630). */
function turnToHeading(world: GaitWorld, entity: number, parameters: MovementParameters): void {
  const { moveTo } = world.components;
  if ((parameters.flags & MovementFlags.StopCompletely) !== 0) world.hub.stopCompletely(world, entity);
  storeParameters(world, entity, parameters, parameters.flags & ~MovementFlags.Sticky);
  moveTo.plan[entity * MoveToPlanF64.row + MoveToPlanF64.soughtHeading] = parameters.desiredHeading;
  moveTo.u32[entity * MoveToU32.row + MoveToU32.type] = MovementType.TurnToHeading;
  addTurnToHeadingNode(world, entity, parameters.desiredHeading);
  beginNextNode(world, entity);
}

/**
 * News about the watched target (retail MoveToManager::HandleUpdateTarget 0x0052a7d0): the first makes the nodes of the
 * move, later ones move its goal and start its progress afresh.
 */
export function handleUpdateTarget(world: GaitWorld, entity: number, update: TargetUpdate): void {
  const { moveTo, identity, frame } = world.components;
  const planRow = entity * MoveToPlanF64.row;
  const frameRow = entity * FrameF64.row;
  const moveToRow = entity * MoveToF64.row;
  const moveToWords = entity * MoveToU32.row;
  if (moveTo.u32[moveToWords + MoveToU32.topLevelObject] !== update.object) return;
  const type = moveTo.u32[moveToWords + MoveToU32.type];
  if (moveTo.u32[moveToWords + MoveToU32.initialized] === 0) {
    if (update.object === identity.guid[entity]) {
      const x = frame.f64[frameRow + FrameF64.x];
      const y = frame.f64[frameRow + FrameF64.y];
      const z = frame.f64[frameRow + FrameF64.z];
      moveTo.f64[moveToRow + MoveToF64.currentTargetX] = x;
      moveTo.f64[moveToRow + MoveToF64.currentTargetY] = y;
      moveTo.f64[moveToRow + MoveToF64.currentTargetZ] = z;
      moveTo.plan[planRow + MoveToPlanF64.soughtX] = x;
      moveTo.plan[planRow + MoveToPlanF64.soughtY] = y;
      moveTo.plan[planRow + MoveToPlanF64.soughtZ] = z;
      cleanUpAndCallWeenie(world, entity);
    } else if (update.status !== TargetStatus.Ok) loseTarget(world, entity, update, MovementError.NoObject);
    else if (type === MovementType.MoveToObject) moveToObjectInternal(world, entity, update);
    else if (type === MovementType.TurnToObject) turnToObjectInternal(world, entity, update);
  } else if (update.status !== TargetStatus.Ok) loseTarget(world, entity, update, MovementError.ObjectGone);
  else if (type === MovementType.MoveToObject) {
    const now = world.clock.now;
    takePlaces(world, entity, update);
    moveTo.plan[planRow + MoveToPlanF64.previousDistance] = FLOAT_MAX;
    moveTo.f64[moveToRow + MoveToF64.previousDistanceTime] = now;
    moveTo.plan[planRow + MoveToPlanF64.originalDistance] = FLOAT_MAX;
    moveTo.plan[planRow + MoveToPlanF64.originalDistanceTime] = now;
  }
}

/** The place ahead is sought, the place itself is what distances are measured to. */
function takePlaces(world: GaitWorld, entity: number, update: TargetUpdate): void {
  const { moveTo } = world.components;
  const planRow = entity * MoveToPlanF64.row;
  const moveToRow = entity * MoveToF64.row;
  moveTo.f64[moveToRow + MoveToF64.currentTargetX] = update.place[0];
  moveTo.f64[moveToRow + MoveToF64.currentTargetY] = update.place[1];
  moveTo.f64[moveToRow + MoveToF64.currentTargetZ] = update.place[2];
  moveTo.plan[planRow + MoveToPlanF64.soughtX] = update.place[3];
  moveTo.plan[planRow + MoveToPlanF64.soughtY] = update.place[4];
  moveTo.plan[planRow + MoveToPlanF64.soughtZ] = update.place[5];
}

function loseTarget(world: GaitWorld, entity: number, update: TargetUpdate, error: number): void {
  world.raise(EventCode.targetLost, entity, update.object, update.status);
  cancelMoveTo(world, entity, error);
}

/** Makes the nodes of a chase (retail MoveToManager::MoveToObject_Internal 0x0052a400). */
function moveToObjectInternal(world: GaitWorld, entity: number, update: TargetUpdate): void {
  const { moveTo, frame } = world.components;
  const planRow = entity * MoveToPlanF64.row;
  const moveToWords = entity * MoveToU32.row;
  const moveToRow = entity * MoveToF64.row;
  const frameRow = entity * FrameF64.row;
  takePlaces(world, entity, update);
  const toTarget = heading(
    frame.f64[frameRow + FrameF64.x],
    frame.f64[frameRow + FrameF64.y],
    moveTo.plan[planRow + MoveToPlanF64.soughtX],
    moveTo.plan[planRow + MoveToPlanF64.soughtY],
  );
  getCommand(
    moveTo.u32[moveToWords + MoveToU32.flags],
    getCurrentDistance(world, entity),
    moveTo.f64[moveToRow + MoveToF64.distanceToObject],
    moveTo.plan[planRow + MoveToPlanF64.minDistance],
    moveTo.plan[planRow + MoveToPlanF64.walkRunThreshold],
  );
  if (choice.command !== 0) {
    addTurnToHeadingNode(world, entity, toTarget);
    addMoveToPositionNode(world, entity);
  }
  if ((moveTo.u32[moveToWords + MoveToU32.flags] & MovementFlags.UseFinalHeading) !== 0) {
    const final = toTarget + moveTo.plan[planRow + MoveToPlanF64.desiredHeading];
    addTurnToHeadingNode(world, entity, final >= 360 ? final - 360 : final);
  }
  moveTo.u32[moveToWords + MoveToU32.initialized] = 1;
  beginNextNode(world, entity);
}

/** Makes the node of a turn to an object (retail MoveToManager::TurnToObject_Internal 0x0052a550). */
function turnToObjectInternal(world: GaitWorld, entity: number, update: TargetUpdate): void {
  const { moveTo, frame } = world.components;
  const planRow = entity * MoveToPlanF64.row;
  const frameRow = entity * FrameF64.row;
  const moveToRow = entity * MoveToF64.row;
  moveTo.f64[moveToRow + MoveToF64.currentTargetX] = update.place[0];
  moveTo.f64[moveToRow + MoveToF64.currentTargetY] = update.place[1];
  moveTo.f64[moveToRow + MoveToF64.currentTargetZ] = update.place[2];
  const toTarget = heading(
    frame.f64[frameRow + FrameF64.x],
    frame.f64[frameRow + FrameF64.y],
    update.place[0],
    update.place[1],
  );
  const final = normalizeDegrees(toTarget + moveTo.plan[planRow + MoveToPlanF64.soughtHeading]);
  moveTo.plan[planRow + MoveToPlanF64.soughtHeading] = final;
  addTurnToHeadingNode(world, entity, final);
  moveTo.u32[entity * MoveToU32.row + MoveToU32.initialized] = 1;
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
