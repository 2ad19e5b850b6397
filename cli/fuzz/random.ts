/** A seeded stream of whole numbers (sfc32): the same seed gives the same stream. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    this.b = 0x9e3779b9 | 0;
    this.c = Math.imul(seed, 0x85ebca6b);
    for (let round = 0; round < 12; round++) this.u32();
  }

  /** 32 bits. */
  u32(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A whole number from 0 up to `limit`, which is at most 2^20, and not included. */
  below(limit: number): number {
    return ((this.u32() >>> 12) * limit) >>> 20;
  }

  /** Whether something of this probability, in 1024ths, happens. */
  often(of1024: number): boolean {
    return this.u32() >>> 22 < of1024;
  }

  pick<Value>(values: ArrayLike<Value>): Value {
    return values[this.below(values.length)];
  }

  /** A number between two. */
  between(least: number, most: number): number {
    return least + (this.u32() / 0x100000000) * (most - least);
  }
}
