/** Variation of round trips that is always reckoned with, seconds: the other side answers when it is polled. */
const LEAST_VARIATION = 0.03;
/** Seconds by which datagrams always may overtake each other. */
const LEAST_OVERTAKING = 0.1;
/** Samples above this are taken for nonsense, seconds. */
const LONGEST_SAMPLE = 120;

/** How long an answer takes, smoothed, and the time after which what was not acknowledged is sent again. */
export class RoundTrip {
  /** Smoothed round trip, seconds; 0 before the first sample. */
  smoothed = 0;
  /** Seconds after which a packet is sent again for the first time. */
  resendTime: number;
  /** Bounds of the time after which a packet is sent again, seconds. */
  readonly least: number;
  readonly most: number;

  private variation = 0;

  constructor(first: number, least: number, most: number) {
    this.least = least;
    this.most = most;
    this.resendTime = Math.min(most, Math.max(least, first));
  }

  /** Takes one measured round trip, seconds: mean and variation smoothed by 1/8 and 1/4 (RFC 6298). */
  add(sample: number): void {
    if (!(sample >= 0 && sample <= LONGEST_SAMPLE)) return;
    if (this.smoothed === 0 && this.variation === 0) {
      this.smoothed = sample;
      this.variation = sample / 2;
    } else {
      this.variation += (Math.abs(this.smoothed - sample) - this.variation) / 4;
      this.smoothed += (sample - this.smoothed) / 8;
    }
    const time = this.smoothed + Math.max(LEAST_VARIATION, 4 * this.variation);
    this.resendTime = Math.min(this.most, Math.max(this.least, time));
  }

  /** Seconds by which a datagram may well take longer than one that is sent later. */
  get overtaking(): number {
    return Math.max(LEAST_OVERTAKING, Math.min(4 * this.variation, this.smoothed / 2));
  }

  /** Seconds to wait for an acknowledgement after a packet's nth sending: twice as long from the fifth on. */
  waitAfter(sendings: number): number {
    return Math.min(this.most, this.resendTime * (sendings > 4 ? 2 : 1));
  }
}
