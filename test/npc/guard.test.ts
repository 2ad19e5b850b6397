import { describe, expect, it } from 'vitest';
import { distance, distanceTo, isMoving, listenNpc, newNpcs, stepUntil } from './support.ts';

describe('a guard', () => {
  it('stands at its post and goes for an intruder, not for one farther away', () => {
    const { engine, npc } = newNpcs();
    const guard = engine.spawn();
    const passer = engine.spawn({ x: 12 });
    npc.tag(passer, 'thief');
    npc.add(guard, 'guard', { tags: 'thief', radius: 8, leash: 16 });
    engine.step(60);
    expect(npc.status(guard, 'guard')).toBe('active');
    expect(isMoving(engine, guard)).toBe(false);
    const told = listenNpc(engine, npc, 'arrived');
    engine.place(passer, { x: 7, y: 0 });
    expect(stepUntil(engine, 8, () => told.length === 1)).toBe(true);
    expect(told[0]).toMatchObject({ behaviour: 'guard', target: engine.guidOf(passer) });
    expect(distance(engine, guard, passer)).toBeLessThan(2);
  });

  it('lets go where the leash ends and goes back to its post and heading', () => {
    const { engine, npc } = newNpcs();
    const guard = engine.spawn({ x: 5, y: 5 });
    const thief = engine.spawn({ guid: 66, x: 5, y: 11, runRate: 2 });
    npc.add(guard, 'guard', { target: 66, radius: 8, leash: 16, heading: 0, run: false });
    engine.step(20);
    engine.moveTo(thief, { x: 5, y: 80 }, { canCharge: true });
    const told = listenNpc(engine, npc, 'lost', 'arrived');
    let farthest = 0;
    for (let step = 0; step < 900; step++) {
      engine.step();
      farthest = Math.max(farthest, distanceTo(engine, guard, 5, 5));
    }
    expect(told).toMatchObject([
      { type: 'lost', behaviour: 'guard', target: 66, reason: 'far' },
      { type: 'arrived', behaviour: 'guard', target: 0 },
    ]);
    expect(farthest).toBeGreaterThan(3);
    expect(farthest).toBeLessThan(17);
    expect(distanceTo(engine, guard, 5, 5)).toBeLessThan(1);
    const { heading } = engine.readFrame(guard);
    expect(Math.min(heading, 360 - heading)).toBeLessThan(10);
  });

  it('goes back to its post when it is taken away, unless it is not to return', () => {
    const { engine, npc } = newNpcs();
    const returns = engine.spawn();
    const stays = engine.spawn({ x: 30 });
    npc.add(returns, 'guard', { tags: 'thief' });
    npc.add(stays, 'guard', { tags: 'thief', returns: false });
    engine.step(15);
    engine.place(returns, { x: 0, y: 9 });
    engine.place(stays, { x: 30, y: 9 });
    engine.step(300);
    expect(distanceTo(engine, returns, 0, 0)).toBeLessThan(1);
    expect(distanceTo(engine, stays, 30, 9)).toBeLessThan(0.01);
  });

  it('lets a less urgent behaviour act as far as it may stray, and fetches it back from farther away', () => {
    const { engine, npc } = newNpcs();
    const guard = engine.spawn();
    npc.add(guard, 'guard', { tags: 'thief', leash: 20, stray: 6 });
    npc.add(guard, 'patrol', {
      route: [
        [0, 5],
        [0, -5],
      ],
    });
    const told = listenNpc(engine, npc, 'arrived', 'active');
    engine.step(900);
    expect(told.filter(({ behaviour, type }) => type === 'arrived' && behaviour === 'patrol').length).toBeGreaterThan(
      4,
    );
    expect(told.filter(({ behaviour }) => behaviour === 'guard')).toEqual([]);
    npc.change(guard, 'patrol', { route: [[0, 50]] });
    engine.step(300);
    expect(told.some(({ type, behaviour }) => type === 'active' && behaviour === 'guard')).toBe(true);
    expect(distanceTo(engine, guard, 0, 0)).toBeLessThan(8);
  });

  it('tells that an intruder left the world and goes back', () => {
    const { engine, npc } = newNpcs();
    const guard = engine.spawn();
    const thief = engine.spawn({ guid: 13, x: 7 });
    npc.add(guard, 'guard', { target: 13 });
    engine.step(60);
    const told = listenNpc(engine, npc, 'lost');
    engine.despawn(thief);
    engine.step(200);
    expect(told).toMatchObject([{ behaviour: 'guard', target: 13, reason: 'gone' }]);
    expect(distanceTo(engine, guard, 0, 0)).toBeLessThan(1);
  });
});
