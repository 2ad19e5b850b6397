import { describe, expect, it } from 'vitest';
import type { Waypoint } from '../../npc/index.ts';
import { distanceTo, isMoving, listenNpc, newNpcs, stepUntil } from './support.ts';

/** A way round the corner at (20, 0). */
const round = (_entity: number, goal: { x: number; y: number }): Waypoint[] => [
  [20, 0],
  [goal.x, goal.y],
];

describe('with navigate', () => {
  it('an NPC walks the places that it answers, the goal last', () => {
    const { engine, npc } = newNpcs({ navigate: round });
    const body = engine.spawn();
    const told = listenNpc(engine, npc, 'arrived', 'failed', 'problem');
    npc.add(body, 'patrol', { route: [[20, 20]], mode: 'once' });
    let corner = 100;
    stepUntil(engine, 40, () => {
      corner = Math.min(corner, distanceTo(engine, body, 20, 0));
      return told.length > 0;
    });
    expect(told).toMatchObject([{ type: 'arrived', index: 0 }]);
    expect(corner).toBeLessThan(0.5);
    expect(distanceTo(engine, body, 20, 20)).toBeLessThan(0.5);
    expect(npc.work.paths).toBe(0);
  });

  it('a chaser goes round the corner and then straight, and looks for a new way when its prey moves', () => {
    let asked = 0;
    const straightFrom = (x: number) => x > 18;
    const { engine, npc } = newNpcs({
      navigate: (entity, goal) => {
        asked++;
        return straightFrom(engine.readFrame(entity).x)
          ? [[goal.x, goal.y]]
          : [
              [20, 0],
              [goal.x, goal.y],
            ];
      },
    });
    const hunter = engine.spawn();
    const prey = engine.spawn({ guid: 8, x: 20, y: 25 });
    const told = listenNpc(engine, npc, 'arrived');
    npc.add(hunter, 'chase', { target: 8 });
    engine.step(60);
    engine.place(prey, { x: 25, y: 15 });
    expect(stepUntil(engine, 30, () => told.length > 0)).toBe(true);
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThan(10);
    expect(distanceTo(engine, hunter, 25, 15)).toBeLessThan(2.2);
  });

  it('a goal without a way is told as unreachable, and tried again later and later', () => {
    let asked = 0;
    const { engine, npc } = newNpcs({
      navigate: () => {
        asked++;
        return null;
      },
    });
    const body = engine.spawn();
    const told = listenNpc(engine, npc, 'failed');
    npc.add(body, 'wander');
    engine.step(30 * 30);
    expect(told[0]).toMatchObject({ behaviour: 'wander', reason: 'unreachable' });
    expect(asked).toBeGreaterThan(4);
    expect(asked).toBeLessThan(12);
    expect(isMoving(engine, body)).toBe(false);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('lost');
      },
    ],
    ['answers NaN', () => [[Number.NaN, 1]]],
    ['answers nothing', () => undefined],
    ['answers too much', () => Array(65).fill([0, 0])],
  ])('one that %s is reported, and the NPC walks straight', (_what, navigate) => {
    const { engine, npc } = newNpcs({ navigate: navigate as () => null });
    const body = engine.spawn();
    const told = listenNpc(engine, npc, 'problem', 'arrived');
    npc.add(body, 'patrol', { route: [[0, 5]], mode: 'once' });
    engine.step(150);
    expect(told).toMatchObject([{ type: 'problem', message: expect.stringMatching(/^navigate/) }, { type: 'arrived' }]);
  });

  it('a way that does not end at the goal is told as unreachable, not walked for ever', () => {
    let asked = 0;
    const { engine, npc } = newNpcs({
      navigate: () => {
        asked++;
        return [[5, 0]];
      },
    });
    const body = engine.spawn();
    const told = listenNpc(engine, npc, 'arrived', 'failed');
    npc.add(body, 'patrol', { route: [[20, 20]] });
    engine.step(30 * 30);
    expect(told[0]).toMatchObject({ type: 'failed', reason: 'unreachable' });
    expect(distanceTo(engine, body, 5, 0)).toBeLessThan(0.5);
    expect(asked).toBeLessThan(12);
  });

  it('a saved state that is loaded in the middle of a way finds it anew', () => {
    const { engine, npc } = newNpcs({ navigate: round });
    const body = engine.spawn();
    npc.add(body, 'patrol', { route: [[20, 20]], mode: 'once' });
    engine.step(120);
    const snapshot = engine.snapshot();
    const saved = npc.save();
    engine.restore(snapshot);
    npc.load(saved);
    expect(npc.work.paths).toBe(0);
    engine.step(30 * 30);
    expect(distanceTo(engine, body, 20, 20)).toBeLessThan(0.5);
  });
});
