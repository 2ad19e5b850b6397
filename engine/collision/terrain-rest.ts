import { rest } from './sweep-state.ts';
import type { Terrain } from './terrain.ts';

/** Metres that a contact point may lie outside its triangle by rounding. */
const ROUNDING = 1e-9;

/**
 * Lets a sphere down onto a terrain: reads the place and the radius in {@link rest}, leaves there the height of the
 * sphere's lowest point and the contact normal.
 *
 * The sphere rests on the highest of all planes through triangles near it, provided that it touches that plane inside its
 * triangle. Otherwise it rests on a ridge or a peak, and every face, edge and corner is looked at.
 */
export function restOnTerrain(terrain: Terrain): void {
  const { perMetre, columns, rows, heights, cell } = terrain;
  const { x, y, radius } = rest;
  const u = (x - terrain.x) * perMetre;
  const v = (y - terrain.y) * perMetre;
  const r = radius * perMetre;
  const firstColumn = Math.max(0, Math.floor(u - r));
  const lastColumn = Math.min(columns - 1, Math.floor(u + r));
  const firstRow = Math.max(0, Math.floor(v - r));
  const lastRow = Math.min(rows - 1, Math.floor(v + r));
  let best = Number.NEGATIVE_INFINITY;
  let bestA = 0;
  let bestB = 0;
  let inside = false;
  for (let row = firstRow; row <= lastRow; row++) {
    const t = v - row;
    for (let column = firstColumn; column <= lastColumn; column++) {
      if (!terrain.isSolid(column, row)) continue;
      const s = u - column;
      const corner = row * (columns + 1) + column;
      const southWest = heights[corner];
      const northEast = heights[corner + columns + 2];
      // The diagonal is reached when it is nearer than the radius: |s - t| / sqrt 2 < r.
      if (s - t > -1.42 * r) {
        const southEast = heights[corner + 1];
        const a = southEast - southWest;
        const b = northEast - southEast;
        const slope = Math.sqrt(1 + (a * a + b * b) * perMetre * perMetre);
        const z = southWest + a * s + b * t + radius * slope;
        if (z > best) {
          best = z;
          bestA = a;
          bestB = b;
          // The point of contact, in the cell's own measure.
          const cs = s + (r * a * perMetre) / slope;
          const ct = t + (r * b * perMetre) / slope;
          inside = ct >= -ROUNDING && cs <= 1 + ROUNDING && cs >= ct - ROUNDING;
        }
      }
      if (s - t < 1.42 * r) {
        const northWest = heights[corner + columns + 1];
        const a = northEast - northWest;
        const b = northWest - southWest;
        const slope = Math.sqrt(1 + (a * a + b * b) * perMetre * perMetre);
        const z = southWest + a * s + b * t + radius * slope;
        if (z > best) {
          best = z;
          bestA = a;
          bestB = b;
          const cs = s + (r * a * perMetre) / slope;
          const ct = t + (r * b * perMetre) / slope;
          inside = cs >= -ROUNDING && ct <= 1 + ROUNDING && ct >= cs - ROUNDING;
        }
      }
    }
  }
  if (inside) {
    const a = bestA * perMetre;
    const b = bestB * perMetre;
    const unit = 1 / Math.sqrt(1 + a * a + b * b);
    rest.z = best - radius;
    rest.normalX = (0 - a) * unit;
    rest.normalY = (0 - b) * unit;
    rest.normalZ = unit;
    return;
  }
  top.z = Number.NEGATIVE_INFINITY;
  ball.radius = radius;
  ball.cell = cell;
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      if (!terrain.isSolid(column, row)) continue;
      const corner = row * (columns + 1) + column;
      ball.x = x - (terrain.x + column * cell);
      ball.y = y - (terrain.y + row * cell);
      cornerZ[SOUTH_WEST] = heights[corner];
      cornerZ[SOUTH_EAST] = heights[corner + 1];
      cornerZ[NORTH_WEST] = heights[corner + columns + 1];
      cornerZ[NORTH_EAST] = heights[corner + columns + 2];
      restOnCell();
    }
  }
  rest.z = top.z - radius;
  rest.normalX = top.normalX;
  rest.normalY = top.normalY;
  rest.normalZ = top.normalZ;
}

/** The sphere from the cell's south-west corner, and the cell's side. */
class Ball {
  x = Number.NaN;
  y = Number.NaN;
  radius = Number.NaN;
  cell = Number.NaN;
}

/** The highest place of the sphere's centre so far, and the contact normal there. */
class Top {
  z = Number.NaN;
  normalX = Number.NaN;
  normalY = Number.NaN;
  normalZ = Number.NaN;
}

const ball = new Ball();
const top = new Top();
/** Heights of the cell's corners: the first bit of the index says east, the second north. */
const cornerZ = new Float64Array(4);
const SOUTH_WEST = 0;
const SOUTH_EAST = 1;
const NORTH_WEST = 2;
const NORTH_EAST = 3;

/** Every face, edge and corner of one cell. */
function restOnCell(): void {
  restOnFace(SOUTH_EAST);
  restOnFace(NORTH_WEST);
  restOnEdge(SOUTH_WEST, SOUTH_EAST);
  restOnEdge(NORTH_WEST, NORTH_EAST);
  restOnEdge(SOUTH_WEST, NORTH_WEST);
  restOnEdge(SOUTH_EAST, NORTH_EAST);
  restOnEdge(SOUTH_WEST, NORTH_EAST);
  for (let corner = 0; corner < 4; corner++) restOnCorner(corner);
}

/** The triangle with this corner and the diagonal. */
function restOnFace(third: number): void {
  const { x, y, radius, cell } = ball;
  const lower = third === SOUTH_EAST;
  const a = (lower ? cornerZ[SOUTH_EAST] - cornerZ[SOUTH_WEST] : cornerZ[NORTH_EAST] - cornerZ[NORTH_WEST]) / cell;
  const b = (lower ? cornerZ[NORTH_EAST] - cornerZ[SOUTH_EAST] : cornerZ[NORTH_WEST] - cornerZ[SOUTH_WEST]) / cell;
  const slope = Math.sqrt(1 + a * a + b * b);
  const touchX = x + (radius * a) / slope;
  const touchY = y + (radius * b) / slope;
  if (lower ? touchY < 0 || touchX > cell || touchX < touchY : touchX < 0 || touchY > cell || touchY < touchX) return;
  const z = cornerZ[SOUTH_WEST] + a * x + b * y + radius * slope;
  if (z <= top.z) return;
  top.z = z;
  top.normalX = (0 - a) / slope;
  top.normalY = (0 - b) / slope;
  top.normalZ = 1 / slope;
}

function restOnEdge(from: number, to: number): void {
  const { radius, cell } = ball;
  const dx = ((to & 1) - (from & 1)) * cell;
  const dy = ((to >> 1) - (from >> 1)) * cell;
  const length = Math.sqrt(dx * dx + dy * dy);
  const x = ball.x - (from & 1) * cell;
  const y = ball.y - (from >> 1) * cell;
  const aside = (x * dy - y * dx) / length;
  if (aside >= radius || aside <= -radius) return;
  const along = (x * dx + y * dy) / length;
  // In the upright plane through the edge, the sphere is a circle.
  const circle = Math.sqrt(radius * radius - aside * aside);
  const slope = (cornerZ[to] - cornerZ[from]) / length;
  const unit = 1 / Math.sqrt(1 + slope * slope);
  const touch = along + circle * slope * unit;
  if (touch < 0 || touch > length) return;
  const z = cornerZ[from] + slope * along + circle / unit;
  if (z <= top.z) return;
  top.z = z;
  top.normalX = (x - (touch * dx) / length) / radius;
  top.normalY = (y - (touch * dy) / length) / radius;
  top.normalZ = (circle * unit) / radius;
}

function restOnCorner(corner: number): void {
  const { radius, cell } = ball;
  const dx = ball.x - (corner & 1) * cell;
  const dy = ball.y - (corner >> 1) * cell;
  const squared = radius * radius - dx * dx - dy * dy;
  if (squared <= 0) return;
  const up = Math.sqrt(squared);
  const z = cornerZ[corner] + up;
  if (z <= top.z) return;
  top.z = z;
  top.normalX = dx / radius;
  top.normalY = dy / radius;
  top.normalZ = up / radius;
}
