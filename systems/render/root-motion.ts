import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { PoseClip } from './pose-clip.ts';
import type { PoseLayout } from './read-clips.ts';

/**
 * Takes the way of a clip's root out of it, as the simulation moves bodies: otherwise they would move twice, and go back
 * where the clip starts anew.
 *
 * @param up The model's upward direction in the scene.
 * @param remove 'all': all that the root does along the ground; 'drift': what is left between start and end.
 */
export function removeRootMotion(
  clip: PoseClip,
  layout: PoseLayout,
  root: TransformNode,
  up: Vector3,
  remove: 'all' | 'drift',
): void {
  const { tracks, nodes, cells } = layout;
  const cellOf = (path: 'position' | 'rotation'): number | undefined =>
    tracks.find((track) => nodes[track.node] === root && track.path === path)?.cell;
  // The root's values are its parent's axes', which may lie in any way.
  const parent = root.parent as TransformNode | null;
  parent?.computeWorldMatrix(true);
  const upward =
    parent === null ? up : Vector3.TransformNormal(up, parent.getWorldMatrix().clone().invert()).normalize();

  const position = cellOf('position');
  if (position !== undefined) {
    const at = (pose: number): Vector3 => Vector3.FromArray(clip.poses, pose * cells + position);
    const rest = Vector3.FromArray(layout.rest, position);
    const drift = alongGround(at(clip.spaces).subtract(at(0)), upward);
    for (let pose = 0; pose <= clip.spaces; pose++) {
      const gone =
        remove === 'all' ? alongGround(at(pose).subtract(rest), upward) : drift.scale(pose / Math.max(1, clip.spaces));
      at(pose)
        .subtract(gone)
        .toArray(clip.poses, pose * cells + position);
    }
  }

  const rotation = cellOf('rotation');
  if (rotation !== undefined) {
    const at = (pose: number): Quaternion => Quaternion.FromArray(clip.poses, pose * cells + rotation);
    const rest = Quaternion.FromArray(layout.rest, rotation);
    const turnFrom = (from: Quaternion, to: Quaternion) => twist(to.multiply(Quaternion.Inverse(from)), upward);
    const drift = turnFrom(at(0), at(clip.spaces));
    for (let pose = 0; pose <= clip.spaces; pose++) {
      const turn =
        remove === 'all'
          ? turnFrom(rest, at(pose))
          : Quaternion.Slerp(Quaternion.Identity(), drift, pose / Math.max(1, clip.spaces));
      Quaternion.Inverse(turn)
        .multiply(at(pose))
        .toArray(clip.poses, pose * cells + rotation);
    }
  }
}

function alongGround(way: Vector3, up: Vector3): Vector3 {
  return way.subtract(up.scale(Vector3.Dot(way, up)));
}

/** The part of a rotation that is about an axis. */
function twist({ x, y, z, w }: Quaternion, axis: Vector3): Quaternion {
  const along = x * axis.x + y * axis.y + z * axis.z;
  const found = new Quaternion(axis.x * along, axis.y * along, axis.z * along, w);
  return found.lengthSquared() < 1e-12 ? Quaternion.Identity() : found.normalize();
}
