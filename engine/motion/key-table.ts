/** An immutable hash table from three integers to an index: constant-time, without allocation on look-up. */
export class KeyTable {
  private readonly mask: number;
  private readonly cells: Int32Array;

  /** @param entries Rows of [a, b, c, value]; a later row with the same key replaces an earlier one. */
  constructor(entries: readonly (readonly [number, number, number, number])[]) {
    let size = 8;
    while (size < entries.length * 2) size *= 2;
    this.mask = size - 1;
    this.cells = new Int32Array(size * 4);
    for (let cell = 3; cell < this.cells.length; cell += 4) this.cells[cell] = -1;
    for (const [a, b, c, value] of entries) {
      const at = this.slotOf(a | 0, b | 0, c | 0) * 4;
      this.cells[at] = a;
      this.cells[at + 1] = b;
      this.cells[at + 2] = c;
      this.cells[at + 3] = value;
    }
  }

  /** The value of a key, or -1. */
  find(a: number, b: number, c: number): number {
    return this.cells[this.slotOf(a, b, c) * 4 + 3];
  }

  private slotOf(a: number, b: number, c: number): number {
    const cells = this.cells;
    let slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)) >>> 7;
    for (;;) {
      slot &= this.mask;
      const at = slot * 4;
      if (cells[at + 3] === -1 || (cells[at] === a && cells[at + 1] === b && cells[at + 2] === c)) return slot;
      slot++;
    }
  }
}
