import { addComponent, addEntity, query, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { MotionCommand } from '../../index.ts';
import { BehaviourResult, BehaviourStatus, behaviourNames, behaviourReasons } from '../../npc/index.ts';
import { distanceTo, isMoving, listenNpc, newNpcs } from './support.ts';

describe('behaviours as plain bitECS components', () => {
  it('act when they are added and their columns written, and stop when they are removed', () => {
    const { engine, npc } = newNpcs();
    const { patrol } = npc.components;
    const body = engine.spawn();
    addComponent(engine.world, body, patrol);
    patrol.route[body] = npc.routes.add([
      [0, 3],
      [3, 3],
    ]);
    patrol.pause[body] = 0.5;
    engine.step(200);
    expect(npc.status(body, 'patrol')).toBe('active');
    expect(patrol.status[body]).toBe(BehaviourStatus.Active);
    expect(distanceTo(engine, body, 1.5, 3)).toBeLessThan(2.2);
    expect([...query(engine.world, [patrol, engine.world.components.frame])]).toEqual([body]);
    removeComponent(engine.world, body, patrol);
    engine.step(10);
    expect(isMoving(engine, body)).toBe(false);
    expect(patrol.status[body]).toBe(BehaviourStatus.None);
  });

  it('take values with set, checked like those of add', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    addComponent(engine.world, body, set(npc.components.wander, { x: 40, y: 0, radius: 2 }));
    engine.step(450);
    expect(distanceTo(engine, body, 40, 0)).toBeLessThan(2.3);
    expect(() => addComponent(engine.world, body, set(npc.components.wander, { radius: -2 }))).toThrow(
      /set\.wander\.radius: expected a number from 0/,
    );
    expect(npc.components.wander.radius[body]).toBe(2);
  });

  it('a change of a column is noticed within a second', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    npc.add(body, 'patrol', { route: [[0, 60]] });
    engine.step(60);
    npc.components.patrol.route[body] = npc.routes.add([[30, 0]]);
    engine.step(31);
    expect(engine.readMoveTo(body)).toMatchObject({ x: 30, y: 0 });
    expect(npc.routes.size).toBe(1);
  });

  it('start from their defaults on an id that is used again', () => {
    const { engine, npc } = newNpcs();
    const first = engine.spawn();
    npc.add(first, 'chase', { target: 123456, radius: 3, priority: 250 });
    npc.add(first, 'patrol', { route: [[0, 30]] });
    npc.tag(first, 'wolf');
    engine.step(30);
    engine.despawn(first);
    expect(npc.routes.size).toBe(0);
    const second = engine.spawn({ x: 5 });
    expect(second).toBe(first);
    expect(npc.list(second)).toEqual([]);
    expect(npc.active(second)).toBe(null);
    expect(npc.tagsOf(second)).toEqual([]);
    engine.step(30);
    expect(distanceTo(engine, second, 5, 0)).toBe(0);
    addComponent(engine.world, second, npc.components.chase);
    expect(npc.values(second, 'chase')).toMatchObject({ target: 0, radius: 15, priority: 70, tags: [] });
    expect(npc.work.npcs).toBe(0);
    engine.step();
    expect(npc.work.npcs).toBe(1);
  });

  it('do not wait on an id on which another body failed', () => {
    let way = false;
    const { engine, npc } = newNpcs({ navigate: (_entity, { x, y }) => (way ? [[x, y]] : null) });
    const first = engine.spawn();
    npc.add(first, 'patrol', { route: [[0, 30]] });
    engine.step(300);
    expect(npc.components.outcome.count[first]).toBeGreaterThan(2);
    engine.despawn(first);
    way = true;
    const second = engine.spawn();
    expect(second).toBe(first);
    npc.add(second, 'patrol', { route: [[0, 30]] });
    expect(npc.components.outcome.count[second]).toBe(0);
    engine.step(2);
    expect(isMoving(engine, second)).toBe(true);
  });

  it('on an id that dies and is used again in one step belong to the new body', () => {
    const { engine, npc } = newNpcs();
    const first = engine.spawn();
    npc.add(first, 'patrol', { route: [[0, 30]] });
    engine.step(30);
    engine.despawn(first);
    const second = engine.spawn({ x: 5 });
    npc.add(second, 'patrol', { route: [[40, 0]] });
    engine.step(30);
    expect(engine.readMoveTo(second)).toMatchObject({ x: 40, y: 0 });
    expect(npc.work.npcs).toBe(1);
    expect(npc.routes.size).toBe(1);
  });

  it('on an entity that has no body do nothing, and say so once', () => {
    const { engine, npc } = newNpcs();
    const told = listenNpc(engine, npc, 'problem');
    const bare = addEntity(engine.world);
    addComponent(engine.world, bare, npc.components.patrol);
    engine.step(90);
    expect(told).toMatchObject([{ entity: bare, message: expect.stringMatching(/no body: spawn it first/) }]);
    expect(npc.status(bare, 'patrol')).toBe(null);
    removeEntity(engine.world, bare);
    engine.step(2);
    expect(npc.work.npcs).toBe(0);
  });

  it('outgrow the world with it', () => {
    const { engine, npc } = newNpcs({}, { capacity: 2 });
    const bodies = Array.from({ length: 70 }, (_, index) => engine.spawn({ x: index * 5 }));
    for (const body of bodies) npc.add(body, 'patrol', { route: [[body * 3, 3]], pause: 1 });
    engine.step(30);
    expect(bodies.every((body) => npc.status(body, 'patrol') === 'active')).toBe(true);
    expect(npc.components.patrol.pause[bodies[69]]).toBe(1);
  });
});

describe('values written to columns', () => {
  it.each<[string, (c: ReturnType<typeof newNpcs>['npc']['components'], e: number) => void]>([
    ['NaN', (c, e) => (c.wander.radius[e] = Number.NaN)],
    ['infinite', (c, e) => (c.wander.x[e] = Number.POSITIVE_INFINITY)],
    ['out of range', (c, e) => (c.wander.speed[e] = 1e6)],
    ['negative', (c, e) => (c.wander.pause[e] = -4)],
    ['NaN in its own memory', (c, e) => (c.wander.until[e] = Number.NaN)],
  ])('that are wrong (%s) are put right and reported once', (_what, write) => {
    const { engine, npc } = newNpcs();
    const told = listenNpc(engine, npc, 'problem');
    const body = engine.spawn();
    npc.add(body, 'wander');
    engine.step(10);
    for (let time = 0; time < 5; time++) {
      write(npc.components, body);
      engine.step(40);
    }
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ behaviour: 'wander', entity: body, message: expect.stringMatching(/^wander\./) });
    const values = Object.values(npc.values(body, 'wander')).filter((value) => typeof value === 'number');
    expect(values.every(Number.isFinite)).toBe(true);
    const { x, y } = engine.readFrame(body);
    expect(Number.isFinite(x + y)).toBe(true);
  });

  it('that are no emotes are left out and reported', () => {
    const { engine, npc } = newNpcs();
    const told = listenNpc(engine, npc, 'problem', 'failed');
    const body = engine.spawn();
    npc.add(body, 'idle', { emotes: ['Wave'], pause: 0.5, pauseMost: 0.5 });
    npc.components.idle.emotes[body * 4 + 1] = 12345;
    engine.step(100);
    expect(told).toMatchObject([{ type: 'problem', message: expect.stringMatching(/idle\.emotes/) }]);
    expect(npc.values(body, 'idle').emotes).toEqual([MotionCommand.Wave]);
  });
});

describe('results', () => {
  it('are a component: what ended last, why, of which behaviour, about whom, when, and how many there were', () => {
    const { engine, npc } = newNpcs();
    const { outcome } = npc.components;
    const body = engine.spawn();
    npc.add(body, 'patrol', { route: [[0, 2]], mode: 'once' });
    expect(outcome.result[body]).toBe(BehaviourResult.None);
    engine.step(90);
    expect(outcome.result[body]).toBe(BehaviourResult.Arrived);
    expect(behaviourNames[outcome.behaviour[body]]).toBe('patrol');
    expect(outcome.time[body]).toBeGreaterThan(0.5);
    expect(outcome.count[body]).toBe(1);
    npc.add(body, 'chase', { target: engine.guidOf(engine.spawn({ guid: 99, y: 20 })) });
    engine.step(30);
    engine.despawn(engine.entityOf(99));
    engine.step(10);
    expect(outcome.result[body]).toBe(BehaviourResult.Lost);
    expect(behaviourReasons[outcome.reason[body]]).toBe('gone');
    expect(behaviourNames[outcome.behaviour[body]]).toBe('chase');
    expect(outcome.target[body]).toBe(99);
    expect(outcome.count[body]).toBe(2);
  });

  it('are told when the step is over: handlers may spawn, despawn and change behaviours', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    const errors: unknown[] = [];
    npc.on('handlerError', ({ error }) => errors.push(error));
    npc.on('arrived', ({ entity }) => {
      engine.despawn(entity);
      npc.add(engine.spawn({ y: 1 }), 'patrol', { route: [[0, 5]], mode: 'once' });
    });
    npc.add(body, 'patrol', { route: [[0, 5]], mode: 'once' });
    engine.step(450);
    expect(errors).toEqual([]);
    expect(engine.entities()).toHaveLength(1);
    expect(npc.routes.size).toBe(1);
  });

  it('a handler that throws is told of, and the others are called', () => {
    const { engine, npc } = newNpcs();
    const heard: string[] = [];
    npc.on('handlerError', ({ type, error }) => heard.push(`${type}: ${error}`));
    npc.on('active', () => {
      throw new Error('no');
    });
    npc.on('active', ({ behaviour }) => heard.push(String(behaviour)));
    npc.add(engine.spawn(), 'wander');
    engine.step();
    expect(heard).toEqual(['active: Error: no', 'wander']);
    expect(engine.systems().every(({ enabled }) => enabled)).toBe(true);
  });
});
