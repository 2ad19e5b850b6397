import { MotionCommand } from '../../components/motion-command.ts';
import { MovementError, MovementFlags, MovementType, PENDING_NODE_CAPACITY } from '../../components/move-to.ts';
import { TransientState } from '../../components/transient-state.ts';
import { distanceToPoint, frameHeading, setFrameHeading } from '../math/frame.ts';
import { EPSILON, heading, headingDiff, headingGreater, normalizeHeadingDifference } from '../math/heading.ts';
import { MovementParameters } from '../movement-parameters.ts';
import type { GaitWorld } from '../world.ts';
import { cancelMoveTo } from './clean-up.ts';
import { getDesiredHeading } from './command-choice.ts';
import { beginNextNode, beginTurnToHeading } from './next-node.ts';
import { removePendingActionsHead } from './pending-nodes.ts';
import { checkProgressMade, getCurrentDistance } from './progress.ts';

/** Degrees off the way to the target within which a walker does not turn. */
const AUX_TURN_BAND = 20;
/** Metres a second above which a chaser retunes how far its target looks ahead. */
const RETUNE_SPEED = 0.1;
/** Seconds by which the time to arrival must be off. */
const RETUNE_DIFFERENCE = 1;

/** The one set of parameters for all commands of a tick; each adjustment writes its speed back into it. */
const tickParameters = new MovementParameters();

/**
 * One tick of the move (retail MoveToManager::UseTime 0x0052a780): only in contact, with a node, and for a move to an
 * object only once its first update has come.
 */
export function moveToUseTime(world: GaitWorld, entity: number): void {
  const { moveTo, pendingNodes, transientState } = world.components;
  if (pendingNodes.count[entity] === 0) return;
  if ((transientState.bits[entity] & TransientState.Contact) === 0) return;
  const chasesObject = moveTo.topLevelObject[entity] !== 0 && moveTo.type[entity] !== MovementType.Invalid;
  if (chasesObject && moveTo.initialized[entity] === 0) return;
  if (pendingNodes.type[entity * PENDING_NODE_CAPACITY] === MovementType.MoveToPosition) {
    handleMoveToPosition(world, entity);
  } else handleTurnToHeading(world, entity);
}

/** Walks on (retail MoveToManager::HandleMoveToPosition 0x00529d80): steers, sees whether it has arrived, retunes. */
function handleMoveToPosition(world: GaitWorld, entity: number): void {
  const { moveTo, body, frame, target } = world.components;
  tickParameters.reset();
  tickParameters.speed = moveTo.speed[entity];
  tickParameters.flags &= ~MovementFlags.CancelMoveTo;
  tickParameters.holdKey = moveTo.holdKey[entity];
  steer(world, entity);

  const distance = getCurrentDistance(world, entity);
  if (!checkProgressMade(world, entity, distance)) {
    noteStall(world, entity);
  } else {
    moveTo.failProgressCount[entity] = 0;
    const arrived =
      moveTo.movingAway[entity] === 1
        ? distance >= moveTo.minDistance[entity]
        : distance <= moveTo.distanceToObject[entity];
    if (arrived) {
      removePendingActionsHead(world, entity);
      world.hub.stopAdjustedMotion(world, entity, moveTo.currentCommand[entity], tickParameters);
      moveTo.currentCommand[entity] = 0;
      stopAuxCommand(world, entity);
      beginNextNode(world, entity);
    } else {
      const gone = distanceToPoint(
        frame,
        entity,
        moveTo.startingX[entity],
        moveTo.startingY[entity],
        moveTo.startingZ[entity],
      );
      if (gone > moveTo.failDistance[entity]) cancelMoveTo(world, entity, MovementError.ChargedTooFar);
    }
  }

  if (moveTo.topLevelObject[entity] !== 0 && moveTo.type[entity] !== MovementType.Invalid) {
    const vx = body.cachedVelocityX[entity];
    const vy = body.cachedVelocityY[entity];
    const vz = body.cachedVelocityZ[entity];
    const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
    if (speed > RETUNE_SPEED && target.object[entity] !== 0) {
      const arrival = distance / speed;
      if (Math.abs(arrival - target.quantum[entity]) >= RETUNE_DIFFERENCE) target.quantum[entity] = arrival;
    }
  }
}

/** Turns the walker towards its target, while no motions are pending. */
function steer(world: GaitWorld, entity: number): void {
  const { moveTo, pendingMotions, frame } = world.components;
  if (pendingMotions.count[entity] > 0) {
    stopAuxCommand(world, entity);
    return;
  }
  let wanted =
    getDesiredHeading(moveTo.currentCommand[entity], moveTo.movingAway[entity] === 1) +
    heading(frame.x[entity], frame.y[entity], moveTo.currentTargetX[entity], moveTo.currentTargetY[entity]);
  if (wanted >= 360) wanted -= 360;
  const difference = normalizeHeadingDifference(wanted - frameHeading(frame, entity));
  if (difference <= AUX_TURN_BAND || difference >= 360 - AUX_TURN_BAND) {
    stopAuxCommand(world, entity);
    return;
  }
  // A flee starts exactly at 180, where rounding would decide: within epsilon it counts as below.
  const turn = difference - 180 >= EPSILON ? MotionCommand.TurnLeft : MotionCommand.TurnRight;
  if (turn === moveTo.auxCommand[entity]) return;
  world.hub.doAdjustedMotion(world, entity, turn, tickParameters);
  moveTo.auxCommand[entity] = turn;
}

function stopAuxCommand(world: GaitWorld, entity: number): void {
  const { moveTo } = world.components;
  const aux = moveTo.auxCommand[entity];
  if (aux === 0) return;
  world.hub.stopAdjustedMotion(world, entity, aux, tickParameters);
  moveTo.auxCommand[entity] = 0;
}

/** Counts a tick without progress, unless something else moves the body; nothing reads the count (retail). */
function noteStall(world: GaitWorld, entity: number): void {
  const { moveTo, pendingMotions, interpolation } = world.components;
  const slot = interpolation.slot[entity];
  const interpolating = slot !== 0 && world.interpolationQueues.count[slot] > 0;
  if (!interpolating && pendingMotions.count[entity] === 0) moveTo.failProgressCount[entity]++;
}

/** Turns on, and snaps to the heading when it has passed it (retail MoveToManager::HandleTurnToHeading 0x0052a0c0). */
function handleTurnToHeading(world: GaitWorld, entity: number): void {
  const { moveTo, pendingNodes, frame } = world.components;
  const command = moveTo.currentCommand[entity];
  if (command !== MotionCommand.TurnRight && command !== MotionCommand.TurnLeft) {
    beginTurnToHeading(world, entity);
    return;
  }
  const goal = pendingNodes.heading[entity * PENDING_NODE_CAPACITY];
  const current = frameHeading(frame, entity);
  if (headingGreater(current, goal, command)) {
    moveTo.failProgressCount[entity] = 0;
    setFrameHeading(frame, entity, goal);
    removePendingActionsHead(world, entity);
    tickParameters.reset();
    tickParameters.flags &= ~MovementFlags.CancelMoveTo;
    tickParameters.holdKey = moveTo.holdKey[entity];
    world.hub.stopAdjustedMotion(world, entity, command, tickParameters);
    moveTo.currentCommand[entity] = 0;
    beginNextNode(world, entity);
    return;
  }
  const turned = headingDiff(current, moveTo.previousHeading[entity], command);
  moveTo.previousHeading[entity] = current;
  if (turned < 180 && turned > EPSILON) moveTo.failProgressCount[entity] = 0;
  else noteStall(world, entity);
}
