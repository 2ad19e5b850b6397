import type { SceneContent } from '../index.ts';
import { type Corner, Surface, type Tint } from './scene-surface.ts';

type Terrain = NonNullable<SceneContent['terrain']>;

/** Metres that the sides of the terrain reach down, into the haze. */
const SIDE_DEPTH = 16;

/** What the drawing asks of a terrain. */
export interface TerrainShape {
  readonly columns: number;
  readonly rows: number;
  readonly cell: number;
  /** Whether a cell is there; false outside. */
  has(column: number, row: number): boolean;
  /** A corner in world metres. */
  corner(column: number, row: number): Corner;
  /** Sine of the steepest slope around a corner, 0 (level) to 1. */
  steepness(column: number, row: number): number;
}

/** Reads a terrain's rows. */
export function terrainShape({ x, y, cell, heights, voids = [] }: Terrain): TerrainShape {
  const columns = heights[0].length - 1;
  const rows = heights.length - 1;
  const heightAt = (column: number, row: number) =>
    heights[Math.min(rows, Math.max(0, row))][Math.min(columns, Math.max(0, column))];
  return {
    columns,
    rows,
    cell,
    has: (column, row) =>
      column >= 0 &&
      row >= 0 &&
      column < columns &&
      row < rows &&
      !voids.some(
        (gone) =>
          column >= gone.column && column < gone.column + gone.columns && row >= gone.row && row < gone.row + gone.rows,
      ),
    corner: (column, row) => [x + column * cell, y + row * cell, heightAt(column, row)],
    steepness(column, row) {
      const east = (heightAt(column + 1, row) - heightAt(column - 1, row)) / (2 * cell);
      const north = (heightAt(column, row + 1) - heightAt(column, row - 1)) / (2 * cell);
      return Math.sqrt(1 - 1 / (1 + east * east + north * north));
    },
  };
}

/** The terrain's surface with smooth shading; its places in pictures are metres from its south-west. */
export function terrainSurface(shape: TerrainShape): Surface {
  const surface = new Surface();
  const { columns, rows } = shape;
  const numbers = new Map<number, number>();
  const vertex = (column: number, row: number): number => {
    const key = row * (columns + 1) + column;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const [west, east] = [shape.corner(Math.max(0, column - 1), row), shape.corner(Math.min(columns, column + 1), row)];
    const [south, north] = [shape.corner(column, Math.max(0, row - 1)), shape.corner(column, Math.min(rows, row + 1))];
    const slopeX = (east[2] - west[2]) / (east[0] - west[0]);
    const slopeY = (north[2] - south[2]) / (north[1] - south[1]);
    const length = Math.hypot(slopeX, slopeY, 1);
    const normal: Corner = [-slopeX / length, -slopeY / length, 1 / length];
    const number = surface.vertex(shape.corner(column, row), normal, column * shape.cell, row * shape.cell);
    numbers.set(key, number);
    return number;
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!shape.has(column, row)) continue;
      const [southWest, southEast] = [vertex(column, row), vertex(column + 1, row)];
      const [northWest, northEast] = [vertex(column, row + 1), vertex(column + 1, row + 1)];
      // As the ground splits it, so that feet stand on what is seen.
      surface.join(southWest, southEast, northEast);
      surface.join(southWest, northEast, northWest);
    }
  }
  return surface;
}

/** The upright sides where the terrain ends, and around its voids: earth that fades into a colour of the air. */
export function terrainSides(shape: TerrainShape, earth: Tint, air: Tint): Surface {
  const surface = new Surface();
  const side = (from: Corner, to: Corner, outwards: Corner) => {
    const down = ([x, y, z]: Corner, depth: number): Corner => [x, y, z - depth];
    // Three bands: more of them would not be seen, and fewer would fade from the top on.
    const levels: readonly (readonly [depth: number, share: number])[] = [
      [0, 0],
      [3, 0.12],
      [8, 0.55],
      [SIDE_DEPTH, 1],
    ];
    for (let index = 1; index < levels.length; index++) {
      const [upper, lower] = [levels[index - 1], levels[index]];
      const [above, below] = [mixed(earth, air, upper[1]), mixed(earth, air, lower[1])];
      surface.face([down(from, upper[0]), down(to, upper[0]), down(to, lower[0]), down(from, lower[0])], outwards, [
        above,
        above,
        below,
        below,
      ]);
    }
  };
  for (let row = 0; row < shape.rows; row++) {
    for (let column = 0; column < shape.columns; column++) {
      if (!shape.has(column, row)) continue;
      const [southWest, southEast] = [shape.corner(column, row), shape.corner(column + 1, row)];
      const [northWest, northEast] = [shape.corner(column, row + 1), shape.corner(column + 1, row + 1)];
      if (!shape.has(column, row - 1)) side(southWest, southEast, [0, -1, 0]);
      if (!shape.has(column, row + 1)) side(northWest, northEast, [0, 1, 0]);
      if (!shape.has(column - 1, row)) side(southWest, northWest, [-1, 0, 0]);
      if (!shape.has(column + 1, row)) side(southEast, northEast, [1, 0, 0]);
    }
  }
  return surface;
}

function mixed(from: Tint, to: Tint, share: number): Tint {
  return [0, 1, 2].map((at) => from[at] * (1 - share) + to[at] * share) as unknown as Tint;
}
