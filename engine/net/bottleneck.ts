/** Bytes that may wait when nothing else is said. */
const USUAL_QUEUE = 65_536;

/** A way that carries so many bytes a second, one datagram after the other, and a bounded queue before it. */
export class Bottleneck {
  /** Seconds that the last datagram had to wait before its own passage began. */
  wait = 0;

  /** Bytes a second; 0: as many as there are. */
  private bandwidth = 0;
  private queue = USUAL_QUEUE;
  /** When the last of what was let in has passed. */
  private free = Number.NEGATIVE_INFINITY;

  /** Settings for what comes from now on: what was let in passes as it would have. */
  configure(bandwidth = this.bandwidth, queue = this.queue): void {
    this.bandwidth = bandwidth;
    this.queue = queue;
  }

  /** @returns When a datagram of so many bytes has passed, seconds; NaN: there is no room for it. */
  pass(now: number, length: number): number {
    this.wait = 0;
    const { bandwidth } = this;
    if (bandwidth === 0) return now;
    const wait = Math.max(0, this.free - now);
    if (wait > 0 && wait * bandwidth + length > this.queue) return Number.NaN;
    this.wait = wait;
    this.free = now + wait + length / bandwidth;
    return this.free;
  }
}
