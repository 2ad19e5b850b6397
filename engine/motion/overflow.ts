import { PENDING_MOTION_CAPACITY } from '../../components/motion-interp.ts';
import { PENDING_ANIMATION_CAPACITY, SEQUENCE_NODE_CAPACITY } from '../../components/sequence.ts';
import type { GaitWorld } from '../world.ts';
import { removeLinkAnimationsAndEndPending } from './motion-table-manager.ts';
import { reportOverflow } from './overflow-report.ts';

/** Most motions of a table that one command plays: three links and a cycle. */
const MOST_MOTIONS = 4;

/**
 * Makes room in the rings for one more motion.
 *
 * Legal input is unbounded: a new gait every tick, or speeds near 0, make links that never end. So a full ring is
 * ordinary and has this outcome: all link animations are removed and every pending animation ends with success false
 * (MotionDone for each), it is counted and reported once, and then the motion is performed. No motion stays pending for
 * ever. (Modifiers that become substates again can append more than is foreseen here; see appendAnimation.)
 */
export function makeRoomForMotion(world: GaitWorld, entity: number): void {
  const { pendingMotions, pendingAnimations, sequence, motionState } = world.components;
  const { longestMotion } = world.motionTables[motionState.table[entity]];
  const noNodes = sequence.count[entity] + longestMotion * MOST_MOTIONS > SEQUENCE_NODE_CAPACITY;
  const noMotions = pendingMotions.count[entity] >= PENDING_MOTION_CAPACITY;
  const noAnimations = pendingAnimations.count[entity] >= PENDING_ANIMATION_CAPACITY;
  if (!noNodes && !noMotions && !noAnimations) return;
  reportOverflow(world, entity, noNodes ? 'sequence' : noMotions ? 'pendingMotions' : 'pendingAnimations');
  removeLinkAnimationsAndEndPending(world, entity);
  pendingMotions.count[entity] = 0;
}
