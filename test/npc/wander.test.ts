import { describe, expect, it } from 'vitest';
import { distanceTo, listenNpc, newNpcs } from './support.ts';

describe('one who wanders', () => {
  it('stays within its radius of where it began, goes to ever new places and stands between', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn({ x: 100, y: -50 });
    const told = listenNpc(engine, npc, 'arrived', 'failed');
    npc.add(body, 'wander', { radius: 5, pause: 0.5, pauseMost: 2 });
    let farthest = 0;
    let rests = 0;
    const places = new Set<string>();
    for (let step = 0; step < 30 * 60; step++) {
      engine.step();
      farthest = Math.max(farthest, distanceTo(engine, body, 100, -50));
      const { x, y } = engine.readFrame(body);
      places.add(`${Math.round(x)} ${Math.round(y)}`);
      if (engine.readMoveTo(body).type === 0) rests++;
    }
    expect(farthest).toBeLessThan(5.3);
    expect(farthest).toBeGreaterThan(2);
    expect(told.length).toBeGreaterThan(8);
    expect(told.every(({ type }) => type === 'arrived')).toBe(true);
    expect(places.size).toBeGreaterThan(15);
    expect(rests).toBeGreaterThan(200);
  });

  it('comes home when it is taken away, and has another home when that is changed', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    npc.add(body, 'wander', { x: 30, y: 0, radius: 3 });
    engine.step(600);
    expect(distanceTo(engine, body, 30, 0)).toBeLessThan(3.3);
    npc.change(body, 'wander', { x: 0 });
    engine.step(600);
    expect(distanceTo(engine, body, 0, 0)).toBeLessThan(3.3);
  });

  it('draws other places than its neighbour, and the same ones in the same world', () => {
    const run = (seed: number) => {
      const { engine, npc } = newNpcs({ seed });
      const bodies = [engine.spawn({ guid: 7 }), engine.spawn({ guid: 8 })];
      for (const body of bodies) npc.add(body, 'wander');
      engine.step(600);
      return { hash: engine.hash(), places: bodies.map((body) => engine.readFrame(body)) };
    };
    const first = run(5);
    expect(run(5)).toEqual(first);
    expect(run(6).hash).not.toBe(first.hash);
    expect(Math.abs(first.places[0].x - first.places[1].x)).toBeGreaterThan(0.01);
  });
});
