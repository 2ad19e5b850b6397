import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Skeleton } from '@babylonjs/core/Bones/skeleton.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { MATRIX_CELLS } from './flat-matrix.ts';
import type { Look, Looks } from './looks.ts';
import type { ModelMap } from './model-map.ts';
import type { ModelRig } from './model-rig.ts';
import { PosedSkeleton } from './posed-skeleton.ts';

/** How much larger than the model at rest the space is that its poses may take, on each side. */
const ROOM = 0.35;

interface Follower {
  readonly target: TransformNode;
  readonly node: number;
}

/** One copy of a model in the scene. */
export class ModelCopy {
  /** Holds all that belongs to the copy: the model's own size and axes are inside. */
  readonly root: TransformNode;
  readonly meshes: readonly Mesh[];

  private readonly scene: Scene;
  private readonly map: ModelMap;
  private readonly rig: ModelRig;
  private readonly base: TransformNode;
  private readonly places: Float32Array;
  private readonly skeletons: PosedSkeleton[] = [];
  /** Scene nodes that are where nodes of the model are. */
  private readonly followers: Follower[] = [];
  private readonly handles = new Map<number, TransformNode>();
  private readonly letGoOfLook: () => void;

  constructor(scene: Scene, map: ModelMap, rig: ModelRig, looks: Looks, parent: TransformNode, look?: Look) {
    this.scene = scene;
    this.map = map;
    this.rig = rig;
    this.places = rig.newPlaces();
    this.root = new TransformNode(map.name, scene);
    this.root.parent = parent;
    this.base = this.makeBase();

    const skeletons = new Map<Skeleton, PosedSkeleton>();
    this.meshes = rig.meshes.map(({ source, skeleton, skin, node }) => {
      const mesh = meshLike(source, scene, this.base);
      if (skeleton === null || skin === null) {
        this.follow({ target: mesh, node }, rig.isMoved(node));
        return mesh;
      }
      let posed = skeletons.get(skeleton);
      if (posed === undefined) {
        posed = new PosedSkeleton(skeleton.name, scene, skeleton.bones, skin, this.places);
        skeletons.set(skeleton, posed);
        this.skeletons.push(posed);
      }
      mesh.skeleton = posed;
      makeRoom(mesh, source);
      return mesh;
    });
    this.letGoOfLook = looks.dress(this.meshes, look);
  }

  /** Takes a pose. */
  pose(pose: Float32Array): void {
    this.rig.pose(pose, this.places);
    for (let index = 0; index < this.skeletons.length; index++) this.skeletons[index].moved();
    for (let index = 0; index < this.followers.length; index++) this.bring(this.followers[index]);
  }

  /**
   * A scene node that goes along with a node of the model (its name in the file, or in the map's `bones`): for what is held
   * or worn. Undefined: the model has none of the name.
   */
  node(name: string): TransformNode | undefined {
    const wanted = Object.hasOwn(this.map.bones, name) ? this.map.bones[name] : name;
    const node = this.rig.nodes.findIndex((one) => one.name === wanted);
    if (node < 0) return undefined;
    let handle = this.handles.get(node);
    if (handle === undefined) {
      handle = new TransformNode(wanted, this.scene);
      handle.parent = this.base;
      this.handles.set(node, handle);
      this.follow({ target: handle, node }, this.rig.isMoved(node));
    }
    return handle;
  }

  dispose(): void {
    this.root.dispose();
    for (const skeleton of this.skeletons) skeleton.dispose();
    this.letGoOfLook();
  }

  /** The model's own size and axes, then what brings a file's axes into the scene's. */
  private makeBase(): TransformNode {
    const { map, scene } = this;
    const upright = new TransformNode('upright', scene);
    upright.parent = this.root;
    upright.scaling.setAll(map.scale);
    const turn = Quaternion.RotationAxis(Vector3.Up(), (map.yaw * Math.PI) / 180);
    upright.rotationQuaternion =
      map.up === 'y' ? turn : turn.multiply(Quaternion.RotationAxis(Vector3.Right(), -Math.PI / 2));
    const base = new TransformNode('base', scene);
    base.parent = upright;
    const { top } = this.rig;
    base.position.copyFrom(top.position);
    base.scaling.copyFrom(top.scaling);
    base.rotationQuaternion = top.rotationQuaternion?.clone() ?? Quaternion.FromEulerVector(top.rotation);
    return base;
  }

  private follow(follower: Follower, always: boolean): void {
    follower.target.rotationQuaternion ??= new Quaternion();
    this.bring(follower);
    if (always) this.followers.push(follower);
  }

  private bring({ target, node }: Follower): void {
    Matrix.FromArrayToRef(this.places, node * MATRIX_CELLS, scratch);
    scratch.decompose(target.scaling, target.rotationQuaternion as Quaternion, target.position);
  }
}

const scratch = new Matrix();

/** Another mesh of the same geometry: a clone would look at every vertex. */
function meshLike(source: Mesh, scene: Scene, parent: TransformNode): Mesh {
  const mesh = new Mesh(source.name, scene, parent);
  source.geometry?.applyToMesh(mesh);
  mesh.sideOrientation = source.sideOrientation;
  mesh.material = source.material;
  mesh.numBoneInfluencers = source.numBoneInfluencers;
  mesh.hasVertexAlpha = source.hasVertexAlpha;
  mesh.useVertexColors = source.useVertexColors;
  mesh.visibility = source.visibility;
  mesh.isVisible = source.isVisible;
  mesh.morphTargetManager = source.morphTargetManager;
  mesh.isPickable = false;
  return mesh;
}

/** Poses reach beyond the model at rest: a mesh must not be left out while an arm of it is in the picture. */
function makeRoom(mesh: Mesh, source: Mesh): void {
  const { minimum, maximum } = source.getBoundingInfo();
  const more = maximum.subtract(minimum).scale(ROOM);
  mesh.setBoundingInfo(source.getBoundingInfo());
  mesh.buildBoundingInfo(minimum.subtract(more), maximum.add(more));
}
