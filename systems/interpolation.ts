import { prepareGround, transition } from '../engine/collision/transition.ts';
import {
  adjustOffset,
  cacheVelocity,
  integrate,
  positionManagerUseTime,
  runAnimationHooks,
} from '../engine/sub-steps.ts';
import type { GaitWorld } from '../engine/world.ts';

/**
 * 5. Interpolation: position managers' use_time; then interpolation, sticky and constraint adjust each offset, the body
 * moves, its animation hooks run, and it is swept against the ground. Others' places are those before this step.
 */
export function interpolation(world: GaitWorld): void {
  const { bodies, bodyCount } = world;
  const { interpolation: queue, sticky, constraint, sequence, body } = world.components;
  for (let index = 0; index < bodyCount; index++) {
    const entity = bodies[index];
    if (queue.slot[entity] !== 0 || sticky.object[entity] !== 0) positionManagerUseTime(world, entity);
  }
  prepareGround(world);
  for (let index = 0; index < bodyCount; index++) {
    const entity = bodies[index];
    world.movedBelow = entity;
    if (queue.slot[entity] !== 0 || sticky.object[entity] !== 0 || constraint.constrained[entity] !== 0) {
      adjustOffset(world, entity);
    }
    integrate(world, entity);
    if (sequence.doneHooks[entity] !== 0) runAnimationHooks(world, entity);
    if (body.moved[entity] === 1) {
      transition(world, entity);
      cacheVelocity(world, entity);
    }
  }
  world.movedBelow = 0;
}
