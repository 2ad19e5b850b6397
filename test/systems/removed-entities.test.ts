import {
  addComponent,
  addEntity,
  createRelation,
  createWorld,
  deleteWorld,
  entityExists,
  getEntityComponents,
  hasComponent,
  observe,
  onAdd,
  onRemove,
  query,
  removeComponent,
  removeEntity,
  resetWorld,
  withAutoRemoveSubject,
} from 'bitecs';
import { describe, expect, it } from 'vitest';
import { createEngine, createLoopback, type Engine, MovementError } from '../../index.ts';
import { listen, motionTable, newEngine } from '../support/engines.ts';
import { breaches } from '../support/invariants.ts';
import { createMessage, deleteMessage, motionMessage, positionMessage } from '../support/messages.ts';

const motionTables = [motionTable('humanoid')];
const marks = ['frame', 'transientState', 'moveTo', 'motionInterp'] as const;

/** A chaser, and the one it chases. */
function chase(engine: Engine): { chaser: number; target: number } {
  const chaser = engine.spawn({ guid: 1 });
  const target = engine.spawn({ guid: 2, x: 40 });
  engine.moveTo(chaser, { target });
  engine.step(30);
  return { chaser, target };
}

describe("removeEntity of bitECS, called on a body's entity", () => {
  it('is a despawn: watchers are told, the guid is free, the id comes back, nothing of the body is left', () => {
    const [{ engine }, { engine: twin }] = [newEngine(), newEngine()];
    const { chaser, target } = chase(engine);
    chase(twin);
    const [told, twinsTold] = [listen(engine), listen(twin)];
    removeEntity(engine.world, target);
    twin.despawn(target);
    expect(engine.isAlive(target)).toBe(false);
    expect(engine.entityOf(2)).toBe(0);
    expect([...engine.entities()]).toEqual([chaser]);
    expect(() => engine.stop(target)).toThrow(`stop: there is no body with entity id ${target}`);
    for (const each of [engine, twin]) {
      each.step(3);
      expect(each.spawn({ guid: 2, x: 7 })).toBe(target);
      each.step(30);
    }
    expect(told).toEqual(twinsTold);
    expect(told).toContainEqual(expect.objectContaining({ type: 'despawned', entity: target, guid: 2 }));
    const end = { type: 'cancelled', entity: chaser, error: MovementError.ObjectGone };
    expect(told).toContainEqual(expect.objectContaining(end));
    expect(breaches(engine.world)).toEqual([]);
    expect(engine.hash()).toBe(twin.hash());
  });

  it('leaves the id to whatever takes it: an entity of the game is no body', () => {
    const { engine } = newEngine();
    const { chaser, target } = chase(engine);
    removeEntity(engine.world, target);
    expect(addEntity(engine.world)).toBe(target);
    engine.step(10);
    expect(engine.isAlive(target)).toBe(false);
    expect([...query(engine.world, [engine.world.components.frame])]).toEqual([chaser]);
    expect(engine.spawn({ guid: 2 })).not.toBe(target);
    expect(breaches(engine.world)).toEqual([]);
  });

  it('is told to peers', () => {
    const server = createEngine({ motionTables, role: 'server' });
    const client = createEngine({ motionTables });
    const [serverEnd, clientEnd] = createLoopback();
    server.connect(serverEnd);
    client.connect(clientEnd);
    const run = () => {
      for (let tick = 0; tick < 5; tick++) {
        server.step();
        client.step();
      }
    };
    const body = server.spawn({ guid: 7 });
    run();
    expect(client.entityOf(7)).not.toBe(0);
    removeEntity(server.world, body);
    run();
    expect(client.entityOf(7)).toBe(0);
  });

  it('may be called by an event handler, and by a relation whose other side is removed', () => {
    const { engine } = newEngine();
    const [body, rider] = [engine.spawn(), engine.spawn()];
    const Rides = createRelation(withAutoRemoveSubject);
    addComponent(engine.world, rider, Rides(body));
    engine.on('arrived', ({ entity }) => removeEntity(engine.world, entity));
    engine.turnTo(body, 90);
    engine.step(60);
    expect([...engine.entities()]).toEqual([]);
    expect(breaches(engine.world)).toEqual([]);
  });

  it('inside a step is refused as despawn is, and nothing is changed, in queries neither', () => {
    const world = createWorld();
    const Gold = {};
    query(world, [Gold]); // older than the engine
    const engine = createEngine({ motionTables, world });
    const twin = createEngine({ motionTables });
    const { target } = chase(engine);
    chase(twin);
    addComponent(world, target, Gold);
    const removed: number[] = [];
    observe(world, onRemove(Gold), (entity) => removed.push(entity));
    const told: string[] = [];
    engine.on('handlerError', ({ type, error }) => told.push(`${type}: ${(error as Error).message}`));
    engine.addSystem({ name: 'reaper', after: 'sequenceGate', run: () => removeEntity(world, target) });
    for (const each of [engine, twin]) each.step(30);
    expect(told).toEqual([
      'system reaper: removeEntity: not while a step is running; use an event handler, or call it between',
    ]);
    expect(removed).toEqual([]);
    expect(entityExists(world, target)).toBe(true);
    expect([...query(world, [Gold])]).toEqual([target]);
    expect([...query(world, [engine.world.components.moveTo])]).toContain(target);
    expect(engine.hash()).toBe(twin.hash());
    removeEntity(world, target);
    expect(removed).toEqual([target]);
    expect([...query(world, [Gold])]).toEqual([]);
    expect(engine.isAlive(target)).toBe(false);
  });

  it('can be undone by a snapshot, and going back tells of no despawn', () => {
    const { engine } = newEngine();
    const { target } = chase(engine);
    const bytes = engine.snapshot();
    const hash = engine.hash();
    removeEntity(engine.world, target);
    engine.step();
    const told = listen(engine, 'despawned', 'cancelled');
    engine.restore(bytes);
    expect(engine.hash()).toBe(hash);
    expect(engine.entityOf(2)).toBe(target);
    engine.step();
    expect(told).toEqual([]);
    expect(breaches(engine.world)).toEqual([]);
  });
});

describe("a body's components and bitECS", () => {
  it.each(marks)('%s is not taken away: the call says why, and nothing is changed', (name) => {
    const { engine } = newEngine();
    const { target } = chase(engine);
    const { world } = engine;
    const mark = world.components[name];
    const both = [...query(world, [mark, world.components.moveTo])];
    const before = engine.hash();
    expect(() => removeComponent(world, target, mark)).toThrow(
      `removeComponent: '${name}' stays with entity ${target}: a body has all its components as long as it lives; despawn takes it out of the world`,
    );
    expect(hasComponent(world, target, mark)).toBe(true);
    expect(getEntityComponents(world, target)).toContain(mark);
    expect([...query(world, [mark, world.components.moveTo])]).toEqual(both);
    expect(engine.hash()).toBe(before);
    engine.despawn(target);
    expect([...query(world, [mark])]).not.toContain(target);
  });

  it.each(marks)('%s is not given to another entity: the call says why, and nothing is changed', (name) => {
    const { engine } = newEngine();
    const { world } = engine;
    const mark = world.components[name];
    const chest = addEntity(world);
    expect(() => addComponent(world, chest, mark)).toThrow(
      `addComponent: '${name}' is a component of bodies, and entity ${chest} is none; spawn makes bodies`,
    );
    expect(hasComponent(world, chest, mark)).toBe(false);
    expect(getEntityComponents(world, chest)).toEqual([]);
    expect([...query(world, [mark])]).toEqual([]);
    const body = engine.spawn();
    expect(addComponent(world, body, mark)).toBe(false);
    expect([...query(world, [mark])]).toEqual([body]);
  });

  it('are there for who observes them: the body is whole when they are added, by a spawn or a snapshot', () => {
    const { engine } = newEngine();
    const seen: number[] = [];
    observe(engine.world, onAdd(engine.world.components.frame), (entity) => {
      seen.push(engine.guidOf(entity), engine.readFrame(entity).x);
    });
    engine.spawn({ guid: 5, x: 3 });
    expect(seen).toEqual([5, 3]);
    engine.restore(engine.snapshot());
    expect(seen).toEqual([5, 3, 5, 3]);
  });

  it.each([['reset', resetWorld] as const, ['deleted', deleteWorld] as const])(
    'cannot be given to ids that begin anew: in a world that was %s, spawn says so',
    (_what, call) => {
      const { engine } = newEngine();
      engine.spawn();
      call(engine.world);
      expect(() => engine.spawn()).toThrow('spawn: the bitECS world has been reset or deleted');
    },
  );
});

describe("an observer of the game's own that does not let a body come", () => {
  const stubborn = (engine: Engine, only: number): void => {
    observe(engine.world, onAdd(engine.world.components.frame), (entity) => {
      if (engine.guidOf(entity) === only) throw new Error('no room');
    });
  };

  it('throws out of spawn, and nothing of the body is left: guid and id are free, the next one comes', () => {
    const { engine } = newEngine();
    stubborn(engine, 5);
    expect(() => engine.spawn({ guid: 5 })).toThrow('no room');
    expect([engine.entityOf(5), [...engine.entities()]]).toEqual([0, []]);
    for (const name of marks) expect([...query(engine.world, [engine.world.components[name]])]).toEqual([]);
    const told = listen(engine, 'spawned', 'despawned');
    engine.step(2);
    expect(told.map(({ type, guid }) => [type, guid])).toEqual([
      ['spawned', 5],
      ['despawned', 5],
    ]);
    const next = engine.spawn({ guid: 6 });
    expect([...query(engine.world, [engine.world.components.motionInterp])]).toEqual([next]);
    expect(breaches(engine.world)).toEqual([]);
  });

  it('by removing the entity: spawn says so, and the id comes back', () => {
    const { engine } = newEngine();
    observe(engine.world, onAdd(engine.world.components.frame), (entity) => {
      if (engine.guidOf(entity) === 5) removeEntity(engine.world, entity);
    });
    expect(() => engine.spawn({ guid: 5 })).toThrow(
      "spawn: an observer of the body's components removed its entity before it was whole",
    );
    expect([engine.entityOf(5), [...engine.entities()]]).toEqual([0, []]);
    engine.step(2);
    engine.spawn({ guid: 6 });
    expect(engine.entities()).toHaveLength(1);
    expect(breaches(engine.world)).toEqual([]);
  });

  it('when a snapshot brings it: the error is thrown when all the others are there', () => {
    const { engine } = newEngine();
    const [hunter, hunted] = [4, 5, 6].map((guid) => engine.spawn({ guid, x: guid * 10 }));
    engine.moveTo(hunter, { target: hunted });
    engine.moveTo(hunted, { target: hunter });
    engine.step(5);
    const snapshot = engine.snapshot();
    stubborn(engine, 5);
    expect(() => engine.restore(snapshot)).toThrow('no room');
    const there = [engine.entityOf(4), engine.entityOf(6)];
    expect([engine.entityOf(5), [...engine.entities()]]).toEqual([0, there]);
    for (const name of marks) expect([...query(engine.world, [engine.world.components[name]])]).toEqual(there);
    engine.step(2);
    expect(engine.readMoveTo(hunter).type).toBe(0);
    expect(breaches(engine.world)).toEqual([]);
  });

  it.each([
    ['a position', positionMessage(5, {})],
    ['a motion', motionMessage(5, {})],
  ])('when %s about somebody unknown brings it: the message is dropped and not held', (_what, message) => {
    const { engine, inbox } = newEngine({ unknown: 'spawn' });
    stubborn(engine, 5);
    const errors: unknown[] = [];
    engine.on('handlerError', ({ type }) => errors.push(type));
    inbox.put(message);
    engine.step(2);
    expect(errors).toEqual(['observer']);
    expect(engine.counters).toMatchObject({ applied: 0, held: 0, dropped: { 'observer threw': 1 } });
    expect([...engine.entities()]).toEqual([]);
  });

  it('when a message brings it: the message is dropped, the error told, and its connection stays', () => {
    const { engine, inbox } = newEngine();
    stubborn(engine, 5);
    const told: unknown[] = [];
    engine.on('messageDropped', ({ guid, reason }) => told.push([guid, reason]));
    engine.on('handlerError', ({ type, error }) => told.push([type, error]));
    engine.on('disconnected', () => told.push('disconnected'));
    inbox.put(createMessage(5), createMessage(6));
    engine.step(1);
    expect(told).toEqual([
      ['observer', new Error('no room')],
      [5, 'observer threw'],
    ]);
    expect([engine.entityOf(5), engine.isAlive(engine.entityOf(6))]).toEqual([0, true]);
    expect(engine.counters).toMatchObject({ applied: 1, dropped: { 'observer threw': 1 } });
    inbox.put(createMessage(7));
    engine.step(1);
    expect(engine.isAlive(engine.entityOf(7))).toBe(true);
    expect(breaches(engine.world)).toEqual([]);
  });
});

describe("an observer of the game's own that throws while a body goes", () => {
  const ways: [string, (engine: Engine, body: number) => void][] = [
    ['despawn', (engine, body) => engine.despawn(body)],
    ['removeEntity', (engine, body) => removeEntity(engine.world, body)],
    ['restore', (engine) => engine.restore(newEngine().engine.snapshot())],
  ];
  const sprite = {};
  const watched: [string, (engine: Engine) => object][] = [
    ['a component of its own', () => sprite],
    ...marks.map((name): [string, (engine: Engine) => object] => [name, (engine) => engine.world.components[name]]),
  ];
  const cases = ways.flatMap(([way, go]) => watched.map(([what, of]) => [way, what, go, of] as const));

  it.each(cases)(
    '%s with an observer of %s: the error is thrown, and the body is gone whole',
    (_way, _what, go, of) => {
      const { engine } = newEngine();
      const { world } = engine;
      for (const own of [sprite, {}]) query(world, [own, world.components.frame]);
      observe(world, onRemove(of(engine)), () => {
        throw new Error('not so fast');
      });
      const body = engine.spawn({ guid: 5 });
      addComponent(world, body, sprite);
      expect(() => go(engine, body)).toThrow('not so fast');
      expect([entityExists(world, body), engine.isAlive(body), engine.entityOf(5)]).toEqual([false, false, 0]);
      for (const name of marks) expect([...query(world, [world.components[name]])]).toEqual([]);
      expect([...query(world, [sprite])]).toEqual([]);
      engine.step(2);
      expect(engine.spawn({ guid: 5 })).toBe(body);
      expect(hasComponent(world, body, sprite)).toBe(false);
      expect(breaches(world)).toEqual([]);
    },
  );

  it('by a message: the body is gone, the message applied, the error told', () => {
    const { engine, inbox } = newEngine();
    observe(engine.world, onRemove(engine.world.components.frame), () => {
      throw new Error('not so fast');
    });
    const errors: unknown[] = [];
    engine.on('handlerError', ({ type }) => errors.push(type));
    inbox.put(createMessage(5));
    engine.step();
    inbox.put(deleteMessage(5, 0));
    engine.step();
    expect([errors, engine.entityOf(5), engine.counters.applied]).toEqual([['observer'], 0, 2]);
    expect([...query(engine.world, [engine.world.components.frame])]).toEqual([]);
    expect(breaches(engine.world)).toEqual([]);
  });
});
