import { MotionCommand } from '../../components/motion-command.ts';
import { FLOAT_MAX, MovementError, MovementFlags, MovementType } from '../../components/move-to.ts';
import { TransientState } from '../../components/transient-state.ts';
import { distanceToPoint, frameHeading, setFrameHeading } from '../math/frame.ts';
import { EPSILON, headingDiff, headingGreater, headingOfDirection, normalizeHeadingDifference } from '../math/heading.ts';
import { MovementParameters } from '../movement-parameters.ts';
import type { GaitWorld } from '../world.ts';
import { cancelMoveTo } from './clean-up.ts';
import { getDesiredHeading } from './command-choice.ts';
import { beginNextNode, beginTurnToHeading } from './next-node.ts';
import { removePendingActionsHead } from './pending-nodes.ts';
import { checkProgressMade, distanceScratch, measureDistance } from './progress.ts';

/** Degrees off the way to the target within which a walker does not turn, and the cosine of that angle. */
const AUX_TURN_BAND = 20;
const AUX_TURN_COSINE = 0.9396926207859084;
/** Sines and cosines this near to a limit are decided by the angle itself. */
const UNSURE = 1e-6;
/** Metres a second above which a chaser retunes how far its target looks ahead. */
const RETUNE_SPEED = 0.1;
/** Seconds by which the time to arrival must be off. */
const RETUNE_DIFFERENCE = 1;

/** The one set of parameters for all commands of a tick; each adjustment writes its speed back into it. */
const tickParameters = new MovementParameters();
let parametersFilled = false;

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
  if (pendingNodes.type[entity] === MovementType.MoveToPosition) {
    handleMoveToPosition(world, entity, chasesObject);
  } else handleTurnToHeading(world, entity);
}

/** Walks on (retail MoveToManager::HandleMoveToPosition 0x00529d80): steers, sees whether it has arrived, retunes. */
function handleMoveToPosition(world: GaitWorld, entity: number, chasesObject: boolean): void {
  const { moveTo, body, target, pendingMotions } = world.components;
  parametersFilled = false;
  if (pendingMotions.count[entity] === 0) steer(world, entity);
  else if (moveTo.auxCommand[entity] !== 0) stopAuxCommand(world, entity);

  measureDistance(world, entity);
  const distance = distanceScratch[0];
  const judged = world.clock.now - moveTo.previousDistanceTime[entity] > 1;
  if (judged && !checkProgressMade(world, entity, distance)) {
    noteStall(world, entity);
  } else {
    moveTo.failProgressCount[entity] = 0;
    const arrived =
      moveTo.movingAway[entity] === 1
        ? distance >= moveTo.minDistance[entity]
        : distance <= moveTo.distanceToObject[entity];
    if (arrived) arrive(world, entity);
    else if (moveTo.failDistance[entity] < FLOAT_MAX && isTooFarFromStart(world, entity)) {
      cancelMoveTo(world, entity, MovementError.ChargedTooFar);
    }
  }

  if (!chasesObject || target.object[entity] === 0) return;
  if (moveTo.topLevelObject[entity] === 0 || moveTo.type[entity] === MovementType.Invalid) return;
  const vx = body.cachedVelocityX[entity];
  const vy = body.cachedVelocityY[entity];
  const vz = body.cachedVelocityZ[entity];
  const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
  if (speed > RETUNE_SPEED) {
    const arrival = distance / speed;
    if (Math.abs(arrival - target.quantum[entity]) >= RETUNE_DIFFERENCE) target.quantum[entity] = arrival;
  }
}

function arrive(world: GaitWorld, entity: number): void {
  const { moveTo } = world.components;
  removePendingActionsHead(world, entity);
  world.hub.stopAdjustedMotion(world, entity, moveTo.currentCommand[entity], parametersOf(world, entity));
  moveTo.currentCommand[entity] = 0;
  if (moveTo.auxCommand[entity] !== 0) stopAuxCommand(world, entity);
  beginNextNode(world, entity);
}

function isTooFarFromStart(world: GaitWorld, entity: number): boolean {
  const { moveTo, frame } = world.components;
  const x = moveTo.startingX[entity];
  const y = moveTo.startingY[entity];
  const z = moveTo.startingZ[entity];
  return distanceToPoint(frame, entity, x, y, z) > moveTo.failDistance[entity];
}

/** The tick's parameters, filled by their first use. */
function parametersOf(world: GaitWorld, entity: number): MovementParameters {
  if (!parametersFilled) {
    const { moveTo } = world.components;
    tickParameters.reset();
    tickParameters.speed = moveTo.speed[entity];
    tickParameters.flags &= ~MovementFlags.CancelMoveTo;
    tickParameters.holdKey = moveTo.holdKey[entity];
    parametersFilled = true;
  }
  return tickParameters;
}

/**
 * Turns the walker towards its target. Whether it is within the band, and else to which side, is read from the cosine
 * and sine of the difference; only next to the limits is the angle itself worked out.
 */
function steer(world: GaitWorld, entity: number): void {
  const { moveTo, frame } = world.components;
  const w = frame.qw[entity];
  const qx = frame.qx[entity];
  const qy = frame.qy[entity];
  const qz = frame.qz[entity];
  const forwardX = 2 * (qx * qy - w * qz);
  const forwardY = 1 - 2 * (qx * qx + qz * qz);
  let dx = moveTo.currentTargetX[entity] - frame.x[entity];
  let dy = moveTo.currentTargetY[entity] - frame.y[entity];
  if (getDesiredHeading(moveTo.currentCommand[entity], moveTo.movingAway[entity] === 1) !== 0) {
    dx = -dx;
    dy = -dy;
  }
  const scale = Math.sqrt((dx * dx + dy * dy) * (forwardX * forwardX + forwardY * forwardY));
  const cosine = forwardX * dx + forwardY * dy;
  if (scale > 1 && cosine > (AUX_TURN_COSINE + UNSURE) * scale) {
    if (moveTo.auxCommand[entity] !== 0) stopAuxCommand(world, entity);
    return;
  }
  const sine = forwardX * dy - forwardY * dx;
  let turn: number;
  if (scale > 1 && cosine < (AUX_TURN_COSINE - UNSURE) * scale && (sine > UNSURE * scale || sine < -UNSURE * scale)) {
    turn = sine > 0 ? MotionCommand.TurnLeft : MotionCommand.TurnRight;
  } else turn = turnByAngle(world, entity);
  if (turn === moveTo.auxCommand[entity]) return;
  if (turn === 0) {
    stopAuxCommand(world, entity);
    return;
  }
  world.hub.doAdjustedMotion(world, entity, turn, parametersOf(world, entity));
  moveTo.auxCommand[entity] = turn;
}

/** The turn that retail's own angles ask for; 0 within the band. */
function turnByAngle(world: GaitWorld, entity: number): number {
  const { moveTo, frame } = world.components;
  const dx = moveTo.currentTargetX[entity] - frame.x[entity];
  const dy = moveTo.currentTargetY[entity] - frame.y[entity];
  let wanted =
    getDesiredHeading(moveTo.currentCommand[entity], moveTo.movingAway[entity] === 1) + headingOfDirection(dx, dy);
  if (wanted >= 360) wanted -= 360;
  const difference = normalizeHeadingDifference(wanted - frameHeading(frame, entity));
  if (difference <= AUX_TURN_BAND || difference >= 360 - AUX_TURN_BAND) return 0;
  // A flee starts exactly at 180, where rounding would decide: within epsilon it counts as below.
  return difference - 180 >= EPSILON ? MotionCommand.TurnLeft : MotionCommand.TurnRight;
}

function stopAuxCommand(world: GaitWorld, entity: number): void {
  const { moveTo } = world.components;
  world.hub.stopAdjustedMotion(world, entity, moveTo.auxCommand[entity], parametersOf(world, entity));
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
  const goal = pendingNodes.heading[entity];
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
