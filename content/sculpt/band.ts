import { cos, sin } from '../../engine/math/trigonometry.ts';
import { outward } from './part.ts';
import { distance, gradient, type Shape } from './shapes.ts';
import type { Surface } from './surface.ts';
import { add, between, dot, mix, normalize, rotate, scale, subtract, type Vector } from './vector.ts';

/** A band that lies round a body: a belt, a cuff, a hem. */
export interface Band {
  /** What it lies on; seen from its middle line, each way out meets the surface once. */
  readonly on: Shape;
  /** Points of its middle line, at its lower and upper edge. */
  readonly from: Vector;
  readonly to: Vector;
  /** How far it stands out, metres. */
  readonly thickness: number;
  /** How many corners it has round the body. */
  readonly segments: number;
  /** How round its edges are: 0 a strap, 1 a roll. */
  readonly round?: number;
}

/** Farther than this from the middle line nothing is looked for. */
const FARTHEST = 0.4;

/** The surface of a band: its edges are straight whatever it lies on. */
export function bandSurface({ on, from, to, thickness, segments, round = 0.25 }: Band): Surface {
  const axis = normalize(subtract(to, from));
  const turn = between([0, 1, 0], axis);
  const tall = dot(subtract(to, from), axis);
  const edge = (tall / 2) * round;
  // From the lower edge, inside, round to the upper one: how high, and how far out.
  const profile: [height: number, out: number][] = [
    [0, -0.006],
    [0, thickness * (1 - round * 0.7)],
    [edge, thickness],
    [tall - edge, thickness],
    [tall, thickness * (1 - round * 0.7)],
    [tall, -0.006],
  ];
  const positions: Vector[] = [];
  const triangles: number[] = [];
  for (let at = 0; at < segments; at++) {
    const angle = (2 * Math.PI * at) / segments;
    const out = rotate(turn, [cos(angle), 0, sin(angle)]);
    for (const [height, beyond] of profile) {
      const centre = mix(from, to, height / tall);
      positions.push(add(centre, scale(out, distanceOut(on, centre, out) + beyond)));
    }
  }
  const rows = profile.length;
  for (let at = 0; at < segments; at++) {
    const here = at * rows;
    const next = ((at + 1) % segments) * rows;
    for (let row = 0; row < rows - 1; row++) {
      triangles.push(here + row, next + row, next + row + 1, here + row, next + row + 1, here + row + 1);
    }
  }
  const normals = positions.map((point, index) => {
    const [height, beyond] = profile[index % rows];
    if (beyond < 0) return height === 0 ? scale(axis, -1) : axis;
    const side = gradient(on, point);
    const flat = normalize(subtract(side, scale(axis, dot(side, axis))));
    const up = height === 0 ? -0.8 : height === tall ? 0.8 : 0;
    return normalize(add(flat, scale(axis, up)));
  });
  return outward({ positions, normals, triangles });
}

/** How far out from a point inside of a shape its surface lies. */
function distanceOut(on: Shape, centre: Vector, out: Vector): number {
  let inside = 0;
  let outside = FARTHEST;
  for (let round = 0; round < 24; round++) {
    const middle = (inside + outside) / 2;
    if (distance(on, add(centre, scale(out, middle))) < 0) inside = middle;
    else outside = middle;
  }
  return inside;
}
