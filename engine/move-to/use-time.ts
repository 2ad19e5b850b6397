import { MotionCommand } from '../../components/motion-command.ts';
import { FLOAT_MAX, MovementError, MovementFlags, MovementType } from '../../components/move-to.ts';
import { TransientState } from '../../components/transient-state.ts';
import {
  distanceToPoint,
  frameHeading,
  frameHeadingToScratch,
  headingScratch,
  setFrameHeading,
} from '../math/frame.ts';
import {
  EPSILON,
  headingOfDirection,
  measureTurn,
  normalizeHeadingDifference,
  turnIsPast,
  turnScratch,
} from '../math/heading.ts';
import { MovementParameters } from '../movement-parameters.ts';
import type { GaitWorld } from '../world.ts';
import { cancelMoveTo } from './clean-up.ts';
import { getDesiredHeading } from './command-choice.ts';
import { beginNextNode, beginTurnToHeading } from './next-node.ts';
import { removePendingActionsHead } from './pending-nodes.ts';
import { judgedDistance, judgeProgress } from './progress.ts';

/** Degrees off the way to the target within which a walker does not turn, and the cosine of that angle. */
const AUX_TURN_BAND = 20;
const AUX_TURN_COSINE = 0.9396926207859084;
/** Above this share of the squared length it is certainly within the band. */
const SURE_COSINE_SQUARED = 0.8830232;
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
  const { moveTo, body, target, pendingMotions, frame } = world.components;
  parametersFilled = false;
  const dx = moveTo.currentTargetX[entity] - frame.x[entity];
  const dy = moveTo.currentTargetY[entity] - frame.y[entity];
  if (pendingMotions.count[entity] === 0) {
    // The heading is right when the way there is within the band of the body's forward axis; see steer for the rest.
    const w = frame.qw[entity];
    const z = frame.qz[entity];
    const upright = frame.qx[entity] === 0 && frame.qy[entity] === 0;
    const along = (1 - 2 * z * z) * dy - 2 * w * z * dx;
    const walksTowards = moveTo.movingAway[entity] === 0 && moveTo.currentCommand[entity] === MotionCommand.WalkForward;
    if (upright && walksTowards && along > 0 && along * along > SURE_COSINE_SQUARED * (dx * dx + dy * dy)) {
      if (moveTo.auxCommand[entity] !== 0) stopAuxCommand(world, entity);
    } else steer(world, entity);
  } else if (moveTo.auxCommand[entity] !== 0) stopAuxCommand(world, entity);

  const ownZ = frame.z[entity];
  const targetZ = moveTo.currentTargetZ[entity];
  const dz = targetZ - ownZ;
  let distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if ((moveTo.flags[entity] & MovementFlags.UseSpheres) !== 0) {
    const reach = distance - (body.radius[entity] + moveTo.soughtRadius[entity]);
    const gap = dz >= 0 ? dz - body.height[entity] : -dz - moveTo.soughtHeight[entity];
    // As cylinderDistanceOf, written out: a number that a call takes or answers is put on the heap.
    if (gap > 0) distance = reach > 0 ? Math.sqrt(gap * gap + reach * reach) : gap;
    else distance = gap < 0 && reach < 0 ? -Math.sqrt(gap * gap + reach * reach) : reach;
  }
  judgedDistance[0] = distance;
  if (!judgeProgress(world, entity)) {
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

  if (!chasesObject || target.object[entity] === 0 || moveTo.topLevelObject[entity] === 0) return;
  const vx = body.cachedVelocityX[entity];
  const vy = body.cachedVelocityY[entity];
  const vz = body.cachedVelocityZ[entity];
  const squared = vx * vx + vy * vy + vz * vz;
  if (squared <= RETUNE_SPEED * RETUNE_SPEED) return;
  // |distance / speed - quantum| >= 1 second, without the division.
  const speed = Math.sqrt(squared);
  if (Math.abs(distance - target.quantum[entity] * speed) >= RETUNE_DIFFERENCE * speed) {
    target.quantum[entity] = distance / speed;
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
  frameHeadingToScratch(frame, entity);
  const current = headingScratch[0];
  turnScratch[0] = current;
  turnScratch[1] = goal;
  if (turnIsPast(command)) {
    finishTurn(world, entity, command);
    return;
  }
  turnScratch[1] = moveTo.previousHeading[entity];
  measureTurn(command);
  const turned = turnScratch[0];
  moveTo.previousHeading[entity] = current;
  if (turned < 180 && turned > EPSILON) moveTo.failProgressCount[entity] = 0;
  else noteStall(world, entity);
}

/** The body has turned past its goal: it snaps to it, stops turning, and goes on with the next node. */
function finishTurn(world: GaitWorld, entity: number, command: number): void {
  const { moveTo, pendingNodes, frame, body } = world.components;
  moveTo.failProgressCount[entity] = 0;
  setFrameHeading(frame, entity, pendingNodes.heading[entity]);
  // A turn at no speed has not moved the body; the snap has.
  if (body.moved[entity] === 0) body.moved[entity] = 1;
  removePendingActionsHead(world, entity);
  tickParameters.reset();
  tickParameters.flags &= ~MovementFlags.CancelMoveTo;
  tickParameters.holdKey = moveTo.holdKey[entity];
  world.hub.stopAdjustedMotion(world, entity, command, tickParameters);
  moveTo.currentCommand[entity] = 0;
  beginNextNode(world, entity);
}
