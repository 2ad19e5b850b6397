import {
  $internal,
  addComponent,
  hasComponent,
  type InternalWorld,
  observe,
  onAdd,
  onRemove,
  Or,
  registerQuery,
  removeComponent,
} from 'bitecs';
import { removeWhole } from './entity-ids.ts';
import { bodyComponents } from './spawn.ts';
import type { GaitWorld } from './world.ts';

/**
 * Watches what others do by bitECS's own calls to the entities of bodies. `removeEntity` is a despawn; to take a
 * component of a body away, or to give one to an entity that is no body, throws out of that call, and changes nothing.
 *
 * @param removing Called while the entity of a living body is being removed: takes the body out of the world. When it
 * throws, the entity stays, and `removeEntity` throws.
 */
export function guardBodies(world: GaitWorld, removing: (entity: number) => void): void {
  const marks = bodyComponents.map((name) => world.components[name]);
  const bodies = registerQuery(world, marks);
  askFirst(world, bodies);
  observe(world, onRemove(...marks), (entity) => {
    if (world.components.identity.alive[entity] !== 1) return;
    const lost = bodyComponents.find((name) => !hasComponent(world, entity, world.components[name]));
    if (lost !== undefined) {
      addComponent(world, entity, world.components[lost]);
      const why = 'a body has all its components as long as it lives; despawn takes it out of the world';
      throw new TypeError(`removeComponent: '${lost}' stays with entity ${entity}: ${why}`);
    }
    try {
      removing(entity);
    } catch (error) {
      bodies.toRemove.remove(entity);
      throw error;
    }
    // Here already, so that no observer that throws leaves the rest of the entity behind.
    removeWhole(world, entity);
  });
  // One query for all of them: each costs memory for every body.
  observe(world, onAdd(Or(...marks)), (entity) => {
    if (world.components.identity.alive[entity] === 1) return;
    const name = bodyComponents.find((each) => hasComponent(world, entity, world.components[each])) ?? 'frame';
    removeComponent(world, entity, world.components[name]);
    throw new TypeError(
      `addComponent: '${name}' is a component of bodies, and entity ${entity} is none; spawn makes bodies`,
    );
  });
}

/** Has a query be asked before all others, so that none of those has changed when it refuses a removal. */
function askFirst(world: GaitWorld, first: ReturnType<typeof registerQuery>): void {
  const { queries } = (world as unknown as InternalWorld)[$internal];
  const others = [...queries].filter((each) => each !== first);
  queries.clear();
  for (const each of [first, ...others]) queries.add(each);
}
