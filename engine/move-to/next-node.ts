import { MotionCommand } from '../../components/motion-command.ts';
import {
  MovementError,
  MovementFlags,
  MovementType,
  MoveToU32,
  MoveToF64,
  MoveToPlanF64,
} from '../../components/move-to.ts';
import { frameHeading } from '../math/frame.ts';
import { EPSILON, headingDiff } from '../math/heading.ts';
import { MovementParameters } from '../movement-parameters.ts';
import type { GaitWorld } from '../world.ts';
import { cancelMoveTo, cleanUpAndCallWeenie } from './clean-up.ts';
import { choice, getCommand } from './command-choice.ts';
import { removePendingActionsHead } from './pending-nodes.ts';
import { getCurrentDistance } from './progress.ts';

/** Parameters with which a node's motion starts. */
const startParameters = new MovementParameters();

/**
 * Starts the first node, or ends the move when there is none; a sticky move then hands over to sticking (retail
 * MoveToManager::BeginNextNode 0x00529cb0).
 */
export function beginNextNode(world: GaitWorld, entity: number): void {
  const { moveTo, pendingNodes } = world.components;
  const moveToRow = entity * MoveToF64.row;
  const moveToWords = entity * MoveToU32.row;
  if (pendingNodes.count[entity] > 0) {
    const type = pendingNodes.type[entity];
    if (type === MovementType.MoveToPosition) beginMoveForward(world, entity);
    else beginTurnToHeading(world, entity);
    return;
  }
  const sticky = (moveTo.u32[moveToWords + MoveToU32.flags] & MovementFlags.Sticky) !== 0;
  const target = moveTo.u32[moveToWords + MoveToU32.topLevelObject];
  const radius = moveTo.f64[moveToRow + MoveToF64.soughtRadius];
  const height = moveTo.f64[moveToRow + MoveToF64.soughtHeight];
  cleanUpAndCallWeenie(world, entity);
  if (sticky) world.hub.stickTo(world, entity, target, radius, height);
}

/** Starts to walk (retail MoveToManager::BeginMoveForward 0x00529a00). */
function beginMoveForward(world: GaitWorld, entity: number): void {
  const { moveTo } = world.components;
  const planRow = entity * MoveToPlanF64.row;
  const moveToRow = entity * MoveToF64.row;
  const moveToWords = entity * MoveToU32.row;
  const distance = getCurrentDistance(world, entity);
  getCommand(
    moveTo.u32[moveToWords + MoveToU32.flags],
    distance,
    moveTo.f64[moveToRow + MoveToF64.distanceToObject],
    moveTo.plan[planRow + MoveToPlanF64.minDistance],
    moveTo.plan[planRow + MoveToPlanF64.walkRunThreshold],
  );
  const { command, holdKey, movingAway } = choice;
  if (command === 0) {
    removePendingActionsHead(world, entity);
    beginNextNode(world, entity);
    return;
  }
  startParameters.reset();
  startParameters.holdKey = holdKey;
  startParameters.flags &= ~MovementFlags.CancelMoveTo;
  startParameters.speed = moveTo.plan[planRow + MoveToPlanF64.speed];
  const error = world.hub.doAdjustedMotion(world, entity, command, startParameters);
  if (error !== MovementError.None) {
    cancelMoveTo(world, entity, error);
    return;
  }
  const now = world.clock.now;
  moveTo.u32[moveToWords + MoveToU32.currentCommand] = command;
  moveTo.u32[moveToWords + MoveToU32.movingAway] = movingAway;
  moveTo.holdKey[entity] = holdKey;
  moveTo.plan[planRow + MoveToPlanF64.previousDistance] = distance;
  moveTo.f64[moveToRow + MoveToF64.previousDistanceTime] = now;
  moveTo.plan[planRow + MoveToPlanF64.originalDistance] = distance;
  moveTo.plan[planRow + MoveToPlanF64.originalDistanceTime] = now;
}

/** Starts to turn once no motions are pending (retail MoveToManager::BeginTurnToHeading 0x00529b90). */
export function beginTurnToHeading(world: GaitWorld, entity: number): void {
  const { moveTo, pendingNodes, pendingMotions, frame } = world.components;
  const planRow = entity * MoveToPlanF64.row;
  const moveToWords = entity * MoveToU32.row;
  if (pendingNodes.count[entity] === 0) {
    cancelMoveTo(world, entity, MovementError.NoPhysicsObject);
    return;
  }
  if (pendingMotions.count[entity] > 0) return;
  const goal = pendingNodes.heading[entity];
  const difference = headingDiff(goal, frameHeading(frame, entity), MotionCommand.TurnRight);
  const right = difference <= 180;
  if (right ? difference <= EPSILON : difference + EPSILON >= 360) {
    removePendingActionsHead(world, entity);
    beginNextNode(world, entity);
    return;
  }
  const turn = right ? MotionCommand.TurnRight : MotionCommand.TurnLeft;
  startParameters.reset();
  startParameters.flags &= ~MovementFlags.CancelMoveTo;
  startParameters.speed = moveTo.plan[planRow + MoveToPlanF64.speed];
  startParameters.holdKey = moveTo.holdKey[entity];
  const error = world.hub.doAdjustedMotion(world, entity, turn, startParameters);
  if (error !== MovementError.None) {
    cancelMoveTo(world, entity, error);
    return;
  }
  moveTo.u32[moveToWords + MoveToU32.currentCommand] = turn;
  // Retail stores the difference here; the first tick of the turn compares a heading with it.
  moveTo.plan[planRow + MoveToPlanF64.previousHeading] = difference;
}
