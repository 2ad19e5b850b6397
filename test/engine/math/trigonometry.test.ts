import oracleAtan2 from '@stdlib/math-base-special-atan2';
import oracleCos from '@stdlib/math-base-special-cos';
import oraclePow from '@stdlib/math-base-special-pow';
import oracleSin from '@stdlib/math-base-special-sin';
import { describe, expect, it } from 'vitest';
import {
  atan2,
  atan2ToScratch,
  cos,
  pow,
  sin,
  sinCosToScratch,
  trigScratch,
} from '../../../engine/math/trigonometry.ts';
import { seededUnit, trigDigest } from '../../support/trig-digest.ts';

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** The place of a double among all doubles in order of size. */
function place(x: number): bigint {
  double[0] = x;
  const b = bits[0];
  return b < 0n ? -(b & 0x7fffffffffffffffn) : b;
}

/** Distance in units in the last place; NaN only agrees with NaN, and a zero only with the zero of its sign. */
function ulps(a: number, b: number): number {
  if (Object.is(a, b)) return 0;
  if (Number.isNaN(a) || Number.isNaN(b) || a === b) return Number.POSITIVE_INFINITY;
  return Math.abs(Number(place(a) - place(b)));
}

const EDGES = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  2,
  -2,
  3,
  -3,
  1e-320,
  5e-324,
  -5e-324,
  1e-8,
  -1e-9,
  1e300,
  -1.79e308,
  1e22,
  2 ** 53 - 1,
  -(2 ** 53) - 2,
  Infinity,
  -Infinity,
  NaN,
];

describe('sine and cosine', () => {
  it.each([0.8, 4, 100, 1e6])('are within 1 ulp of fdlibm for angles within %d radians', (range) => {
    const unit = seededUnit(1);
    let worst = 0;
    for (let i = 0; i < 20000; i++) {
      const x = (unit() * 2 - 1) * range;
      worst = Math.max(worst, ulps(sin(x), oracleSin(x)), ulps(cos(x), oracleCos(x)));
    }
    expect(worst).toBeLessThanOrEqual(1);
  });

  it('stay within 1 ulp for angles far beyond any that a game has', () => {
    const unit = seededUnit(2);
    let worst = 0;
    for (let i = 0; i < 5000; i++) {
      const x = (unit() * 2 - 1) * 10 ** (6 + unit() * 302);
      worst = Math.max(worst, ulps(sin(x), oracleSin(x)), ulps(cos(x), oracleCos(x)));
    }
    expect(worst).toBeLessThanOrEqual(1);
  });

  it('stay within 1 ulp next to whole quarter turns, where the reduction cancels', () => {
    let worst = 0;
    for (let n = -20000; n <= 20000; n++) {
      const x = n * 25 * (Math.PI / 2);
      worst = Math.max(worst, ulps(sin(x), oracleSin(x)), ulps(cos(x), oracleCos(x)));
    }
    expect(worst).toBeLessThanOrEqual(1);
    // The double nearest to a multiple of a quarter turn of all doubles.
    const nearest = 6381956970095103 * 2 ** 797;
    expect(ulps(cos(nearest), -4.687165924254628e-19)).toBeLessThanOrEqual(1);
  });

  it('keep zeros, refuse infinities and NaN, and give the exact quadrant values', () => {
    for (const x of EDGES) {
      expect(ulps(sin(x), oracleSin(x))).toBeLessThanOrEqual(1);
      expect(ulps(cos(x), oracleCos(x))).toBeLessThanOrEqual(1);
    }
    expect(Object.is(sin(-0), -0)).toBe(true);
    expect(cos(0)).toBe(1);
    expect(sin(Math.PI / 2)).toBe(1);
    expect(cos(Math.PI)).toBe(-1);
    expect(sin(-Math.PI / 2)).toBe(-1);
    expect(sin(Infinity)).toBeNaN();
    expect(cos(NaN)).toBeNaN();
  });

  it('are the same bits in the scratch form, which leaves the other cells alone', () => {
    const unit = seededUnit(3);
    trigScratch[2] = 11;
    trigScratch[3] = 12;
    for (let i = 0; i < 2000; i++) {
      const x = (unit() * 2 - 1) * 50;
      trigScratch[0] = x;
      sinCosToScratch();
      const [sine, cosine] = trigScratch;
      expect(sine).toBe(sin(x));
      expect(cosine).toBe(cos(x));
    }
    expect([trigScratch[2], trigScratch[3]]).toEqual([11, 12]);
  });

  it('leave the scratch alone in the value form', () => {
    trigScratch.set([1, 2, 3, 4]);
    sin(1);
    cos(2);
    atan2(3, 4);
    pow(2, 0.5);
    expect([...trigScratch]).toEqual([1, 2, 3, 4]);
  });
});

describe('arc tangent', () => {
  it('is within 2 ulp of fdlibm for vectors of like size', () => {
    const unit = seededUnit(4);
    let worst = 0;
    for (let i = 0; i < 40000; i++) {
      const y = (unit() * 2 - 1) * 3;
      const x = (unit() * 2 - 1) * 3;
      worst = Math.max(worst, ulps(atan2(y, x), oracleAtan2(y, x)));
    }
    expect(worst).toBeLessThanOrEqual(2);
  });

  it('is within 2 ulp of fdlibm for vectors of all sizes', () => {
    const unit = seededUnit(5);
    let worst = 0;
    let wrongSigns = 0;
    for (let i = 0; i < 40000; i++) {
      const y = (unit() * 2 - 1) * 10 ** (unit() * 600 - 300);
      const x = (unit() * 2 - 1) * 10 ** (unit() * 600 - 300);
      const angle = atan2(y, x);
      // The oracle forgets the sign of y where x is negative and y / x is below 2^-60 (found against Math.atan2).
      worst = Math.max(worst, ulps(Math.abs(angle), Math.abs(oracleAtan2(y, x))));
      if (1 / angle < 0 !== y < 0) wrongSigns++;
    }
    expect(worst).toBeLessThanOrEqual(2);
    expect(wrongSigns).toBe(0);
  });

  it('treats zeros, signs of zero, infinities and NaN as ECMAScript says', () => {
    for (const y of EDGES) for (const x of EDGES) expect(ulps(atan2(y, x), Math.atan2(y, x))).toBeLessThanOrEqual(1);
    expect(Object.is(atan2(-0, 1), -0)).toBe(true);
    expect(atan2(-0, -1)).toBe(-Math.PI);
    expect(atan2(1, 0)).toBe(Math.PI / 2);
    expect(atan2(1, 1)).toBe(Math.PI / 4);
  });

  it('is the same bits in the scratch form', () => {
    const unit = seededUnit(6);
    for (let i = 0; i < 2000; i++) {
      const y = (unit() * 2 - 1) * 20;
      const x = (unit() * 2 - 1) * 20;
      trigScratch[0] = y;
      trigScratch[1] = x;
      atan2ToScratch();
      expect(trigScratch[0]).toBe(atan2(y, x));
    }
  });
});

describe('power', () => {
  const worstRelative = (next: (unit: () => number) => [number, number]): number => {
    const unit = seededUnit(7);
    let worst = 0;
    for (let i = 0; i < 20000; i++) {
      const [base, exponent] = next(unit);
      const theirs = oraclePow(base, exponent);
      const ours = pow(base, exponent);
      // Subnormal results have fewer bits to agree in.
      if (theirs === ours || (theirs < 2.3e-308 && Math.abs(theirs - ours) <= 1e-323)) continue;
      worst = Math.max(worst, Math.abs(ours - theirs) / theirs);
    }
    return worst;
  };

  it('has a relative error below 1e-14 for bases up to 1e4 and exponents within 1e3', () => {
    expect(worstRelative((unit) => [unit() * 1e4, (unit() * 2 - 1) * 1000])).toBeLessThan(1e-14);
    expect(worstRelative((unit) => [0.5 + unit(), (unit() * 2 - 1) * 1000])).toBeLessThan(1e-14);
    expect(worstRelative((unit) => [1e-6 * unit(), (unit() * 2 - 1) * 1000])).toBeLessThan(1e-14);
  });

  it('has a relative error of the last place or two where friction uses it', () => {
    expect(worstRelative((unit) => [unit(), unit()])).toBeLessThan(5e-16);
  });

  it('treats zeros, negative bases, infinities and NaN as ECMAScript says', () => {
    for (const base of EDGES) {
      for (const exponent of EDGES) expect(ulps(pow(base, exponent), base ** exponent)).toBeLessThanOrEqual(1);
    }
    expect(pow(-2, 3)).toBe(-8);
    expect(pow(-2, 0.5)).toBeNaN();
    expect(pow(1e4, 1000)).toBe(Infinity);
    expect(pow(1e4, -1000)).toBe(0);
    expect(pow(10, -320)).toBe(1e-320);
  });
});

describe('reproducibility', () => {
  it('gives the pinned bits over the fixed sample', () => {
    expect(trigDigest()).toBe('36e14772');
  });
});
