import { describe, expect, it } from 'vitest';
import { distance, isMoving, listenNpc, newNpcs, stepUntil } from './support.ts';

describe('a chase', () => {
  it('runs after whom it names until it has it, tells once, and again when it gets away', () => {
    const { engine, npc } = newNpcs();
    const hunter = engine.spawn({ runRate: 1.5 });
    const prey = engine.spawn({ guid: 77, x: 20 });
    const told = listenNpc(engine, npc, 'arrived', 'failed', 'lost');
    npc.add(hunter, 'chase', { target: 77, distance: 0.8 });
    expect(stepUntil(engine, 15, () => told.length === 1)).toBe(true);
    expect(told[0]).toMatchObject({ type: 'arrived', behaviour: 'chase', target: 77 });
    expect(distance(engine, hunter, prey)).toBeLessThan(0.8 + 0.6 + 0.75);
    engine.step(150);
    expect(told).toHaveLength(1);
    engine.place(prey, { x: 20, y: 15 });
    expect(stepUntil(engine, 15, () => told.length === 2)).toBe(true);
    expect(distance(engine, hunter, prey)).toBeLessThan(2.2);
  });

  it('catches one who runs away more slowly', () => {
    const { engine, npc } = newNpcs();
    const hunter = engine.spawn({ runRate: 2 });
    const prey = engine.spawn({ x: 5, runRate: 1 });
    engine.moveTo(prey, { x: 60, y: 0 }, { canCharge: true });
    const told = listenNpc(engine, npc, 'arrived');
    npc.add(hunter, 'chase', { target: engine.guidOf(prey), pause: 0 });
    expect(stepUntil(engine, 20, () => told.length === 1)).toBe(true);
  });

  it('takes the nearest with a tag that comes within its radius, and nobody else', () => {
    const { engine, npc } = newNpcs();
    const hunter = engine.spawn();
    const far = engine.spawn({ y: 30 });
    const near = engine.spawn({ y: -9 });
    const stranger = engine.spawn({ x: 2 });
    npc.tag(far, 'sheep');
    npc.tag(stranger, 'wolf');
    npc.add(hunter, 'chase', { tags: ['sheep', 'goat'], radius: 12 });
    engine.step(30);
    expect(npc.status(hunter, 'chase')).toBe('waiting');
    expect(isMoving(engine, hunter)).toBe(false);
    npc.tag(near, 'goat');
    engine.step(15);
    expect(npc.status(hunter, 'chase')).toBe('active');
    expect(npc.components.chase.prey[hunter]).toBe(engine.guidOf(near));
    engine.step(150);
    expect(distance(engine, hunter, near)).toBeLessThan(2);
  });

  it('of somebody with a tag ends at twice the radius, of a named one never unless giveUp says so', () => {
    const { engine, npc } = newNpcs();
    const prey = engine.spawn({ guid: 9, x: 6 });
    npc.tag(prey, 'sheep');
    const byTag = engine.spawn();
    const byName = engine.spawn({ y: 2 });
    const short = engine.spawn({ y: 4 });
    npc.add(byTag, 'chase', { tags: 'sheep', radius: 10 });
    npc.add(byName, 'chase', { target: 9, radius: 10 });
    npc.add(short, 'chase', { target: 9, radius: 10, giveUp: 12 });
    engine.step(30);
    const told = listenNpc(engine, npc, 'lost');
    engine.place(prey, { x: 60, y: 0 });
    engine.step(30);
    expect(told.map(({ entity, reason, target }) => [entity, reason, target])).toEqual(
      expect.arrayContaining([
        [byTag, 'far', 9],
        [short, 'far', 9],
      ]),
    );
    expect(told).toHaveLength(2);
    expect([byTag, byName, short].map((body) => npc.status(body, 'chase'))).toEqual(['waiting', 'active', 'waiting']);
    engine.place(prey, { x: 6, y: 3 });
    engine.step(30);
    expect([byTag, byName, short].map((body) => npc.status(body, 'chase'))).toEqual(['active', 'active', 'active']);
  });

  it('loses a prey that leaves the world, tells so, stands still and takes the next', () => {
    const { engine, npc } = newNpcs();
    const hunter = engine.spawn();
    const [first, second] = [engine.spawn({ guid: 21, y: 9 }), engine.spawn({ guid: 22, y: 13 })];
    npc.tag(first, 'sheep');
    npc.add(hunter, 'chase', { tags: 'sheep' });
    engine.step(45);
    const told = listenNpc(engine, npc, 'lost', 'active');
    engine.despawn(first);
    engine.step(20);
    expect(told).toMatchObject([
      { type: 'lost', behaviour: 'chase', target: 21, reason: 'gone' },
      { type: 'active', behaviour: null, previous: 'chase' },
    ]);
    expect(isMoving(engine, hunter)).toBe(false);
    npc.tag(second, 'sheep');
    engine.step(15);
    expect(npc.components.chase.prey[hunter]).toBe(22);
  });

  it('is after a guid: another body that takes the id over is not chased, one that takes the guid over is', () => {
    const { engine, npc } = newNpcs();
    const hunter = engine.spawn();
    const prey = engine.spawn({ guid: 50, y: 20 });
    npc.add(hunter, 'chase', { target: 50 });
    engine.step(30);
    engine.despawn(prey);
    const stranger = engine.spawn({ guid: 51, y: 20 });
    expect(stranger).toBe(prey);
    engine.step(90);
    expect(npc.status(hunter, 'chase')).toBe('waiting');
    expect(isMoving(engine, hunter)).toBe(false);
    engine.spawn({ guid: 50, y: -10 });
    engine.step(150);
    expect(npc.status(hunter, 'chase')).toBe('active');
    expect(engine.readFrame(hunter).y).toBeLessThan(-6);
  });

  it('gives up what is no longer meant: a tag that is taken away, a target that is changed', () => {
    const { engine, npc } = newNpcs();
    const hunter = engine.spawn();
    const prey = engine.spawn({ y: 9 });
    npc.tag(prey, 'sheep');
    npc.add(hunter, 'chase', { tags: 'sheep' });
    engine.step(15);
    npc.untag(prey, 'sheep');
    engine.step(15);
    expect(npc.status(hunter, 'chase')).toBe('waiting');
    npc.change(hunter, 'chase', { target: engine.guidOf(prey) });
    engine.step(15);
    expect(npc.status(hunter, 'chase')).toBe('active');
    npc.change(hunter, 'chase', { target: 0 });
    engine.step(15);
    expect(npc.status(hunter, 'chase')).toBe('waiting');
  });

  it('never takes itself for its prey', () => {
    const { engine, npc } = newNpcs();
    const wolf = engine.spawn();
    npc.tag(wolf, 'wolf');
    npc.add(wolf, 'chase', { tags: 'wolf', target: engine.guidOf(wolf) });
    engine.step(30);
    expect(npc.status(wolf, 'chase')).toBe('waiting');
  });
});
