import { BLOCK } from './block.ts';
import { playOn } from '../engine/motion/play-on.ts';
import { advanceSequence, checkForCompletedMotions } from '../engine/sub-steps.ts';
import type { GaitWorld } from '../engine/world.ts';

/**
 * 4. MotionInterp: completed motions end, then the sequence advances and leaves this step's offset. Neither reaches
 * another body, so both are done in one pass, first for those whose animation just plays on.
 */
export function motionInterp(world: GaitWorld): void {
  const { listed, bodyCount } = world;
  const { pendingAnimations } = world.components;
  for (let first = 0; first < bodyCount; first += BLOCK) {
    const others = playOn(world, first, Math.min(first + BLOCK, bodyCount), listed);
    for (let index = 0; index < others; index++) {
      const entity = listed[index];
      if (pendingAnimations.count[entity] > 0) checkForCompletedMotions(world, entity);
      advanceSequence(world, entity);
    }
  }
}
