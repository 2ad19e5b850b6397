import { describe, expect, it } from 'vitest';
import meadow from '../../content/scenes/meadow.json';
import ravine from '../../content/scenes/ravine.json';
import { houseDecor } from '../../game/scene-decor.ts';
import { addBlock, addPillar, addRock, blockCorners, fenceParts } from '../../game/scene-solids.ts';
import { Surface } from '../../game/scene-surface.ts';
import { terrainShape, terrainSides, terrainSurface } from '../../game/scene-terrain.ts';
import { type BlockShape, createSceneGround, parseScene, sceneShapes } from '../../index.ts';

const block: BlockShape = {
  kind: 'block',
  x: 3,
  y: -2,
  heading: 30,
  width: 2,
  depth: 4,
  bottomNear: 0,
  bottomFar: 0.5,
  topNear: 1,
  topFar: 3,
  source: 0,
};

/** The triangles of a surface as a mesh has them: corners in the scene's axes, and the normals of the corners. */
function trianglesOf(surface: Surface): { corners: number[][]; normals: number[][] }[] {
  const { positions, normals, indices } = surface.data();
  const at = (list: ArrayLike<number>, index: number) => [0, 1, 2].map((part) => list[index * 3 + part]);
  return Array.from({ length: surface.triangles }, (_, triangle) => {
    const numbers = [0, 1, 2].map((corner) => (indices as number[])[triangle * 3 + corner]);
    return {
      corners: numbers.map((number) => at(positions as number[], number)),
      normals: numbers.map((number) => at(normals as number[], number)),
    };
  });
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

const dot = (a: number[], b: number[]) => a.reduce((sum, part, index) => sum + part * b[index], 0);
const minus = (a: number[], b: number[]) => a.map((part, index) => part - b[index]);

/** Babylon.js, left-handed, draws a triangle whose corners run against its normal. */
function expectAllSeen(surface: Surface): void {
  for (const { corners, normals } of trianglesOf(surface)) {
    const area = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
    // The thin end of a wedge.
    if (Math.hypot(...area) < 1e-9) continue;
    for (const normal of normals) {
      expect(dot(area, normal)).toBeLessThan(0);
      expect(Math.hypot(...normal)).toBeCloseTo(1, 6);
    }
  }
}

/** Cubic metres that a closed surface encloses. */
function volumeOf(surface: Surface): number {
  let volume = 0;
  for (const { corners } of trianglesOf(surface)) volume -= dot(corners[0], cross(corners[1], corners[2])) / 6;
  return volume;
}

describe('what a scene is drawn of', () => {
  it('a block is closed, as large as what is collided with, and seen from outside', () => {
    const surface = new Surface();
    addBlock(surface, block);
    expectAllSeen(surface);
    // The mean height is 1 - 0 and 3 - 0.5.
    expect(volumeOf(surface)).toBeCloseTo(2 * 4 * ((1 + 2.5) / 2), 6);
  });

  it('a pillar is seen from outside and nearly as large as its cylinder', () => {
    const surface = new Surface();
    addPillar(surface, { kind: 'pillar', x: 1, y: 2, radius: 0.5, bottom: 1, top: 4, source: 0 }, undefined, 64);
    addBlock(surface, { ...block, x: 100 });
    const solid = new Surface();
    addBlock(solid, { ...block, x: 100 });
    expectAllSeen(surface);
    const top = Math.max(...trianglesOf(surface).flatMap(({ corners }) => corners.map((corner) => corner[1])));
    expect(top).toBe(4);
  });

  it('a rock and a fence stay within what is collided with', () => {
    const { low } = blockCorners(block);
    const rock = new Surface();
    addRock(rock, { ...block, bottomFar: 0, topNear: 1.5, topFar: 1.5 }, 0.3);
    expectAllSeen(rock);
    expect(volumeOf(rock)).toBeLessThan(2 * 4 * 1.5);
    expect(volumeOf(rock)).toBeGreaterThan(0.7 * 2 * 4 * 1.5);
    const wall = { ...block, width: 0.12, bottomFar: 0, topNear: 1.3, topFar: 1.3 };
    const [farthest] = low.map(([x, y]) => Math.hypot(x - 3, y + 2));
    for (const part of fenceParts(wall)) {
      for (const [x, y] of blockCorners(part).low) expect(Math.hypot(x - 3, y + 2)).toBeLessThanOrEqual(farthest);
    }
  });

  it('the terrain is drawn where feet stand, and not where its cells are missing', () => {
    const scene = parseScene(ravine);
    const ground = createSceneGround(ravine);
    if (scene.terrain === undefined) throw new Error('the ravine has a terrain');
    const shape = terrainShape(scene.terrain);
    const surface = terrainSurface(shape);
    expectAllSeen(surface);
    expect(surface.triangles).toBe((24 * 24 - 24 * 2) * 2);
    for (const { corners } of trianglesOf(surface).filter((_, index) => index % 7 === 0)) {
      const [x, z, y] = [0, 1, 2].map((part) => corners.reduce((sum, corner) => sum + corner[part], 0) / 3);
      if (Math.abs(x) > 14 || Math.abs(y) > 6) expect(ground.heightAt(x, y, z)).toBeCloseTo(z, 6);
    }
    const sides = terrainSides(shape, [0.5, 0.4, 0.3], [1, 1, 1]);
    expectAllSeen(sides);
    // Around the whole, and along both banks of the ravine; three bands of two triangles each.
    expect(sides.triangles).toBe((22 * 2 + 24 * 2 + 24 * 2) * 3 * 2);
  });

  it('every solid of the scenes can be drawn', () => {
    const scene = parseScene(meadow);
    const surface = new Surface();
    for (const shape of sceneShapes(scene)) {
      if (shape.kind === 'block') addBlock(surface, shape);
      else addPillar(surface, shape);
    }
    const { positions, normals } = surface.data();
    for (const number of [...(positions ?? []), ...(normals ?? [])]) expect(Number.isFinite(number)).toBe(true);
    expectAllSeen(surface);
  });

  it('windows and frames stand out of a house by no more than a hand, and leave its door free', () => {
    const scene = parseScene(meadow);
    scene.obstacles.forEach((obstacle, source) => {
      if (obstacle.kind !== 'house') return;
      const ground = createSceneGround(meadow);
      const parts = houseDecor(obstacle, source);
      expect(parts.filter(({ kind }) => kind === 'glass').length).toBeGreaterThan(2);
      for (const { block: part } of parts) {
        const [cosine, sine] = [
          Math.cos((obstacle.heading * Math.PI) / 180),
          Math.sin((obstacle.heading * Math.PI) / 180),
        ];
        for (const [x, y] of blockCorners(part).low) {
          const [dx, dy] = [x - obstacle.x, y - obstacle.y];
          expect(Math.abs(dx * cosine - dy * sine)).toBeLessThanOrEqual(obstacle.width / 2 + 0.1);
          expect(Math.abs(dx * sine + dy * cosine)).toBeLessThanOrEqual(obstacle.depth / 2 + 0.1);
        }
      }
      expect(ground.heightAt(obstacle.x, obstacle.y, 0.3)).toBeLessThan(0.3);
    });
  });
});
