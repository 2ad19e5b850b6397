import { addEntity, entityExists, removeEntity } from 'bitecs';
import type { GaitWorld } from './world.ts';

/** What a snapshot holds of the allocator, and which entities are bodies. */
export interface SavedIds {
  readonly aliveCount: number;
  readonly maxId: number;
  readonly dense: readonly number[];
}

/** Tries after which an entity stays as it is: more observers than anybody has. */
const MOST_TRIES = 1000;

/**
 * Removes an entity whole. When an observer of the game's own throws, bitECS stops there, and the queries that were still
 * to come would keep the entity for ever: it is gone on with behind that observer.
 *
 * @throws What the first observer threw, when all is done.
 */
export function removeWhole(world: GaitWorld, entity: number): void {
  const errors: unknown[] = [];
  while (entityExists(world, entity) && errors.length < MOST_TRIES) {
    try {
      removeEntity(world, entity);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/**
 * Gives the ids of a snapshot back to its bodies. Entities that are no bodies stay as they are, with all their components;
 * where those are the same as in the snapshot, ids are handed out from here on as they were from there on.
 *
 * @param bodies The bodies of the snapshot.
 * @param errors Gets what observers of the game's own throw.
 * @throws Error, and nothing is changed, when an id is taken by an entity that is no body.
 */
export function restoreIds(world: GaitWorld, saved: SavedIds, bodies: ReadonlySet<number>, errors: unknown[]): void {
  const { entityIndex } = world;
  const { alive } = world.components.identity;
  const foreign = new Set<number>();
  const gone: number[] = [];
  for (const id of entityIndex.dense.slice(0, entityIndex.aliveCount)) {
    if (id < alive.length && alive[id] === 1) gone.push(id);
    else foreign.add(id);
  }
  for (const id of bodies) {
    if (foreign.has(id)) throw new Error(`snapshot: entity ${id} is a body in it, and an entity of your own here`);
  }
  // It is the snapshot that removes them: nobody is told of a despawn.
  for (const id of gone) alive[id] = 0;
  for (const id of gone) {
    try {
      removeWhole(world, id);
    } catch (error) {
      errors.push(error);
    }
  }
  for (const id of bodies) addEntityWithId(world, id);

  const ownThen = saved.dense.slice(0, saved.aliveCount).filter((id) => !bodies.has(id));
  // Where there are others now, bitECS goes on handing out what is free.
  if (ownThen.length !== foreign.size || ownThen.some((id) => !foreign.has(id))) return;
  entityIndex.dense.splice(0, entityIndex.dense.length, ...saved.dense);
  entityIndex.sparse.length = 0;
  saved.dense.forEach((id, place) => {
    entityIndex.sparse[id] = place;
  });
  entityIndex.aliveCount = saved.aliveCount;
  entityIndex.maxId = saved.maxId;
}

/** Adds an entity with a certain id that is free: bitECS is made to hand that one out next. */
function addEntityWithId(world: GaitWorld, id: number): void {
  const { entityIndex } = world;
  const { dense, sparse } = entityIndex;
  while (entityIndex.maxId < id) {
    entityIndex.maxId++;
    sparse[entityIndex.maxId] = dense.length;
    dense.push(entityIndex.maxId);
  }
  const next = entityIndex.aliveCount;
  const place = sparse[id];
  const other = dense[next];
  dense[place] = other;
  sparse[other] = place;
  dense[next] = id;
  sparse[id] = next;
  addEntity(world);
}
