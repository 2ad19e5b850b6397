/**
 * Cell ids and world coordinates. A position on the wire is a cell id and coordinates local to its landblock; a landblock
 * is 192 m square, and a cell id is landblock x << 24 | landblock y << 16 | cell. Outdoors a landblock has 64 cells of
 * 24 m, numbered from 1 northwards first; cells from 0x100 on are indoors.
 *
 * World x = landblock x times 192 + local x, and y likewise; z is the same.
 */

/** Metres: the side of a landblock. */
export const LANDBLOCK_SIZE = 192;

/** Metres: the side of an outdoor cell. */
export const CELL_SIZE = 24;

/** The last landblock that has ground, in x and in y. */
export const LAST_LANDBLOCK = 254;

/** World x of the western edge of a cell's landblock, in metres. */
export function landblockOriginX(cell: number): number {
  return (cell >>> 24) * LANDBLOCK_SIZE;
}

/** World y of the southern edge of a cell's landblock, in metres. */
export function landblockOriginY(cell: number): number {
  return ((cell >>> 16) & 0xff) * LANDBLOCK_SIZE;
}

/** World x of a local x, in metres. */
export function worldX(cell: number, localX: number): number {
  return landblockOriginX(cell) + localX;
}

/** World y of a local y, in metres. */
export function worldY(cell: number, localY: number): number {
  return landblockOriginY(cell) + localY;
}

/**
 * The outdoor cell at a world position. Places outside the 255 by 255 landblocks belong to the nearest one, with local
 * coordinates that leave it (floats, so they get coarser with the distance).
 */
export function cellAt(x: number, y: number): number {
  const blockX = clamp(Math.floor(x / LANDBLOCK_SIZE), LAST_LANDBLOCK);
  const blockY = clamp(Math.floor(y / LANDBLOCK_SIZE), LAST_LANDBLOCK);
  const cellX = clamp(Math.floor((x - blockX * LANDBLOCK_SIZE) / CELL_SIZE), 7);
  const cellY = clamp(Math.floor((y - blockY * LANDBLOCK_SIZE) / CELL_SIZE), 7);
  return ((blockX << 24) | (blockY << 16) | (cellX * 8 + cellY + 1)) >>> 0;
}

/** Whether a cell is an outdoor one. */
export function isOutdoors(cell: number): boolean {
  return (cell & 0xffff) < 0x100;
}

function clamp(value: number, most: number): number {
  return value > 0 ? Math.min(value, most) : 0;
}
