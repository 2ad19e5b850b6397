import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_CANDIDATES, Perception } from '../../npc/perception.ts';
import { newEngine } from '../support/engines.ts';

const coordinate = fc.double({ min: -60, max: 60, noNaN: true });
const someone = fc.record({ x: coordinate, y: coordinate, bits: fc.integer({ min: 0, max: 15 }) });

/** A world with bodies that have tags, and who looks around in it. */
function populated(people: readonly { x: number; y: number; bits: number }[]) {
  const { engine } = newEngine();
  const bits = new Uint32Array(people.length + 8);
  const tagged = people.map(({ x, y, bits: own }) => {
    const body = engine.spawn({ x, y, creature: false });
    bits[body] = (own << 2) >>> 0;
    return body;
  });
  return { engine, tagged, bits, perception: new Perception(engine, { bits }, tagged) };
}

describe('the nearest with a tag', () => {
  it('is the one that looking at everybody finds', () => {
    fc.assert(
      fc.property(
        fc.array(someone, { minLength: 1, maxLength: 200 }),
        fc.array(
          fc.record({
            x: coordinate,
            y: coordinate,
            radius: fc.double({ min: 0, max: 100, noNaN: true }),
            tags: fc.integer({ min: 1, max: 15 }),
          }),
          {
            minLength: 1,
            maxLength: 20,
          },
        ),
        (people, looks) => {
          const { engine, tagged, bits, perception } = populated(people);
          for (const { x, y, radius, tags } of looks) {
            const self = tagged[0];
            let nearest = 0;
            let least = radius * radius;
            for (const body of tagged) {
              if (body === self || (bits[body] & (tags << 2)) === 0) continue;
              const frame = engine.readFrame(body);
              const squared = (frame.x - x) ** 2 + (frame.y - y) ** 2;
              if (squared < least || (squared === least && nearest === 0)) {
                least = squared;
                nearest = body;
              }
            }
            const found = radius > 0 ? perception.nearest(self, tags << 2, x, y, radius) : 0;
            if (found !== nearest) {
              const at = engine.readFrame(found === 0 ? nearest : found);
              expect((at.x - x) ** 2 + (at.y - y) ** 2).toBe(least);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of several in one place is the one with the lowest guid', () => {
    const people = Array.from({ length: 60 }, () => ({ x: 3, y: 3, bits: 1 }));
    const { engine, tagged, perception } = populated(people);
    expect(engine.guidOf(perception.nearest(0, 4, 0, 0, 10))).toBe(engine.guidOf(tagged[0]));
    expect(perception.nearest(tagged[0], 4, 0, 0, 10)).toBe(tagged[1]);
  });

  it('costs a bounded number of bodies, also in a crowd on one spot and far from the middle of the world', () => {
    for (const away of [0, 9e6, -9e6]) {
      const people = Array.from({ length: 3000 }, (_, index) => ({ x: away + (index % 10) * 0.1, y: away, bits: 1 }));
      const { perception, tagged } = populated(people);
      const { work } = perception;
      for (let look = 0; look < 50; look++) {
        const before = work.candidates;
        expect(perception.nearest(tagged[look], 4, away, away, 100)).not.toBe(0);
        expect(work.candidates - before).toBeLessThanOrEqual(MOST_CANDIDATES);
      }
      expect(work.fills).toBe(1);
      expect(work.entries).toBe(3000);
    }
  });

  it('fills its grid once a step however many look', () => {
    const { engine, tagged, perception } = populated(
      Array.from({ length: 50 }, (_, index) => ({ x: index, y: 0, bits: 3 })),
    );
    for (let step = 0; step < 10; step++) {
      for (const body of tagged) perception.nearest(body, 12, 0, 0, 50);
      engine.step();
    }
    expect(perception.work.fills).toBe(10);
    expect(perception.work.looks).toBe(500);
  });

  it('is never a body that has left the world', () => {
    const { engine, tagged, perception } = populated([
      { x: 1, y: 0, bits: 1 },
      { x: 2, y: 0, bits: 1 },
    ]);
    expect(perception.nearest(0, 4, 0, 0, 9)).toBe(tagged[0]);
    engine.despawn(tagged[0]);
    expect(perception.nearest(0, 4, 0, 0, 9)).toBe(tagged[1]);
  });
});
