import { nearest } from './sweep-state.ts';
import type { Terrain } from './terrain.ts';

/** The triangle of a cell that is measured: solid from its surface down without end. */
class Column {
  /** South-west corner of the cell, and its side. */
  x = Number.NaN;
  y = Number.NaN;
  cell = Number.NaN;
  /** Height at the south-west corner, and what a metre east and north adds. */
  z = Number.NaN;
  a = Number.NaN;
  b = Number.NaN;
  /** z of the surface's normal. */
  unit = Number.NaN;
  /** Whether it is the triangle in the south-east, else the one in the north-west. */
  lower = true;
}

/** An end of the edge that is measured, and the way to its other end. */
class Edge {
  x = Number.NaN;
  y = Number.NaN;
  dx = Number.NaN;
  dy = Number.NaN;
}

/** Squared distance to the nearest edge so far, and the way from it. */
class ToEdge {
  squared = Number.NaN;
  x = Number.NaN;
  y = Number.NaN;
  z = Number.NaN;
}

const column = new Column();
const edge = new Edge();
const toEdge = new ToEdge();

/** Says which half of which cell {@link measureColumn} measures. */
export function chooseColumn(terrain: Terrain, at: number, row: number, lower: boolean): void {
  const { heights, columns, cell, perMetre } = terrain;
  const corner = row * (columns + 1) + at;
  const southWest = heights[corner];
  const northEast = heights[corner + columns + 2];
  const third = lower ? heights[corner + 1] : heights[corner + columns + 1];
  const a = (lower ? third - southWest : northEast - third) * perMetre;
  const b = (lower ? northEast - third : third - southWest) * perMetre;
  column.x = terrain.x + at * cell;
  column.y = terrain.y + row * cell;
  column.cell = cell;
  column.z = southWest;
  column.a = a;
  column.b = b;
  column.unit = 1 / Math.sqrt(1 + a * a + b * b);
  column.lower = lower;
}

/** Fills {@link nearest} for the point in it and the chosen column. */
export function measureColumn(): void {
  const { cell, a, b, unit, lower } = column;
  const x = nearest.x - column.x;
  const y = nearest.y - column.y;
  // Height above the south-west corner.
  const z = nearest.z - column.z;
  nearest.topX = (0 - a) * unit;
  nearest.topY = (0 - b) * unit;
  nearest.topZ = unit;
  nearest.flat = true;
  // The nearest point in plan.
  let px = x;
  let py = y;
  if (lower) {
    if (px > cell) px = cell;
    if (py < 0) py = 0;
    if (py > px) px = py = Math.min(Math.max(0, (x + y) / 2), cell);
  } else {
    if (px < 0) px = 0;
    if (py > cell) py = cell;
    if (px > py) px = py = Math.min(Math.max(0, (x + y) / 2), cell);
  }
  const vx = x - px;
  const vy = y - py;
  const aside = vx * vx + vy * vy;
  const above = (z - a * x - b * y) * unit;
  if (aside === 0) {
    if (above <= 0) {
      nearest.distance = above;
      setNormalToSurface();
      return;
    }
  } else if (z <= a * px + b * py) {
    const distance = Math.sqrt(aside);
    nearest.distance = distance;
    nearest.normalX = vx / distance;
    nearest.normalY = vy / distance;
    nearest.normalZ = 0;
    nearest.topZ = -1;
    return;
  }
  if (above > 0) {
    const fx = x + above * a * unit;
    const fy = y + above * b * unit;
    if (lower ? fy >= 0 && fx <= cell && fx >= fy : fx >= 0 && fy <= cell && fy >= fx) {
      nearest.distance = above;
      setNormalToSurface();
      return;
    }
  }
  nearest.flat = false;
  toEdge.squared = Number.POSITIVE_INFINITY;
  edge.x = 0;
  edge.y = 0;
  edge.dx = cell;
  edge.dy = cell;
  measureEdge();
  if (lower) {
    edge.dy = 0;
    measureEdge();
    edge.x = cell;
    edge.dx = 0;
    edge.dy = cell;
    measureEdge();
  } else {
    edge.dx = 0;
    measureEdge();
    edge.y = cell;
    edge.dx = cell;
    edge.dy = 0;
    measureEdge();
  }
  const distance = Math.sqrt(toEdge.squared);
  nearest.distance = distance;
  nearest.normalX = toEdge.x / distance;
  nearest.normalY = toEdge.y / distance;
  nearest.normalZ = toEdge.z / distance;
}

function setNormalToSurface(): void {
  nearest.normalX = nearest.topX;
  nearest.normalY = nearest.topY;
  nearest.normalZ = nearest.topZ;
}

/** Takes the edge when it is nearer than what {@link toEdge} holds. */
function measureEdge(): void {
  const { dx, dy } = edge;
  const { a, b } = column;
  const x = nearest.x - column.x - edge.x;
  const y = nearest.y - column.y - edge.y;
  const z = nearest.z - column.z - a * edge.x - b * edge.y;
  const dz = a * dx + b * dy;
  const along = (x * dx + y * dy + z * dz) / (dx * dx + dy * dy + dz * dz);
  const share = along < 0 ? 0 : Math.min(along, 1);
  const vx = x - share * dx;
  const vy = y - share * dy;
  const vz = z - share * dz;
  const squared = vx * vx + vy * vy + vz * vz;
  if (squared >= toEdge.squared) return;
  toEdge.squared = squared;
  toEdge.x = vx;
  toEdge.y = vy;
  toEdge.z = vz;
}
