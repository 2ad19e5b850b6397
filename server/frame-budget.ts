/** Frames a second that a client may send, of any kind, and how many at once. A player's client sends 30. */
const RATE = 120;
const BURST = 600;

/** Counts a connection's frames, pings among them: what a world's limits do not see, as it never gets there. */
export class FrameBudget {
  private left = BURST;
  private last: number;

  /** @param now Seconds. */
  constructor(now: number) {
    this.last = now;
  }

  /** Takes one frame. @returns Whether that is still within what a connection may send. */
  take(now: number): boolean {
    this.left = Math.min(BURST, this.left + RATE * Math.max(0, now - this.last)) - 1;
    this.last = now;
    return this.left >= 0;
  }
}
