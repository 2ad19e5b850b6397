/** Powers whose results are the same bits in every JavaScript engine; see `trigonometry.ts` for why and with what. */

import { bitsDouble, bitsWords, HIGH_WORD, LOW_WORD, productError } from './double-parts.ts';

const LN_2_LOW = 2.3190468138462996e-17;
const LOG2_E_LOW = 2.0355273740931033e-17;

const P1 = 0.16666666666666602;
const P2 = -0.0027777777777015593;
const P3 = 6.613756321437934e-5;
const P4 = -1.6533902205465252e-6;
const P5 = 4.1381367970572385e-8;

/**
 * `base` to the power `exponent`, with the special cases of ECMAScript's Math.pow. Relative error below 1e-14 wherever the
 * result is a normal double (a unit or two in the last place for results of middling size); results that are too large
 * are Infinity, too small ones 0. Meant for bases in (0, 1e4] and exponents within 1e3; all others are served as well.
 */
export function pow(base: number, exponent: number): number {
  if (exponent === 0) return 1;
  if (Number.isNaN(exponent) || Number.isNaN(base)) return Number.NaN;
  if (exponent === 1) return base;
  if (base > 0 && base < Number.POSITIVE_INFINITY && Math.abs(exponent) < 1e25) return powOfPositive(base, exponent);
  return powOfRest(base, exponent);
}

/** Zero, negative and infinite bases, and exponents beyond any that makes a difference. */
function powOfRest(base: number, exponent: number): number {
  const size = Math.abs(base);
  const huge = Math.abs(exponent) >= 1e25;
  if (huge && size === 1) return Math.abs(exponent) === Number.POSITIVE_INFINITY ? Number.NaN : 1;
  // Every double of 2^53 or more is even.
  const whole = huge || Math.floor(exponent) === exponent;
  const odd = whole && !huge && Math.abs(exponent) < 9007199254740992 && Math.floor(exponent / 2) * 2 !== exponent;
  let result: number;
  if (huge || size === 0 || size === Number.POSITIVE_INFINITY) {
    result = size > 1 === exponent > 0 ? Number.POSITIVE_INFINITY : 0;
  } else {
    if (!whole) return Number.NaN;
    result = powOfPositive(size, exponent);
  }
  const negative = base < 0 || (base === 0 && 1 / base < 0);
  return negative && odd ? -result : result;
}

/** 2^(exponent * log2 base), the logarithm and the product carried as sums of two doubles. */
function powOfPositive(base: number, exponent: number): number {
  // base = 2^k m, m near 1.
  let k = 0;
  bitsDouble[0] = base;
  if (bitsWords[HIGH_WORD] < 0x100000) {
    bitsDouble[0] = base * 18014398509481984;
    k = -54;
  }
  const high = bitsWords[HIGH_WORD];
  k += (high >>> 20) - 1023;
  bitsWords[HIGH_WORD] = (high & 0xfffff) | 0x3ff00000;
  let m = bitsDouble[0];
  if (m > Math.SQRT2) {
    m *= 0.5;
    k += 1;
  }

  // ln m = 2 artanh s, s = (m - 1) / (m + 1): only the first term needs more than a double.
  const f = m - 1;
  const g = m + 1;
  const s = f / g;
  const sg = s * g;
  const sLow = (f - sg - productError(s, g, sg) - s * (m - (g - 1))) / g;
  const z = s * s;
  let series = 2 / 21;
  series = 2 / 19 + z * series;
  series = 2 / 17 + z * series;
  series = 2 / 15 + z * series;
  series = 2 / 13 + z * series;
  series = 2 / 11 + z * series;
  series = 2 / 9 + z * series;
  series = 2 / 7 + z * series;
  series = 2 / 5 + z * series;
  series = 2 / 3 + z * series;
  const twice = s + s;
  const logLow = sLow + sLow + s * z * series;

  // log2 base, as a sum of two.
  const scaled = twice * Math.LOG2E;
  const scaledLow = productError(twice, Math.LOG2E, scaled) + (twice * LOG2_E_LOW + logLow * Math.LOG2E);
  const sum = k + scaled;
  // Two-sum: k may be the smaller one when it is 0.
  const part = sum - k;
  const sumLow = k - (sum - part) + (scaled - part) + scaledLow;
  const log = sum + sumLow;
  const logRest = sum - log + sumLow;

  const power = exponent * log;
  if (power >= 1025) return Number.POSITIVE_INFINITY;
  if (power <= -1080) return 0;
  const powerLow = productError(exponent, log, power) + exponent * logRest;

  // 2^power = 2^n e^t, |t| at most about ln 2 / 2.
  const n = Math.floor(power + 0.5);
  const r = power - n;
  const rLow = powerLow;
  const t = r * Math.LN2;
  const tLow = productError(r, Math.LN2, t) + (r * LN_2_LOW + rLow * Math.LN2);
  const u = t + tLow;
  const uLow = t - u + tLow;
  const v = u * u;
  const c = u - v * (P1 + v * (P2 + v * (P3 + v * (P4 + v * P5))));
  const result = 1 + (u + ((u * c) / (2 - c) + uLow * (1 + u)));
  if (n >= -1021 && n <= 1023) return result * powerOfTwo(n);
  return n > 0 ? result * 2 * powerOfTwo(n - 1) : result * powerOfTwo(n + 200) * powerOfTwo(-200);
}

/** 2^n for n in [-1022, 1023]. */
function powerOfTwo(n: number): number {
  bitsWords[HIGH_WORD] = (n + 1023) << 20;
  bitsWords[LOW_WORD] = 0;
  return bitsDouble[0];
}
