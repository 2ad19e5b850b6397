import { FrameF64 } from '../../components/frame.ts';
import type { GaitWorld } from '../../engine/world.ts';
import type { SceneOrigin } from './axes.ts';

/** Who is near stays so until it is this much farther away than others have to come. */
const LOYALTY = 1.15;

/**
 * Chooses who has a skeleton of its own: the nearest to the looker, up to a number and a distance. Who has one keeps it
 * until it is clearly farther away than that, so that nobody changes to and fro at the border.
 */
export class NearChoice {
  /** Who has been chosen, by their ids. */
  readonly chosen: ReadonlySet<number>;

  private readonly world: GaitWorld;
  private readonly most: number;
  private readonly reach: number;
  private readonly mutableChosen = new Set<number>();
  /** Those who must have one. */
  private readonly kept = new Set<number>();
  private tick = -1;
  private readonly entities: number[] = [];
  private ranks = new Float64Array(64);
  /** The nearest so far, the farthest of them on top: a heap of indices. */
  private readonly heap: number[] = [];

  /** @param most How many there may be. @param reach How far away, in metres. */
  constructor(world: GaitWorld, most: number, reach: number) {
    this.world = world;
    this.most = most;
    this.reach = reach;
    this.chosen = this.mutableChosen;
  }

  /** Has a body be chosen wherever it is, or no longer. */
  keep(entity: number, keep: boolean): void {
    if (keep === this.kept.has(entity)) return;
    if (keep) this.kept.add(entity);
    else this.kept.delete(entity);
    this.tick = -1;
  }

  /** Whether one more may have a skeleton beside so many. */
  hasRoom(count: number): boolean {
    return count < this.most + this.kept.size;
  }

  /** Whether somebody who comes gets a skeleton at once, where so many have one; later the choice decides. */
  admits(entity: number, eye: SceneOrigin | undefined, count: number): boolean {
    if (this.kept.has(entity)) return true;
    if (count >= this.most) return false;
    if (eye === undefined) return true;
    const { frame } = this.world.components;
    const frameRow = entity * FrameF64.row;
    const east = frame.f64[frameRow + FrameF64.x] - eye.x;
    const north = frame.f64[frameRow + FrameF64.y] - eye.y;
    const up = frame.f64[frameRow + FrameF64.z] - eye.z;
    return Math.hypot(east, north, up) <= this.reach;
  }

  /**
   * Chooses among the bodies of the world; once a step.
   *
   * @param eye Where the looker is; undefined: nobody knows, and all are equally near.
   * @param isNear Whether a body has a skeleton now.
   */
  choose(eye: SceneOrigin | undefined, isNear: (entity: number) => boolean): void {
    const { world, kept, mutableChosen: out } = this;
    if (world.clock.tick === this.tick) return;
    this.tick = world.clock.tick;
    out.clear();
    const { entities } = this;
    const { bodies, bodyCount } = world;
    const { frame } = world.components;
    entities.length = 0;
    if (this.most === 0) {
      for (const entity of kept) out.add(entity);
      return;
    }
    const outer = this.reach * LOYALTY;
    const outerSquare = outer * outer;
    for (let index = 0; index < bodyCount; index++) {
      const entity = bodies[index];
      const frameRow = entity * FrameF64.row;
      let square = 0;
      if (eye !== undefined) {
        const x = frame.f64[frameRow + FrameF64.x] - eye.x;
        const y = frame.f64[frameRow + FrameF64.y] - eye.y;
        const z = frame.f64[frameRow + FrameF64.z] - eye.z;
        square = x * x + y * y + z * z;
        if (square > outerSquare) continue;
      }
      const distance = isNear(entity) ? Math.sqrt(square) / LOYALTY : Math.sqrt(square);
      if (distance > this.reach) continue;
      const at = entities.push(entity) - 1;
      if (at >= this.ranks.length) this.growRanks();
      this.ranks[at] = distance;
    }
    if (entities.length <= this.most) {
      for (let index = 0; index < entities.length; index++) out.add(entities[index]);
    } else {
      this.findNearest(out);
    }
    for (const entity of kept) out.add(entity);
  }

  private findNearest(out: Set<number>): void {
    const { heap, entities, most } = this;
    heap.length = 0;
    for (let index = 0; index < entities.length; index++) {
      if (heap.length < most) {
        heap.push(index);
        for (let at = heap.length - 1; at > 0; ) {
          const parent = (at - 1) >> 1;
          if (!this.isFarther(heap[at], heap[parent])) break;
          this.swap(at, parent);
          at = parent;
        }
      } else if (this.isFarther(heap[0], index)) {
        heap[0] = index;
        this.sink();
      }
    }
    for (let at = 0; at < heap.length; at++) out.add(entities[heap[at]]);
  }

  private sink(): void {
    const { heap } = this;
    for (let at = 0; ; ) {
      let child = 2 * at + 1;
      if (child >= heap.length) return;
      if (child + 1 < heap.length && this.isFarther(heap[child + 1], heap[child])) child++;
      if (!this.isFarther(heap[child], heap[at])) return;
      this.swap(at, child);
      at = child;
    }
  }

  private swap(a: number, b: number): void {
    const { heap } = this;
    const kept = heap[a];
    heap[a] = heap[b];
    heap[b] = kept;
  }

  /** Of those who are as far away, the one that came later is taken for farther. */
  private isFarther(a: number, b: number): boolean {
    const { ranks, entities } = this;
    return ranks[a] > ranks[b] || (ranks[a] === ranks[b] && entities[a] > entities[b]);
  }

  private growRanks(): void {
    const ranks = new Float64Array(this.ranks.length * 2);
    ranks.set(this.ranks);
    this.ranks = ranks;
  }
}
