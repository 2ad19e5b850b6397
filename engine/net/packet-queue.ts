import { ENTRY_BYTES, PART, PART_BYTES } from './datagram.ts';

/** Entries that travel together. */
export interface Packet {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  length: number;
  /** Seconds of the last sending. */
  sentAt: number;
  /** How often it was sent. */
  sendings: number;
}

const SPARE_PACKETS = 64;

/**
 * Numbered packets that are kept until they are released. Messages are packed into the last one as long as it is open;
 * one that is longer than a packet is cut into parts. Packets are used again.
 */
export class PacketQueue {
  /** Number of the oldest packet that may still be here. */
  base: number;
  /** Number of the packet after the last. */
  next: number;

  private readonly payload: number;
  /** Packets by number; a power of two long. */
  private readonly ring: (Packet | undefined)[];
  private readonly spare: Packet[] = [];
  /** The last packet, while it takes messages. */
  private open: Packet | undefined;
  private part = 0;

  /**
   * @param payload Bytes of entries in one packet.
   * @param capacity Packets that may be kept: a power of two.
   * @param first Number of the first packet.
   */
  constructor(payload: number, capacity: number, first: number) {
    this.payload = payload;
    this.ring = new Array<Packet | undefined>(capacity).fill(undefined);
    this.base = first;
    this.next = first;
  }

  /** Packets from the oldest to the last, released ones between them included. */
  get count(): number {
    return (this.next - this.base) >>> 0;
  }

  /** The packet with this number, unless it was released. */
  at(number: number): Packet | undefined {
    return this.ring[number & (this.ring.length - 1)];
  }

  /** Packs a message. @returns Whether there was room; if not, nothing of it was taken. */
  add(message: Uint8Array): boolean {
    const { length } = message;
    const size = ENTRY_BYTES + length;
    if (size > this.payload) return this.addParts(message);
    let packet = this.open;
    if (packet === undefined || packet.length + size > this.payload) {
      if (this.count === this.ring.length) return false;
      packet = this.start();
    }
    packet.view.setUint16(packet.length, length, true);
    packet.bytes.set(message, packet.length + ENTRY_BYTES);
    packet.length += size;
    return true;
  }

  /** Closes the packet with this number: it takes no more messages. */
  close(number: number): void {
    if (number === (this.next - 1) >>> 0) this.open = undefined;
  }

  /** Lets go of a packet, if it is still there; the base moves on to the oldest that is. */
  release(number: number): void {
    const index = number & (this.ring.length - 1);
    const packet = this.ring[index];
    if (packet === undefined) return;
    this.ring[index] = undefined;
    if (this.open === packet) this.open = undefined;
    if (this.spare.length < SPARE_PACKETS) this.spare.push(packet);
    while (this.base !== this.next && this.at(this.base) === undefined) this.base = (this.base + 1) >>> 0;
  }

  private addParts(message: Uint8Array): boolean {
    const most = this.payload - PART_BYTES;
    if (this.count + Math.ceil(message.length / most) > this.ring.length) return false;
    for (let offset = 0; offset < message.length; offset += most) {
      const { bytes, view } = this.start();
      const length = Math.min(most, message.length - offset);
      view.setUint16(0, PART | length, true);
      view.setUint32(2, this.part, true);
      view.setUint32(6, message.length, true);
      view.setUint32(10, offset, true);
      bytes.set(message.subarray(offset, offset + length), PART_BYTES);
      (this.open as Packet).length = PART_BYTES + length;
    }
    this.part = (this.part + 1) >>> 0;
    return true;
  }

  private start(): Packet {
    let packet = this.spare.pop();
    if (packet === undefined) {
      const bytes = new Uint8Array(this.payload);
      packet = { bytes, view: new DataView(bytes.buffer), length: 0, sentAt: 0, sendings: 0 };
    }
    packet.length = 0;
    packet.sentAt = 0;
    packet.sendings = 0;
    this.ring[this.next & (this.ring.length - 1)] = packet;
    this.next = (this.next + 1) >>> 0;
    this.open = packet;
    return packet;
  }
}
