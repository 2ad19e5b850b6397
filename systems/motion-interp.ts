import { advanceSequence, checkForCompletedMotions } from '../engine/sub-steps.ts';
import type { GaitWorld } from '../engine/world.ts';

/**
 * 4. MotionInterp: completed motions end, then the sequence advances and leaves this step's offset. Neither reaches
 * another body, so both are done in one pass.
 */
export function motionInterp(world: GaitWorld): void {
  const { bodies, bodyCount } = world;
  const { pendingAnimations } = world.components;
  for (let index = 0; index < bodyCount; index++) {
    const entity = bodies[index];
    if (pendingAnimations.count[entity] > 0) checkForCompletedMotions(world, entity);
    advanceSequence(world, entity);
  }
}
