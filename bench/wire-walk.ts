import type { MotionMessages } from './wire-messages.ts';

/**
 * Reads every field of every UpdateMotion as transports hand them over, each as a Uint8Array, with one DataView for all,
 * and does nothing with it but add it up. Nothing is checked, stored or decided.
 *
 * @returns The sum of all fields.
 */
export function walkMessages(messages: MotionMessages): number {
  const { bytes, views } = messages;
  let sum = 0;
  for (let index = 0; index < views.length; index++) sum += walkMotion(bytes, views[index].byteOffset);
  return sum;
}

/** As {@link walkMessages}, but it knows where each message lies: the least that reading them can cost at all. */
export function walkPlaces(messages: MotionMessages): number {
  const { bytes, starts } = messages;
  let sum = 0;
  for (let index = 0; index < starts.length; index++) sum += walkMotion(bytes, starts[index]);
  return sum;
}

function walkMotion(bytes: DataView, start: number): number {
  let sum = bytes.getUint32(start, true) + bytes.getUint32(start + 4, true) + bytes.getUint16(start + 8, true);
  sum += bytes.getUint16(start + 10, true) + bytes.getUint16(start + 12, true) + bytes.getUint8(start + 14);
  const type = bytes.getUint8(start + 16);
  const motionFlags = bytes.getUint8(start + 17);
  sum += type + motionFlags + bytes.getUint16(start + 18, true);
  let at = start + 20;
  switch (type) {
    case 0: {
      const flags = bytes.getUint32(at, true);
      sum += flags;
      at += 4;
      if ((flags & 0x1) !== 0) {
        sum += bytes.getUint16(at, true);
        at += 2;
      }
      if ((flags & 0x2) !== 0) {
        sum += bytes.getUint16(at, true);
        at += 2;
      }
      if ((flags & 0x8) !== 0) {
        sum += bytes.getUint16(at, true);
        at += 2;
      }
      if ((flags & 0x20) !== 0) {
        sum += bytes.getUint16(at, true);
        at += 2;
      }
      if ((flags & 0x4) !== 0) {
        sum += bytes.getFloat32(at, true);
        at += 4;
      }
      if ((flags & 0x10) !== 0) {
        sum += bytes.getFloat32(at, true);
        at += 4;
      }
      if ((flags & 0x40) !== 0) {
        sum += bytes.getFloat32(at, true);
        at += 4;
      }
      for (let left = flags >>> 7; left > 0; left--) {
        sum += bytes.getUint16(at, true) + bytes.getUint16(at + 2, true) + bytes.getFloat32(at + 4, true);
        at += 8;
      }
      if ((motionFlags & 1) !== 0) sum += bytes.getUint32((at + 3) & ~3, true);
      return sum;
    }
    case 6:
    case 7:
      if (type === 6) {
        sum += bytes.getUint32(at, true);
        at += 4;
      }
      sum += bytes.getUint32(at, true) + bytes.getUint32(at + 16, true);
      sum += bytes.getFloat32(at + 4, true) + bytes.getFloat32(at + 8, true) + bytes.getFloat32(at + 12, true);
      sum += bytes.getFloat32(at + 20, true) + bytes.getFloat32(at + 24, true) + bytes.getFloat32(at + 28, true);
      sum += bytes.getFloat32(at + 32, true) + bytes.getFloat32(at + 36, true) + bytes.getFloat32(at + 40, true);
      return sum + bytes.getFloat32(at + 44, true);
    case 8:
      sum += bytes.getUint32(at, true) + bytes.getFloat32(at + 4, true);
      at += 8;
      return sum + bytes.getUint32(at, true) + bytes.getFloat32(at + 4, true) + bytes.getFloat32(at + 8, true);
    case 9:
      return sum + bytes.getUint32(at, true) + bytes.getFloat32(at + 4, true) + bytes.getFloat32(at + 8, true);
    default:
      return sum;
  }
}
