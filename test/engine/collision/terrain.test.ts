import { describe, expect, it } from 'vitest';
import { mover, region, rest, way, found } from '../../../engine/collision/sweep-state.ts';
import { ObstacleHash } from '../../../engine/collision/obstacle-hash.ts';
import { Obstacles } from '../../../engine/collision/obstacles.ts';
import { SceneCollider } from '../../../engine/collision/scene-collider.ts';
import { Terrain } from '../../../engine/collision/terrain.ts';
import { restOnTerrain } from '../../../engine/collision/terrain-rest.ts';
import { createSceneGround, parseScene } from '../../../index.ts';
import { castIn, twinOf } from '../../support/rapier.ts';
import { type Relief, randomScene, terrainOf } from '../../support/random-scenes.ts';
import { seededUnit } from '../../support/trig-digest.ts';

function restAt(terrain: Terrain, x: number, y: number, radius: number) {
  rest.x = x;
  rest.y = y;
  rest.radius = radius;
  restOnTerrain(terrain);
  return { z: rest.z, normal: [rest.normalX, rest.normalY, rest.normalZ] };
}

/** Where a sphere comes to lie that is cast down on the same terrain, triangle by triangle. */
function castDown(terrain: Terrain, x: number, y: number, radius: number): number {
  const none = new Obstacles([]);
  const collider = new SceneCollider(terrain, none, new ObstacleHash(none), null);
  [mover.x, mover.y, mover.z, mover.radius, mover.upper] = [x, y, 30, radius, 0];
  [way.x, way.y, way.z] = [0, 0, -60];
  [region.minX, region.minY, region.minZ] = [x - radius, y - radius, -40];
  [region.maxX, region.maxY, region.maxZ] = [x + radius, y + radius, 40];
  collider.gather(false);
  collider.cast(false);
  return found.first.share === 1 ? Number.NEGATIVE_INFINITY : 30 - 60 * found.first.share;
}

describe('a sphere let down on a terrain', () => {
  it('touches a level and a slope where geometry says', () => {
    expect(restAt(new Terrain(terrainOf(() => 2)), 0.3, 0.7, 0.5)).toEqual({ z: 2, normal: [0, 0, 1] });
    const slope = 0.75;
    const { z, normal } = restAt(new Terrain(terrainOf((x) => slope * x)), 4.3, 1.1, 0.4);
    expect(z).toBeCloseTo(slope * 4.3 + 0.4 * (1.25 - 1), 9);
    expect(normal).toEqual([expect.closeTo(-0.6, 9), expect.closeTo(0, 9), expect.closeTo(0.8, 9)]);
  });

  it('rests on a peak, beside it, and in a pit', () => {
    const height = (sign: number) => (x: number, y: number) => (x === 0 && y === 0 ? sign : 0);
    const peak = new Terrain(terrainOf(height(1)));
    expect(restAt(peak, 0, 0, 0.5)).toEqual({ z: 1, normal: [0, 0, 1] });
    // On the peak's corner: a circle of the sphere's radius around it.
    expect(restAt(peak, 0.05, 0.02, 0.5).z).toBeCloseTo(0.5 + Math.sqrt(0.25 - 0.0029), 9);
    expect(restAt(new Terrain(terrainOf(height(-1))), 0, 0, 0.5).z).toBeGreaterThan(-1);
  });

  it.each<[Relief, number]>([
    ['hills', 1],
    ['cliffs', 2],
    ['voids', 3],
    ['cliffs', 4],
  ])('lies where it would come to lie when it is cast at every triangle: %s, seed %i', (relief, seed) => {
    const { terrain: content } = parseScene(randomScene(seed, relief, 0));
    const terrain = new Terrain(content!);
    const unit = seededUnit(seed);
    let beside = 0;
    for (let count = 0; count < 500; count++) {
      const [x, y] = [50 * unit() - 25, 50 * unit() - 25];
      const radius = unit() < 0.2 ? 1 + 3 * unit() : 0.02 + 0.8 * unit();
      const expected = castDown(terrain, x, y, radius);
      const { z, normal } = restAt(terrain, x, y, radius);
      if (expected === Number.NEGATIVE_INFINITY) beside++;
      // An edge that is only grazed is passed by, up to that small angle.
      if (z - expected < 1e-6 || normal[2] > 0.002) expect(Math.abs(z - expected) < 1e-6 || z === expected).toBe(true);
    }
    expect(beside).toBeLessThan(200);
  });

  it('lies where Rapier lets it down, within a millimetre', () => {
    const { oracle, scene } = twinOf(randomScene(5, 'cliffs', 0));
    const terrain = new Terrain(scene.terrain!);
    const unit = seededUnit(5);
    for (let count = 0; count < 150; count++) {
      const [x, y, radius] = [40 * unit() - 20, 40 * unit() - 20, 0.1 + unit()];
      const share = castIn(oracle, { x, y, z: 12 }, { x, y, z: -12 }, radius);
      const { z, normal } = restAt(terrain, x, y, radius);
      // Where it touches at a steep angle, Rapier's fraction of a millimetre counts for more.
      expect(Math.abs(12 - 24 * share - radius - z)).toBeLessThan(0.001 / Math.max(0.05, normal[2]));
    }
    oracle.free();
  });
});

describe('the height of the ground at a place', () => {
  const ground = createSceneGround({
    name: 's',
    terrain: terrainOf((x, y) => (x > 0 ? 3 : 0) + 0 * y),
    obstacles: [
      { kind: 'slab', from: [-6, -2, 5], to: [-6, 2, 5], width: 4, thickness: 0.2 },
      { kind: 'box', x: -12, y: 0, z: -0.5, width: 4, depth: 4, height: 0.9 },
      { kind: 'ramp', x: -18, y: 0, z: 0, width: 2, depth: 4, height: 2 },
    ],
  });

  it('is that of the surface below, or up to a step above', () => {
    const heights = [0, 4.3, 4.5, 9].map((z) => ground.heightAt(-6, 0, z));
    expect(heights).toEqual([0, 0, expect.closeTo(5, 9), expect.closeTo(5, 9)]);
    expect(ground.heightAt(-12, 0, 0)).toBeCloseTo(0.4, 9);
    expect(ground.heightAt(-18, 1, 2)).toBeCloseTo(1.5, 9);
  });

  it('is that of the terrain for a place in it, and there is none beside it', () => {
    expect(ground.heightAt(4, 0, 0)).toBe(3);
    expect(ground.heightAt(4, 0, -100)).toBe(3);
    expect(ground.heightAt(30, 0, 0)).toBe(Number.NEGATIVE_INFINITY);
    expect(createSceneGround({ name: 'nothing' }).heightAt(0, 0, 0)).toBe(Number.NEGATIVE_INFINITY);
  });

  it('is that of both triangles of a cell, and whole up to its border', () => {
    const bent = createSceneGround({
      name: 'b',
      terrain: {
        x: 0,
        y: 0,
        cell: 2,
        heights: [
          [0, 2],
          [4, 8],
        ],
      },
    });
    const at = ([x, y]: number[]) => bent.heightAt(x, y, 0);
    const places = [
      [0, 0],
      [2, 0],
      [0, 2],
      [2, 2],
      [1, 1],
      [1.5, 0.5],
      [0.5, 1.5],
    ];
    expect(places.map(at)).toEqual([0, 2, 4, 8, 4, 3, 4]);
  });
});
