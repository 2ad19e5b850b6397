/** Doubles taken apart: their bits, and what a rounded product leaves over. */

/** A double and its two 32-bit halves. */
export const bitsDouble = new Float64Array(1);
export const bitsWords = new Uint32Array(bitsDouble.buffer);
export const HIGH_WORD = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
export const LOW_WORD = 1 - HIGH_WORD;

/** `a * b - product` without error, for a product of middling size (Veltkamp's split, Dekker's product). */
export function productError(a: number, b: number, product: number): number {
  const ca = 134217729 * a;
  const aHigh = ca - (ca - a);
  const aLow = a - aHigh;
  const cb = 134217729 * b;
  const bHigh = cb - (cb - b);
  const bLow = b - bHigh;
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}
