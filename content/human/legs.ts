import { about, add, multiply, type Quaternion, rotate, smoothstep, type Vector } from '../sculpt/vector.ts';
import type { Pose } from './joints.ts';

/** Lengths of a leg in metres: the hip lies thigh + shin + ankle above the sole of a straight leg. */
export const THIGH = 0.44;
export const SHIN = 0.42;
export const ANKLE = 0.08;
export const HIP_HEIGHT = THIGH + SHIN + ANKLE;
export const HALF_HIPS = 0.095;

/** Of a foot, seen from its ankle: the ball, where the toes bend, and the lowest point of the heel. */
export const BALL: Vector = [0, 0.025 - ANKLE, 0.13];
export const HEEL: Vector = [0, -ANKLE, -0.06];

const DEGREES = 180 / Math.PI;

/** Where a foot is: its ankle from the point on the ground below the body, its toes up and to the right, and bent up. */
export interface FootPlace {
  /** Metres. */
  x: number;
  y: number;
  z: number;
  /** Degrees. */
  pitch: number;
  yaw: number;
  toes: number;
}

/** How a foot at such a pitch and yaw is turned. */
export function footTurn(pitch: number, yaw: number): Quaternion {
  return multiply(about([0, 1, 0], yaw), about([1, 0, 0], -pitch));
}

/**
 * What puts a foot in its place, for the rigged human and, as well as its legs can, for the jointed figure.
 *
 * @param hips How far the hips are above their height in standing, to the right and forward.
 */
export function stepTo(side: 'Left' | 'Right', foot: FootPlace, hips: Vector = [0, 0, 0]): Pose {
  const sign = side === 'Left' ? -1 : 1;
  const across = foot.x - hips[0] - sign * HALF_HIPS;
  const drop = HIP_HEIGHT + hips[1] - foot.y;
  const out = Math.atan2(across, drop);
  const down = Math.sqrt(drop * drop + across * across);
  const forward = foot.z - hips[2];
  const length = Math.min(Math.sqrt(forward * forward + down * down), THIGH + SHIN - 0.002);
  const thigh = Math.atan2(forward, down) + Math.acos(cosine(THIGH, length, SHIN));
  const knee = Math.PI - Math.acos(cosine(THIGH, SHIN, length));
  return {
    [`leg${side}`]: thigh * DEGREES,
    [`legOut${side}`]: sign * out * DEGREES,
    [`knee${side}`]: knee * DEGREES,
    [`foot${side}`]: foot.pitch - (thigh - knee) * DEGREES,
    [`toes${side}`]: foot.toes,
    [`step${side}`]: 1,
    [`stepX${side}`]: foot.x,
    [`stepY${side}`]: foot.y,
    [`stepZ${side}`]: foot.z,
    [`stepPitch${side}`]: foot.pitch,
    [`stepYaw${side}`]: foot.yaw,
  };
}

/** Cosine of the angle between the sides a and b of a triangle whose third side is c. */
function cosine(a: number, b: number, c: number): number {
  return Math.min(1, Math.max(-1, (a * a + b * b - c * c) / (2 * a * b)));
}

/** A foot flat on the ground. */
export function flat(x: number, z: number, yaw = 0): FootPlace {
  return { x, y: ANKLE, z, pitch: 0, yaw, toes: 0 };
}

/** How feet go in walking and running. */
export interface Stride {
  /** Metres that the body covers in a whole cycle of two steps; negative: backwards. */
  length: number;
  /** Share of the cycle that a foot spends on the ground. */
  duty: number;
  /** Where the ankle of a foot that meets the ground is, metres ahead of the body; from there it goes back with the ground. */
  ahead: number;
  /** Metres from the middle to the ankle, and how far the toes point outwards, degrees. */
  across: number;
  yaw: number;
  /** How far the toes are up when the heel meets the ground, and how far the heel is when they leave it: degrees. */
  strike: number;
  push: number;
  /** Shares of the time on the ground at which the foot has come down flat, and at which the heel begins to rise. */
  down: number;
  rise: number;
  /** How much higher the ankle comes in the swing than on the straight way, metres. */
  clearance: number;
  /** How far the heel comes up behind in the swing, degrees more. */
  kick: number;
}

/**
 * Where a foot is at a phase of its cycle, 0 (it meets the ground) to 1. On the ground the part that touches it, the heel,
 * the sole or the ball, goes back exactly as fast as the body goes forward.
 */
export function strideFoot(stride: Stride, phase: number, side: 'Left' | 'Right'): FootPlace {
  const p = phase - Math.floor(phase);
  const foot =
    p < stride.duty ? onGround(stride, p / stride.duty) : inAir(stride, (p - stride.duty) / (1 - stride.duty));
  const sign = side === 'Left' ? -1 : 1;
  return { ...foot, x: sign * stride.across, yaw: sign * stride.yaw };
}

type Footfall = Omit<FootPlace, 'x' | 'yaw'>;

/** @param share 0 (the foot meets the ground) to 1 (it leaves it); beyond, it goes on as it went. */
function onGround(stride: Stride, share: number): Footfall {
  const z = stride.ahead - stride.length * stride.duty * share;
  const pitch =
    stride.strike * (1 - smoothstep(share / stride.down)) -
    stride.push * ease((share - stride.rise) / (1 - stride.rise));
  // The foot rolls about the heel while the toes are up, and about the ball while the heel is.
  const pivot = pitch > 0 ? HEEL : BALL;
  const turned = rotate(footTurn(pitch, 0), pivot);
  const ankle = add([0, ANKLE, z], [0, pivot[1] - turned[1], pivot[2] - turned[2]]);
  return { y: ankle[1], z: ankle[2], pitch, toes: Math.max(0, -pitch) };
}

/** A slow start that does not end: the heel is at its fastest when the toes leave the ground. */
function ease(value: number): number {
  return value <= 0 ? 0 : value * value;
}

/** @param share 0 (the foot leaves the ground) to 1 (it meets it again). */
function inAir(stride: Stride, share: number): Footfall {
  const start = onGround(stride, 1);
  const end = onGround(stride, 0);
  // Off and on the ground without a jerk: the way begins and ends as fast as the foot goes on the ground.
  const step = 1e-3;
  const swing = (1 - stride.duty) / stride.duty;
  const before = onGround(stride, 1 - step);
  const after = onGround(stride, step);
  const way = (key: 'y' | 'z' | 'pitch') =>
    hermite(
      start[key],
      ((start[key] - before[key]) / step) * swing,
      end[key],
      ((after[key] - end[key]) / step) * swing,
      share,
    );
  const bump = 16 * share * share * (1 - share) * (1 - share);
  const late = share * share * (3 - 2 * share);
  return {
    y: hermite(start.y, 0.4, end.y, -0.25, share) + stride.clearance * bump,
    z: way('z'),
    pitch:
      hermite(start.pitch, ((start.pitch - before.pitch) / step) * swing * 0.3, end.pitch, 0, share) -
      stride.kick * bump * (1 - late),
    toes: start.toes * (1 - smoothstep(share / 0.35)),
  };
}

/** A curve from one value to another that starts and ends with given slopes. */
function hermite(from: number, fromSlope: number, to: number, toSlope: number, t: number): number {
  const t2 = t * t;
  const t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * from + (t3 - 2 * t2 + t) * fromSlope + (3 * t2 - 2 * t3) * to + (t3 - t2) * toSlope;
}
