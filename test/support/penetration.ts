import { Obstacles } from '../../engine/collision/obstacles.ts';
import { nearest } from '../../engine/collision/sweep-state.ts';
import { Terrain } from '../../engine/collision/terrain.ts';
import { chooseColumn, measureColumn } from '../../engine/collision/terrain-distance.ts';
import { type SceneContent, sceneShapes } from '../../index.ts';

/**
 * Measures how deep a sphere is in a scene, solid by solid, with none of the ways in which a sweep finds what is near. The
 * distances themselves are held to Rapier's by test/engine/collision/against-rapier.test.ts.
 */
export class Depths {
  private readonly obstacles: Obstacles;
  private readonly terrain: Terrain | null;

  constructor(scene: SceneContent) {
    this.obstacles = new Obstacles(sceneShapes(scene));
    this.terrain = scene.terrain === undefined ? null : new Terrain(scene.terrain);
  }

  /** Metres by which a sphere around a point overlaps the scene; below 0: how far away it is, -1 at most. */
  of(x: number, y: number, z: number, radius: number): number {
    const { obstacles, terrain } = this;
    const { bounds } = obstacles;
    nearest.x = x;
    nearest.y = y;
    nearest.z = z;
    const reach = radius + 1;
    let least = reach;
    for (let index = 0; index < obstacles.count; index++) {
      const box = 6 * index;
      if (bounds[box] > x + reach || bounds[box + 1] > y + reach || bounds[box + 2] > z + reach) continue;
      if (bounds[box + 3] < x - reach || bounds[box + 4] < y - reach || bounds[box + 5] < z - reach) continue;
      obstacles.measure(index);
      least = Math.min(least, nearest.distance);
    }
    if (terrain === null) return radius - least;
    const cellsFrom = (value: number): number => Math.max(0, Math.floor((value - reach) / terrain.cell));
    for (let row = cellsFrom(y - terrain.y); row < terrain.rows; row++) {
      if (terrain.y + row * terrain.cell > y + reach) break;
      for (let column = cellsFrom(x - terrain.x); column < terrain.columns; column++) {
        if (terrain.x + column * terrain.cell > x + reach) break;
        if (!terrain.isSolid(column, row)) continue;
        for (const lower of [true, false]) {
          chooseColumn(terrain, column, row, lower);
          measureColumn();
          least = Math.min(least, nearest.distance);
        }
      }
    }
    return radius - least;
  }
}
