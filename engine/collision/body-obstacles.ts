import { FrameF64 } from '../../components/frame.ts';
import { BodyF32 } from '../../components/body.ts';
import { PhysicsState } from '../../components/physics-state.ts';
import type { GaitWorld } from '../world.ts';
import { collisionRadius } from './body-size.ts';
import { mover, nearest, region } from './sweep-state.ts';

/** Metres of a square's side. */
const SIDE = 4;
/** Squares that a region may reach over; bodies that are swept farther in a step pass others by. */
const MOST_VISITED = 256;
/** Bodies whose axes are nearer than this, in metres, do not know where to push each other. */
const SAME_PLACE = 1e-6;
/** Bodies that a sweep looks at, at most: a crowd in one spot must not cost the square of its number. */
const MOST_NEAR = 64;
/** The count of queries starts anew here, below the numbers that V8 would put on the heap. */
const LAST_QUERY = 1 << 29;
/** Who neither blocks nor is blocked. */
const PASSES = PhysicsState.Ethereal | PhysicsState.IgnoreCollisions;

function bucketOf(column: number, row: number, mask: number): number {
  return (Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b)) & mask;
}

/**
 * The bodies of a world as upright cylinders, for bodies that block each other. They stand where they stood at the end of
 * the last step, so that the order in which bodies are moved does not matter; who overlaps may move apart.
 */
export class BodyObstacles {
  /** The bodies that the last query found: the first {@link count} cells of a list. */
  count = 0;
  private readonly near = new Int32Array(MOST_NEAR);
  private mask = 0;
  /** By bucket: its first entry, or -1. */
  private heads = new Int32Array(0);
  private next = new Int32Array(0);
  private owners = new Int32Array(0);
  private entries = 0;
  /** By entity: place, radius and height. */
  private x = new Float64Array(0);
  private y = new Float64Array(0);
  private z = new Float64Array(0);
  private radius = new Float64Array(0);
  private height = new Float64Array(0);
  /** By entity: whether the body is left out; whether the last query has it already. */
  private passes = new Uint8Array(0);
  private seen = new Int32Array(0);
  private query = 0;
  private self = 0;
  private chosen = 0;

  /** Remembers where all bodies are. Once a step, before the first of them moves. */
  prepare(world: GaitWorld): void {
    const { frame, body, physicsState } = world.components;
    world.refreshBodies();
    const { bodies, bodyCount } = world;
    if (this.x.length !== world.stride) this.resize(world.stride);
    let buckets = 16;
    while (buckets < bodyCount * 2) buckets *= 2;
    if (this.heads.length !== buckets) {
      this.heads = new Int32Array(buckets);
      this.mask = buckets - 1;
    }
    this.heads.fill(-1);
    this.entries = 0;
    for (let index = 0; index < bodyCount; index++) {
      const entity = bodies[index];
      const frameRow = entity * FrameF64.row;
      const bodyRow = entity * BodyF32.row;
      this.passes[entity] = (physicsState.bits[entity] & PASSES) === 0 ? 0 : 1;
      if (this.passes[entity] === 1) continue;
      const radius = collisionRadius(body.f32[bodyRow + BodyF32.radius]);
      this.x[entity] = frame.f64[frameRow + FrameF64.x];
      this.y[entity] = frame.f64[frameRow + FrameF64.y];
      this.z[entity] = frame.f64[frameRow + FrameF64.z];
      this.radius[entity] = radius;
      this.height[entity] = Math.max(2 * radius, body.f32[bodyRow + BodyF32.height]);
      const west = Math.floor((frame.f64[frameRow + FrameF64.x] - radius) / SIDE);
      const east = Math.floor((frame.f64[frameRow + FrameF64.x] + radius) / SIDE);
      const south = Math.floor((frame.f64[frameRow + FrameF64.y] - radius) / SIDE);
      const north = Math.floor((frame.f64[frameRow + FrameF64.y] + radius) / SIDE);
      for (let row = south; row <= north; row++) {
        for (let column = west; column <= east; column++) this.enter(bucketOf(column, row, this.mask), entity);
      }
    }
  }

  private resize(length: number): void {
    this.x = new Float64Array(length);
    this.y = new Float64Array(length);
    this.z = new Float64Array(length);
    this.radius = new Float64Array(length);
    this.height = new Float64Array(length);
    this.passes = new Uint8Array(length).fill(1);
    this.seen = new Int32Array(length);
    this.query = 0;
  }

  private enter(bucket: number, entity: number): void {
    if (this.entries === this.next.length) {
      const length = Math.max(64, this.entries * 2);
      const [next, owners] = [new Int32Array(length), new Int32Array(length)];
      next.set(this.next);
      owners.set(this.owners);
      this.next = next;
      this.owners = owners;
    }
    this.owners[this.entries] = entity;
    this.next[this.entries] = this.heads[bucket];
    this.heads[bucket] = this.entries++;
  }

  /** Says which of the bodies that were found {@link measure} measures. */
  choose(index: number): void {
    this.chosen = this.near[index];
  }

  /** Names the body that is swept: nobody blocks himself. */
  sweeps(entity: number): void {
    this.self = entity;
  }

  /** Lists the other bodies that reach into the region and are level with the body. */
  find(): void {
    this.count = 0;
    const { self, heads, mask, seen } = this;
    if (heads.length === 0 || self >= this.passes.length || this.passes[self] === 1) return;
    const west = Math.floor(region.minX / SIDE);
    const south = Math.floor(region.minY / SIDE);
    const east = Math.floor(region.maxX / SIDE);
    const north = Math.floor(region.maxY / SIDE);
    if ((east - west + 1) * (north - south + 1) > MOST_VISITED) return;
    const low = mover.z;
    const high = mover.z + 2 * mover.radius + mover.upper;
    if (this.query === LAST_QUERY) {
      seen.fill(0);
      this.query = 0;
    }
    this.query++;
    for (let row = south; row <= north; row++) {
      for (let column = west; column <= east; column++) {
        for (let entry = heads[bucketOf(column, row, mask)]; entry >= 0; entry = this.next[entry]) {
          const entity = this.owners[entry];
          if (entity === self || seen[entity] === this.query) continue;
          seen[entity] = this.query;
          const radius = this.radius[entity];
          if (
            this.x[entity] - radius > region.maxX ||
            this.x[entity] + radius < region.minX ||
            this.y[entity] - radius > region.maxY ||
            this.y[entity] + radius < region.minY ||
            this.z[entity] >= high ||
            this.z[entity] + this.height[entity] <= low
          ) {
            continue;
          }
          if (this.count === MOST_NEAR) return;
          this.near[this.count++] = entity;
        }
      }
    }
  }

  /** Fills {@link nearest} for the point in it and the chosen body. */
  measure(): void {
    const { chosen } = this;
    const dx = nearest.x - this.x[chosen];
    const dy = nearest.y - this.y[chosen];
    const away = Math.sqrt(dx * dx + dy * dy);
    const known = away > SAME_PLACE;
    nearest.distance = away - this.radius[chosen];
    nearest.normalX = known ? dx / away : 0;
    nearest.normalY = known ? dy / away : 0;
    nearest.normalZ = 0;
    nearest.topZ = -1;
    nearest.flat = false;
  }
}
