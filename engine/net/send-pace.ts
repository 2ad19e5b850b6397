/** Reliable packets that one update sends: what is over goes with the next ones. */
const BURST = 64;
/** Seconds, and resend times, without a datagram after which a peer counts as silent. */
const SILENCE = 1;
const SILENT_TIMES = 2;
/** Packets that are sent again to a silent peer in each resend time: so that it is noticed when it is back. */
const PROBES = 8;

/**
 * How many packets may go out at once. A peer from which nothing comes gets hardly anything either: to send it all again
 * and again would only fill the way for when it is back.
 */
export class SendPace {
  /** When the last datagram came in, and when packets were sent again to a silent peer: seconds. */
  private heard = Number.NEGATIVE_INFINITY;
  private probed = Number.NEGATIVE_INFINITY;
  private hearing = true;
  private left = BURST;

  /** A datagram came in; when that was is known with the next update. */
  hear(): void {
    this.hearing = true;
  }

  /** Begins an update. */
  begin(now: number): void {
    if (this.hearing) this.heard = now;
    this.hearing = false;
    this.left = BURST;
  }

  /** How many packets may be sent again in this update. */
  resends(now: number, resendTime: number): number {
    if (now - this.heard <= Math.max(SILENCE, SILENT_TIMES * resendTime)) return BURST;
    if (now - this.probed < resendTime) return 0;
    this.probed = now;
    return PROBES;
  }

  /** Takes the place of one packet in this update. @returns Whether there was one. */
  take(): boolean {
    return --this.left >= 0;
  }
}
