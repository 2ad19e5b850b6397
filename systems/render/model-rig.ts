import type { AssetContainer } from '@babylonjs/core/assetContainer.js';
import type { Skeleton } from '@babylonjs/core/Bones/skeleton.js';
import { Quaternion } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { compose, MATRIX_CELLS, multiply } from './flat-matrix.ts';
import type { PoseLayout } from './read-clips.ts';

/** How the bones of a skinned mesh hang on the nodes of its model. */
export interface SkinRig {
  /** By bone: its node, and where its matrix is looked for. */
  readonly nodes: Uint16Array;
  readonly slots: Uint16Array;
  /** By bone: what leads from the mesh to the bone as they were bound, matrix after matrix. */
  readonly inverseBinds: Float32Array;
}

/** A mesh of a model: the source, and its skeleton or the node that it is. */
export interface RigMesh {
  readonly source: Mesh;
  readonly skeleton: Skeleton | null;
  readonly skin: SkinRig | null;
  readonly node: number;
}

/** Numbers of a node at rest: size, rotation, position. */
const REST_CELLS = 10;
const FIRST_OF = { scaling: 0, rotation: 3, position: 7 } as const;
const PATHS = ['scaling', 'rotation', 'position'] as const;

/**
 * The nodes of a model as flat lists, parents first. A copy of the model keeps one matrix a node, worked out from its pose,
 * as the file's axes have it; the scene has nodes for the meshes only.
 */
export class ModelRig {
  readonly nodes: readonly TransformNode[];
  readonly meshes: readonly RigMesh[];
  /** The top node of the file, which brings its axes into those of the scene. */
  readonly top: TransformNode;

  private readonly parents: Int16Array;
  private readonly rest: Float32Array;
  /** By node: the first cells of its size, rotation and position in a pose; -1: it keeps that of its rest. */
  private readonly cells: Int16Array;
  private readonly moves: Uint8Array;

  /** @throws Error when the container has not one top node, as glTF files have when they are loaded. */
  constructor(container: AssetContainer, layout: PoseLayout) {
    const [top, ...others] = container.rootNodes;
    if (!(top instanceof TransformNode) || others.length > 0)
      throw new Error('expected a glTF file, with one top node');
    this.top = top;
    const nodes: TransformNode[] = [];
    const visit = (node: TransformNode): void => {
      nodes.push(node);
      for (const child of node.getChildTransformNodes(true)) visit(child);
    };
    for (const child of top.getChildTransformNodes(true)) visit(child);
    this.nodes = nodes;
    this.parents = Int16Array.from(nodes, ({ parent }) => nodes.indexOf(parent as TransformNode));
    this.rest = new Float32Array(nodes.length * REST_CELLS);
    this.cells = new Int16Array(nodes.length * PATHS.length).fill(-1);
    this.moves = new Uint8Array(nodes.length);
    nodes.forEach((node, index) => {
      const turn = node.rotationQuaternion ?? Quaternion.FromEulerVector(node.rotation);
      this.rest.set([...node.scaling.asArray(), ...turn.asArray(), ...node.position.asArray()], index * REST_CELLS);
      if (this.parents[index] >= 0) this.moves[index] = this.moves[this.parents[index]];
      for (const { node: moved, path, cell } of layout.tracks) {
        if (layout.nodes[moved] !== node) continue;
        this.cells[index * PATHS.length + PATHS.indexOf(path)] = cell;
        this.moves[index] = 1;
      }
    });
    this.meshes = container.meshes
      .filter((mesh): mesh is Mesh => mesh instanceof Mesh && mesh.getTotalVertices() > 0)
      .map((source) => {
        const { skeleton } = source;
        return { source, skeleton, skin: skeleton && this.skinOf(skeleton), node: nodes.indexOf(source) };
      });
  }

  /** Whether clips move a node. */
  isMoved(node: number): boolean {
    return this.moves[node] === 1;
  }

  /** Room for one matrix a node; they are as at rest. */
  newPlaces(): Float32Array {
    const places = new Float32Array(this.nodes.length * MATRIX_CELLS);
    for (let node = 0; node < this.nodes.length; node++) this.place(node, null, places);
    return places;
  }

  /** Works out where the nodes are in a pose. */
  pose(pose: Float32Array, places: Float32Array): void {
    const { moves } = this;
    for (let node = 0; node < moves.length; node++) if (moves[node] === 1) this.place(node, pose, places);
  }

  private place(node: number, pose: Float32Array | null, places: Float32Array): void {
    const { rest, cells } = this;
    const atRest = node * REST_CELLS;
    const first = node * PATHS.length;
    let size = rest;
    let turn = rest;
    let position = rest;
    let s = atRest + FIRST_OF.scaling;
    let t = atRest + FIRST_OF.rotation;
    let p = atRest + FIRST_OF.position;
    if (pose !== null) {
      if (cells[first] >= 0) [size, s] = [pose, cells[first]];
      if (cells[first + 1] >= 0) [turn, t] = [pose, cells[first + 1]];
      if (cells[first + 2] >= 0) [position, p] = [pose, cells[first + 2]];
    }
    const out = node * MATRIX_CELLS;
    compose(size, s, turn, t, position, p, places, out);
    const parent = this.parents[node];
    if (parent >= 0) multiply(places, out, places, parent * MATRIX_CELLS, places, out);
  }

  private skinOf(skeleton: Skeleton): SkinRig {
    // Bones of index -1 only lie between joints.
    const bones = skeleton.bones.filter((bone) => bone.getIndex() !== -1 && bone.getTransformNode() !== null);
    const inverseBinds = new Float32Array(bones.length * MATRIX_CELLS);
    bones.forEach((bone, index) => {
      bone.getAbsoluteInverseBindMatrix().copyToArray(inverseBinds, index * MATRIX_CELLS);
    });
    return {
      nodes: Uint16Array.from(bones, (bone) => this.nodes.indexOf(bone.getTransformNode() as TransformNode)),
      slots: Uint16Array.from(bones, (bone) => bone.getIndex()),
      inverseBinds,
    };
  }
}
