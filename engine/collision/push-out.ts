import { OVERLAP } from './advance.ts';
import type { ObstacleHash } from './obstacle-hash.ts';
import type { Obstacles } from './obstacles.ts';
import { mover, nearest, rest } from './sweep-state.ts';
import type { Terrain } from './terrain.ts';
import { chooseColumn, measureColumn } from './terrain-distance.ts';
import { restOnTerrain } from './terrain-rest.ts';

/** Overlaps that are resolved one after the other; after the first few, the body is put on top of what it is in. */
const PUSHES = 12;
const SIDEWAYS = 6;
/** Stands for a column of the terrain; numbers from 0 on are solids. */
const COLUMN = -1;

/** The deepest overlap so far: with what, the gap, and the way out. */
class Overlap {
  what = COLUMN;
  gap = Number.NaN;
  normalX = Number.NaN;
  normalY = Number.NaN;
  normalZ = Number.NaN;
}

const overlap = new Overlap();

/**
 * Moves the body out of what it overlaps by more than a millimetre: out of the deepest overlap first, and again. What the
 * hash has found last is near.
 */
export function pushOut(terrain: Terrain | null, obstacles: Obstacles, hash: ObstacleHash): void {
  for (let push = 0; push < PUSHES; push++) {
    if (terrain !== null && rise(terrain)) continue;
    overlap.gap = -OVERLAP;
    nearest.x = mover.x;
    nearest.y = mover.y;
    nearest.z = mover.z + mover.radius;
    if (terrain !== null) overlapTerrain(terrain);
    overlapObstacles(obstacles, hash);
    if (mover.upper !== 0) {
      nearest.z += mover.upper;
      overlapObstacles(obstacles, hash);
    }
    if (overlap.gap >= -OVERLAP) return;
    if (push >= SIDEWAYS && overlap.what >= 0) {
      mover.z = obstacles.bounds[overlap.what * 6 + 5];
      continue;
    }
    mover.x -= overlap.gap * overlap.normalX;
    mover.y -= overlap.gap * overlap.normalY;
    mover.z -= overlap.gap * overlap.normalZ;
  }
}

/** Lifts a body whose axis goes through the terrain onto it. Answers whether it did. */
function rise(terrain: Terrain): boolean {
  const column = Math.floor((mover.x - terrain.x) * terrain.perMetre);
  const row = Math.floor((mover.y - terrain.y) * terrain.perMetre);
  if (!terrain.isSolid(column, row)) return false;
  rest.x = mover.x;
  rest.y = mover.y;
  rest.radius = mover.radius;
  restOnTerrain(terrain);
  if (mover.z >= rest.z - OVERLAP) return false;
  mover.z = rest.z;
  return true;
}

function overlapObstacles(obstacles: Obstacles, hash: ObstacleHash): void {
  for (let index = 0; index < hash.count; index++) {
    obstacles.measure(hash.near[index]);
    noteOverlap(hash.near[index]);
  }
}

function overlapTerrain(terrain: Terrain): void {
  const { perMetre } = terrain;
  const { radius } = mover;
  const firstColumn = Math.max(0, Math.floor((nearest.x - radius - terrain.x) * perMetre));
  const lastColumn = Math.min(terrain.columns - 1, Math.floor((nearest.x + radius - terrain.x) * perMetre));
  const firstRow = Math.max(0, Math.floor((nearest.y - radius - terrain.y) * perMetre));
  const lastRow = Math.min(terrain.rows - 1, Math.floor((nearest.y + radius - terrain.y) * perMetre));
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      if (!terrain.isSolid(column, row)) continue;
      chooseColumn(terrain, column, row, true);
      measureColumn();
      noteOverlap(COLUMN);
      chooseColumn(terrain, column, row, false);
      measureColumn();
      noteOverlap(COLUMN);
    }
  }
}

/** Keeps what {@link nearest} has measured if it is the deepest overlap so far. */
function noteOverlap(what: number): void {
  const gap = nearest.distance - mover.radius;
  if (gap >= overlap.gap) return;
  overlap.what = what;
  overlap.gap = gap;
  overlap.normalX = nearest.normalX;
  overlap.normalY = nearest.normalY;
  overlap.normalZ = nearest.normalZ;
}
