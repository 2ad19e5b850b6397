import { afterAll, describe, expect, it } from 'vitest';
import { Obstacles } from '../../../engine/collision/obstacles.ts';
import { nearest } from '../../../engine/collision/sweep-state.ts';
import type { SceneInput } from '../../../index.ts';
import { castIn, distanceIn, type Place, type Twin, twinOf } from '../../support/rapier.ts';
import { levelScene, type Relief, randomScene } from '../../support/random-scenes.ts';
import { seededUnit } from '../../support/trig-digest.ts';

/** Metres that first contacts may lie apart along the way. */
const APART = 0.02;
/** Ways that meet a surface at less than this (the sine of the angle) are judged by how near they come to touching. */
const FLAT = 0.05;

const worlds: Twin[] = [];
const twin = (input: SceneInput): Twin => {
  const made = twinOf(input);
  worlds.push(made);
  return made;
};
afterAll(() => {
  for (const { oracle } of worlds) oracle.free();
});

function drawing(seed: number) {
  const unit = seededUnit(Math.imul(seed, 0x9e3779b1) >>> 0);
  const between = (least: number, most: number): number => least + unit() * (most - least);
  const place = (half: number, low: number, high: number): Place => ({
    x: between(-half, half),
    y: between(-half, half),
    z: between(low, high),
  });
  return { between, place };
}

type Obstacle = NonNullable<SceneInput['obstacles']>[number];
const around = { x: 0.3, y: -0.2, z: 0.1, heading: 25 } as const;
const solids: Obstacle[] = [
  { kind: 'box', ...around, width: 1, depth: 2, height: 1.5 },
  { kind: 'ramp', ...around, width: 1, depth: 2, height: 1.5 },
  { kind: 'ramp', ...around, heading: 170, width: 2, depth: 0.5, height: 2 },
  { kind: 'pillar', x: 0.3, y: -0.2, z: 0.1, radius: 0.7, height: 1.5 },
  { kind: 'slab', from: [-1, 0, 0.5], to: [1, 1, 1.8], width: 1.5, thickness: 0.3 },
];

describe('the way to a solid', () => {
  it.each(solids.map((solid) => [solid.kind, solid] as const))('is as long as in Rapier: %s', (_kind, solid) => {
    const { ground, oracle } = twin({ name: 'one', obstacles: [solid] });
    const { place } = drawing(7);
    const obstacles = new Obstacles(ground.shapes);
    for (let count = 0; count < 300; count++) {
      const { x, y, z } = place(2, -1, 3);
      nearest.x = x;
      nearest.y = y;
      nearest.z = z;
      obstacles.measure(0);
      expect(Math.abs(nearest.distance - distanceIn(oracle, { x, y, z }))).toBeLessThan(1e-3);
      // The normal leads straight away from the surface: at its foot, the way is nothing.
      const { distance, normalX, normalY, normalZ } = nearest;
      expect(Math.hypot(normalX, normalY, normalZ)).toBeCloseTo(1, 12);
      nearest.x = x - distance * normalX;
      nearest.y = y - distance * normalY;
      nearest.z = z - distance * normalZ;
      obstacles.measure(0);
      expect(Math.abs(nearest.distance)).toBeLessThan(1e-12);
    }
  });
});

/** Both first contacts of a cast, metres from the start, and whether the way meets the surface at a flat angle. */
function firstContacts({ ground, oracle }: Twin, from: Place, to: Place, radius: number) {
  const length = Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z);
  const hit = ground.cast(from, to, radius);
  const theirs = castIn(oracle, from, to, radius) * length;
  if (hit === null) return { ours: length, theirs, length, sine: 0 };
  const { normalX, normalY, normalZ, share } = hit;
  const sine = -((to.x - from.x) * normalX + (to.y - from.y) * normalY + (to.z - from.z) * normalZ) / length;
  return { ours: share * length, theirs, length, sine };
}

describe('the first contact of a sphere', () => {
  it.each<[Relief, number]>([
    ['flat', 11],
    ['hills', 12],
    ['cliffs', 13],
    ['voids', 14],
    ['none', 15],
    ['cliffs', 16],
  ])('is that of castShape within 2 cm: %s, seed %i', (relief, seed) => {
    const both = twin(randomScene(seed, relief));
    const { between, place } = drawing(seed);
    let met = 0;
    for (let count = 0; count < 250; count++) {
      const radius = between(0.1, 0.6);
      const from = place(20, 0.5, 6);
      const to = { x: from.x + between(-5, 5), y: from.y + between(-5, 5), z: from.z + between(-4, 2) };
      if (distanceIn(both.oracle, from) < radius + 0.001) continue;
      if (both.ground.heightAt(from.x, from.y, from.z) > from.z) continue;
      const { ours, theirs, length, sine } = firstContacts(both, from, to, radius);
      if (ours < length) met++;
      if (Math.abs(ours - theirs) < APART) continue;
      // Rapier ends its search a fraction of a millimetre early: on a flat way, that is more than 2 cm along it.
      expect(sine, `${JSON.stringify({ from, to, radius, ours, theirs })}`).toBeLessThan(FLAT);
      const share = theirs / length;
      const there = {
        x: from.x + share * (to.x - from.x),
        y: from.y + share * (to.y - from.y),
        z: from.z + share * (to.z - from.z),
      };
      expect(Math.abs(distanceIn(both.oracle, there) - radius)).toBeLessThan(0.001);
    }
    expect(met).toBeGreaterThan(20);
  });

  it.each(solids.map((solid) => [solid.kind, solid] as const))(
    'is that of castShape within 2 cm on the faces, edges and corners of one solid: %s',
    (_kind, solid) => {
      const both = twin({ name: 'one', obstacles: [solid] });
      const { between, place } = drawing(3);
      let met = 0;
      for (let count = 0; count < 400; count++) {
        const radius = between(0.05, 0.8);
        const from = place(4, -2, 4);
        const to = place(1, -1, 2);
        if (distanceIn(both.oracle, from) < radius + 0.001) continue;
        const { ours, theirs, length, sine } = firstContacts(both, from, to, radius);
        if (ours < length) met++;
        if (sine < FLAT && ours < length) continue;
        expect(Math.abs(ours - theirs), JSON.stringify({ from, to, radius })).toBeLessThan(APART);
      }
      expect(met).toBeGreaterThan(100);
    },
  );

  it('is at once what the sphere overlaps, when it goes deeper, and nothing when it comes out', () => {
    const { ground } = twin(levelScene([{ kind: 'box', x: 0, y: 0, z: 0, width: 2, depth: 2, height: 2 }]));
    const inside = { x: 0.9, y: 0, z: 1 };
    expect(ground.cast(inside, { ...inside, x: -3 }, 0.3)?.share).toBe(0);
    expect(ground.cast(inside, { ...inside, x: 5 }, 0.3)).toBeNull();
  });

  it('refuses what is no place and no radius', () => {
    const { ground } = twin(levelScene());
    const origin = { x: 0, y: 0, z: 1 };
    expect(() => ground.cast(origin, { x: Number.NaN, y: 0, z: 0 }, 0)).toThrow('cast: expected two points');
    expect(() => ground.cast(origin, origin, -1)).toThrow('cast: radius: expected a number from 0 to 25, found -1');
  });
});
