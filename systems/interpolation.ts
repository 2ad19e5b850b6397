import { BLOCK } from './block.ts';
import { levelOf } from '../engine/collision/flat-ground.ts';
import { prepareGround, transition } from '../engine/collision/transition.ts';
import { moveOn } from '../engine/position/move-on.ts';
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
 * moves, its animation hooks run, and it is swept against the ground. Others' places are those before this step: all
 * offsets are adjusted before the first body moves.
 */
export function interpolation(world: GaitWorld): void {
  const { bodies, bodyCount, listed, swept } = world;
  const { interpolation: queue, sticky, constraint } = world.components;
  let adjusted = 0;
  for (let index = 0; index < bodyCount; index++) {
    const entity = bodies[index];
    const positioned = queue.slot[entity] !== 0 || sticky.object[entity] !== 0;
    if (positioned) positionManagerUseTime(world, entity);
    if (positioned || constraint.constrained[entity] !== 0) listed[adjusted++] = entity;
  }
  prepareGround(world);
  for (let index = 0; index < adjusted; index++) adjustOffset(world, listed[index]);

  const level = levelOf(world.ground);
  for (let first = 0; first < bodyCount; first += BLOCK) {
    const others = moveOn(world, first, Math.min(first + BLOCK, bodyCount), level, listed, swept);
    for (let index = 0; index < world.sweptCount; index++) {
      transition(world, swept[index]);
      cacheVelocity(world, swept[index]);
    }
    for (let index = 0; index < others; index++) moveOne(world, listed[index]);
  }
}

/** Moves a body by the rules' own functions. */
function moveOne(world: GaitWorld, entity: number): void {
  const { sequence, body } = world.components;
  integrate(world, entity);
  if (sequence.doneHooks[entity] !== 0) runAnimationHooks(world, entity);
  if (body.moved[entity] !== 1) return;
  transition(world, entity);
  cacheVelocity(world, entity);
}
