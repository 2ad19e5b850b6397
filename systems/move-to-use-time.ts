import { BLOCK } from './block.ts';
import { walkOn } from '../engine/move-to/walk-on.ts';
import { moveToUseTime as moveToUseTimeOf, targetManagerUseTime } from '../engine/sub-steps.ts';
import { readAheadMoves } from '../engine/read-ahead.ts';
import type { GaitWorld } from '../engine/world.ts';

/** 3. MoveToUseTime: every target manager, then every MoveToManager. */
export function moveToUseTime(world: GaitWorld): void {
  const { bodies, bodyCount, listed } = world;
  const { watchers } = world.components;
  for (let index = 0; index < bodyCount; index++) {
    const entity = bodies[index];
    if (watchers.made[entity] === 1) targetManagerUseTime(world, entity);
  }
  // Who walks straight on touches nobody else, so it does not matter that the others come after.
  for (let first = 0; first < bodyCount; first += BLOCK) {
    const others = walkOn(world, first, Math.min(first + BLOCK, bodyCount), listed);
    readAheadMoves(world, others);
    for (let index = 0; index < others; index++) moveToUseTimeOf(world, listed[index]);
  }
}
