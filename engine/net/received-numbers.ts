import { numbersPast, WINDOW } from './datagram.ts';

const MASK = WINDOW - 1;

/** Which packets have arrived, of a peer that sends none before all but the last WINDOW have: exact for ever. */
export class ReceivedNumbers {
  /** The first packet that has not arrived. */
  expected: number;

  /** The packet after the last that has arrived. */
  private end: number;
  /** Flags of the packets from `expected` on, by number. */
  private readonly flags = new Uint8Array(WINDOW);

  constructor(first: number) {
    this.expected = first;
    this.end = first;
  }

  /** Whether this packet has arrived. It must be less than WINDOW past `expected`. */
  has(number: number): boolean {
    return numbersPast(number, this.expected) < 0 || this.flags[number & MASK] === 1;
  }

  /** Notes a packet. @returns False when it had arrived before. */
  add(number: number): boolean {
    if (this.has(number)) return false;
    this.flags[number & MASK] = 1;
    if (numbersPast(number, this.end) >= 0) this.end = (number + 1) >>> 0;
    while (this.flags[this.expected & MASK] === 1) {
      this.flags[this.expected & MASK] = 0;
      this.expected = (this.expected + 1) >>> 0;
    }
    return true;
  }

  /** Words of 32 bits that say what has arrived past `expected`. */
  get words(): number {
    return Math.max(0, numbersPast(this.end, this.expected) + 30) >>> 5;
  }

  /** One of them: bit i stands for packet `expected` + 1 + 32 * index + i. */
  word(index: number): number {
    const first = this.expected + 1 + 32 * index;
    let word = 0;
    for (let bit = 0; bit < 32; bit++) word |= this.flags[(first + bit) & MASK] << bit;
    return word >>> 0;
  }
}

/** Which of the last WINDOW packets have arrived; those before count as arrived. */
export class RecentNumbers {
  /** The packet after the newest. */
  private end: number;
  private readonly flags = new Uint8Array(WINDOW);

  constructor(first: number) {
    this.end = first;
  }

  /** Notes a packet. @returns False when it had arrived before, or is too old to tell. */
  add(number: number): boolean {
    const past = numbersPast(number, this.end);
    if (past >= 0) {
      if (past >= WINDOW) this.flags.fill(0);
      else for (let i = 0; i <= past; i++) this.flags[(this.end + i) & MASK] = 0;
      this.end = (number + 1) >>> 0;
    } else if (past < -WINDOW || this.flags[number & MASK] === 1) return false;
    this.flags[number & MASK] = 1;
    return true;
  }
}
