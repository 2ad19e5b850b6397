import { describe, expect, it } from 'vitest';
import type { Waypoint } from '../../npc/index.ts';
import { addComponent, set } from 'bitecs';
import { distanceTo, isMoving, type ToldNpc, listenNpc, newNpcs, stepUntil } from './support.ts';

const square: Waypoint[] = [
  [0, 4],
  [4, 4],
  [4, 0],
];

/** The places on the route at which a patrol arrived, in order. */
function visits(told: readonly ToldNpc[]): unknown[] {
  return told.map(({ index }) => index);
}

describe('a patrol', () => {
  it('goes round its route for ever in the mode loop', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    const told = listenNpc(engine, npc, 'arrived', 'failed');
    npc.add(body, 'patrol', { route: square });
    expect(stepUntil(engine, 40, () => told.length === 7)).toBe(true);
    expect(visits(told)).toEqual([0, 1, 2, 0, 1, 2, 0]);
    expect(
      told.every(({ type, behaviour, entity }) => type === 'arrived' && behaviour === 'patrol' && entity === body),
    ).toBe(true);
    expect(distanceTo(engine, body, 0, 4)).toBeLessThan(0.5);
  });

  it('turns round at both ends in the mode pingPong', () => {
    const { engine, npc } = newNpcs();
    const told = listenNpc(engine, npc, 'arrived');
    npc.add(engine.spawn(), 'patrol', { route: square, mode: 'pingPong' });
    stepUntil(engine, 60, () => told.length === 8);
    expect(visits(told)).toEqual([0, 1, 2, 1, 0, 1, 2, 1]);
  });

  it('ends at the last place in the mode once, and waits from then on', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    const told = listenNpc(engine, npc, 'arrived');
    npc.add(body, 'patrol', { route: square, mode: 'once' });
    stepUntil(engine, 30, () => told.length === 3);
    engine.step(90);
    expect(visits(told)).toEqual([0, 1, 2]);
    expect(npc.status(body, 'patrol')).toBe('waiting');
    expect(isMoving(engine, body)).toBe(false);
    expect(distanceTo(engine, body, 4, 0)).toBeLessThan(0.5);
  });

  it('stands at each place as long as its pause says, and a random time up to pauseMost', () => {
    const { engine, npc } = newNpcs();
    const starts: number[] = [];
    const lengths: number[] = [];
    const body = engine.spawn();
    npc.on('arrived', () => starts.push(engine.world.clock.now));
    npc.add(body, 'patrol', {
      route: [
        [0, 2],
        [0, 0],
      ],
      pause: 1,
      pauseMost: 3,
    });
    for (let step = 0; step < 30 * 80; step++) {
      engine.step();
      const began = starts.length > lengths.length && isMoving(engine, body);
      if (began) lengths.push(engine.world.clock.now - starts[starts.length - 1]);
    }
    expect(lengths.length).toBeGreaterThan(10);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(0.99);
    expect(Math.max(...lengths)).toBeLessThan(3.2);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeGreaterThan(0.5);
  });

  it('walks, or runs if told to', () => {
    const time = (run: boolean): number => {
      const { engine, npc } = newNpcs();
      const body = engine.spawn({ runRate: 2 });
      const told = listenNpc(engine, npc, 'arrived');
      npc.add(body, 'patrol', { route: [[0, 30]], run });
      stepUntil(engine, 30, () => told.length === 1);
      return engine.world.clock.now;
    };
    expect(time(false)).toBeGreaterThan(9);
    expect(time(true)).toBeLessThan(6);
  });

  it('of one place stays there, and comes back when it is taken away', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    const told = listenNpc(engine, npc, 'arrived');
    npc.add(body, 'patrol', { route: [[0, 3]] });
    engine.step(300);
    expect(told).toHaveLength(1);
    engine.place(body, { x: 9, y: 3 });
    engine.step(300);
    expect(told).toHaveLength(2);
    expect(distanceTo(engine, body, 0, 3)).toBeLessThan(0.5);
  });

  it('of equal places does not spin', () => {
    const { engine, npc } = newNpcs();
    const told = listenNpc(engine, npc, 'arrived');
    npc.add(engine.spawn(), 'patrol', {
      route: [
        [0, 0],
        [0, 0],
      ],
    });
    engine.step(300);
    expect(told.length).toBeGreaterThan(10);
    expect(told.length).toBeLessThanOrEqual(21);
  });

  it('stands as long as its pause says also where it was already', () => {
    const { engine, npc } = newNpcs();
    const told = listenNpc(engine, npc, 'arrived');
    npc.add(engine.spawn(), 'patrol', {
      route: [
        [0, 0],
        [0, 0],
      ],
      pause: 3,
    });
    engine.step(300);
    expect(told).toHaveLength(4);
  });

  it('goes another way when its route is changed on the way', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    npc.add(body, 'patrol', { route: [[0, 50]] });
    engine.step(90);
    npc.change(body, 'patrol', { route: [[20, 0]] });
    engine.step(400);
    expect(distanceTo(engine, body, 20, 0)).toBeLessThan(0.5);
    expect(npc.routes.size).toBe(1);
  });

  describe('told a place that is not on its route', () => {
    const two: Waypoint[] = [
      [0, 8],
      [8, 8],
    ];
    const range = (call: string) => `${call}.patrol.next: expected a place on the route, 0 to 1, found 7`;

    it('is refused at every call that knows the route, and nothing is changed', () => {
      const { engine, npc } = newNpcs();
      const [body, other] = [engine.spawn(), engine.spawn()];
      const shared = npc.routes.add(two);
      expect(() => npc.add(body, 'patrol', { route: two, next: 7 })).toThrow(range('add'));
      expect(() => npc.add(body, 'patrol', { route: shared, next: 7 })).toThrow(range('add'));
      expect(() => npc.check('patrol', { next: 7, route: two })).toThrow(range('check'));
      expect(npc.has(body, 'patrol')).toBe(false);
      npc.add(body, 'patrol', { route: two, next: 1 });
      expect(() => npc.change(body, 'patrol', { next: 7 })).toThrow(range('change'));
      expect(() => npc.change(body, 'patrol', { route: [...two, ...two], next: 4 })).toThrow('0 to 3, found 4');
      expect(npc.values(body, 'patrol')).toMatchObject({ route: two, next: 1 });
      const { patrol } = npc.components;
      expect(() => addComponent(engine.world, other, set(patrol, { route: shared, next: 7 }))).toThrow(range('set'));
    });

    it('because it was changed to a shorter one goes to the last, and nobody is at fault', () => {
      const { engine, npc } = newNpcs();
      const body = engine.spawn();
      const told = listenNpc(engine, npc, 'problem');
      npc.add(body, 'patrol', { route: [...two, ...two], next: 3 });
      npc.change(body, 'patrol', { route: two });
      expect(npc.values(body, 'patrol').next).toBe(1);
      npc.change(body, 'patrol', { route: [...two, ...two], next: 2 });
      stepUntil(engine, 10, () => npc.values(body, 'patrol').next === 3);
      npc.components.patrol.route[body] = npc.routes.add(two);
      engine.step(40);
      expect(npc.values(body, 'patrol').next).toBeLessThan(2);
      expect(told).toEqual([]);
    });

    it('by its column is put right and reported', () => {
      const { engine, npc } = newNpcs();
      const body = engine.spawn();
      const told = listenNpc(engine, npc, 'problem');
      npc.add(body, 'patrol', { route: two });
      npc.components.patrol.next[body] = 7;
      engine.step(40);
      expect(npc.values(body, 'patrol').next).toBe(1);
      expect(told).toMatchObject([{ behaviour: 'patrol', message: expect.stringMatching(/^patrol\.next of entity/) }]);
    });
  });

  it('that cannot get to a place gives up after six seconds and goes on with the next', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    const told = listenNpc(engine, npc, 'arrived', 'failed');
    npc.add(body, 'patrol', {
      route: [
        [0, 4, 50],
        [6, 0],
      ],
    });
    expect(stepUntil(engine, 30, () => told.length === 2)).toBe(true);
    expect(told).toMatchObject([
      { type: 'failed', behaviour: 'patrol', reason: 'stuck' },
      { type: 'arrived', index: 1 },
    ]);
    expect(told[0].tick).toBeLessThan(30 * 9);
  });

  it('whose route is gone waits and says so once; it goes on when there is one again', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    const route = npc.routes.add([[0, 40]]);
    const told = listenNpc(engine, npc, 'failed');
    npc.add(body, 'patrol', { route });
    engine.step(30);
    npc.routes.delete(route);
    engine.step(120);
    expect(told).toMatchObject([{ reason: 'noRoute' }]);
    expect(isMoving(engine, body)).toBe(false);
    expect(npc.status(body, 'patrol')).toBe('waiting');
    npc.change(body, 'patrol', { route: [[0, 8]] });
    engine.step(300);
    expect(distanceTo(engine, body, 0, 8)).toBeLessThan(0.5);
  });

  it('shares a route with others; a route of its own goes with it', () => {
    const { engine, npc } = newNpcs();
    const shared = npc.routes.add(square);
    const bodies = [engine.spawn(), engine.spawn({ x: 2 })];
    for (const body of bodies) npc.add(body, 'patrol', { route: shared });
    const own = engine.spawn({ x: 5 });
    npc.add(own, 'patrol', { route: square });
    expect(npc.routes.size).toBe(2);
    npc.remove(own, 'patrol');
    expect(npc.routes.size).toBe(1);
    npc.remove(bodies[0], 'patrol');
    expect(npc.routes.points(shared)).toEqual(square);
  });
});
