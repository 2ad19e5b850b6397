import { NO_NODE, SEQUENCE_NODE_CAPACITY, SequenceMoves, SequenceU8, SequenceF64 } from '../../components/sequence.ts';
import { EPSILON } from '../math/heading.ts';
import type { GaitWorld } from '../world.ts';
import { type MotionTable, NO_MOTION } from './motion-table.ts';
import { reportOverflow } from './overflow-report.ts';

/**
 * The list of animation nodes of a body (retail's CSequence). Nodes lie in slots 0 to count - 1; the last one loops:
 * retail's first_cyclic is the tail after every operation.
 */

/**
 * Speed with which {@link addMotion} and {@link combineMotion} take a motion: an array, so that the number is not put on
 * the heap at each call. Set it right before the call.
 */
export const motionSpeed = new Float64Array(1);

/** Frame at which a node starts: its low frame, or just inside the end of its high frame when it plays backwards. */
function startingFrame(world: GaitWorld, entity: number, slot: number): number {
  const { sequence } = world.components;
  const cell = slot * world.stride + entity;
  return sequence.framerate[cell] < 0 ? sequence.high[cell] + 1 - EPSILON : sequence.low[cell];
}

/** Frame at which a node ends: the mirror of {@link startingFrame}. */
function endingFrame(world: GaitWorld, entity: number, slot: number): number {
  const { sequence } = world.components;
  const cell = slot * world.stride + entity;
  return sequence.framerate[cell] < 0 ? sequence.low[cell] : sequence.high[cell] + 1 - EPSILON;
}

/**
 * Adds a node at the tail (CSequence::append_animation). In a full list the nodes before the tail give way: what is
 * appended last is what loops, so the body ends in the right cycle.
 */
function appendAnimation(world: GaitWorld, entity: number, table: MotionTable, entry: number): void {
  const { sequence } = world.components;
  const sequenceBytes = entity * SequenceU8.row;
  if (sequence.count[entity] >= SEQUENCE_NODE_CAPACITY) {
    reportOverflow(world, entity, 'sequence');
    removeAllLinkAnimations(world, entity);
    forgetPendingCounts(world, entity);
  }
  const slot = sequence.count[entity];
  const cell = slot * world.stride + entity;
  sequence.animation[cell] = table.entryAnimation[entry];
  sequence.low[cell] = table.entryLow[entry];
  sequence.high[cell] = table.entryHigh[entry];
  sequence.framerate[cell] = table.entryFramerate[entry] * motionSpeed[0];
  sequence.count[entity] = slot + 1;
  if (sequence.u8[sequenceBytes + SequenceU8.current] === NO_NODE) {
    sequence.u8[sequenceBytes + SequenceU8.current] = 0;
    sequence.f64[entity * SequenceF64.row + SequenceF64.frame] = startingFrame(world, entity, 0);
  }
}

/** Nothing is left to play of what is pending: it ends at the next check for completed motions. */
function forgetPendingCounts(world: GaitWorld, entity: number): void {
  const { pendingAnimations } = world.components;
  const end = pendingAnimations.count[entity] * world.stride + entity;
  for (let cell = entity; cell < end; cell += world.stride) pendingAnimations.animations[cell] = 0;
  pendingAnimations.counter[entity] = 0;
}

/** Sets velocity and omega of the sequence to the motion's times the speed and appends its animations (add_motion 0x005224b0). */
export function addMotion(world: GaitWorld, entity: number, table: MotionTable, motion: number): void {
  if (motion === NO_MOTION) return;
  clearPhysics(world, entity);
  combineMotion(world, entity, table, motion);
  const first = table.firstAnimation[motion];
  const count = table.animationCount[motion];
  for (let entry = first; entry < first + count; entry++) appendAnimation(world, entity, table, entry);
}

/** Sets velocity and omega to zero (CSequence::clear_physics 0x00524d50). */
export function clearPhysics(world: GaitWorld, entity: number): void {
  const { sequence } = world.components;
  const sequenceRow = entity * SequenceF64.row;
  sequence.f64[sequenceRow + SequenceF64.velocityX] = 0;
  sequence.f64[sequenceRow + SequenceF64.velocityY] = 0;
  sequence.f64[sequenceRow + SequenceF64.velocityZ] = 0;
  sequence.f64[sequenceRow + SequenceF64.omegaX] = 0;
  sequence.f64[sequenceRow + SequenceF64.omegaY] = 0;
  sequence.f64[sequenceRow + SequenceF64.omegaZ] = 0;
  sequence.u8[entity * SequenceU8.row + SequenceU8.moves] = 0;
}

/** Adds the motion's velocity and omega times the speed (combine_motion); a negative speed takes away (subtract_motion). */
export function combineMotion(world: GaitWorld, entity: number, table: MotionTable, motion: number): void {
  const { sequence } = world.components;
  const sequenceRow = entity * SequenceF64.row;
  const speed = motionSpeed[0];
  const at = motion * 3;
  sequence.f64[sequenceRow + SequenceF64.velocityX] += table.velocity[at] * speed;
  sequence.f64[sequenceRow + SequenceF64.velocityY] += table.velocity[at + 1] * speed;
  sequence.f64[sequenceRow + SequenceF64.velocityZ] += table.velocity[at + 2] * speed;
  sequence.f64[sequenceRow + SequenceF64.omegaX] += table.omega[at] * speed;
  sequence.f64[sequenceRow + SequenceF64.omegaY] += table.omega[at + 1] * speed;
  sequence.f64[sequenceRow + SequenceF64.omegaZ] += table.omega[at + 2] * speed;
  noteMoves(world, entity);
}

function noteMoves(world: GaitWorld, entity: number): void {
  const { sequence } = world.components;
  const sequenceRow = entity * SequenceF64.row;
  let moves = 0;
  if (
    sequence.f64[sequenceRow + SequenceF64.velocityX] !== 0 ||
    sequence.f64[sequenceRow + SequenceF64.velocityY] !== 0 ||
    sequence.f64[sequenceRow + SequenceF64.velocityZ] !== 0
  ) {
    moves |= SequenceMoves.Velocity;
  }
  if (sequence.f64[sequenceRow + SequenceF64.omegaZ] !== 0) moves |= SequenceMoves.Omega;
  if (sequence.f64[sequenceRow + SequenceF64.omegaX] !== 0 || sequence.f64[sequenceRow + SequenceF64.omegaY] !== 0) {
    moves |= SequenceMoves.Omega | SequenceMoves.NotOnlyYaw;
  }
  sequence.u8[entity * SequenceU8.row + SequenceU8.moves] = moves;
}

/** Multiplies the frame rate of the looping node by the speed (CSequence::multiply_cyclic_animation_framerate). */
export function multiplyCyclicFramerate(world: GaitWorld, entity: number): void {
  const { sequence } = world.components;
  const count = sequence.count[entity];
  if (count > 0) sequence.framerate[(count - 1) * world.stride + entity] *= motionSpeed[0];
}

/** Removes the looping node; if it plays, the one before it does, at its end (CSequence::remove_cyclic_anims). */
export function removeCyclicAnimations(world: GaitWorld, entity: number): void {
  const { sequence } = world.components;
  const sequenceRow = entity * SequenceF64.row;
  const sequenceBytes = entity * SequenceU8.row;
  const count = sequence.count[entity];
  if (count === 0) return;
  sequence.count[entity] = count - 1;
  if (sequence.u8[sequenceBytes + SequenceU8.current] !== count - 1) return;
  if (count === 1) {
    sequence.u8[sequenceBytes + SequenceU8.current] = NO_NODE;
    sequence.f64[sequenceRow + SequenceF64.frame] = 0;
  } else {
    sequence.u8[sequenceBytes + SequenceU8.current] = count - 2;
    sequence.f64[sequenceRow + SequenceF64.frame] = endingFrame(world, entity, count - 2);
  }
}

/** Removes `number` nodes before the looping one; if one of them plays, the looping one does, from its start. */
export function removeLinkAnimations(world: GaitWorld, entity: number, number: number): void {
  const { sequence } = world.components;
  const sequenceBytes = entity * SequenceU8.row;
  const cyclic = sequence.count[entity] - 1;
  const removed = Math.min(number, cyclic);
  if (removed <= 0) return;
  const first = cyclic - removed;
  const current = sequence.u8[sequenceBytes + SequenceU8.current];
  removeNodes(world, entity, first, removed);
  if (current >= first && current < cyclic) {
    sequence.u8[sequenceBytes + SequenceU8.current] = first;
    sequence.f64[entity * SequenceF64.row + SequenceF64.frame] = startingFrame(world, entity, first);
  } else if (current >= cyclic && current !== NO_NODE) {
    sequence.u8[sequenceBytes + SequenceU8.current] = current - removed;
  }
}

/** Removes every node before the looping one (CSequence::remove_all_link_animations). */
export function removeAllLinkAnimations(world: GaitWorld, entity: number): void {
  removeLinkAnimations(world, entity, SEQUENCE_NODE_CAPACITY);
}

/** Drops the nodes that have been played (CSequence::apricot). */
export function dropPlayedNodes(world: GaitWorld, entity: number): void {
  const { sequence } = world.components;
  const sequenceBytes = entity * SequenceU8.row;
  const current = sequence.u8[sequenceBytes + SequenceU8.current];
  if (current === 0 || current === NO_NODE) return;
  removeNodes(world, entity, 0, current);
  sequence.u8[sequenceBytes + SequenceU8.current] = 0;
}

function removeNodes(world: GaitWorld, entity: number, first: number, number: number): void {
  const { sequence } = world.components;
  const { stride } = world;
  const left = sequence.count[entity] - number;
  const step = number * stride;
  for (let slot = first, cell = first * stride + entity; slot < left; slot++, cell += stride) {
    sequence.animation[cell] = sequence.animation[cell + step];
    sequence.low[cell] = sequence.low[cell + step];
    sequence.high[cell] = sequence.high[cell + step];
    sequence.framerate[cell] = sequence.framerate[cell + step];
  }
  sequence.count[entity] = left;
}
