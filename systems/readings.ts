import { MotionU32, MotionF64 } from '../components/motion-interp.ts';
import { MotionStateU32 } from '../components/motion-state.ts';
import { MoveToU32, MoveToF64 } from '../components/move-to.ts';
import { BodyF32 } from '../components/body.ts';
import { FrameF64 } from '../components/frame.ts';
import { NO_NODE, SequenceU8, SequenceF64 } from '../components/sequence.ts';
import { TransientState } from '../components/transient-state.ts';
import { frameHeading } from '../engine/math/frame.ts';
import { type DropReason, dropReasonName, ENTITY_REASON_COUNT } from '../engine/net/drop-reasons.ts';
import type { GaitWorld } from '../engine/world.ts';

/** Where a body is: metres, compass degrees, and the quaternion. */
export interface FrameReading {
  /** World metres, east. */
  x: number;
  /** World metres, north. */
  y: number;
  /** World metres, up. */
  z: number;
  /** Compass degrees, 0 (north) to 360, clockwise. */
  heading: number;
  /** The rotation as a unit quaternion: its real part. */
  qw: number;
  /** Part of the quaternion about the axis to the east. */
  qx: number;
  /** Part of the quaternion about the axis to the north. */
  qy: number;
  /** Part of the quaternion about the upright axis: all that bodies on their feet turn by. */
  qz: number;
}

/** What a body performs. */
export interface MotionReading {
  /** The MotionCommand of its style: NonCombat, for example. */
  style: number;
  /** The MotionCommand of the cycle that goes on: Ready, WalkForward, Dead. */
  substate: number;
  /** Factor on that cycle's own speed. */
  substateSpeed: number;
  /** The MotionCommand of the forward axis; Ready: none. */
  forwardCommand: number;
  /** Factor on its speed; below 0: backwards. */
  forwardSpeed: number;
  /** The MotionCommand of the sidestep axis; 0: none. */
  sidestepCommand: number;
  /** Factor on its speed. */
  sidestepSpeed: number;
  /** The MotionCommand of the turn axis; 0: none. */
  turnCommand: number;
  /** Factor on its speed. */
  turnSpeed: number;
  /** Motions that go on beside the cycle, such as a turn on the way, with the factors on their speeds. */
  modifiers: { motion: number; speed: number }[];
  /** Id of the animation that plays in its motion table; 0: none. */
  animation: number;
  /** Frame of the animation that is shown now, with the part of it that is under way. */
  frame: number;
  /** Metres a second: how fast it came along in the last step. */
  velocity: { x: number; y: number; z: number };
  /** Whether it touches something. */
  contact: boolean;
  /** Whether it stands on something that is not too steep to walk on. */
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
  /** Place of the target, as last known: world metres, east. */
  x: number;
  /** World metres, north. */
  y: number;
  /** World metres, up. */
  z: number;
  /** The MotionCommand that the move performs: walking, running or turning; 0: none. */
  currentCommand: number;
  /** The MotionCommand of the turn by which it keeps its heading on the way; 0: none. */
  auxCommand: number;
  /** Whether it gets away from its target. */
  movingAway: boolean;
  /** Of a move after a target: whether it has heard where that is, and goes. Of others: false. */
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
  const frameRow = entity * FrameF64.row;
  out.x = frame.f64[frameRow + FrameF64.x];
  out.y = frame.f64[frameRow + FrameF64.y];
  out.z = frame.f64[frameRow + FrameF64.z];
  out.heading = frameHeading(frame, entity);
  out.qw = frame.f64[frameRow + FrameF64.qw];
  out.qx = frame.f64[frameRow + FrameF64.qx];
  out.qy = frame.f64[frameRow + FrameF64.qy];
  out.qz = frame.f64[frameRow + FrameF64.qz];
  return out;
}

/** Reads what a body performs. */
export function readMotionOf(world: GaitWorld, entity: number): MotionReading {
  const { interpretedMotion, motionState, sequence, body, transientState, pendingMotions } = world.components;
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  const motionStateWords = entity * MotionStateU32.row;
  const bodyRow = entity * BodyF32.row;
  const current = sequence.u8[entity * SequenceU8.row + SequenceU8.current];
  const table = world.motionTables[motionState.table[entity]];
  const bits = transientState.bits[entity];
  return {
    style: motionState.u32[motionStateWords + MotionStateU32.style],
    substate: motionState.u32[motionStateWords + MotionStateU32.substate],
    substateSpeed: motionState.substateSpeed[entity],
    forwardCommand: interpretedMotion.u32[motionWords + MotionU32.forwardCommand],
    forwardSpeed: interpretedMotion.f64[motionRow + MotionF64.forwardSpeed],
    sidestepCommand: interpretedMotion.u32[motionWords + MotionU32.sidestepCommand],
    sidestepSpeed: interpretedMotion.f64[motionRow + MotionF64.sidestepSpeed],
    turnCommand: interpretedMotion.u32[motionWords + MotionU32.turnCommand],
    turnSpeed: interpretedMotion.f64[motionRow + MotionF64.turnSpeed],
    modifiers: cells(world, entity, motionState.modifierCount[entity]).map((cell) => ({
      motion: motionState.modifier[cell],
      speed: motionState.modifierSpeed[cell],
    })),
    animation: current === NO_NODE ? 0 : table.animationIds[sequence.animation[current * world.stride + entity]],
    frame: sequence.f64[entity * SequenceF64.row + SequenceF64.frame],
    velocity: {
      x: body.f32[bodyRow + BodyF32.cachedVelocityX],
      y: body.f32[bodyRow + BodyF32.cachedVelocityY],
      z: body.f32[bodyRow + BodyF32.cachedVelocityZ],
    },
    contact: (bits & TransientState.Contact) !== 0,
    onWalkable: (bits & TransientState.OnWalkable) !== 0,
    pendingMotions: cells(world, entity, pendingMotions.count[entity]).map((cell) => pendingMotions.motion[cell]),
  };
}

/** Reads the move or turn that is under way. */
export function readMoveToOf(world: GaitWorld, entity: number): MoveToReading {
  const { moveTo, pendingNodes, sticky, interpolation } = world.components;
  const moveToRow = entity * MoveToF64.row;
  const moveToWords = entity * MoveToU32.row;
  const slot = interpolation.slot[entity];
  return {
    type: moveTo.u32[moveToWords + MoveToU32.type],
    target: moveTo.u32[moveToWords + MoveToU32.topLevelObject],
    x: moveTo.f64[moveToRow + MoveToF64.currentTargetX],
    y: moveTo.f64[moveToRow + MoveToF64.currentTargetY],
    z: moveTo.f64[moveToRow + MoveToF64.currentTargetZ],
    currentCommand: moveTo.u32[moveToWords + MoveToU32.currentCommand],
    auxCommand: moveTo.u32[moveToWords + MoveToU32.auxCommand],
    movingAway: moveTo.u32[moveToWords + MoveToU32.movingAway] === 1,
    initialized: moveTo.u32[moveToWords + MoveToU32.initialized] === 1,
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
