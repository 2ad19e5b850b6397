import { TargetU32, TargetF64 } from '../../components/target.ts';
import { BodyF32 } from '../../components/body.ts';
import { FrameF64 } from '../../components/frame.ts';
import { MotionCommand } from '../../components/motion-command.ts';
import {
  FLOAT_MAX,
  MovementError,
  MovementFlags,
  MovementType,
  MoveToU32,
  MoveToF64,
  MoveToPlanF64,
} from '../../components/move-to.ts';
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
export const SURE_COSINE_SQUARED = 0.8830232;
/** Sines and cosines this near to a limit are decided by the angle itself. */
const UNSURE = 1e-6;
/** Metres a second above which a chaser retunes how far its target looks ahead. */
export const RETUNE_SPEED = 0.1;
/** Seconds by which the time to arrival must be off. */
export const RETUNE_DIFFERENCE = 1;

/** The one set of parameters for all commands of a tick; each adjustment writes its speed back into it. */
const tickParameters = new MovementParameters();
let parametersFilled = false;

/**
 * One tick of the move (retail MoveToManager::UseTime 0x0052a780): only in contact, with a node, and for a move to an
 * object only once its first update has come.
 */
export function moveToUseTime(world: GaitWorld, entity: number): void {
  const { moveTo, pendingNodes, transientState } = world.components;
  const moveToWords = entity * MoveToU32.row;
  if (pendingNodes.count[entity] === 0) return;
  if ((transientState.bits[entity] & TransientState.Contact) === 0) return;
  const chasesObject =
    moveTo.u32[moveToWords + MoveToU32.topLevelObject] !== 0 &&
    moveTo.u32[moveToWords + MoveToU32.type] !== MovementType.Invalid;
  if (chasesObject && moveTo.u32[moveToWords + MoveToU32.initialized] === 0) return;
  if (pendingNodes.type[entity] === MovementType.MoveToPosition) {
    handleMoveToPosition(world, entity, chasesObject);
  } else handleTurnToHeading(world, entity);
}

/** Walks on (retail MoveToManager::HandleMoveToPosition 0x00529d80): steers, sees whether it has arrived, retunes. */
function handleMoveToPosition(world: GaitWorld, entity: number, chasesObject: boolean): void {
  const { moveTo, body, target, pendingMotions, frame } = world.components;
  const targetRow = entity * TargetF64.row;
  const bodyRow = entity * BodyF32.row;
  const moveToWords = entity * MoveToU32.row;
  const frameRow = entity * FrameF64.row;
  const moveToRow = entity * MoveToF64.row;
  parametersFilled = false;
  const dx = moveTo.f64[moveToRow + MoveToF64.currentTargetX] - frame.f64[frameRow + FrameF64.x];
  const dy = moveTo.f64[moveToRow + MoveToF64.currentTargetY] - frame.f64[frameRow + FrameF64.y];
  if (pendingMotions.count[entity] === 0) {
    // The heading is right when the way there is within the band of the body's forward axis; see steer for the rest.
    const w = frame.f64[frameRow + FrameF64.qw];
    const z = frame.f64[frameRow + FrameF64.qz];
    const upright = frame.f64[frameRow + FrameF64.qx] === 0 && frame.f64[frameRow + FrameF64.qy] === 0;
    const along = (1 - 2 * z * z) * dy - 2 * w * z * dx;
    const walksTowards =
      moveTo.u32[moveToWords + MoveToU32.movingAway] === 0 &&
      moveTo.u32[moveToWords + MoveToU32.currentCommand] === MotionCommand.WalkForward;
    if (upright && walksTowards && along > 0 && along * along > SURE_COSINE_SQUARED * (dx * dx + dy * dy)) {
      if (moveTo.u32[moveToWords + MoveToU32.auxCommand] !== 0) stopAuxCommand(world, entity);
    } else steer(world, entity);
  } else if (moveTo.u32[moveToWords + MoveToU32.auxCommand] !== 0) stopAuxCommand(world, entity);

  const ownZ = frame.f64[frameRow + FrameF64.z];
  const targetZ = moveTo.f64[moveToRow + MoveToF64.currentTargetZ];
  const dz = targetZ - ownZ;
  let distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if ((moveTo.u32[moveToWords + MoveToU32.flags] & MovementFlags.UseSpheres) !== 0) {
    const reach = distance - (body.f32[bodyRow + BodyF32.radius] + moveTo.f64[moveToRow + MoveToF64.soughtRadius]);
    const gap =
      dz >= 0 ? dz - body.f32[bodyRow + BodyF32.height] : -dz - moveTo.f64[moveToRow + MoveToF64.soughtHeight];
    // As cylinderDistanceOf, written out: a number that a call takes or answers is put on the heap.
    if (gap > 0) distance = reach > 0 ? Math.sqrt(gap * gap + reach * reach) : gap;
    else distance = gap < 0 && reach < 0 ? -Math.sqrt(gap * gap + reach * reach) : reach;
  }
  judgedDistance[0] = distance;
  if (!judgeProgress(world, entity)) {
    noteStall(world, entity);
  } else {
    moveTo.u32[moveToWords + MoveToU32.failProgressCount] = 0;
    const arrived =
      moveTo.u32[moveToWords + MoveToU32.movingAway] === 1
        ? distance >= moveTo.plan[entity * MoveToPlanF64.row + MoveToPlanF64.minDistance]
        : distance <= moveTo.f64[moveToRow + MoveToF64.distanceToObject];
    if (arrived) arrive(world, entity);
    else if (moveTo.f64[moveToRow + MoveToF64.failDistance] < FLOAT_MAX && isTooFarFromStart(world, entity)) {
      cancelMoveTo(world, entity, MovementError.ChargedTooFar);
    }
  }

  if (
    !chasesObject ||
    target.u32[entity * TargetU32.row + TargetU32.object] === 0 ||
    moveTo.u32[moveToWords + MoveToU32.topLevelObject] === 0
  )
    return;
  const vx = body.f32[bodyRow + BodyF32.cachedVelocityX];
  const vy = body.f32[bodyRow + BodyF32.cachedVelocityY];
  const vz = body.f32[bodyRow + BodyF32.cachedVelocityZ];
  const squared = vx * vx + vy * vy + vz * vz;
  if (squared <= RETUNE_SPEED * RETUNE_SPEED) return;
  // |distance / speed - quantum| >= 1 second, without the division.
  const speed = Math.sqrt(squared);
  if (Math.abs(distance - target.f64[targetRow + TargetF64.quantum] * speed) >= RETUNE_DIFFERENCE * speed) {
    target.f64[targetRow + TargetF64.quantum] = distance / speed;
  }
}

function arrive(world: GaitWorld, entity: number): void {
  const { moveTo } = world.components;
  const moveToWords = entity * MoveToU32.row;
  removePendingActionsHead(world, entity);
  world.hub.stopAdjustedMotion(
    world,
    entity,
    moveTo.u32[moveToWords + MoveToU32.currentCommand],
    parametersOf(world, entity),
  );
  moveTo.u32[moveToWords + MoveToU32.currentCommand] = 0;
  if (moveTo.u32[moveToWords + MoveToU32.auxCommand] !== 0) stopAuxCommand(world, entity);
  beginNextNode(world, entity);
}

function isTooFarFromStart(world: GaitWorld, entity: number): boolean {
  const { moveTo, frame } = world.components;
  const planRow = entity * MoveToPlanF64.row;
  const moveToRow = entity * MoveToF64.row;
  const x = moveTo.plan[planRow + MoveToPlanF64.startingX];
  const y = moveTo.plan[planRow + MoveToPlanF64.startingY];
  const z = moveTo.plan[planRow + MoveToPlanF64.startingZ];
  return distanceToPoint(frame, entity, x, y, z) > moveTo.f64[moveToRow + MoveToF64.failDistance];
}

/** The tick's parameters, filled by their first use. */
function parametersOf(world: GaitWorld, entity: number): MovementParameters {
  if (!parametersFilled) {
    const { moveTo } = world.components;
    tickParameters.reset();
    tickParameters.speed = moveTo.plan[entity * MoveToPlanF64.row + MoveToPlanF64.speed];
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
  const moveToWords = entity * MoveToU32.row;
  const moveToRow = entity * MoveToF64.row;
  const frameRow = entity * FrameF64.row;
  const w = frame.f64[frameRow + FrameF64.qw];
  const qx = frame.f64[frameRow + FrameF64.qx];
  const qy = frame.f64[frameRow + FrameF64.qy];
  const qz = frame.f64[frameRow + FrameF64.qz];
  const forwardX = 2 * (qx * qy - w * qz);
  const forwardY = 1 - 2 * (qx * qx + qz * qz);
  let dx = moveTo.f64[moveToRow + MoveToF64.currentTargetX] - frame.f64[frameRow + FrameF64.x];
  let dy = moveTo.f64[moveToRow + MoveToF64.currentTargetY] - frame.f64[frameRow + FrameF64.y];
  if (
    getDesiredHeading(
      moveTo.u32[moveToWords + MoveToU32.currentCommand],
      moveTo.u32[moveToWords + MoveToU32.movingAway] === 1,
    ) !== 0
  ) {
    dx = -dx;
    dy = -dy;
  }
  const scale = Math.sqrt((dx * dx + dy * dy) * (forwardX * forwardX + forwardY * forwardY));
  const cosine = forwardX * dx + forwardY * dy;
  if (scale > 1 && cosine > (AUX_TURN_COSINE + UNSURE) * scale) {
    if (moveTo.u32[moveToWords + MoveToU32.auxCommand] !== 0) stopAuxCommand(world, entity);
    return;
  }
  const sine = forwardX * dy - forwardY * dx;
  let turn: number;
  if (scale > 1 && cosine < (AUX_TURN_COSINE - UNSURE) * scale && (sine > UNSURE * scale || sine < -UNSURE * scale)) {
    turn = sine > 0 ? MotionCommand.TurnLeft : MotionCommand.TurnRight;
  } else turn = turnByAngle(world, entity);
  if (turn === moveTo.u32[moveToWords + MoveToU32.auxCommand]) return;
  if (turn === 0) {
    stopAuxCommand(world, entity);
    return;
  }
  world.hub.doAdjustedMotion(world, entity, turn, parametersOf(world, entity));
  moveTo.u32[moveToWords + MoveToU32.auxCommand] = turn;
}

/** The turn that retail's own angles ask for; 0 within the band. */
function turnByAngle(world: GaitWorld, entity: number): number {
  const { moveTo, frame } = world.components;
  const moveToWords = entity * MoveToU32.row;
  const frameRow = entity * FrameF64.row;
  const moveToRow = entity * MoveToF64.row;
  const dx = moveTo.f64[moveToRow + MoveToF64.currentTargetX] - frame.f64[frameRow + FrameF64.x];
  const dy = moveTo.f64[moveToRow + MoveToF64.currentTargetY] - frame.f64[frameRow + FrameF64.y];
  let wanted =
    getDesiredHeading(
      moveTo.u32[moveToWords + MoveToU32.currentCommand],
      moveTo.u32[moveToWords + MoveToU32.movingAway] === 1,
    ) + headingOfDirection(dx, dy);
  if (wanted >= 360) wanted -= 360;
  const difference = normalizeHeadingDifference(wanted - frameHeading(frame, entity));
  if (difference <= AUX_TURN_BAND || difference >= 360 - AUX_TURN_BAND) return 0;
  // A flee starts exactly at 180, where rounding would decide: within epsilon it counts as below.
  return difference - 180 >= EPSILON ? MotionCommand.TurnLeft : MotionCommand.TurnRight;
}

function stopAuxCommand(world: GaitWorld, entity: number): void {
  const { moveTo } = world.components;
  const moveToWords = entity * MoveToU32.row;
  world.hub.stopAdjustedMotion(
    world,
    entity,
    moveTo.u32[moveToWords + MoveToU32.auxCommand],
    parametersOf(world, entity),
  );
  moveTo.u32[moveToWords + MoveToU32.auxCommand] = 0;
}

/** Counts a tick without progress, unless something else moves the body; nothing reads the count (retail). */
function noteStall(world: GaitWorld, entity: number): void {
  const { moveTo, pendingMotions, interpolation } = world.components;
  const slot = interpolation.slot[entity];
  const interpolating = slot !== 0 && world.interpolationQueues.count[slot] > 0;
  if (!interpolating && pendingMotions.count[entity] === 0)
    moveTo.u32[entity * MoveToU32.row + MoveToU32.failProgressCount]++;
}

/** Turns on, and snaps to the heading when it has passed it (retail MoveToManager::HandleTurnToHeading 0x0052a0c0). */
function handleTurnToHeading(world: GaitWorld, entity: number): void {
  const { moveTo, pendingNodes, frame } = world.components;
  const planRow = entity * MoveToPlanF64.row;
  const moveToWords = entity * MoveToU32.row;
  const command = moveTo.u32[moveToWords + MoveToU32.currentCommand];
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
  turnScratch[1] = moveTo.plan[planRow + MoveToPlanF64.previousHeading];
  measureTurn(command);
  const turned = turnScratch[0];
  moveTo.plan[planRow + MoveToPlanF64.previousHeading] = current;
  if (turned < 180 && turned > EPSILON) moveTo.u32[moveToWords + MoveToU32.failProgressCount] = 0;
  else noteStall(world, entity);
}

/** The body has turned past its goal: it snaps to it, stops turning, and goes on with the next node. */
function finishTurn(world: GaitWorld, entity: number, command: number): void {
  const { moveTo, pendingNodes, frame, body } = world.components;
  const moveToWords = entity * MoveToU32.row;
  moveTo.u32[moveToWords + MoveToU32.failProgressCount] = 0;
  setFrameHeading(frame, entity, pendingNodes.heading[entity]);
  // A turn at no speed has not moved the body; the snap has.
  if (body.moved[entity] === 0) body.moved[entity] = 1;
  removePendingActionsHead(world, entity);
  tickParameters.reset();
  tickParameters.flags &= ~MovementFlags.CancelMoveTo;
  tickParameters.holdKey = moveTo.holdKey[entity];
  world.hub.stopAdjustedMotion(world, entity, command, tickParameters);
  moveTo.u32[moveToWords + MoveToU32.currentCommand] = 0;
  beginNextNode(world, entity);
}
