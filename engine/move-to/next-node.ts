import { MotionCommand } from '../../components/motion-command.ts';
import { MovementError, MovementFlags, MovementType } from '../../components/move-to.ts';
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
  if (pendingNodes.count[entity] > 0) {
    const type = pendingNodes.type[entity];
    if (type === MovementType.MoveToPosition) beginMoveForward(world, entity);
    else beginTurnToHeading(world, entity);
    return;
  }
  const sticky = (moveTo.flags[entity] & MovementFlags.Sticky) !== 0;
  const target = moveTo.topLevelObject[entity];
  const radius = moveTo.soughtRadius[entity];
  const height = moveTo.soughtHeight[entity];
  cleanUpAndCallWeenie(world, entity);
  if (sticky) world.hub.stickTo(world, entity, target, radius, height);
}

/** Starts to walk (retail MoveToManager::BeginMoveForward 0x00529a00). */
function beginMoveForward(world: GaitWorld, entity: number): void {
  const { moveTo } = world.components;
  const distance = getCurrentDistance(world, entity);
  getCommand(
    moveTo.flags[entity],
    distance,
    moveTo.distanceToObject[entity],
    moveTo.minDistance[entity],
    moveTo.walkRunThreshold[entity],
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
  startParameters.speed = moveTo.speed[entity];
  const error = world.hub.doAdjustedMotion(world, entity, command, startParameters);
  if (error !== MovementError.None) {
    cancelMoveTo(world, entity, error);
    return;
  }
  const now = world.clock.now;
  moveTo.currentCommand[entity] = command;
  moveTo.movingAway[entity] = movingAway;
  moveTo.holdKey[entity] = holdKey;
  moveTo.previousDistance[entity] = distance;
  moveTo.previousDistanceTime[entity] = now;
  moveTo.originalDistance[entity] = distance;
  moveTo.originalDistanceTime[entity] = now;
}

/** Starts to turn once no motions are pending (retail MoveToManager::BeginTurnToHeading 0x00529b90). */
export function beginTurnToHeading(world: GaitWorld, entity: number): void {
  const { moveTo, pendingNodes, pendingMotions, frame } = world.components;
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
  startParameters.speed = moveTo.speed[entity];
  startParameters.holdKey = moveTo.holdKey[entity];
  const error = world.hub.doAdjustedMotion(world, entity, turn, startParameters);
  if (error !== MovementError.None) {
    cancelMoveTo(world, entity, error);
    return;
  }
  moveTo.currentCommand[entity] = turn;
  // Retail stores the difference here; the first tick of the turn compares a heading with it.
  moveTo.previousHeading[entity] = difference;
}
