import { cos, sin } from '../../engine/math/trigonometry.ts';
import { distance, type Shape } from './shapes.ts';
import { cover, type Grid, type Surface } from './surface.ts';
import { type Coarseness, thinOut } from './thin-out.ts';
import {
  add,
  cross,
  dot,
  IDENTITY,
  length,
  mirror,
  normalize,
  type Quaternion,
  rotate,
  smoothstep,
  subtract,
  scale,
  type Vector,
} from './vector.ts';

/** A part of a model that is of one colour. */
export interface Part {
  readonly surface: Surface;
  /** Name of its colour. */
  readonly colour: string;
  /** How light it is at a point, 0 to 1; 1 when left out. */
  readonly shade?: (point: Vector) => number;
  /** The bones that may move it, by the start of their names; all when left out. */
  readonly bones?: readonly string[];
}

/** Covers a shape with few triangles. */
export function coverThinly(shape: Shape, grid: Grid, coarseness: Coarseness): Surface {
  return thinOut(outward(cover(shape, grid)), shape, coarseness);
}

/** A surface and its mirror image on the other side of the figure. */
export function withMirror({ positions, normals, triangles }: Surface): Surface {
  return outward({
    positions: [...positions, ...positions.map(mirror)],
    normals: [...normals, ...normals.map(mirror)],
    triangles: [...triangles, ...triangles.map((corner) => corner + positions.length)],
  });
}

/** A small ball with three radii, of few triangles: for eyes and the like. */
export function pearl(centre: Vector, radii: Vector, turn: Quaternion = IDENTITY, segments = 8, rings = 5): Surface {
  const positions: Vector[] = [];
  const normals: Vector[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    const up = cos((Math.PI * ring) / rings);
    const out = sin((Math.PI * ring) / rings);
    for (let at = 0; at < segments; at++) {
      const around = (2 * Math.PI * at) / segments;
      const on: Vector = [out * cos(around), up, out * sin(around)];
      positions.push(add(centre, rotate(turn, [on[0] * radii[0], on[1] * radii[1], on[2] * radii[2]])));
      normals.push(normalize(rotate(turn, [on[0] / radii[0], on[1] / radii[1], on[2] / radii[2]])));
    }
  }
  for (let ring = 0; ring < rings; ring++) {
    for (let at = 0; at < segments; at++) {
      const a = ring * segments + at;
      const b = ring * segments + ((at + 1) % segments);
      if (ring > 0) triangles.push(a, b, b + segments);
      if (ring < rings - 1) triangles.push(a, b + segments, a + segments);
    }
  }
  return outward({ positions, normals, triangles });
}

/** Orders each triangle's corners so that the cross product of its sides points out of the surface. */
export function outward({ positions, normals, triangles }: Surface): Surface {
  const ordered: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = triangles.slice(at, at + 3);
    const side = cross(subtract(positions[b], positions[a]), subtract(positions[c], positions[a]));
    if (length(side) === 0) continue;
    const facing = dot(side, add(add(normals[a], normals[b]), normals[c]));
    ordered.push(a, ...(facing >= 0 ? [b, c] : [c, b]));
  }
  return { positions, normals, triangles: ordered };
}

/** Takes away the triangles whose corners all lie deeper than `depth` inside of a shape, and the corners that are left over. */
export function withoutHidden(surface: Surface, cover: Shape, depth: number): Surface {
  const { positions, normals } = surface;
  const hidden = positions.map((point) => distance(cover, point) < -depth);
  const triangles: number[] = [];
  for (let at = 0; at < surface.triangles.length; at += 3) {
    const corners = surface.triangles.slice(at, at + 3);
    if (!corners.every((corner) => hidden[corner])) triangles.push(...corners);
  }
  const numberOf = new Map<number, number>();
  for (const corner of triangles) if (!numberOf.has(corner)) numberOf.set(corner, numberOf.size);
  const kept = [...numberOf.keys()];
  return {
    positions: kept.map((corner) => positions[corner]),
    normals: kept.map((corner) => normals[corner]),
    triangles: triangles.map((corner) => numberOf.get(corner) ?? 0),
  };
}

/** How much of its surroundings a point of a surface sees, 0 to 1: less in the folds of a body. */
export function openness(body: Shape, point: Vector, normal: Vector): number {
  let closed = 0;
  let weight = 1;
  for (const reach of [0.015, 0.035, 0.07, 0.13]) {
    closed += (weight * Math.max(0, reach - distance(body, add(point, scale(normal, reach))))) / reach;
    weight *= 0.75;
  }
  return 1 - smoothstep(closed / 2.7);
}
