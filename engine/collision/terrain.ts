import type { TerrainContent } from './scene-content.ts';
import { WALKABLE_NORMAL_Z } from './walkable.ts';

/** What is known of a cell. */
const Cell = {
  /** It is there. */
  Solid: 1,
  /** It and its eight neighbours are there, and all of them can be walked on. */
  Smooth: 2,
} as const;

/** Cells that are looked at one by one, at most, to find out whether an area can be walked on. */
const MOST_LOOKED_AT = 64;

/**
 * A heightfield: cells of two triangles each, split from the south-west to the north-east corner. Below the surface it is
 * solid all the way down; where a cell is missing, and around the whole, one falls.
 */
export class Terrain {
  readonly x: number;
  readonly y: number;
  /** Metres of a cell's side. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** Heights of the corners, row by row from the south, each from west to east: columns + 1 of them a row. */
  readonly heights: Float64Array;
  readonly perMetre: number;
  private readonly cells: Uint8Array;

  constructor(content: TerrainContent) {
    this.x = content.x;
    this.y = content.y;
    this.cell = content.cell;
    this.perMetre = 1 / content.cell;
    this.columns = content.heights[0].length - 1;
    this.rows = content.heights.length - 1;
    this.heights = Float64Array.from(content.heights.flat());
    this.cells = new Uint8Array(this.columns * this.rows).fill(Cell.Solid);
    for (const { column, row, columns, rows } of content.voids ?? []) {
      for (let j = row; j < row + rows; j++) {
        this.cells.fill(0, j * this.columns + column, j * this.columns + column + columns);
      }
    }
    this.markSmoothCells();
  }

  /** Whether the cell is there; false outside the terrain. */
  isSolid(column: number, row: number): boolean {
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return false;
    return this.cells[row * this.columns + column] !== 0;
  }

  /** Whether everything within `reach` metres is terrain that can be walked on. */
  isSmooth(x: number, y: number, reach: number): boolean {
    const u = (x - this.x) * this.perMetre;
    const v = (y - this.y) * this.perMetre;
    if (!(u >= 0 && v >= 0 && u < this.columns && v < this.rows)) return false;
    if (reach <= this.cell) return (this.cells[Math.floor(v) * this.columns + Math.floor(u)] & Cell.Smooth) !== 0;
    const cells = Math.ceil(reach * this.perMetre);
    if (cells * cells * 4 > MOST_LOOKED_AT) return false;
    for (let row = Math.floor(v) - cells + 1; row < Math.floor(v) + cells; row++) {
      for (let column = Math.floor(u) - cells + 1; column < Math.floor(u) + cells; column++) {
        if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return false;
        if ((this.cells[row * this.columns + column] & Cell.Smooth) === 0) return false;
      }
    }
    return true;
  }

  /** Height of the surface at a place; minus infinity where there is none. */
  heightAt(x: number, y: number): number {
    const u = (x - this.x) * this.perMetre;
    const v = (y - this.y) * this.perMetre;
    // The far borders belong to the last cells.
    const column = Math.min(Math.floor(u), this.columns - 1);
    const row = Math.min(Math.floor(v), this.rows - 1);
    if (!(u <= this.columns && v <= this.rows && this.isSolid(column, row))) return Number.NEGATIVE_INFINITY;
    const { heights } = this;
    const corner = row * (this.columns + 1) + column;
    const southWest = heights[corner];
    const northEast = heights[corner + this.columns + 2];
    const s = u - column;
    const t = v - row;
    if (s >= t) {
      const southEast = heights[corner + 1];
      return southWest + (southEast - southWest) * s + (northEast - southEast) * t;
    }
    const northWest = heights[corner + this.columns + 1];
    return southWest + (northEast - northWest) * s + (northWest - southWest) * t;
  }

  private markSmoothCells(): void {
    const { columns, rows } = this;
    const walkable = new Uint8Array(columns * rows);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        if (this.isSolid(column, row) && this.isWalkable(column, row)) walkable[row * columns + column] = 1;
      }
    }
    for (let row = 1; row < rows - 1; row++) {
      for (let column = 1; column < columns - 1; column++) {
        let all = 1;
        for (let j = row - 1; j <= row + 1; j++) {
          for (let i = column - 1; i <= column + 1; i++) all &= walkable[j * columns + i];
        }
        if (all === 1) this.cells[row * columns + column] |= Cell.Smooth;
      }
    }
  }

  private isWalkable(column: number, row: number): boolean {
    const { heights, perMetre } = this;
    const corner = row * (this.columns + 1) + column;
    const southWest = heights[corner];
    const southEast = heights[corner + 1];
    const northWest = heights[corner + this.columns + 1];
    const northEast = heights[corner + this.columns + 2];
    const flat = (a: number, b: number): boolean => {
      return 1 / Math.sqrt(1 + (a * a + b * b) * perMetre * perMetre) >= WALKABLE_NORMAL_Z;
    };
    return flat(southEast - southWest, northEast - southEast) && flat(northEast - northWest, northWest - southWest);
  }
}
