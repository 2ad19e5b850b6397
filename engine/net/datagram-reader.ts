import {
  datagramChecksum,
  ENTRY_BYTES,
  HEADER_BYTES,
  Header,
  MAGIC,
  MAX_WORDS,
  PacketKind,
  PART,
  PART_BYTES,
} from './datagram.ts';
import { LengthViews } from './length-views.ts';
import type { Reassembly } from './reassembly.ts';
import { MAX_MESSAGE_BYTES } from './transport.ts';

/** Reads one datagram at a time. What comes in is looked at as a whole before anything of it is used. */
export class DatagramReader {
  kind = 0;
  /** The packet's number. */
  number = 0;
  /** The peer's clock, milliseconds. */
  time = 0;
  /** The reliable packet that the peer waits for. */
  expected = 0;
  /** Number after the last packet that the peer has; `expected` when it has none past that. */
  acknowledgedEnd = 0;
  /** Words of the selective acknowledgement. */
  words = 0;
  /** Our clock in the last datagram that the peer had, milliseconds, and how long ago that was, or NO_ECHO. */
  echo = 0;
  held = 0;

  private readonly mtu: number;
  /** The message being handed over, in the first half, and the datagram, in the second. */
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly lengths: LengthViews;
  private entries = 0;
  private end = 0;

  constructor(mtu: number) {
    const buffer = new ArrayBuffer(2 * mtu);
    this.mtu = mtu;
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
    this.lengths = new LengthViews(buffer);
  }

  /** Takes a copy of a datagram and reads its header. @returns Whether it is one of ours, and undamaged. */
  load(datagram: Uint8Array): boolean {
    const { mtu, view } = this;
    const { length } = datagram;
    if (length < HEADER_BYTES || length > mtu) return false;
    this.bytes.set(datagram, mtu);
    this.kind = view.getUint8(mtu + Header.kind);
    this.words = view.getUint8(mtu + Header.words);
    this.entries = mtu + HEADER_BYTES + 4 * this.words;
    this.end = mtu + length;
    if (view.getUint16(mtu + Header.magic, true) !== MAGIC) return false;
    if (this.kind > PacketKind.unreliable || this.words > MAX_WORDS || this.entries > this.end) return false;
    if (view.getUint32(mtu + Header.checksum, true) !== datagramChecksum(this.bytes, mtu, length)) return false;

    this.number = view.getUint32(mtu + Header.number, true);
    this.time = view.getUint32(mtu + Header.time, true);
    this.expected = view.getUint32(mtu + Header.expected, true);
    this.echo = view.getUint32(mtu + Header.echo, true);
    this.held = view.getUint16(mtu + Header.held, true);
    this.acknowledgedEnd = this.expected;
    for (let index = this.words - 1; index >= 0; index--) {
      const word = this.word(index);
      if (word === 0) continue;
      this.acknowledgedEnd = (this.expected + 2 + 32 * index + 31 - Math.clz32(word)) >>> 0;
      break;
    }
    // A packet has something in it, an acknowledgement has not.
    if (this.kind === PacketKind.acknowledgement) return this.number === 0 && this.entries === this.end;
    return this.entries < this.end;
  }

  /** A word of the selective acknowledgement. Bit i says that packet `expected` + 1 + 32 * index + i has arrived. */
  word(index: number): number {
    return this.view.getUint32(this.mtu + HEADER_BYTES + 4 * index, true);
  }

  /**
   * Checks all entries.
   *
   * @param parts Where the parts among them will go.
   * @returns Bytes of the messages that begin to come in by these parts; -1 when an entry is malformed.
   */
  checkEntries(parts: Reassembly): number {
    const { view, end } = this;
    let newBytes = 0;
    let offset = this.entries;
    while (offset < end) {
      if (end - offset < ENTRY_BYTES) return -1;
      const head = view.getUint16(offset, true);
      const length = head & ~PART;
      if (length === 0) return -1;
      if ((head & PART) === 0) {
        offset += ENTRY_BYTES + length;
        continue;
      }
      if (end - offset < PART_BYTES) return -1;
      const whole = view.getUint32(offset + 6, true);
      if (whole > MAX_MESSAGE_BYTES || view.getUint32(offset + 10, true) + length > whole) return -1;
      const known = parts.lengthOf(view.getUint32(offset + 2, true));
      if (known === 0) newBytes += whole;
      else if (known !== whole) return -1;
      offset += PART_BYTES + length;
    }
    return offset === end ? newBytes : -1;
  }

  /** Hands over the messages of all entries, once they are checked. @returns How many there were. */
  readEntries(parts: Reassembly, deliver: (message: Uint8Array) => void): number {
    const { bytes, view, end } = this;
    let count = 0;
    let offset = this.entries;
    while (offset < end) {
      const head = view.getUint16(offset, true);
      const length = head & ~PART;
      let message: Uint8Array | undefined;
      if ((head & PART) === 0) {
        const start = offset + ENTRY_BYTES;
        offset = start + length;
        bytes.copyWithin(0, start, offset);
        message = this.lengths.of(length);
      } else {
        const start = offset + PART_BYTES;
        const id = view.getUint32(offset + 2, true);
        const whole = view.getUint32(offset + 6, true);
        const at = view.getUint32(offset + 10, true);
        offset = start + length;
        message = parts.add(id, whole, at, bytes.subarray(start, offset));
      }
      if (message === undefined) continue;
      count++;
      deliver(message);
    }
    return count;
  }
}
