import type { MeshSettings } from './mesh-options.ts';
import type { SceneBounds } from './scene-solids.ts';

/** The grid in which a navigation mesh is made; lengths in cells where nothing else is said. */
export interface Voxels {
  /** Metres of a cell's side, and of its height. */
  readonly cell: number;
  readonly level: number;
  /** Cells of a tile's side, without its border. */
  readonly tile: number;
  readonly border: number;
  readonly radius: number;
  readonly height: number;
  readonly climb: number;
  readonly tilesX: number;
  readonly tilesY: number;
  /** The north-western corner below everything, world metres: the mesh's own coordinates start there. */
  readonly originX: number;
  readonly originY: number;
  readonly originZ: number;
}

/** Cells of a radius: finer ones see narrower ways. */
const CELLS_OF_RADIUS = 3;
/** Levels of a step: each body's step is known to a fortieth. */
const LEVELS_OF_STEP = 40;
/** Levels that a column has at most (Recast keeps 13 bits). */
const MOST_LEVELS = 8000;
const TILE = 256;
/** Cells of a border beside the radius. */
const BORDER = 3;
/** Cells for whose sake the usual ones are made larger, and that a mesh has at most. */
const MANY_CELLS = 2e7;
const MOST_CELLS = 1e8;

/** Lays the grid over a scene. @throws RangeError when it has too many cells. */
export function voxelsOf(what: string, bounds: SceneBounds, settings: MeshSettings): Voxels {
  const width = bounds.maxX - bounds.minX;
  const depth = bounds.maxY - bounds.minY;
  const usual = Math.min(
    settings.radius,
    Math.max(settings.radius / CELLS_OF_RADIUS, Math.sqrt((width * depth) / MANY_CELLS)),
  );
  const cell = settings.cellSize === 0 ? usual : settings.cellSize;
  const cells = Math.ceil(width / cell) * Math.ceil(depth / cell);
  if (cells > MOST_CELLS) {
    throw new RangeError(
      `${what}.cellSize: expected at most ${MOST_CELLS} cells, found ${cells} of ${cell} m for a scene of ` +
        `${Math.ceil(width)} by ${Math.ceil(depth)} m; give a larger cellSize`,
    );
  }
  const level = Math.max(settings.stepUp / LEVELS_OF_STEP, (bounds.maxZ - bounds.minZ + settings.height) / MOST_LEVELS);
  const radius = Math.ceil(settings.radius / cell - 1e-6);
  return {
    cell,
    level,
    tile: TILE,
    border: radius + BORDER,
    radius,
    height: Math.ceil(settings.height / level),
    // Heights are rounded up to levels: one less, so that nothing that is higher than a step counts as one.
    climb: Math.max(0, Math.floor(settings.stepUp / level + 1e-6) - 1),
    tilesX: Math.max(1, Math.ceil(width / (cell * TILE))),
    tilesY: Math.max(1, Math.ceil(depth / (cell * TILE))),
    originX: bounds.minX,
    originY: bounds.maxY,
    // In the middle of a level: what is built at round heights is not rounded now up, now down.
    originZ: (Math.floor(bounds.minZ / level) - 1.5) * level,
  };
}
