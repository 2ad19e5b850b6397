import { EventCode, type OverflowingRing, overflowingRings } from '../events.ts';
import type { GaitWorld } from '../world.ts';

/** Counts a ring overflow and tells of it. */
export function reportOverflow(world: GaitWorld, entity: number, ring: OverflowingRing): void {
  world.overflows++;
  world.raise(EventCode.ringOverflow, entity, overflowingRings.indexOf(ring));
}
