/** A seeded stream of numbers, the same on every machine (a Weyl sequence, mixed as in MurmurHash3). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 to below 1. */
  unit(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.unit();
  }

  chance(share: number): boolean {
    return this.unit() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.unit() * list.length)];
  }
}
