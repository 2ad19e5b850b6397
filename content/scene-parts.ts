import type { SceneInput } from '../index.ts';

/** What stands in a scene. */
export type Obstacles = NonNullable<SceneInput['obstacles']>;
type TerrainInput = NonNullable<SceneInput['terrain']>;

/** Rounded to centimetres, for files that are short. */
export const centimetres = (value: number): number => Math.round(value * 100) / 100 + 0;

/** A square terrain around the origin, `half` metres to each side. */
export function terrain(half: number, cell: number, height: (x: number, y: number) => number): TerrainInput {
  const corners = Array.from({ length: (2 * half) / cell + 1 }, (_, index) => -half + index * cell);
  return { x: -half, y: -half, cell, heights: corners.map((y) => corners.map((x) => centimetres(height(x, y)))) };
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function smooth(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** The height of a terrain at the corner that is next to a place. */
export function heightOn(field: TerrainInput, x: number, y: number): number {
  const [column, row] = [Math.round((x - field.x) / field.cell), Math.round((y - field.y) / field.cell)];
  return field.heights[row][column];
}
