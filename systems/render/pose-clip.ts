/** What a node of a model is moved by: where its numbers lie in a pose. */
export interface NodeTrack {
  /** Number of the node among the model's moved nodes. */
  readonly node: number;
  readonly path: 'rotation' | 'position' | 'scaling';
  /** First of its cells: 4 for a rotation (x, y, z, w), 3 for the others. */
  readonly cell: number;
}

/** Where a clip lies among baked rows: see {@link PoseBake}. */
export interface BakedClip {
  /** Its first row. */
  readonly first: number;
  /** Rows from its start to its end: one less than it has. 0: it does not move. */
  readonly spaces: number;
}

/** A clip of a model, its poses at even times from its start to its end. */
export interface PoseClip {
  readonly name: string;
  /** Spaces between the poses: one less than there are. 0: a single pose. */
  readonly spaces: number;
  /** The poses one after the other. Neighbours write a rotation in the nearer of its two ways. */
  readonly poses: Float32Array;
  /** Where it was baked; null: it was not. */
  baked: BakedClip | null;
}

/**
 * Writes the pose of a clip at a point of it to `out`. Rotations are not yet of length one: see {@link normalizeRotations}.
 *
 * @param phase 0 (its start) to 1 (its end).
 */
export function samplePoseClip({ spaces, poses }: PoseClip, phase: number, out: Float32Array): void {
  const cells = out.length;
  if (spaces === 0) {
    out.set(poses);
    return;
  }
  const position = Math.min(1, Math.max(0, phase)) * spaces;
  const space = Math.min(Math.floor(position), spaces - 1);
  const share = position - space;
  const from = space * cells;
  const to = from + cells;
  for (let cell = 0; cell < cells; cell++) {
    const value = poses[from + cell];
    out[cell] = value + (poses[to + cell] - value) * share;
  }
}

/** Makes the rotations of a pose as long as rotations are. @param rotations First cells of the rotations. */
export function normalizeRotations(pose: Float32Array, rotations: Uint16Array): void {
  for (let index = 0; index < rotations.length; index++) {
    const at = rotations[index];
    const x = pose[at];
    const y = pose[at + 1];
    const z = pose[at + 2];
    const w = pose[at + 3];
    const short = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
    pose[at] = x * short;
    pose[at + 1] = y * short;
    pose[at + 2] = z * short;
    pose[at + 3] = w * short;
  }
}

/** A clip that leads from the first pose of one clip to that of another, evenly. */
export function clipBetween(
  name: string,
  from: PoseClip,
  to: PoseClip,
  cells: number,
  rotations: Uint16Array,
): PoseClip {
  const poses = new Float32Array(cells * 2);
  poses.set(from.poses.subarray(0, cells));
  poses.set(to.poses.subarray(0, cells), cells);
  alignRotations(poses, cells, rotations);
  return { name, spaces: 1, poses, baked: null };
}

/** Writes each rotation in that of its two ways which is nearer to the pose before. */
export function alignRotations(poses: Float32Array, cells: number, rotations: Uint16Array): void {
  for (let pose = cells; pose < poses.length; pose += cells) {
    for (const rotation of rotations) {
      const at = pose + rotation;
      const before = at - cells;
      let near = 0;
      for (let part = 0; part < 4; part++) near += poses[at + part] * poses[before + part];
      if (near < 0) for (let part = 0; part < 4; part++) poses[at + part] = -poses[at + part];
    }
  }
}
