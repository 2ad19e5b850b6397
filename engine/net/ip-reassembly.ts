import type { SkipLog } from './capture.ts';

/** Datagrams that may be waiting for their other fragments, and fragments of one. */
const MOST_WAITING = 64;
const MOST_PARTS = 128;
const MOST_BYTES = 65_535;

interface Waiting {
  parts: { at: number; bytes: Uint8Array }[];
  /** Length of the whole; -1: its last part has not come. */
  length: number;
  /** Where in the file its first part is. */
  offset: number;
}

/** Puts IP datagrams together. Bounded: of too many that wait, the oldest goes. */
export class IpReassembly {
  private readonly log: SkipLog;
  private readonly waiting = new Map<string, Waiting>();

  constructor(log: SkipLog) {
    this.log = log;
  }

  /**
   * Takes a fragment.
   *
   * @param key Whose fragment: both addresses and the datagram's id.
   * @param at Where in the datagram, bytes.
   * @returns The whole datagram when this was the last that was missing, else null.
   */
  add(key: string, at: number, more: boolean, bytes: Uint8Array, offset: number): Uint8Array | null {
    const entry = this.entryOf(key, offset);
    const end = at + bytes.length;
    const last = more ? entry.length : end;
    const fits = end <= MOST_BYTES && (entry.length < 0 || (end <= entry.length && (more || end === entry.length)));
    if (!fits || entry.parts.length >= MOST_PARTS || (more && bytes.length % 8 !== 0)) {
      this.log.skip(
        'bad IP or UDP header',
        offset,
        `expected an IP fragment that fits the others, found bytes ${at} to ${end}`,
      );
      this.giveUp(key, entry);
      return null;
    }
    entry.length = last;
    if (entry.parts.some((part) => part.at === at)) return null;
    entry.parts.push({ at, bytes });
    if (entry.length < 0) return null;
    let have = 0;
    for (const part of entry.parts) have += part.bytes.length;
    if (have < entry.length) return null;
    this.waiting.delete(key);
    return this.join(entry);
  }

  /** Counts what never became whole. */
  end(): void {
    for (const [key, entry] of this.waiting) this.giveUp(key, entry);
  }

  private entryOf(key: string, offset: number): Waiting {
    const known = this.waiting.get(key);
    if (known !== undefined) return known;
    if (this.waiting.size >= MOST_WAITING) {
      const [oldest, entry] = this.waiting.entries().next().value as [string, Waiting];
      this.giveUp(oldest, entry);
    }
    const entry: Waiting = { parts: [], length: -1, offset };
    this.waiting.set(key, entry);
    return entry;
  }

  private giveUp(key: string, entry: Waiting): void {
    this.waiting.delete(key);
    for (let part = 0; part < entry.parts.length; part++) this.log.skip('IP fragment left over', entry.offset);
  }

  private join(entry: Waiting): Uint8Array | null {
    const whole = new Uint8Array(entry.length);
    let next = 0;
    for (const { at, bytes } of entry.parts.sort((a, b) => a.at - b.at)) {
      if (at !== next || at + bytes.length > entry.length) {
        const text = `expected IP fragments side by side up to byte ${entry.length}, found ${at} after ${next}`;
        this.log.skip('bad IP or UDP header', entry.offset, text);
        return null;
      }
      whole.set(bytes, at);
      next = at + bytes.length;
    }
    return whole;
  }
}
