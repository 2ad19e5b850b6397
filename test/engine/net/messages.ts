import { Conditioner } from '../../../engine/net/conditioner.ts';
import type { ConditionerOptions } from '../../../engine/net/conditioner-options.ts';
import { Delivery } from '../../../engine/net/delivery.ts';
import type { DeliveryOptions } from '../../../engine/net/delivery-options.ts';

/** Seconds of a step. */
export const STEP = 1 / 30;

/** Message `id`, at least 8 bytes: its id, its length, and bytes that follow from both. */
export function message(id: number, length = 8): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  for (let i = 8; i < length; i++) bytes[i] = (id * 31 + i * 7 + (i >> 8)) & 0xff;
  view.setUint32(0, id, true);
  view.setUint32(4, length, true);
  return bytes;
}

/** The id of what {@link message} made; -1 for anything else. */
export function idOf(bytes: Uint8Array): number {
  if (bytes.length < 8) return -1;
  const id = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return Buffer.compare(bytes, message(id, bytes.length)) === 0 ? id : -1;
}

/** Adds bytes to an FNV-1a hash. */
export function addHash(hash: number, bytes: Iterable<number>): number {
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** Two deliveries over a bad network, stepped at 30 Hz. */
export class BadNetwork {
  now = 0;
  /** Hash of every datagram and message, with the step in which it came. */
  trace = 0x811c9dc5;
  readonly ends: [Delivery, Delivery];
  /** What goes to the first end and to the second. */
  readonly conditioners: [Conditioner, Conditioner];
  /** Ids of what came to each end, in order. */
  readonly got: [number[], number[]] = [[], []];
  /** May change a datagram before it arrives. */
  damage: (datagram: Uint8Array) => void = () => {};

  constructor(conditions: ConditionerOptions, options?: DeliveryOptions) {
    const seed = conditions.seed ?? 1;
    const toFirst = new Conditioner({ ...conditions, seed });
    const toSecond = new Conditioner({ ...conditions, seed: (seed ^ 0x55555) >>> 0 });
    this.conditioners = [toFirst, toSecond];
    this.ends = [
      new Delivery((datagram) => toSecond.send(this.now, datagram), options),
      new Delivery((datagram) => toFirst.send(this.now, datagram), options),
    ];
  }

  step(count = 1): void {
    for (let i = 0; i < count; i++) {
      this.now += STEP;
      for (const side of [0, 1] as const) {
        this.conditioners[side].receive(this.now, (datagram) => {
          const copy = datagram.slice();
          this.damage(copy);
          this.trace = addHash(this.trace, copy);
          this.ends[side].receive(copy, (bytes) => {
            this.trace = addHash(this.trace, bytes);
            this.got[side].push(idOf(bytes));
          });
        });
        this.ends[side].update(this.now);
      }
    }
  }

  /** Steps until it is so. @returns Seconds that took; more than `most` when it did not come to be. */
  until(done: () => boolean, most: number): number {
    const start = this.now;
    while (this.now - start <= most && !done()) this.step();
    return this.now - start;
  }

  /** Steps until nothing waits for an acknowledgement. */
  settle(most: number): number {
    return this.until(() => this.ends.every((end) => end.waiting === 0), most);
  }
}
