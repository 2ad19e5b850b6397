/**
 * Sine, cosine, arc tangent (and, from `power.ts`, power) whose results are the same bits in every JavaScript engine.
 *
 * `Math.sin` and its kind may differ from engine to engine, and a simulation whose state is hashed cannot use them.
 * Everything here is made of + - * / (rounded alike everywhere), `Math.floor`, `Math.abs` and bit access. The polynomial
 * coefficients are fdlibm's minimax figures; they belong to the primary range of a quarter of pi.
 *
 * V8 puts a double that is passed to or returned from a call that it does not inline on the heap. Code that runs for
 * every entity on every tick therefore uses the forms that read and write {@link trigScratch}; they allocate nothing.
 */

import { bitsDouble, bitsWords, HIGH_WORD, LOW_WORD, productError } from './double-parts.ts';

export { pow } from './power.ts';

/** Arguments and results of the allocation-free forms. No value in it outlives the next call of one of them. */
export const trigScratch = new Float64Array(4);

/** The value forms work here, so that they leave the caller's {@link trigScratch} alone. */
const valueScratch = new Float64Array(4);

/** What pi has beyond the double Math.PI. */
const PI_LOW = 1.2246467991473532e-16;
const QUARTER_PI = 0.7853981633974483;
const TWO_OVER_PI = 0.6366197723675814;
/** Up to here a turn count times HALF_PI_1 is exact (2^20 quarter turns). */
const MEDIUM_LIMIT = 1647099;
/** Below it sin x = x and cos x = 1 to the last bit. */
const TINY = 7.450580596923828e-9;

// Pi / 2 in parts of 33 bits; the part with a T is the rest of pi / 2 after the part of the same number.
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_1T = 6.077100506506192e-11;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_2T = 2.0222662487959506e-21;
const HALF_PI_3 = 2.0222662487111665e-21;
const HALF_PI_3T = 8.4784276603689e-32;

const S1 = -0.16666666666666632;
const S2 = 0.00833333333332249;
const S3 = -0.0001984126982985795;
const S4 = 2.7557313707070068e-6;
const S5 = -2.5050760253406863e-8;
const S6 = 1.58969099521155e-10;

const C1 = 0.0416666666666666;
const C2 = -0.001388888888887411;
const C3 = 2.480158728947673e-5;
const C4 = -2.7557314351390663e-7;
const C5 = 2.087572321298175e-9;
const C6 = -1.1359647557788195e-11;

/**
 * The sine and the cosine of `trigScratch[0]` radians: the sine is left in `trigScratch[0]`, the cosine in
 * `trigScratch[1]`. About 1 ulp for every finite angle (quick below 1.6e6, slow beyond); NaN for infinities and NaN.
 */
export function sinCosToScratch(): void {
  sinCosIn(trigScratch);
}

/**
 * The angle of the vector (x, y) in radians, -pi to pi: reads y in `trigScratch[0]` and x in `trigScratch[1]`, leaves the
 * angle in `trigScratch[0]`. Zeros, signs of zero and infinities as in ECMAScript's Math.atan2. About 1 ulp.
 */
export function atan2ToScratch(): void {
  atan2In(trigScratch);
}

/** Sine of `x` radians, about 1 ulp; -0 stays -0; NaN for infinities and NaN. */
export function sin(x: number): number {
  valueScratch[0] = x;
  sinCosIn(valueScratch);
  return valueScratch[0];
}

/** Cosine of `x` radians, about 1 ulp; NaN for infinities and NaN. */
export function cos(x: number): number {
  valueScratch[0] = x;
  sinCosIn(valueScratch);
  return valueScratch[1];
}

/** Angle of the vector (x, y) in radians, -pi to pi, about 1 ulp; special cases as ECMAScript's Math.atan2. */
export function atan2(y: number, x: number): number {
  valueScratch[0] = y;
  valueScratch[1] = x;
  atan2In(valueScratch);
  return valueScratch[0];
}

function sinCosIn(scratch: Float64Array): void {
  const x = scratch[0];
  const size = Math.abs(x);
  if (size <= QUARTER_PI) {
    if (size < TINY) {
      // Also keeps the sign of a zero, which the polynomial would lose.
      scratch[1] = 1;
      return;
    }
    const z = x * x;
    const r = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
    scratch[0] = x + z * x * (S1 + z * r);
    const half = 0.5 * z;
    const w = 1 - half;
    scratch[1] = w + (1 - w - half + z * (z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))))));
    return;
  }

  let quadrant: number;
  let y: number;
  let tail: number;
  if (size <= MEDIUM_LIMIT) {
    const turns = Math.floor(x * TWO_OVER_PI + 0.5);
    quadrant = turns & 3;
    let r = x - turns * HALF_PI_1;
    let w = turns * HALF_PI_1T;
    y = r - w;
    // Near a quarter turn the first parts cancel, and the next 33 bits of pi / 2 are needed.
    if (y < 0.001 && y > -0.001) {
      let t = r;
      w = turns * HALF_PI_2;
      r = t - w;
      w = turns * HALF_PI_2T - (t - r - w);
      y = r - w;
      if (y < 2e-14 && y > -2e-14) {
        t = r;
        w = turns * HALF_PI_3;
        r = t - w;
        w = turns * HALF_PI_3T - (t - r - w);
        y = r - w;
      }
    }
    tail = r - y - w;
  } else {
    if (size === Number.POSITIVE_INFINITY || Number.isNaN(size)) {
      scratch[0] = Number.NaN;
      scratch[1] = Number.NaN;
      return;
    }
    quadrant = reduceHuge(scratch);
    y = scratch[0];
    tail = scratch[1];
  }

  const z = y * y;
  const v = z * y;
  const r = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
  const sine = y - (z * (0.5 * tail - v * r) - tail - v * S1);
  const half = 0.5 * z;
  const w = 1 - half;
  const c = z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))));
  const cosine = w + (1 - w - half + (z * c - y * tail));
  if ((quadrant & 1) === 0) {
    scratch[0] = quadrant === 0 ? sine : -sine;
    scratch[1] = quadrant === 0 ? cosine : -cosine;
  } else {
    scratch[0] = quadrant === 1 ? cosine : -cosine;
    scratch[1] = quadrant === 1 ? -sine : sine;
  }
}

/** 2 / pi times 2^1280, rounded down: enough for the largest double. */
const TWO_OVER_PI_BITS = BigInt(
  '0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1d' +
    'eb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b' +
    '5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7b' +
    '6babf0cfbc209af4361d',
);
const TWO_OVER_PI_SCALE = 1280;
/** Bits kept of a fraction of a quarter turn: no double comes nearer than 2^-62 to a whole number of them. */
const FRACTION_BITS = 160n;
const FRACTION_UNIT = 6.842277657836021e-49;
const HALF_PI_HIGH = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;

/**
 * Takes whole quarter turns off the finite `scratch[0]` in exact integer arithmetic: leaves the remainder (at most pi / 4)
 * in `scratch[0]`, its tail in `scratch[1]`, and returns the number of quarter turns modulo 4. Allocates: game angles
 * never come here, their inputs are bounded at 1e6.
 */
function reduceHuge(scratch: Float64Array): number {
  bitsDouble[0] = scratch[0];
  const high = bitsWords[HIGH_WORD];
  const exponent = ((high >>> 20) & 0x7ff) - 1075;
  const mantissa = (BigInt((high & 0xfffff) | 0x100000) << 32n) | BigInt(bitsWords[LOW_WORD]);
  const negative = high >>> 31 === 1;

  const shift = BigInt(TWO_OVER_PI_SCALE - exponent);
  const product = mantissa * TWO_OVER_PI_BITS;
  let turns = Number((product >> shift) & 3n);
  let fraction = BigInt.asUintN(Number(FRACTION_BITS), product >> (shift - FRACTION_BITS));
  if (fraction >> (FRACTION_BITS - 1n) === 1n) {
    fraction -= 1n << FRACTION_BITS;
    turns += 1;
  }
  const rounded = Number(fraction);
  const head = rounded * FRACTION_UNIT;
  const rest = Number(fraction - BigInt(rounded)) * FRACTION_UNIT;

  const main = head * HALF_PI_HIGH;
  const correction = productError(head, HALF_PI_HIGH, main) + (head * HALF_PI_LOW + rest * HALF_PI_HIGH);
  const y = main + correction;
  const tail = main - y + correction;
  scratch[0] = negative ? -y : y;
  scratch[1] = negative ? -tail : tail;
  return (negative ? -turns : turns) & 3;
}

const A0 = 0.3333333333333293;
const A1 = -0.19999999999876483;
const A2 = 0.14285714272503466;
const A3 = -0.11111110405462356;
const A4 = 0.09090887133436507;
const A5 = -0.0769187620504483;
const A6 = 0.06661073137387531;
const A7 = -0.058335701337905735;
const A8 = 0.049768779946159324;
const A9 = -0.036531572744216916;
const A10 = 0.016285820115365782;

/** Exact scales for arguments near the ends of the doubles' range. */
const TWO_POW_200 = 1.6069380442589903e60;
const TWO_POW_M200 = 6.223015277861142e-61;

// Arc tangents of 1/2, 1 and 3/2, with what the double leaves over.
const ATAN_HALF = 0.4636476090008061;
const ATAN_HALF_LOW = 2.2698777452961687e-17;
const ATAN_ONE = 0.7853981633974483;
const ATAN_ONE_LOW = 3.061616997868383e-17;
const ATAN_THREE_HALVES = 0.982793723247329;
const ATAN_THREE_HALVES_LOW = 1.3903311031230998e-17;

function atan2In(scratch: Float64Array): void {
  const sy = scratch[0];
  const sx = scratch[1];
  let y = Math.abs(sy);
  let x = Math.abs(sx);
  const sum = x + y;
  // Not (a < b), so that NaN comes here too. Inside, no intermediate overflows or loses bits.
  if (!(sum < 1e300 && sum > 1e-280)) {
    if (Number.isNaN(sum)) {
      scratch[0] = Number.NaN;
      return;
    }
    if (sum === 0) {
      y = 0;
      x = 1;
    } else if (x === Number.POSITIVE_INFINITY || y === Number.POSITIVE_INFINITY) {
      x = x === Number.POSITIVE_INFINITY ? 1 : 0;
      y = y === Number.POSITIVE_INFINITY ? 1 : 0;
    } else {
      // A power of two, so the quotient of both stays what it was.
      const scale = sum < 1 ? TWO_POW_200 : TWO_POW_M200;
      x *= scale;
      y *= scale;
    }
  }

  // tan(a - b) = (y - x tan b) / (x + y tan b): one division takes both the quotient and the reduction.
  let numerator: number;
  let denominator: number;
  let base = 0;
  let baseLow = 0;
  if (y < x * 0.4375) {
    numerator = y;
    denominator = x;
  } else if (y < x * 0.6875) {
    numerator = y + y - x;
    denominator = x + x + y;
    base = ATAN_HALF;
    baseLow = ATAN_HALF_LOW;
  } else if (y < x * 1.1875) {
    numerator = y - x;
    denominator = x + y;
    base = ATAN_ONE;
    baseLow = ATAN_ONE_LOW;
  } else if (y < x * 2.4375) {
    numerator = y - 1.5 * x;
    denominator = x + 1.5 * y;
    base = ATAN_THREE_HALVES;
    baseLow = ATAN_THREE_HALVES_LOW;
  } else {
    numerator = -x;
    denominator = y;
    base = HALF_PI_HIGH;
    baseLow = HALF_PI_LOW;
  }
  const q = numerator / denominator;
  const z = q * q;
  const w = z * z;
  const odd = z * (A0 + w * (A2 + w * (A4 + w * (A6 + w * (A8 + w * A10)))));
  const even = w * (A1 + w * (A3 + w * (A5 + w * (A7 + w * A9))));
  const bend = q * (odd + even);
  let angle: number;
  if (sx > 0 || (sx === 0 && 1 / sx > 0)) {
    angle = base - (bend - baseLow - q);
  } else {
    // Pi - base is a double as well, so the whole is rounded once more only.
    angle = Math.PI - base + (bend - baseLow - q + PI_LOW);
  }
  scratch[0] = sy < 0 || (sy === 0 && 1 / sy < 0) ? -angle : angle;
}
