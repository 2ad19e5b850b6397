import type { WaitingState } from './replay-engine.ts';

/** Everything that a replay needs to go on from a moment. */
export interface ReplaySnapshot {
  /** Steps since the start. */
  readonly tick: number;
  /** Index of the capture's message that comes next. */
  readonly position: number;
  readonly world: Uint8Array;
  readonly waiting: WaitingState;
}

/** How many snapshots there may be. */
export interface SnapshotLimits {
  /** Steps between two, at first. */
  readonly interval: number;
  readonly count: number;
  readonly bytes: number;
}

/**
 * The snapshots of a replay by time. When there are too many, or they are too large, every other one goes and the
 * interval doubles; the first, of the start, always stays.
 */
export class ReplaySnapshots {
  private readonly limits: SnapshotLimits;
  private interval: number;
  private kept: ReplaySnapshot[] = [];
  private size = 0;

  constructor(limits: SnapshotLimits) {
    this.limits = limits;
    this.interval = limits.interval;
  }

  /** How many there are. */
  get count(): number {
    return this.kept.length;
  }

  /** The last one at a tick or before it. */
  before(tick: number): ReplaySnapshot {
    return this.kept[this.indexBefore(tick)];
  }

  /** Whether one is due at a tick: none is there yet within the interval before it. */
  wants(tick: number): boolean {
    return tick % this.interval === 0 && this.kept[this.indexBefore(tick)].tick <= tick - this.interval;
  }

  /** Adds one at a tick at which there is none. */
  add(snapshot: ReplaySnapshot): void {
    const at = this.kept.length === 0 ? 0 : this.indexBefore(snapshot.tick) + 1;
    this.kept.splice(at, 0, snapshot);
    this.size += snapshot.world.length;
    while (this.kept.length > 1 && (this.kept.length > this.limits.count || this.size > this.limits.bytes))
      this.thinOut();
  }

  private thinOut(): void {
    this.interval *= 2;
    this.kept = this.kept.filter(({ tick }) => tick % this.interval === 0);
    this.size = this.kept.reduce((sum, { world }) => sum + world.length, 0);
  }

  private indexBefore(tick: number): number {
    let low = 0;
    let high = this.kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.kept[middle].tick <= tick) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}
