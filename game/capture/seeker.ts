import type { Replay } from '../../index.ts';

/** Steps between two looks at the clock. */
const PIECE = 8;

/** Takes a replay to a time in pieces, so that the page stays alive on a long way. */
export class Seeker {
  private readonly replay: Replay;
  private goal: number | null = null;
  private from = 0;

  constructor(replay: Replay) {
    this.replay = replay;
  }

  /** Whether it is on its way. */
  get active(): boolean {
    return this.goal !== null;
  }

  /** Seconds to which it is on its way; where the replay is, when it is not. */
  get time(): number {
    return this.goal ?? this.replay.time;
  }

  /** How much of the way lies behind, 0 to 1. */
  get share(): number {
    if (this.goal === null) return 1;
    const way = this.goal - this.from;
    return way <= 0 ? 0 : Math.min(1, Math.max(0, (this.replay.time - this.from) / way));
  }

  /** Sets out for a time. One that is under way turns to the new one. */
  start(time: number): void {
    const { replay } = this;
    this.goal = Math.min(replay.duration, Math.max(0, time));
    // The first step leaves from the nearest snapshot: from there on it is one way.
    replay.seek(this.goal, 1);
    this.from = replay.time;
  }

  /**
   * Goes on for some time.
   *
   * @param budget Milliseconds that it may take, about.
   * @returns Whether it has arrived with this call.
   */
  advance(budget: number): boolean {
    if (this.goal === null) return false;
    const end = performance.now() + budget;
    do {
      if (this.replay.seek(this.goal, PIECE)) {
        this.goal = null;
        return true;
      }
    } while (performance.now() < end);
    return false;
  }
}
