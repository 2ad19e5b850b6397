/**
 * Who may look for a way in this step: so many a step, and who had to wait goes first in the next. Nobody is forgotten, and
 * a place that is kept for somebody who no longer wants it lapses with the step.
 */
export class PlanQueue {
  /** Ways that were looked for, and requests that had to wait, since the start. */
  plans = 0;
  delays = 0;
  private readonly perStep: number;
  private tick = -1;
  private left = 0;
  private readonly kept = new Set<number>();
  private readonly queue = new Set<number>();

  constructor(perStep: number) {
    this.perStep = perStep;
  }

  /** How many wait. */
  get waiting(): number {
    return this.queue.size + this.kept.size;
  }

  /**
   * Asks for a turn.
   *
   * @param key Who asks.
   * @param tick The step.
   * @returns Whether it is the asker's turn; if not, the next call may be.
   */
  take(key: number, tick: number): boolean {
    if (tick !== this.tick) this.begin(tick);
    const free = this.queue.size === 0 && this.left > 0;
    if (!this.kept.delete(key)) {
      if (!free) {
        if (!this.queue.has(key)) this.delays++;
        this.queue.add(key);
        return false;
      }
      this.left--;
    }
    this.plans++;
    return true;
  }

  /** Somebody no longer asks. */
  forget(key: number): void {
    this.queue.delete(key);
    this.kept.delete(key);
  }

  /** Forgets everybody. */
  clear(): void {
    this.queue.clear();
    this.kept.clear();
  }

  private begin(tick: number): void {
    this.tick = tick;
    this.left = this.perStep;
    this.kept.clear();
    for (const key of this.queue) {
      if (this.left === 0) break;
      this.left--;
      this.queue.delete(key);
      this.kept.add(key);
    }
  }
}
