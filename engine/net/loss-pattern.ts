/**
 * Which datagrams are lost: a chain of two states, lost and not lost, after Gilbert. A state depends on the one before
 * only as far as bursts ask for it; without bursts each datagram's fate is its own.
 */
export class LossPattern {
  /** The longest row of losses so far. */
  longest = 0;

  /** How many of the last ones were lost in a row. */
  private row = 0;
  private share = 0;
  /** Mean length of a row of losses; 0: as chance has it. */
  private length = 0;
  /** Chance to be lost after one that was not, and after one that was. */
  private begin = 0;
  private stay = 0;

  /** @param share Of all datagrams, 0 to 1. @param length Mean length of a row; what chance does anyway counts as 0. */
  configure(share = this.share, length = this.length): void {
    this.share = share;
    this.length = length;
    this.begin = share;
    this.stay = share;
    if (share === 0 || share === 1 || length * (1 - share) <= 1) return;
    // A row ends with this chance at each step, and rows begin as often as the share of losses wants them to.
    const end = 1 / length;
    this.stay = 1 - end;
    this.begin = (end * share) / (1 - share);
  }

  /** Forgets what was lost last: the next one is as the first. */
  restart(): void {
    this.row = 0;
  }

  /** Whether the next datagram is lost. @param draw From 0 to below 1. */
  next(draw: number): boolean {
    const lost = draw < (this.row > 0 ? this.stay : this.begin);
    this.row = lost ? this.row + 1 : 0;
    if (this.row > this.longest) this.longest = this.row;
    return lost;
  }
}
