import { moveToUseTime as moveToUseTimeOf, targetManagerUseTime } from '../engine/sub-steps.ts';
import type { GaitWorld } from '../engine/world.ts';

/** 3. MoveToUseTime: every target manager, then every MoveToManager. */
export function moveToUseTime(world: GaitWorld): void {
  const { bodies, bodyCount } = world;
  const { watchers, pendingNodes } = world.components;
  for (let index = 0; index < bodyCount; index++) {
    const entity = bodies[index];
    if (watchers.made[entity] === 1) targetManagerUseTime(world, entity);
  }
  for (let index = 0; index < bodyCount; index++) {
    const entity = bodies[index];
    if (pendingNodes.count[entity] > 0) moveToUseTimeOf(world, entity);
  }
}
