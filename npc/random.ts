/** Spreads the bits of a whole number, so that neighbouring seeds give unlike numbers. */
export function mixBits(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The next number from 0 to 1 (exclusive) of an entity; the state is a cell, so that it can be saved. */
export function nextRandom(states: Uint32Array, entity: number): number {
  const state = (states[entity] + 0x9e3779b9) >>> 0;
  states[entity] = state;
  return mixBits(state) / 4294967296;
}
