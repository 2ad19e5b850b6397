import { MotionStateU32 } from '../../components/motion-state.ts';
import { MotionU32, MotionF64 } from '../../components/motion-interp.ts';
import { FrameF64 } from '../../components/frame.ts';
import { MovementType, MoveToU32 } from '../../components/move-to.ts';
import { NO_NODE, SequenceU8, SequenceF64 } from '../../components/sequence.ts';
import { frameHeading } from '../../engine/math/frame.ts';
import type { GaitWorld } from '../../engine/world.ts';
import type { TickRecord } from './types.ts';

/** What a trace says of a body at the end of a tick. */
export function tickRecord(world: GaitWorld, entity: number): TickRecord {
  const { components } = world;
  const { frame, moveTo, interpretedMotion, motionState, sequence, pendingNodes } = components;
  const sequenceRow = entity * SequenceF64.row;
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  const moveToWords = entity * MoveToU32.row;
  const frameRow = entity * FrameF64.row;
  const table = world.motionTables[motionState.table[entity]];
  const current = sequence.u8[entity * SequenceU8.row + SequenceU8.current];
  const slot = components.interpolation.slot[entity];
  const nodes = rows(world, entity, pendingNodes.count[entity]);
  const modifiers = rows(world, entity, motionState.modifierCount[entity]);
  const motions = rows(world, entity, components.pendingMotions.count[entity]);
  const animations = rows(world, entity, components.pendingAnimations.count[entity]);
  return {
    id: components.identity.guid[entity],
    pos: [frame.f64[frameRow + FrameF64.x], frame.f64[frameRow + FrameF64.y], frame.f64[frameRow + FrameF64.z]],
    heading: frameHeading(frame, entity),
    moveType: moveTo.u32[moveToWords + MoveToU32.type],
    currentCommand: moveTo.u32[moveToWords + MoveToU32.currentCommand],
    auxCommand: moveTo.u32[moveToWords + MoveToU32.auxCommand],
    movingAway: moveTo.u32[moveToWords + MoveToU32.movingAway] === 1,
    initialized: moveTo.u32[moveToWords + MoveToU32.initialized] === 1,
    nodes: nodes.map((cell) => [
      pendingNodes.type[cell],
      pendingNodes.type[cell] === MovementType.TurnToHeading ? pendingNodes.heading[cell] : 0,
    ]),
    fwd: [
      interpretedMotion.u32[motionWords + MotionU32.forwardCommand],
      interpretedMotion.f64[motionRow + MotionF64.forwardSpeed],
    ],
    side: [
      interpretedMotion.u32[motionWords + MotionU32.sidestepCommand],
      interpretedMotion.f64[motionRow + MotionF64.sidestepSpeed],
    ],
    turn: [
      interpretedMotion.u32[motionWords + MotionU32.turnCommand],
      interpretedMotion.f64[motionRow + MotionF64.turnSpeed],
    ],
    style: interpretedMotion.u32[motionWords + MotionU32.style],
    substate: motionState.u32[entity * MotionStateU32.row + MotionStateU32.substate],
    substateMod: motionState.substateSpeed[entity],
    modifiers: modifiers.map((cell) => [motionState.modifier[cell], motionState.modifierSpeed[cell]]),
    seqVelocity: [
      sequence.f64[sequenceRow + SequenceF64.velocityX],
      sequence.f64[sequenceRow + SequenceF64.velocityY],
      sequence.f64[sequenceRow + SequenceF64.velocityZ],
    ],
    seqOmega: [
      sequence.f64[sequenceRow + SequenceF64.omegaX],
      sequence.f64[sequenceRow + SequenceF64.omegaY],
      sequence.f64[sequenceRow + SequenceF64.omegaZ],
    ],
    anim: current === NO_NODE ? 0 : table.animationIds[sequence.animation[current * world.stride + entity]],
    frame: sequence.f64[sequenceRow + SequenceF64.frame],
    pendingMotions: motions.map((cell) => components.pendingMotions.motion[cell]),
    pendingAnims: animations.map((cell) => [
      components.pendingAnimations.motion[cell],
      components.pendingAnimations.animations[cell],
    ]),
    holdKey: moveTo.holdKey[entity],
    interpNodes: slot === 0 ? 0 : world.interpolationQueues.count[slot],
    stickyTarget: components.sticky.object[entity],
  };
}

/** The cells in use of an entity's ring. */
function rows(world: GaitWorld, entity: number, count: number): number[] {
  return Array.from({ length: count }, (_, slot) => slot * world.stride + entity);
}
