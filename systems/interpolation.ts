import { transition } from '../engine/collision/transition.ts';
import {
  adjustOffset,
  cacheVelocity,
  integrate,
  positionManagerUseTime,
  rememberFrames,
  runAnimationHooks,
} from '../engine/sub-steps.ts';
import type { GaitWorld } from '../engine/world.ts';

/**
 * 5. Interpolation: position managers' use_time; then interpolation, sticky and constraint adjust each offset, the body
 * moves, its animation hooks run, and it is swept against the ground. Others' places are those of the last step.
 */
export function interpolation(world: GaitWorld): void {
  const { bodies, bodyCount } = world;
  for (let index = 0; index < bodyCount; index++) positionManagerUseTime(world, bodies[index]);
  rememberFrames(world);
  for (let index = 0; index < bodyCount; index++) {
    const entity = bodies[index];
    adjustOffset(world, entity);
    integrate(world, entity);
    runAnimationHooks(world, entity);
    transition(world, entity);
    cacheVelocity(world, entity);
  }
}
