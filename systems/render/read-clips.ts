import type { Animation } from '@babylonjs/core/Animations/animation.js';
import type { AnimationGroup } from '@babylonjs/core/Animations/animationGroup.js';
import { Quaternion, type Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { alignRotations, type NodeTrack, type PoseClip } from './pose-clip.ts';

/** Poses that are taken of a clip a second. */
const RATE = 30;
/** Babylon.js's names of what is moved. */
const paths = { rotationQuaternion: 'rotation', position: 'position', scaling: 'scaling' } as const;

/** How poses of a model are written down. */
export interface PoseLayout {
  /** The nodes that clips move. */
  readonly nodes: readonly TransformNode[];
  readonly tracks: readonly NodeTrack[];
  /** Numbers in a pose. */
  readonly cells: number;
  /** First cells of the rotations. */
  readonly rotations: Uint16Array;
  /** The pose of the model as the file has it. */
  readonly rest: Float32Array;
}

/** Finds what the clips of a model move. */
export function layoutOf(groups: readonly AnimationGroup[]): PoseLayout {
  const nodes: TransformNode[] = [];
  const tracks: NodeTrack[] = [];
  let cells = 0;
  for (const { target, animation } of groups.flatMap(({ targetedAnimations }) => targetedAnimations)) {
    const path = pathOf(animation);
    if (!(target instanceof TransformNode) || path === undefined) continue;
    let node = nodes.indexOf(target);
    if (node < 0) node = nodes.push(target) - 1;
    if (tracks.some((track) => track.node === node && track.path === path)) continue;
    tracks.push({ node, path, cell: cells });
    cells += path === 'rotation' ? 4 : 3;
  }
  const rest = new Float32Array(cells);
  for (const { node, path, cell } of tracks) restOf(nodes[node], path).toArray(rest, cell);
  const rotations = Uint16Array.from(tracks.filter(({ path }) => path === 'rotation').map(({ cell }) => cell));
  return { nodes, tracks, cells, rotations, rest };
}

/**
 * Takes the poses of a part of a clip at even times.
 *
 * @param from Seconds from the clip's start; likewise `to`, which is the clip's end when left out.
 */
export function readClip(group: AnimationGroup, layout: PoseLayout, from = 0, to?: number): PoseClip {
  const rate = group.targetedAnimations[0]?.animation.framePerSecond ?? 60;
  const last = Math.max(0, ...group.targetedAnimations.map(({ animation }) => animation.getHighestFrame()));
  const start = from * rate;
  const end = to === undefined ? last : Math.min(last, to * rate);
  const spaces = Math.round(((end - start) / rate) * RATE);
  const poses = new Float32Array((spaces + 1) * layout.cells);
  for (let pose = 0; pose <= spaces; pose++) poses.set(layout.rest, pose * layout.cells);
  for (const { target, animation } of group.targetedAnimations) {
    const path = pathOf(animation);
    const track = layout.tracks.find((one) => layout.nodes[one.node] === target && one.path === path);
    if (track === undefined) continue;
    for (let pose = 0; pose <= spaces; pose++) {
      const frame = spaces === 0 ? start : start + ((end - start) * pose) / spaces;
      const value = animation.evaluate(frame) as Quaternion | Vector3;
      value.toArray(poses, pose * layout.cells + track.cell);
    }
  }
  alignRotations(poses, layout.cells, layout.rotations);
  return { name: group.name, spaces, poses, baked: null };
}

function pathOf({ targetProperty }: Animation): NodeTrack['path'] | undefined {
  return Object.hasOwn(paths, targetProperty) ? paths[targetProperty as keyof typeof paths] : undefined;
}

function restOf(node: TransformNode, path: NodeTrack['path']): Quaternion | Vector3 {
  if (path === 'position') return node.position;
  if (path === 'scaling') return node.scaling;
  return node.rotationQuaternion ?? Quaternion.FromEulerVector(node.rotation);
}

export type { Vector3 };
