import type { Random } from './random.ts';

/** The longest message that is made, bytes. */
export const LONGEST = 2048;

const bytes = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff];
const halves = [0, 1, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff, 0x100, 0x200];
const words = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x1f, 0xf80, 0xf800, 0x3ffff, 0x40000, 0x10000, 0xff];
const floats = [
  0,
  -0,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1e4,
  10001,
  -1e4,
  1e7,
  1e38,
  1e-40,
];

/**
 * Changes a message that lies in `buffer` from `start` on, in one to five ways: other bits, other values, cut off,
 * longer, parts taken out, doubled or moved.
 *
 * @returns Its new length, at most {@link LONGEST}.
 */
export function damage(random: Random, buffer: Uint8Array, view: DataView, start: number, length: number): number {
  for (let change = 1 + random.below(random.often(700) ? 2 : 5); change > 0; change--) {
    length = damageOnce(random, buffer, view, start, length);
  }
  return length;
}

function damageOnce(random: Random, buffer: Uint8Array, view: DataView, start: number, length: number): number {
  if (length === 0) return 0;
  // Most changes leave the opcode alone, and whom the message is about: what is behind them then matters.
  const from = length > 8 && random.often(980) ? 8 : length > 4 && random.often(700) ? 4 : 0;
  const at = start + from + random.below(length - from);
  const left = start + length - at;
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
      buffer[at] ^= 1 << random.below(8);
      return length;
    case 3:
      buffer[at] = random.pick(bytes);
      return length;
    case 4:
      buffer[at] = random.u32();
      return length;
    case 5:
      if (left >= 2) view.setUint16(at, random.pick(halves), true);
      return length;
    case 6:
      if (left >= 4) view.setUint32(aligned(at, start), random.pick(words), true);
      return length;
    case 7:
      if (left >= 4) view.setFloat32(aligned(at, start), random.pick(floats), true);
      return length;
    case 8:
      return random.often(512) ? at - start : Math.max(0, length - 1 - random.below(4));
    case 9: {
      const more = Math.min(1 + random.below(random.often(900) ? 8 : 600), LONGEST - length);
      for (let index = 0; index < more; index++) buffer[start + length + index] = random.often(512) ? 0 : random.u32();
      return length + more;
    }
    case 10: {
      const gone = 1 + random.below(Math.min(left, 8));
      buffer.copyWithin(at, at + gone, start + length);
      return length - gone;
    }
    default: {
      const more = Math.min(1 + random.below(Math.min(left, 8)), LONGEST - length);
      buffer.copyWithin(at + more, at, start + length);
      return length + more;
    }
  }
}

/** A field of four bytes mostly begins at a multiple of four. */
function aligned(at: number, start: number): number {
  return at - ((at - start) & 3);
}

/** Bytes without any sense, mostly behind an opcode that has one. @returns Their number. */
export function noise(
  random: Random,
  buffer: Uint8Array,
  view: DataView,
  start: number,
  opcodes: readonly number[],
): number {
  const length = random.below(random.often(980) ? 120 : LONGEST);
  for (let index = 0; index < length; index++) buffer[start + index] = random.often(400) ? 0 : random.u32();
  if (length >= 4 && random.often(900)) view.setUint32(start, random.pick(opcodes), true);
  return length;
}
