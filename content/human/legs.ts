import type { Pose } from './joints.ts';

/** Lengths of a leg in metres: the hip lies thigh + shin + ankle above the sole of a straight leg. */
export const THIGH = 0.44;
export const SHIN = 0.42;
export const ANKLE = 0.08;
export const HIP_HEIGHT = THIGH + SHIN + ANKLE;

const DEGREES = 180 / Math.PI;

/** Where an ankle is to be, from the point of the ground below the hip, in metres, and how far the toes are up, in degrees. */
export interface FootPlace {
  forward: number;
  /** Height of the ankle above where it is in standing. */
  up: number;
  toes: number;
}

/** The angles that put a foot in its place when the hip is `lift` above its height in standing. */
export function reach(side: 'Left' | 'Right', place: FootPlace, lift: number): Pose {
  const down = HIP_HEIGHT + lift - ANKLE - place.up;
  const length = Math.min(Math.hypot(place.forward, down), THIGH + SHIN - 0.002);
  const direction = Math.atan2(place.forward, down);
  const thigh = direction + Math.acos(cosine(THIGH, length, SHIN));
  const knee = Math.PI - Math.acos(cosine(THIGH, SHIN, length));
  return {
    [`leg${side}`]: thigh * DEGREES,
    [`knee${side}`]: knee * DEGREES,
    [`foot${side}`]: place.toes - (thigh - knee) * DEGREES,
  };
}

/** Cosine of the angle between the sides a and b of a triangle whose third side is c. */
function cosine(a: number, b: number, c: number): number {
  return Math.min(1, Math.max(-1, (a * a + b * b - c * c) / (2 * a * b)));
}

/** How feet go in walking and running. */
export interface Stride {
  /** Metres that the body covers in a whole cycle of two steps. */
  length: number;
  /** Share of the cycle that a foot spends on the ground. */
  duty: number;
  /** How high the ankle comes in the swing, metres. */
  clearance: number;
  /** Height of the ankle when the toes leave the ground, metres. */
  heelOff: number;
  /** How far the toes are up when the heel meets the ground, and down (negative) when they leave it; degrees. */
  toesAtStrike: number;
  toesAtPush: number;
}

/**
 * Where a foot is at a phase of its cycle, 0 (it meets the ground) to 1: on the ground it goes back as fast as the body
 * goes forward, so that it does not slide.
 */
export function strideFoot(stride: Stride, phase: number): FootPlace {
  const half = (stride.length * stride.duty) / 2;
  const p = phase - Math.floor(phase);
  if (p < stride.duty) {
    const s = p / stride.duty;
    // The last third rolls over the ball of the foot.
    const push = smooth((s - 0.6) / 0.4);
    const strike = 1 - smooth(s / 0.2);
    return {
      forward: half * (1 - 2 * s) + push * stride.heelOff * 0.6,
      up: push * stride.heelOff,
      toes: push * stride.toesAtPush + strike * stride.toesAtStrike,
    };
  }
  const s = (p - stride.duty) / (1 - stride.duty);
  const along = smooth(s);
  const start = -half + stride.heelOff * 0.6;
  return {
    forward: start + (half - start) * along + Math.sin(Math.PI * s) * 0.04,
    up: stride.heelOff * (1 - along) + stride.clearance * Math.sin(Math.PI * s ** 0.8) ** 1.2,
    toes: stride.toesAtPush * (1 - smooth(s * 1.4)) + stride.toesAtStrike * smooth((s - 0.5) * 2),
  };
}

/** 0 below 0, 1 above 1, and smoothly in between. */
export function smooth(value: number): number {
  const t = Math.min(1, Math.max(0, value));
  return t * t * (3 - 2 * t);
}
