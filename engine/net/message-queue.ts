import { LengthViews } from './length-views.ts';
import { type Deliver, MAX_MESSAGE_BYTES, requireDeliver } from './transport.ts';

/** Bytes before a message that say how long it is. */
const PREFIX = 4;
/** Messages up to this length are handed over at the start of the buffer, longer ones where they lie. */
const HANDED = 4096;

/**
 * Messages that wait, first in, first out, copied into one buffer that grows to what is needed and is used again: in a
 * steady state nothing is allocated. The messages lie as they cross a port: each a u32 length, little-endian, then its
 * bytes.
 */
export class MessageQueue {
  /** Messages that wait. */
  count = 0;
  /** Messages that found no room. */
  overflowed = 0;
  /** The most bytes that wait, prefixes included; unreliable messages get half of it. */
  readonly limit: number;

  private bytes = new Uint8Array(HANDED * 2);
  private view = new DataView(this.bytes.buffer);
  private views = new LengthViews(this.bytes.buffer);
  private head = HANDED;
  private tail = HANDED;
  private draining = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Bytes that wait, prefixes included. */
  get size(): number {
    return this.tail - this.head;
  }

  /** Bytes that the buffer takes up. */
  get allocated(): number {
    return this.bytes.length;
  }

  /** Copies one message to the end. @returns Whether there was room. */
  push(message: Uint8Array, unreliable = false): boolean {
    const { length } = message;
    if (this.size + PREFIX + length > (unreliable ? this.limit / 2 : this.limit)) {
      this.overflowed++;
      return false;
    }
    this.makeRoom(PREFIX + length);
    this.view.setUint32(this.tail, length, true);
    this.bytes.set(message, this.tail + PREFIX);
    this.tail += PREFIX + length;
    this.count++;
    return true;
  }

  /**
   * Copies a batch of messages, each behind its length, to the end: all of them or none.
   *
   * @returns Whether the batch was well-formed. One that finds no room counts as that many messages overflowed.
   */
  append(batch: Uint8Array): boolean {
    const count = countMessages(batch);
    if (count === 0) return false;
    if (this.size + batch.length > this.limit) {
      this.overflowed += count;
      return true;
    }
    this.makeRoom(batch.length);
    this.bytes.set(batch, this.tail);
    this.tail += batch.length;
    this.count += count;
    return true;
  }

  /**
   * Takes everything out as one batch for {@link append} on the other side.
   *
   * @param most Bytes that it may be long, room for the longest message at least; what is over stays.
   */
  takeBatch(most = Number.POSITIVE_INFINITY): ArrayBuffer {
    const from = this.head;
    if (this.size <= most) {
      const batch = this.bytes.slice(from, this.tail).buffer;
      this.clear();
      return batch;
    }
    for (;;) {
      const next = this.head + PREFIX + this.view.getUint32(this.head, true);
      if (next - from > most) return this.bytes.slice(from, this.head).buffer;
      this.head = next;
      this.count--;
    }
  }

  /**
   * Hands over what waits now, oldest first, until `deliver` answers false; what comes in meanwhile waits for the next
   * time. The view is only valid inside the call. When `deliver` throws, that message is gone and the ones behind it
   * still wait. Does nothing inside itself.
   */
  drain(deliver: Deliver): void {
    requireDeliver(deliver);
    if (this.draining) return;
    this.draining = true;
    try {
      for (let left = this.count; left > 0 && this.count > 0; left--) {
        if (deliver(this.shift()) === false) break;
      }
    } finally {
      this.draining = false;
      if (this.count === 0) this.clear();
    }
  }

  /** Throws away what waits, and counts it as having found no room. */
  drop(): void {
    this.overflowed += this.count;
    this.clear();
  }

  /** Throws away what waits. */
  clear(): void {
    this.count = 0;
    this.head = HANDED;
    this.tail = HANDED;
  }

  private shift(): Uint8Array {
    const length = this.view.getUint32(this.head, true);
    const start = this.head + PREFIX;
    this.head = start + length;
    this.count--;
    if (length > HANDED) return this.bytes.subarray(start, start + length);
    this.bytes.copyWithin(0, start, start + length);
    return this.views.of(length);
  }

  private makeRoom(wanted: number): void {
    const { head, tail, bytes } = this;
    if (tail + wanted <= bytes.length) return;
    const end = HANDED + (tail - head) + wanted;
    // Moving is only worth it when much was taken out, and must not happen under a message that is being looked at.
    if (!this.draining && end <= bytes.length && head - HANDED >= tail - head) {
      bytes.copyWithin(HANDED, head, tail);
    } else {
      let size = bytes.length * 2;
      while (size < end) size *= 2;
      this.bytes = new Uint8Array(size);
      this.bytes.set(bytes.subarray(head, tail), HANDED);
      this.view = new DataView(this.bytes.buffer);
      this.views = new LengthViews(this.bytes.buffer);
    }
    this.head = HANDED;
    this.tail = HANDED + (tail - head);
  }
}

/** How many messages a batch holds; 0 when it is malformed, which an empty one is too. */
function countMessages(batch: Uint8Array): number {
  const view = new DataView(batch.buffer, batch.byteOffset, batch.byteLength);
  let offset = 0;
  let count = 0;
  while (offset < batch.length) {
    if (batch.length - offset < PREFIX) return 0;
    const length = view.getUint32(offset, true);
    offset += PREFIX + length;
    if (length < 1 || length > MAX_MESSAGE_BYTES || offset > batch.length) return 0;
    count++;
  }
  return count;
}
