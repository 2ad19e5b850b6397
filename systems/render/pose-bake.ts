import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { MATRIX_CELLS, multiply } from './flat-matrix.ts';
import type { ModelRig } from './model-rig.ts';
import { normalizeRotations, type PoseClip, samplePoseClip } from './pose-clip.ts';
import type { PoseLayout } from './read-clips.ts';

/** Cells of a baked matrix: its four rows' first three cells, column after column. */
export const BAKED_CELLS = 12;

/** Metres by which a bone may be off in the middle between two rows, and rows at most for a space between two poses. */
const CLOSE = 0.001;
const MOST_PARTS = 16;
/** Metres from a bone to the skin that it moves. */
const REACH = 0.12;
/** How much farther than its joints a model reaches. */
const BEYOND_JOINTS = 1.5;

/** What a mesh of the model finds its matrices by. */
export interface BakedMesh {
  /** Number of its first bone in a row; a mesh without a skeleton has one bone. */
  readonly slot: number;
  readonly skinned: boolean;
}

/**
 * All clips of a model as matrices, for those that are drawn without skeletons: row after row, each with one matrix a
 * bone, from the mesh as it was made to the body's place, in the scene's axes. Rows lie so near to each other that going
 * straight from one to the next is the same as bending the joints.
 */
export class PoseBake {
  /** Matrices in a row. */
  readonly slots: number;
  readonly meshes: readonly BakedMesh[];
  readonly rows: number;
  readonly cells: Float32Array;
  /** Metres from the body's place within which all of the model is, in each of the poses. */
  readonly reach: number;

  /**
   * Bakes the clips, and tells each where it lies.
   *
   * @param base What leads from the model's axes and size to the scene's, a matrix as Babylon.js has it.
   */
  constructor(rig: ModelRig, layout: PoseLayout, clips: Iterable<PoseClip>, base: Float32Array) {
    let slots = 0;
    const starts = new Map<unknown, number>();
    const meshes: BakedMesh[] = [];
    for (const { skeleton, skin } of rig.meshes) {
      const known = skeleton === null ? undefined : starts.get(skeleton);
      meshes.push({ slot: known ?? slots, skinned: skin !== null });
      if (known !== undefined) continue;
      if (skeleton !== null) starts.set(skeleton, slots);
      slots += skin === null ? 1 : Math.max(...skin.slots) + 1;
    }
    this.meshes = meshes;
    this.slots = slots;

    const pose = new Float32Array(layout.cells);
    const places = rig.newPlaces();
    const matrix = new Float32Array(MATRIX_CELLS);
    const row = (clip: PoseClip, phase: number, out: Float32Array, at: number): void => {
      samplePoseClip(clip, phase, pose);
      normalizeRotations(pose, layout.rotations);
      rig.pose(pose, places);
      rig.meshes.forEach(({ skin, node }, mesh) => {
        const start = at + meshes[mesh].slot * BAKED_CELLS;
        if (skin === null) {
          multiply(places, node * MATRIX_CELLS, base, 0, matrix, 0);
          write(matrix, out, start);
          return;
        }
        for (let bone = 0; bone < skin.nodes.length; bone++) {
          multiply(skin.inverseBinds, bone * MATRIX_CELLS, places, skin.nodes[bone] * MATRIX_CELLS, matrix, 0);
          multiply(matrix, 0, base, 0, matrix, 0);
          write(matrix, out, start + skin.slots[bone] * BAKED_CELLS);
        }
      });
    };

    const joints = new Float32Array(slots * 3);
    rig.meshes.forEach(({ skin }, mesh) => {
      for (let bone = 0; bone < (skin?.nodes.length ?? 0); bone++) {
        const { inverseBinds, slots: own } = skin as NonNullable<typeof skin>;
        const joint = Matrix.FromArray(inverseBinds, bone * MATRIX_CELLS)
          .invert()
          .getTranslation();
        joint.toArray(joints, (meshes[mesh].slot + own[bone]) * 3);
      }
    });
    rig.meshes.forEach(({ skin, source }, mesh) => {
      if (skin !== null) return;
      const { minimum, maximum } = source.getBoundingInfo();
      Vector3.Maximize(minimum.negate(), maximum).toArray(joints, meshes[mesh].slot * 3);
    });
    const width = slots * BAKED_CELLS;
    const baked: Float32Array[] = [];
    let rows = 0;
    for (const clip of new Set(clips)) {
      const spaces = clip.spaces * partsOf(clip, joints, row);
      const cells = new Float32Array((spaces + 1) * width);
      for (let index = 0; index <= spaces; index++) row(clip, spaces === 0 ? 0 : index / spaces, cells, index * width);
      clip.baked = { first: rows, spaces };
      baked.push(cells);
      rows += spaces + 1;
    }
    this.rows = rows;
    this.cells = new Float32Array(rows * width);
    let at = 0;
    for (const cells of baked) {
      this.cells.set(cells, at);
      at += cells.length;
    }
    this.reach = BEYOND_JOINTS * farthest(this.cells, joints);
  }
}

/** How many rows a space between two poses of a clip needs. @param joints Where the bones' joints are in their meshes. */
function partsOf(
  clip: PoseClip,
  joints: Float32Array,
  row: (clip: PoseClip, phase: number, out: Float32Array, at: number) => void,
): number {
  if (clip.spaces === 0) return 1;
  const width = (joints.length / 3) * BAKED_CELLS;
  const three = new Float32Array(width * 3);
  let parts = 1;
  while (parts < MOST_PARTS && !isClose(clip, joints, three, clip.spaces * parts, row)) parts *= 2;
  return parts;
}

/** Whether going straight from row to row leaves every bone where it belongs. */
function isClose(
  clip: PoseClip,
  joints: Float32Array,
  three: Float32Array,
  spaces: number,
  row: (clip: PoseClip, phase: number, out: Float32Array, at: number) => void,
): boolean {
  const width = three.length / 3;
  for (let space = 0; space < spaces; space++) {
    for (let half = 0; half < 3; half++) row(clip, (space + half / 2) / spaces, three, half * width);
    for (let column = 0; column < width; column += 4) {
      const joint = Math.floor(column / BAKED_CELLS) * 3;
      let turned = 0;
      let off = 0;
      for (let part = 0; part < 4; part++) {
        const cell = column + part;
        const difference = three[width + cell] - (three[cell] + three[2 * width + cell]) / 2;
        off += part === 3 ? difference : difference * joints[joint + part];
        if (part < 3) turned = Math.max(turned, Math.abs(difference));
      }
      if (Math.abs(off) + turned * REACH > CLOSE) return false;
    }
  }
  return true;
}

/** Metres of the joint that is farthest from the body's place, in any row. @param joints Where they are in their meshes. */
function farthest(cells: Float32Array, joints: Float32Array): number {
  const width = (joints.length / 3) * BAKED_CELLS;
  let most = 0;
  for (let at = 0; at < cells.length; at += BAKED_CELLS) {
    const joint = ((at % width) / BAKED_CELLS) * 3;
    let square = 0;
    for (let column = at; column < at + BAKED_CELLS; column += 4) {
      const place =
        cells[column] * joints[joint] +
        cells[column + 1] * joints[joint + 1] +
        cells[column + 2] * joints[joint + 2] +
        cells[column + 3];
      square += place * place;
    }
    most = Math.max(most, square);
  }
  return Math.sqrt(most);
}

/** Writes a matrix for vectors from the left, column after column. */
function write(matrix: Float32Array, out: Float32Array, at: number): void {
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 4; row++) out[at + column * 4 + row] = matrix[row * 4 + column];
  }
}
