import { requireNumber } from '../checks.ts';

/**
 * A caller's clock that never goes back: after a step backwards (a replay that starts again, a page's clock that is
 * set) no time has passed, and it goes on from there.
 */
export class SteadyClock {
  /** Seconds. The caller's own number until its clock steps back for the first time. */
  now = 0;
  /** Whether there has been a time yet. */
  started = false;

  private last = 0;
  private offset = 0;

  /** Lets time pass. @throws RangeError or TypeError when `now` is no finite number. */
  advance(now: number): number {
    requireNumber('now', now, -Number.MAX_VALUE, Number.MAX_VALUE);
    if (this.started && now < this.last) this.offset = this.now - now;
    this.started = true;
    this.last = now;
    this.now = now + this.offset;
    return this.now;
  }
}
