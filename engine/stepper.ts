import { Limit, requireNumber } from './checks.ts';

/** Seconds behind which time is thrown away instead of simulated (retail's huge quantum). */
const MOST_BEHIND = 2;
/** Share of a step that counts as a whole one, so that sums of frame times do not lose a step to rounding. */
const ROUNDING = 1e-6;

/**
 * Turns frame times into whole steps of one length. Bounded: a frame never runs more steps than fit in two seconds, and
 * of a longer gap (a hidden tab) none.
 */
export class Stepper {
  /** Seconds of one step. */
  readonly quantum: number;
  /** Factor on the time that passes; 0.25 is slow motion. */
  timeScale = 1;
  paused = false;

  private last = Number.NaN;
  private behind = 0;

  /**
   * @param rate Steps a second, 10 to 30: bodies are stepped by 1/30 s to 0.1 s, as in retail.
   * @param what Starts the error.
   */
  constructor(rate: number, what = 'stepRate') {
    this.quantum = 1 / requireNumber(what, rate, 10, 30);
  }

  /** Where a renderer stands between the last two steps, 0 to 1. */
  get alpha(): number {
    return Math.min(1, Math.max(0, this.behind / this.quantum));
  }

  /**
   * Lets time pass.
   *
   * @param now Seconds on the caller's clock; a clock that goes backwards lets no time pass.
   * @returns How many steps are due.
   */
  advance(now: number): number {
    requireNumber('update: now', now, -Number.MAX_VALUE, Number.MAX_VALUE);
    const passed = Number.isNaN(this.last) ? 0 : Math.max(0, now - this.last);
    this.last = now;
    if (this.paused) return 0;
    if (passed > MOST_BEHIND) {
      this.behind = 0;
      return 0;
    }
    this.behind = Math.min(MOST_BEHIND, this.behind + passed * this.timeScale);
    const due = Math.floor(this.behind / this.quantum + ROUNDING);
    this.behind = Math.max(0, this.behind - due * this.quantum);
    return due;
  }

  /** Changes the time scale. @throws RangeError outside 0 to 10. */
  setTimeScale(scale: number): void {
    this.timeScale = requireNumber('timeScale', scale, 0, Math.min(10, Limit.rate));
  }
}
