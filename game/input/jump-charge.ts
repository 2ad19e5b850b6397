/** Seconds of holding that charge a jump fully. */
export const FULL_CHARGE = 0.9;
/** What a mere tap jumps. */
export const LEAST_EXTENT = 0.25;

/** How far a jump has been charged. Times in seconds of any one clock. */
export class JumpCharge {
  private since: number | null = null;

  get charging(): boolean {
    return this.since !== null;
  }

  begin(now: number): void {
    this.since ??= now;
  }

  /** 0 to 1, for a bar on the screen. */
  share(now: number): number {
    return this.since === null ? 0 : Math.min(1, Math.max(0, (now - this.since) / FULL_CHARGE));
  }

  /** Ends it. @returns The extent of the jump, 0 to 1; null: none was charged. */
  end(now: number): number | null {
    if (this.since === null) return null;
    const extent = LEAST_EXTENT + (1 - LEAST_EXTENT) * this.share(now);
    this.since = null;
    return extent;
  }

  /** Ends it without a jump. @returns Whether one was charged. */
  cancel(): boolean {
    const charged = this.since !== null;
    this.since = null;
    return charged;
  }
}
