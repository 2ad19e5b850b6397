import type { Obstacles } from './obstacles.ts';
import { region } from './sweep-state.ts';

/** Metres of a square's side. */
const SIDE = 4;
/** Squares that a solid may lie in; what is larger is looked at wherever a body is. */
const MOST_SQUARES = 1024;
/** Squares that a region may reach over; over more than these, every solid is looked at. */
const MOST_VISITED = 256;
/** The count of queries starts anew here, below the numbers that V8 would put on the heap. */
const LAST_QUERY = 1 << 29;

function bucketOf(column: number, row: number, mask: number): number {
  return (Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b)) & mask;
}

/**
 * Finds the static solids near a place: the plan is cut into squares, each of which leads to a list of the solids that
 * reach into it. Squares that share a list by chance only cost a look at a few boxes more.
 */
export class ObstacleHash {
  /** The solids that the last query found, in ascending order of their lists: the first {@link count} cells. */
  readonly near: Int32Array;
  count = 0;
  private readonly bounds: Float64Array;
  private readonly mask: number;
  /** Where the list of each bucket starts in `items`; one cell more than there are buckets. */
  private readonly starts: Int32Array;
  private readonly items: Int32Array;
  /** Solids that are too large for the lists. */
  private readonly large: Int32Array;
  private readonly all: Int32Array;
  /** By solid: the query that has looked at it last. */
  private readonly seen: Int32Array;
  private query = 0;

  constructor(obstacles: Obstacles) {
    const { count, bounds } = obstacles;
    this.bounds = bounds;
    this.near = new Int32Array(count);
    this.seen = new Int32Array(count);
    this.all = Int32Array.from({ length: count }, (_, index) => index);
    const large: number[] = [];
    const entries: { column: number; row: number; index: number }[] = [];
    for (let index = 0; index < count; index++) {
      const [minX, minY, , maxX, maxY] = bounds.subarray(index * 6, index * 6 + 6);
      const [west, south, east, north] = [minX, minY, maxX, maxY].map((value) => Math.floor(value / SIDE));
      if ((east - west + 1) * (north - south + 1) > MOST_SQUARES) {
        large.push(index);
        continue;
      }
      for (let row = south; row <= north; row++) {
        for (let column = west; column <= east; column++) entries.push({ column, row, index });
      }
    }
    this.large = Int32Array.from(large);
    let buckets = 16;
    while (buckets < entries.length * 2) buckets *= 2;
    this.mask = buckets - 1;
    this.starts = new Int32Array(buckets + 1);
    for (const { column, row } of entries) this.starts[bucketOf(column, row, this.mask) + 1]++;
    for (let bucket = 0; bucket < buckets; bucket++) this.starts[bucket + 1] += this.starts[bucket];
    this.items = new Int32Array(entries.length);
    const next = this.starts.slice();
    for (const { column, row, index } of entries) this.items[next[bucketOf(column, row, this.mask)]++] = index;
  }

  /** Lists the solids whose boxes reach into the {@link region}. */
  find(): void {
    this.count = 0;
    if (this.near.length === 0) return;
    if (this.query === LAST_QUERY) {
      this.seen.fill(0);
      this.query = 0;
    }
    this.query++;
    this.take(this.large, 0, this.large.length);
    const west = Math.floor(region.minX * (1 / SIDE));
    const south = Math.floor(region.minY * (1 / SIDE));
    const east = Math.floor(region.maxX * (1 / SIDE));
    const north = Math.floor(region.maxY * (1 / SIDE));
    if ((east - west + 1) * (north - south + 1) > MOST_VISITED) {
      this.take(this.all, 0, this.all.length);
      return;
    }
    const { starts, items, mask } = this;
    for (let row = south; row <= north; row++) {
      for (let column = west; column <= east; column++) {
        const bucket = bucketOf(column, row, mask);
        const end = starts[bucket + 1];
        const start = starts[bucket];
        if (start !== end) this.take(items, start, end);
      }
    }
  }

  private take(list: Int32Array, start: number, end: number): void {
    const { bounds, seen, query } = this;
    for (let at = start; at < end; at++) {
      const index = list[at];
      if (seen[index] === query) continue;
      seen[index] = query;
      const box = index * 6;
      if (
        bounds[box] <= region.maxX &&
        bounds[box + 3] >= region.minX &&
        bounds[box + 1] <= region.maxY &&
        bounds[box + 4] >= region.minY &&
        bounds[box + 2] <= region.maxZ &&
        bounds[box + 5] >= region.minZ
      ) {
        this.near[this.count++] = index;
      }
    }
  }
}
