import type { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { type WorldPlace, wrapDegrees } from '../smooth-place.ts';

/**
 * The one place where the world's axes (x east, y north, z up; headings in compass degrees) meet Babylon.js's (left-handed,
 * y up). Nothing else may know how the two lie to each other.
 */

/** The world position that lies at the scene's origin: keeps the scene's single-precision numbers small in large worlds. */
export interface SceneOrigin {
  /** World metres, east. */
  x: number;
  /** World metres, north. */
  y: number;
  /** World metres, up. */
  z: number;
}

/** The origin of a scene whose middle is the world's. */
export const WORLD_ORIGIN: SceneOrigin = { x: 0, y: 0, z: 0 };

const RADIANS = Math.PI / 180;

/** Writes where a world position lies in the scene to `out`. */
export function toScene(x: number, y: number, z: number, out: Vector3, origin: SceneOrigin = WORLD_ORIGIN): Vector3 {
  return out.set(x - origin.x, z - origin.z, y - origin.y);
}

/** The rotation about Babylon.js's y axis, in radians, of what faces a heading. */
export function sceneRotation(heading: number): number {
  return heading * RADIANS;
}

/** Puts a node where something stands in the world, and turns it to its heading. */
export function placeInScene(
  node: TransformNode,
  place: Readonly<WorldPlace>,
  origin: SceneOrigin = WORLD_ORIGIN,
): void {
  toScene(place.x, place.y, place.z, node.position, origin);
  node.rotation.y = sceneRotation(place.heading);
}

/** Writes the world position of a scene position to `out`. */
export function fromScene<Out extends { x: number; y: number; z: number }>(
  position: Readonly<{ x: number; y: number; z: number }>,
  out: Out,
  origin: SceneOrigin = WORLD_ORIGIN,
): Out {
  const { x, y, z } = position;
  out.x = x + origin.x;
  out.y = z + origin.y;
  out.z = y + origin.z;
  return out;
}

/** Writes where a node stands in the world, and its heading (0 to 360), to `out`. */
export function placeOfNode(node: TransformNode, out: WorldPlace, origin: SceneOrigin = WORLD_ORIGIN): WorldPlace {
  fromScene(node.position, out, origin);
  out.heading = wrapDegrees(node.rotation.y / RADIANS);
  return out;
}
