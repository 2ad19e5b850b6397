import {
  addComponent,
  addEntity,
  createWorld,
  entityExists,
  hasComponent,
  query,
  withVersioning,
  createEntityIndex,
} from 'bitecs';
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../index.ts';
import { motionTable } from '../support/engines.ts';

const humanTable = motionTable('humanoid');

const Gold = { amount: [] as number[] };

/** A game's world with three entities of its own, and an engine with two bodies in it. */
function sharedGame(): { world: object; engine: Engine; own: number[]; walker: number } {
  const world = createWorld();
  const own = [addEntity(world), addEntity(world), addEntity(world)];
  for (const entity of own) {
    addComponent(world, entity, Gold);
    Gold.amount[entity] = entity * 10;
  }
  const engine = createEngine({ motionTables: [humanTable], world });
  const walker = engine.spawn({ x: 1 });
  engine.spawn({ x: 5 });
  engine.moveTo(walker, { x: 1, y: 30 });
  return { world, engine, own, walker };
}

describe('an engine in a bitECS world of the game', () => {
  it('makes bodies entities of that world, found by queries of either', () => {
    const { world, engine, own, walker } = sharedGame();
    expect(own).not.toContain(walker);
    addComponent(world, walker, Gold);
    const { moveTo } = engine.world.components;
    expect([...query(world, [moveTo, Gold])]).toEqual([walker]);
    expect([...query(engine.world, [Gold])].sort()).toEqual([...own, walker].sort());
    engine.step(60);
    expect(engine.readFrame(walker).y).toBeGreaterThan(1);
    engine.despawn(walker);
    expect(entityExists(world, walker)).toBe(false);
    expect(own.every((entity) => hasComponent(world, entity, Gold))).toBe(true);
  });

  it('moves its bodies as an engine with a world of its own does', () => {
    const { engine, walker } = sharedGame();
    const alone = createEngine({ motionTables: [humanTable] });
    const same = alone.spawn({ x: 1 });
    alone.moveTo(same, { x: 1, y: 30 });
    engine.step(200);
    alone.step(200);
    expect(engine.readFrame(walker)).toEqual(alone.readFrame(same));
  });

  it('goes back to a snapshot without a loss to the entities of the game, and goes on with the same hashes', () => {
    const { world, engine, own, walker } = sharedGame();
    engine.step(20);
    const bytes = engine.snapshot();
    const goesOn = () => {
      const late = engine.spawn({ y: 3 });
      engine.moveTo(late, { target: walker });
      engine.step(60);
      return engine.hash();
    };
    const hash = goesOn();
    engine.despawn(walker);
    engine.restore(bytes);
    expect(engine.isAlive(walker)).toBe(true);
    expect([...query(world, [Gold])].sort()).toEqual([...own].sort());
    expect(goesOn()).toBe(hash);
  });

  it('keeps entities that came after the snapshot', () => {
    const { world, engine } = sharedGame();
    const bytes = engine.snapshot();
    const chest = addEntity(world);
    addComponent(world, chest, Gold);
    engine.restore(bytes);
    expect(hasComponent(world, chest, Gold)).toBe(true);
    const next = engine.spawn();
    expect(next).not.toBe(chest);
    expect(new Set([...query(world, []), next]).size).toBe(new Set(query(world, [])).size);
  });

  it('refuses a snapshot whose body would take the id of an entity of the game, and changes nothing', () => {
    const { world, engine, walker } = sharedGame();
    const bytes = engine.snapshot();
    engine.despawn(walker);
    const taken = addEntity(world);
    expect(taken).toBe(walker);
    addComponent(world, taken, Gold);
    const hash = engine.hash();
    expect(() => engine.restore(bytes)).toThrow(
      `snapshot: entity ${taken} is a body in it, and an entity of your own here`,
    );
    expect(engine.hash()).toBe(hash);
    expect(hasComponent(world, taken, Gold)).toBe(true);
  });

  it('restores bodies whose ids this world has not handed out yet, beside entities of its own', () => {
    const { engine } = sharedGame();
    engine.step(5);
    const bytes = engine.snapshot();
    const world = createWorld();
    addEntity(world);
    const other = createEngine({ motionTables: [humanTable], world });
    other.restore(bytes);
    expect(other.hash()).toBe(engine.hash());
    expect(other.entities()).toEqual(engine.entities());
    const ids = [addEntity(world), addEntity(world), other.spawn()];
    expect(new Set([...ids, ...engine.entities(), 1]).size).toBe(6);
  });

  it('refuses what is no world of bitECS, and versioned ids', () => {
    const make = (world: object) => () => createEngine({ motionTables: [humanTable], world });
    expect(make({})).toThrow("createEngine.world: expected a world that bitECS's createWorld() has made");
    expect(make(null as unknown as object)).toThrow('createEngine.world');
    expect(make(createWorld(createEntityIndex(withVersioning())))).toThrow('without versioning');
  });
});
