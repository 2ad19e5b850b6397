import { PENDING_MOTION_CAPACITY } from '../../components/motion-interp.ts';
import { PENDING_ANIMATION_CAPACITY, SEQUENCE_NODE_CAPACITY } from '../../components/sequence.ts';
import type { GaitWorld } from '../world.ts';
import { removeLinkAnimationsAndEndPending } from './motion-table-manager.ts';
import { reportOverflow } from './overflow-report.ts';

/**
 * Makes room in the rings for one more motion.
 *
 * Legal input is unbounded: a new gait every tick, or speeds near 0, make links that never end. So a full ring is
 * ordinary and has this outcome: all link animations are removed and every pending animation ends with success false
 * (MotionDone for each), it is counted and reported once, and then the motion is performed. No motion stays pending for
 * ever.
 */
export function makeRoomForMotion(world: GaitWorld, entity: number): void {
  const { pendingMotions, pendingAnimations, sequence, motionState } = world.components;
  const full =
    pendingMotions.count[entity] >= PENDING_MOTION_CAPACITY
      ? 'pendingMotions'
      : pendingAnimations.count[entity] >= PENDING_ANIMATION_CAPACITY
        ? 'pendingAnimations'
        : sequence.count[entity] + mostNodes(world, entity) > SEQUENCE_NODE_CAPACITY
          ? 'sequence'
          : null;
  if (full === null) return;
  reportOverflow(world, entity, full);
  removeLinkAnimationsAndEndPending(world, entity);
  pendingMotions.count[entity] = 0;
  const removable = SEQUENCE_NODE_CAPACITY - mostNodes(world, entity);
  if (sequence.count[entity] > removable) motionState.modifierCount[entity] = 0;
}

/** Most nodes that one motion can append: three links and a cycle, and as much again for each modifier put in again. */
function mostNodes(world: GaitWorld, entity: number): number {
  const { motionState } = world.components;
  const longest = world.motionTables[motionState.table[entity]].longestMotion;
  return longest * (4 + 3 * motionState.modifierCount[entity]);
}
