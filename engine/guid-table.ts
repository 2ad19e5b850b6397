const FIRST_SLOTS = 64;
/** 2^32 divided by the golden ratio: spreads guids that follow one another. */
const SPREAD = 0x9e3779b1;

/**
 * Entity by guid. Every message asks for one, so it is a table of its own: half the time of a Map, and it allocates
 * nothing for guids beyond the small integers. Open addressing with linear probing, at most half full; guid 0 is nobody.
 */
export class GuidTable {
  /** Bodies that are in it. */
  size = 0;

  /** Slot by slot a guid and its entity; guid 0: free. */
  private cells = new Int32Array(FIRST_SLOTS * 2);
  private mask = FIRST_SLOTS - 1;
  private shift = 32 - Math.log2(FIRST_SLOTS);

  /** The entity, or 0. */
  get(guid: number): number {
    const slot = Math.imul(guid, SPREAD) >>> this.shift;
    return this.cells[slot * 2] === (guid | 0) ? this.cells[slot * 2 + 1] : this.seek(guid | 0, slot);
  }

  /** Whether it is in the table. */
  has(guid: number): boolean {
    return guid !== 0 && this.get(guid) !== 0;
  }

  /** Puts it in, in the place of another entity of this guid. Neither is 0. */
  set(guid: number, entity: number): void {
    if (this.size * 2 >= this.mask) this.grow();
    const slot = this.slotOf(guid | 0);
    if (this.cells[slot * 2] === 0) this.size++;
    this.cells[slot * 2] = guid | 0;
    this.cells[slot * 2 + 1] = entity;
  }

  /** Takes it out. */
  delete(guid: number): void {
    const { cells, mask } = this;
    let hole = this.slotOf(guid | 0);
    if (guid === 0 || cells[hole * 2] === 0) return;
    this.size--;
    // Those behind it move up, unless they would come before where they belong.
    for (let slot = (hole + 1) & mask; cells[slot * 2] !== 0; slot = (slot + 1) & mask) {
      const home = Math.imul(cells[slot * 2], SPREAD) >>> this.shift;
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      cells[hole * 2] = cells[slot * 2];
      cells[hole * 2 + 1] = cells[slot * 2 + 1];
      hole = slot;
    }
    cells[hole * 2] = 0;
    cells[hole * 2 + 1] = 0;
  }

  /** Forgets all. */
  clear(): void {
    this.cells.fill(0);
    this.size = 0;
  }

  /** The entities in ascending order. */
  values(): number[] {
    const found: number[] = [];
    for (let at = 0; at < this.cells.length; at += 2) if (this.cells[at] !== 0) found.push(this.cells[at + 1]);
    return found.sort((a, b) => a - b);
  }

  /** Where a guid is, or would go. */
  private slotOf(key: number): number {
    const { cells, mask } = this;
    let slot = Math.imul(key, SPREAD) >>> this.shift;
    while (cells[slot * 2] !== key && cells[slot * 2] !== 0) slot = (slot + 1) & mask;
    return slot;
  }

  /** Goes on from the slot where it would be if no other were there. */
  private seek(key: number, from: number): number {
    const { cells, mask } = this;
    let slot = from;
    while (cells[slot * 2] !== key && cells[slot * 2] !== 0) slot = (slot + 1) & mask;
    return cells[slot * 2 + 1];
  }

  private grow(): void {
    const old = this.cells;
    this.cells = new Int32Array(old.length * 2);
    this.mask = this.mask * 2 + 1;
    this.shift--;
    this.size = 0;
    for (let at = 0; at < old.length; at += 2) if (old[at] !== 0) this.set(old[at], old[at + 1]);
  }
}
