import type { SceneContent, SceneInput } from '../../index.ts';
import { seededUnit } from './trig-digest.ts';

/** Random scenes, each drawn from a seed alone. Uses nothing but the language, so that Node and a page draw the same ones. */

/** Metres from the middle of a random scene to its border. */
export const SCENE_HALF = 24;
const CELLS = 24;
const CELL = (2 * SCENE_HALF) / CELLS;

type Obstacle = NonNullable<SceneInput['obstacles']>[number];

/** How the terrain of a random scene is. */
export type Relief = 'flat' | 'hills' | 'cliffs' | 'voids' | 'none';

/** Draws a scene: a terrain of the given kind and some thirty obstacles of all kinds, as they come. */
export function randomScene(seed: number, relief: Relief, obstacles = 30): SceneInput {
  const unit = seededUnit(seed * 2654435761);
  const between = (least: number, most: number): number => Math.round((least + unit() * (most - least)) * 1000) / 1000;
  const steep = relief === 'cliffs' ? 6 : relief === 'flat' ? 0 : 1.2;
  const heights = Array.from({ length: CELLS + 1 }, () =>
    Array.from({ length: CELLS + 1 }, () => (unit() < 0.15 ? between(0, steep) : between(0, steep / 3))),
  );
  const voids = Array.from({ length: relief === 'voids' ? 4 : 0 }, () => ({
    column: Math.floor(unit() * 18),
    row: Math.floor(unit() * 18),
    columns: 1 + Math.floor(unit() * 5),
    rows: 1 + Math.floor(unit() * 5),
  }));
  const terrain = relief === 'none' ? undefined : { x: -SCENE_HALF, y: -SCENE_HALF, cell: CELL, heights, voids };
  const place = (): number => between(-SCENE_HALF + 4, SCENE_HALF - 4);
  const draw = (): Obstacle => {
    const [x, y, z] = [place(), place(), between(-0.8, 0.3)];
    const heading = unit() < 0.3 ? 90 * Math.floor(unit() * 4) : between(0, 360);
    const kind = Math.floor(unit() * 8);
    switch (kind) {
      case 0:
        return {
          kind: 'box',
          x,
          y,
          z,
          heading,
          width: between(0.1, 4),
          depth: between(0.1, 4),
          height: between(0.2, 4),
        };
      case 1:
        return { kind: 'ramp', x, y, z, heading, width: between(1, 4), depth: between(1, 6), height: between(0.3, 4) };
      case 2:
        return { kind: 'pillar', x, y, z, radius: between(0.05, 1.5), height: between(0.3, 4) };
      case 3: {
        const to: [number, number] = [x + between(-6, 6), y + between(0.1, 6)];
        return { kind: 'wall', from: [x, y], to, z, height: between(0.3, 3), thickness: between(0.05, 0.5) };
      }
      case 4: {
        const to: [number, number, number] = [x + between(-6, 6), y + between(1, 6), between(0.5, 5)];
        return { kind: 'slab', from: [x, y, z + 1], to, width: between(0.5, 3), thickness: between(0.1, 0.6) };
      }
      case 5: {
        const to: [number, number, number] = [x + between(-8, 8), y + between(2, 8), z + between(0, 3)];
        return { kind: 'bridge', from: [x, y, z + 2], to, width: between(1.2, 3), thickness: 0.3, rail: 1 };
      }
      case 6:
        return {
          kind: 'stairs',
          ...{ x, y, z, heading },
          width: between(0.8, 3),
          steps: 1 + Math.floor(unit() * 8),
          rise: between(0.1, 0.8),
          tread: between(0.2, 0.6),
        };
      default:
        return {
          kind: 'house',
          ...{ x, y, z, heading },
          width: between(3, 7),
          depth: between(3, 7),
          height: between(2.2, 3),
          thickness: between(0.1, 0.3),
          door: { width: between(0.8, 1.5), height: between(1.9, 2.1) },
          ...(unit() < 0.5 ? { roof: between(0.5, 2) } : {}),
        };
    }
  };
  return { name: `random ${seed}`, terrain, obstacles: Array.from({ length: obstacles }, draw) };
}

/** A level field without end to the eye: {@link SCENE_HALF} metres around, with these obstacles on it. */
export function levelScene(obstacles: SceneInput['obstacles'] = []): SceneInput {
  const heights = Array.from({ length: CELLS + 1 }, () => new Array<number>(CELLS + 1).fill(0));
  return { name: 'level', terrain: { x: -SCENE_HALF, y: -SCENE_HALF, cell: CELL, heights }, obstacles };
}

/** A terrain whose height is a function of the place, on the same cells. */
export function terrainOf(height: (x: number, y: number) => number, cell = CELL): NonNullable<SceneContent['terrain']> {
  const cells = Math.round((2 * SCENE_HALF) / cell);
  const heights = Array.from({ length: cells + 1 }, (_, row) =>
    Array.from({ length: cells + 1 }, (_, column) => height(-SCENE_HALF + column * cell, -SCENE_HALF + row * cell)),
  );
  return { x: -SCENE_HALF, y: -SCENE_HALF, cell, heights };
}
