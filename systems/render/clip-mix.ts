/** Clips that are told of at most: older ones count as the oldest of these. */
const MOST = 4;

/**
 * Which clips the pose that is shown is made of, newest first, and how much each counts. The weights sum to 1: what a new
 * clip takes, those before it give.
 */
export class ClipMix {
  private readonly names: string[] = [];
  /** Each clip's share of what the clips before the newest make together. */
  private readonly shares: number[] = [];
  private rest = 0;

  /** A clip takes over. */
  begin(name: string): void {
    const before = this.weights();
    this.names.unshift(name);
    this.shares.length = 0;
    this.shares.push(1, ...before);
    if (this.names.length > MOST) {
      const dropped = this.shares.pop() as number;
      this.names.pop();
      this.shares[MOST - 1] += dropped;
    }
    this.rest = this.names.length > 1 ? 1 : 0;
  }

  /** @param rest What is left of the clips before the newest, 0 to 1. */
  fade(rest: number): void {
    this.rest = rest;
    if (rest <= 0 && this.names.length > 1) {
      this.names.length = 1;
      this.shares.length = 1;
    }
  }

  /** The clips with their weights. */
  list(): { clip: string; weight: number }[] {
    const weights = this.weights();
    return this.names.map((clip, index) => ({ clip, weight: weights[index] }));
  }

  private weights(): number[] {
    if (this.names.length <= 1) return this.names.map(() => 1);
    return this.shares.map((share, index) => (index === 0 ? 1 - this.rest : share * this.rest));
  }
}
