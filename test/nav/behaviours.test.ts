import { describe, expect, it } from 'vitest';
import { createNavigation } from '../../nav/index.ts';
import { createBehaviours } from '../../npc/index.ts';
import { away, engineOn, groundOf, meshOf, numbers, stepUntil } from './support.ts';

async function world(options: { plansPerStep?: number; navigate?: boolean; capacity?: number } = {}) {
  const engine = engineOn('village', { capacity: options.capacity });
  const nav = await createNavigation(engine, await meshOf('village'), { plansPerStep: options.plansPerStep ?? 16 });
  const npc = createBehaviours(engine, options.navigate === false ? {} : { navigate: nav.navigate });
  return { engine, nav, npc };
}

describe('behaviours with a navigation', () => {
  it('a patrol goes in and out through a door; without one it walks against the wall', async () => {
    const { engine, npc } = await world();
    const body = engine.spawn({ x: -17, y: 6 });
    const reached: number[] = [];
    npc.on('arrived', ({ index }) => reached.push(index));
    npc.add(body, 'patrol', {
      route: [
        [-12, 6],
        [-17, 6],
      ],
    });
    stepUntil(engine, 60, () => reached.length >= 3);
    expect(reached.slice(0, 3)).toEqual([0, 1, 0]);
    const straight = await world({ navigate: false });
    const other = straight.engine.spawn({ x: -17, y: 6 });
    straight.npc.add(other, 'patrol', { route: [[-12, 6]], mode: 'once' });
    straight.engine.step(300);
    expect(away(straight.engine, other, -12, 6)).toBeGreaterThan(3);
  });

  it('a chaser runs into the house after its prey, and out again', async () => {
    const { engine, npc } = await world();
    const prey = engine.spawn({ x: -12, y: 7 });
    const hunter = engine.spawn({ x: -17, y: 6 });
    let catches = 0;
    npc.on('arrived', ({ entity }) => {
      if (entity === hunter) catches++;
    });
    npc.add(hunter, 'chase', { target: engine.guidOf(prey), pause: 0.5 });
    expect(stepUntil(engine, 40, () => catches === 1)).toBe(true);
    engine.place(prey, { x: -18, y: 2, z: 0 });
    expect(stepUntil(engine, 40, () => catches === 2)).toBe(true);
    expect(away(engine, hunter, -18, 2)).toBeLessThan(2.5);
  });

  it('a follower comes after its leader around a house, and a guard goes back to its post in one', async () => {
    const { engine, nav, npc } = await world();
    const leader = engine.spawn({ x: -17, y: 8 });
    const follower = engine.spawn({ x: -18, y: 6 });
    const guard = engine.spawn({ x: -12, y: 7 });
    npc.add(follower, 'follow', { leader: engine.guidOf(leader) });
    npc.add(guard, 'guard', { heading: 90 });
    engine.place(guard, { x: -19, y: 3, z: 0 });
    nav.walkTo(leader, { x: -11, y: 5 });
    engine.step(30 * 25);
    expect(away(engine, guard, -12, 7)).toBeLessThan(1);
    const { x, y } = engine.readFrame(leader);
    expect(away(engine, leader, -11, 5)).toBeLessThan(0.3);
    expect(away(engine, follower, x, y)).toBeLessThan(4);
  });

  it('a place that nobody can stand at is reached beside it, and one that no way leads to is told as unreachable', async () => {
    const { engine, npc } = await world();
    const told: string[] = [];
    npc.on('arrived', ({ entity, index }) => told.push(`${entity} arrived ${index}`));
    npc.on('failed', ({ entity, reason }) => told.push(`${entity} ${reason}`));
    npc.add(engine.spawn({ x: 0, y: -5 }), 'patrol', { route: [[-7.9, 6]], mode: 'once' });
    npc.add(engine.spawn({ x: 4, y: -5 }), 'patrol', { route: [[-12, 6, 4.6]], mode: 'once' });
    engine.step(300);
    expect(told.sort()).toEqual(['1 arrived 0', '2 unreachable']);
  });

  it('a hundred of them find their ways with few plans a step, in the same way each time, and none is in a wall', {
    timeout: 60_000,
  }, async () => {
    const run = async () => {
      const { engine, nav, npc } = await world({ plansPerStep: 4, capacity: 128 });
      const random = numbers(3);
      const ground = groundOf('village');
      let arrivals = 0;
      npc.on('arrived', () => arrivals++);
      while (engine.entities().length < 100) {
        const place = nav.mesh.nearest({ x: (random() * 2 - 1) * 22, y: (random() * 2 - 1) * 18, z: 0 });
        if (place === null) continue;
        const body = engine.spawn({ x: place.x, y: place.y });
        if (body % 3 === 0) npc.add(body, 'wander', { radius: 15, pause: 0, pauseMost: 1 });
        else if (body % 3 === 1)
          npc.add(body, 'patrol', {
            route: [
              [-12, 6],
              [12, 6],
              [0, -14],
            ],
            next: body % 2,
          });
        else npc.add(body, 'chase', { target: engine.guidOf(Math.max(1, body - 1)) });
      }
      let most = 0;
      for (let step = 0; step < 600; step++) {
        const before = nav.work.plans;
        engine.step();
        most = Math.max(most, nav.work.plans - before);
      }
      for (const body of engine.entities()) {
        const { x, y, z } = engine.readFrame(body);
        expect(ground.cast({ x, y, z: z + 0.9 }, { x: x + 0.01, y, z: z + 0.9 }, 0.25)).toBeNull();
      }
      return { hash: engine.hash(), most, arrivals, delays: nav.work.delays };
    };
    const first = await run();
    expect(first.most).toBe(4);
    expect(first.delays).toBeGreaterThan(50);
    expect(first.arrivals).toBeGreaterThan(100);
    expect(await run()).toEqual(first);
  });
});
