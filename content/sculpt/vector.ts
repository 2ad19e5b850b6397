import { cos, sin } from '../../engine/math/trigonometry.ts';

/**
 * Vectors and rotations for the scripts that make models. Only sums, products, square roots and the deterministic
 * trigonometry of the simulation are used, so that a model's bytes are the same on every machine.
 *
 * A figure looks along +z and has its right hand at +x, y is up, as in the scene that shows it (left-handed).
 */
export type Vector = readonly [x: number, y: number, z: number];

/** A rotation; the parts in the order of glTF. */
export type Quaternion = readonly [x: number, y: number, z: number, w: number];

export const IDENTITY: Quaternion = [0, 0, 0, 1];

const RADIANS = Math.PI / 180;

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vector): number => Math.sqrt(dot(a, a));
export const mix = (a: Vector, b: Vector, share: number): Vector => add(scale(a, 1 - share), scale(b, share));

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The same direction, one long; up for a vector of no length. */
export function normalize(a: Vector): Vector {
  const long = length(a);
  return long > 0 ? scale(a, 1 / long) : [0, 1, 0];
}

/** The mirror image on the other side of the figure. */
export const mirror = (a: Vector): Vector => [-a[0], a[1], a[2]];

/** A rotation by an angle in degrees about an axis that is one long. */
export function about(axis: Vector, degrees: number): Quaternion {
  const half = degrees * RADIANS * 0.5;
  const s = sin(half);
  return [axis[0] * s, axis[1] * s, axis[2] * s, cos(half)];
}

/** The rotation that turns by b first, then by a. */
export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export const conjugate = ([x, y, z, w]: Quaternion): Quaternion => [-x, -y, -z, w];

/** Angles in degrees: about z first, then x, then y. */
export function euler(x: number, y: number, z: number): Quaternion {
  return multiply(about([0, 1, 0], y), multiply(about([1, 0, 0], x), about([0, 0, 1], z)));
}

export function rotate(q: Quaternion, v: Vector): Vector {
  const axis: Vector = [q[0], q[1], q[2]];
  const t = scale(cross(axis, v), 2);
  return add(add(v, scale(t, q[3])), cross(axis, t));
}

/** The shortest rotation from one direction to another; both one long and not opposite. */
export function between(from: Vector, to: Vector): Quaternion {
  const axis = cross(from, to);
  const w = 1 + dot(from, to);
  const long = Math.sqrt(dot(axis, axis) + w * w);
  return [axis[0] / long, axis[1] / long, axis[2] / long, w / long];
}

/** The rotation that turns the axes to three others, which are perpendicular and one long. */
export function ofAxes(x: Vector, y: Vector, z: Vector): Quaternion {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    return [(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4];
  }
  if (x[0] > y[1] && x[0] > z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    return [s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s];
  }
  if (y[1] > z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    return [(y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s, (z[0] - x[2]) / s];
  }
  const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
  return [(z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4, (x[1] - y[0]) / s];
}

/** The same rotation, written in that of its two ways which is nearer to another. */
export function alike(turn: Quaternion, other: Quaternion): Quaternion {
  const [x, y, z, w] = turn;
  return x * other[0] + y * other[1] + z * other[2] + w * other[3] < 0 ? [-x, -y, -z, -w] : turn;
}

/** A rotation between two others, the short way. */
export function slerp(a: Quaternion, b: Quaternion, share: number): Quaternion {
  const near = alike(b, a);
  const sum = a.map((value, at) => value * (1 - share) + near[at] * share);
  const long = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return sum.map((value) => value / long) as unknown as Quaternion;
}

/** 0 below 0, 1 above 1, and smoothly in between. */
export function smoothstep(value: number): number {
  const t = Math.min(1, Math.max(0, value));
  return t * t * (3 - 2 * t);
}
