import { atan2, atan2ToScratch, cos, pow, sin, sinCosToScratch, trigScratch } from '../../engine/math/trigonometry.ts';

/** A seeded source of doubles in [0, 1) made of integers alone, so that every JavaScript engine draws the same ones. */
export function seededUnit(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const high = state >>> 5;
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (high * 67108864 + (state >>> 6)) / 9007199254740992;
  };
}

const SPECIAL = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  1e-320,
  -5e-324,
  1e-8,
  1e300,
  -1.7976931348623157e308,
  1e22,
  Infinity,
  -Infinity,
  NaN,
];
const QUARTER_TURN = 1.5707963267948966;

/**
 * FNV-1a over the bits of some thirty thousand results of the trigonometry, as eight hexadecimal digits: two engines that
 * give the same digest give the same bits. Uses nothing but the language, so that a page can run it.
 */
export function trigDigest(): string {
  const value = new Float64Array(1);
  const words = new Uint32Array(value.buffer);
  let hash = 0x811c9dc5;
  const add = (x: number): void => {
    // One NaN for all of them: its payload is not observable otherwise.
    value[0] = Number.isNaN(x) ? 5e-324 : x;
    const low = words[0];
    const high = words[1];
    for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((low >>> shift) & 0xff), 0x01000193) >>> 0;
    for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((high >>> shift) & 0xff), 0x01000193) >>> 0;
  };

  const unit = seededUnit(20130131);
  for (let i = 0; i < 1500; i++) {
    for (const range of [1, 10, 1000, 2e6, 1e20]) {
      const x = (unit() * 2 - 1) * range;
      add(sin(x));
      add(cos(x));
    }
    const near = (i - 750) * QUARTER_TURN;
    trigScratch[0] = near;
    sinCosToScratch();
    add(trigScratch[0]);
    add(trigScratch[1]);
    for (const range of [1, 1000]) {
      trigScratch[0] = (unit() * 2 - 1) * range;
      trigScratch[1] = (unit() * 2 - 1) * 20;
      atan2ToScratch();
      add(trigScratch[0]);
    }
    add(pow(unit() * 1e4, (unit() * 2 - 1) * 70));
    add(pow(unit(), unit()));
    add(pow(0.5 + unit(), (unit() * 2 - 1) * 1000));
  }
  for (const a of SPECIAL) {
    add(sin(a));
    add(cos(a));
    for (const b of SPECIAL) {
      add(atan2(a, b));
      add(pow(a, b));
    }
  }
  return hash.toString(16).padStart(8, '0');
}
