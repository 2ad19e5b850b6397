import { NO_NODE } from '../components/sequence.ts';
import { TransientState } from '../components/transient-state.ts';
import { frameHeading } from '../engine/math/frame.ts';
import { type DropReason, dropReasonName, ENTITY_REASON_COUNT } from '../engine/net/drop-reasons.ts';
import type { GaitWorld } from '../engine/world.ts';

/** Where a body is: metres, compass degrees, and the quaternion. */
export interface FrameReading {
  x: number;
  y: number;
  z: number;
  heading: number;
  qw: number;
  qx: number;
  qy: number;
  qz: number;
}

/** What a body performs. */
export interface MotionReading {
  style: number;
  substate: number;
  substateSpeed: number;
  forwardCommand: number;
  forwardSpeed: number;
  sidestepCommand: number;
  sidestepSpeed: number;
  turnCommand: number;
  turnSpeed: number;
  modifiers: { motion: number; speed: number }[];
  /** Id of the animation that plays in its motion table, and the frame in it; animation 0: none. */
  animation: number;
  frame: number;
  /** Metres a second: how fast it came along in the last step. */
  velocity: { x: number; y: number; z: number };
  contact: boolean;
  onWalkable: boolean;
  /** Motions that are not over yet, oldest first. */
  pendingMotions: number[];
}

/** The move or turn that is under way. */
export interface MoveToReading {
  /** A MovementType; 0: none. */
  type: number;
  /** Guid of the target; 0: none. */
  target: number;
  /** Place of the target, as last known. */
  x: number;
  y: number;
  z: number;
  currentCommand: number;
  auxCommand: number;
  movingAway: boolean;
  initialized: boolean;
  /** What is still to do: MovementType 7 (walk) or 9 (turn, with its heading in degrees). */
  nodes: { type: number; heading: number }[];
  /** Guid of what it is stuck to; 0: nothing. */
  stuckTo: number;
  /** Positions that wait to be moved through. */
  interpolationNodes: number;
}

/** Reads a frame into `out`. */
export function readFrameInto(world: GaitWorld, entity: number, out: FrameReading): FrameReading {
  const { frame } = world.components;
  out.x = frame.x[entity];
  out.y = frame.y[entity];
  out.z = frame.z[entity];
  out.heading = frameHeading(frame, entity);
  out.qw = frame.qw[entity];
  out.qx = frame.qx[entity];
  out.qy = frame.qy[entity];
  out.qz = frame.qz[entity];
  return out;
}

/** Reads what a body performs. */
export function readMotionOf(world: GaitWorld, entity: number): MotionReading {
  const { interpretedMotion, motionState, sequence, body, transientState, pendingMotions } = world.components;
  const current = sequence.current[entity];
  const table = world.motionTables[motionState.table[entity]];
  const bits = transientState.bits[entity];
  return {
    style: motionState.style[entity],
    substate: motionState.substate[entity],
    substateSpeed: motionState.substateSpeed[entity],
    forwardCommand: interpretedMotion.forwardCommand[entity],
    forwardSpeed: interpretedMotion.forwardSpeed[entity],
    sidestepCommand: interpretedMotion.sidestepCommand[entity],
    sidestepSpeed: interpretedMotion.sidestepSpeed[entity],
    turnCommand: interpretedMotion.turnCommand[entity],
    turnSpeed: interpretedMotion.turnSpeed[entity],
    modifiers: cells(world, entity, motionState.modifierCount[entity]).map((cell) => ({
      motion: motionState.modifier[cell],
      speed: motionState.modifierSpeed[cell],
    })),
    animation: current === NO_NODE ? 0 : table.animationIds[sequence.animation[current * world.stride + entity]],
    frame: sequence.frame[entity],
    velocity: {
      x: body.cachedVelocityX[entity],
      y: body.cachedVelocityY[entity],
      z: body.cachedVelocityZ[entity],
    },
    contact: (bits & TransientState.Contact) !== 0,
    onWalkable: (bits & TransientState.OnWalkable) !== 0,
    pendingMotions: cells(world, entity, pendingMotions.count[entity]).map((cell) => pendingMotions.motion[cell]),
  };
}

/** Reads the move or turn that is under way. */
export function readMoveToOf(world: GaitWorld, entity: number): MoveToReading {
  const { moveTo, pendingNodes, sticky, interpolation } = world.components;
  const slot = interpolation.slot[entity];
  return {
    type: moveTo.type[entity],
    target: moveTo.topLevelObject[entity],
    x: moveTo.currentTargetX[entity],
    y: moveTo.currentTargetY[entity],
    z: moveTo.currentTargetZ[entity],
    currentCommand: moveTo.currentCommand[entity],
    auxCommand: moveTo.auxCommand[entity],
    movingAway: moveTo.movingAway[entity] === 1,
    initialized: moveTo.initialized[entity] === 1,
    nodes: cells(world, entity, pendingNodes.count[entity]).map((cell) => ({
      type: pendingNodes.type[cell],
      heading: pendingNodes.heading[cell],
    })),
    stuckTo: sticky.object[entity],
    interpolationNodes: slot === 0 ? 0 : world.interpolationQueues.count[slot],
  };
}

function cells(world: GaitWorld, entity: number, count: number): number[] {
  return Array.from({ length: count }, (_, slot) => slot * world.stride + entity);
}

/** How many messages about a body were dropped, by reason. */
export function readDropsOf(world: GaitWorld, entity: number): Partial<Record<DropReason, number>> {
  const { byReason } = world.components.drops;
  const drops: Partial<Record<DropReason, number>> = {};
  for (let code = 0; code < ENTITY_REASON_COUNT; code++) {
    const count = byReason[code * world.stride + entity];
    if (count > 0) drops[dropReasonName(code)] = count;
  }
  return drops;
}
