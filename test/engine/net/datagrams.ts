import { Delivery } from '../../../engine/net/delivery.ts';
import type { DeliveryOptions } from '../../../engine/net/delivery-options.ts';
import { idOf } from './messages.ts';

/** The checksum of a datagram, written down a second time: FNV-1a over all but bytes 4 to 7. */
export function seal(datagram: Uint8Array): Uint8Array {
  let hash = 0x811c9dc5;
  datagram.forEach((byte, i) => {
    if (i < 4 || i > 7) hash = Math.imul(hash ^ byte, 0x01000193);
  });
  new DataView(datagram.buffer, datagram.byteOffset).setUint32(4, hash >>> 0, true);
  return datagram;
}

/** A delivery whose datagrams are kept. */
export function recorded(options?: DeliveryOptions): { end: Delivery; out: Uint8Array[] } {
  const out: Uint8Array[] = [];
  return { end: new Delivery((datagram) => out.push(datagram.slice()), options), out };
}

/** Hands datagrams over. @returns The numbers of the messages that came of it. */
export function receiveAll(end: Delivery, datagrams: Uint8Array[]): number[] {
  const got: number[] = [];
  for (const datagram of datagrams) end.receive(datagram, (bytes) => got.push(idOf(bytes)));
  return got;
}

/** A reliable packet with these entries; number and time 0, nothing acknowledged. */
export function reliablePacket(number: number, entries: number[], kind = 1): Uint8Array {
  const datagram = new Uint8Array(26 + entries.length);
  const view = new DataView(datagram.buffer);
  view.setUint16(0, 0x6447, true);
  view.setUint8(2, kind);
  view.setUint32(8, number, true);
  view.setUint16(24, 0xffff, true);
  datagram.set(entries, 26);
  return seal(datagram);
}

/** The entry of a part with one byte in it. */
export function part(id: number, whole: number, offset: number): number[] {
  const bytes = new Uint8Array(15);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x8001, true);
  view.setUint32(2, id, true);
  view.setUint32(6, whole, true);
  view.setUint32(10, offset, true);
  return [...bytes];
}
