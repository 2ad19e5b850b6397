import { FrameF64 } from '../components/frame.ts';
import { MotionF64, MotionU32 } from '../components/motion-interp.ts';
import { MotionStateU32 } from '../components/motion-state.ts';
import { MoveToPlanF64, MoveToU32 } from '../components/move-to.ts';
import { SequenceF64 } from '../components/sequence.ts';
import { StampsU16 } from '../components/stamps.ts';
import type { IngestRing } from './ingest-ring.ts';
import type { GaitWorld } from './world.ts';

/**
 * Reading ahead: one cell of each cache line that the rules are about to need of several bodies, in a loop that waits for
 * none of them. The processor then fetches all of these lines at the same time; the rules, which decide by one line which
 * they want next, would wait for each by itself. It pays for the few that do something rare, whose cells no prefetcher
 * foresees.
 */

/** Takes what was read, for what nobody takes is not read at all. */
const taken = new Float64Array(1);

/** Reads ahead for the moves of the first `count` bodies in `world.listed`: where they are and what they turn to. */
export function readAheadMoves(world: GaitWorld, count: number): void {
  const { listed } = world;
  const { frame, moveTo, pendingNodes } = world.components;
  const { f64: frames } = frame;
  const { plan } = moveTo;
  const { heading: headings } = pendingNodes;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    const entity = listed[index];
    sum +=
      frames[entity * FrameF64.row] +
      plan[entity * MoveToPlanF64.row + MoveToPlanF64.previousHeading] +
      headings[entity];
  }
  taken[0] = sum;
}

/** The bodies that the records in the ring are about; 0 where nobody is there. */
const reached: number[] = [];

/** Reads ahead for the records that wait in the ring: their bodies' stamps, and what a motion and a position reach. */
export function readAheadRecords(world: GaitWorld, ring: IngestRing): void {
  const { count } = ring;
  for (let index = 0; index < count; index++) reached[index] = world.entityOf(ring.waiting(index).guid);
  const { frame, stamps, interpolation, moveTo, interpretedMotion, motionState } = world.components;
  const { sequence, pendingMotions, pendingAnimations } = world.components;
  const { x, y, z } = world.interpolationQueues;
  let sum = 0;
  let before = 0;
  for (let index = 0; index < count; index++) {
    const entity = reached[index];
    // A motion and a position often come together.
    if (entity === before) continue;
    before = entity;
    const slot = interpolation.slot[entity];
    sum +=
      stamps.u16[entity * StampsU16.row] +
      frame.f64[entity * FrameF64.row] +
      x[slot] +
      y[slot] +
      z[slot] +
      moveTo.u32[entity * MoveToU32.row] +
      interpretedMotion.u32[entity * MotionU32.row] +
      interpretedMotion.f64[entity * MotionF64.row] +
      motionState.u32[entity * MotionStateU32.row] +
      motionState.substateSpeed[entity] +
      sequence.f64[entity * SequenceF64.row] +
      pendingMotions.motion[entity] +
      pendingAnimations.motion[entity] +
      pendingAnimations.animations[entity];
  }
  taken[0] = sum;
}
