import { BodyF32 } from '../../components/body.ts';
// Thin instances and materials work by side effect: without these imports nothing is drawn and nothing complains.
import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateCapsule } from '@babylonjs/core/Meshes/Builders/capsuleBuilder.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { GaitWorld } from '../../engine/world.ts';
import { type SceneOrigin, sceneRotation, toScene } from './axes.ts';
import type { EntityView } from './scene-sync.ts';

/** What shows bodies that have no model, or none yet. */
export interface Placeholders {
  /** What is drawn, for shadows and the like. */
  readonly meshes: readonly Mesh[];
  /** Begins to draw a body. */
  add(view: EntityView): void;
  /** Draws a body no more: it has left, or its model has come. */
  remove(view: EntityView): void;
  /**
   * @param alpha 0..1, as in SceneSync.update.
   * @param origin The world position that lies at the scene's origin; left out: the world's own.
   */
  update(alpha: number, origin?: SceneOrigin): void;
  /** Lets go of everything that was made in the scene. */
  dispose(): void;
}

const MATRIX_CELLS = 16;

/** Capsules as high and wide as the bodies, with a nose that shows where they look: one draw call for all. */
export class Capsules implements Placeholders {
  readonly meshes: readonly Mesh[];

  private readonly world: GaitWorld;
  private readonly mesh: Mesh;
  private readonly material: StandardMaterial;
  private readonly views: EntityView[] = [];
  private readonly size = new Vector3();
  private readonly position = new Vector3();
  private readonly turn = new Quaternion();
  private readonly place = new Matrix();
  private matrices = new Float32Array(8 * MATRIX_CELLS);

  constructor(scene: Scene, world: GaitWorld) {
    this.world = world;
    this.material = new StandardMaterial('placeholder', scene);
    this.material.diffuseColor = new Color3(0.62, 0.65, 0.68);
    this.material.specularColor = Color3.Black();
    this.mesh = createShape(scene);
    this.mesh.material = this.material;
    this.mesh.isPickable = false;
    this.mesh.isVisible = false;
    this.mesh.alwaysSelectAsActiveMesh = true;
    this.mesh.thinInstanceSetBuffer('matrix', this.matrices, MATRIX_CELLS, false);
    this.mesh.thinInstanceCount = 1;
    this.meshes = [this.mesh];
  }

  /** How many bodies are shown so. */
  get count(): number {
    return this.views.length;
  }

  add(view: EntityView): void {
    this.views.push(view);
    if (this.views.length * MATRIX_CELLS <= this.matrices.length) return;
    this.matrices = new Float32Array(this.matrices.length * 2);
    this.mesh.thinInstanceSetBuffer('matrix', this.matrices, MATRIX_CELLS, false);
  }

  remove(view: EntityView): void {
    const index = this.views.indexOf(view);
    if (index >= 0) this.views.splice(index, 1);
  }

  update(_alpha?: number, origin?: SceneOrigin): void {
    const { body } = this.world.components;
    this.views.forEach(({ entity, place }, index) => {
      // A body of no size can be seen, too.
      const width = Math.max(body.f32[entity * BodyF32.row + BodyF32.radius], 0.05) * 2;
      this.size.copyFromFloats(width, Math.max(body.f32[entity * BodyF32.row + BodyF32.height], 0.1), width);
      Quaternion.RotationYawPitchRollToRef(sceneRotation(place.heading), 0, 0, this.turn);
      toScene(place.x, place.y, place.z, this.position, origin);
      Matrix.ComposeToRef(this.size, this.turn, this.position, this.place);
      this.place.copyToArray(this.matrices, index * MATRIX_CELLS);
    });
    // Never none: a mesh without instances has another shader, in which those of its buffers have no place.
    this.mesh.thinInstanceCount = Math.max(1, this.views.length);
    this.mesh.isVisible = this.views.length > 0;
    this.mesh.thinInstanceBufferUpdated('matrix');
  }

  dispose(): void {
    this.mesh.dispose();
    this.material.dispose();
    this.views.length = 0;
  }
}

/** A capsule one high and one wide on the origin, with a nose ahead. */
function createShape(scene: Scene): Mesh {
  const trunk = CreateCapsule('trunk', { height: 1, radius: 0.28, tessellation: 12, capSubdivisions: 4 }, scene);
  trunk.bakeTransformIntoVertices(Matrix.Scaling(1 / 0.56, 1, 1 / 0.56).multiply(Matrix.Translation(0, 0.5, 0)));
  const nose = CreateCylinder('nose', { height: 0.5, diameterTop: 0, diameterBottom: 0.42, tessellation: 8 }, scene);
  nose.bakeTransformIntoVertices(
    Matrix.Scaling(1, 1, 0.34)
      .multiply(Matrix.RotationX(Math.PI / 2))
      .multiply(Matrix.Translation(0, 0.8, 0.55)),
  );
  const merged = Mesh.MergeMeshes([trunk, nose], true, true);
  if (merged === null) throw new Error('the pieces of a placeholder cannot be merged');
  merged.name = 'placeholder';
  return merged;
}
