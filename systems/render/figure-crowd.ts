import { BodyF32 } from '../../components/body.ts';
// Materials and thin instances work by side effect: without these imports nothing is drawn and nothing complains.
import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import { Material } from '@babylonjs/core/Materials/material.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { GaitWorld } from '../../engine/world.ts';
import { type SceneOrigin, sceneRotation, toScene } from './axes.ts';
import { createFigureParts, type FigurePart, type PartColour } from './figure-shape.ts';
import { FigurePose } from './figure-pose.ts';
import type { PoseSet } from './poses.ts';
import type { Placeholders } from './placeholders.ts';
import type { EntityView } from './scene-sync.ts';
import { FIGURE_HEIGHT, PART_COUNT, Part, type PartName, poseSkeleton } from './skeleton.ts';

/** What a figure wears: red, green and blue, each 0 to 1, by the kind of part. */
export type FigureColours = Readonly<Record<PartColour, readonly [red: number, green: number, blue: number]>>;

interface Figure {
  readonly view: EntityView;
  readonly colours: FigureColours;
  readonly pose: FigurePose;
}

/** Lets a crowd of figures show the bodies that have no model. @param coloursOf What each of them wears. */
export function figurePlaceholders(crowd: FigureCrowd, coloursOf: (view: EntityView) => FigureColours): Placeholders {
  return {
    meshes: crowd.meshes,
    add: (view) => crowd.add(view, coloursOf(view)),
    remove: (view) => crowd.remove(view),
    update: (alpha, origin) => crowd.update(alpha, origin),
    dispose: () => crowd.dispose(),
  };
}

const MATRIX_CELLS = 16;

/**
 * Jointed figures for the bodies of a world, posed by what their sequences play. However many figures there are, they
 * take one draw call a kind of part (thin instances).
 */
export class FigureCrowd {
  /** The meshes that draw the figures, for shadow maps and the like. */
  readonly meshes: readonly Mesh[];

  private readonly world: GaitWorld;
  private readonly poses: PoseSet;
  private readonly kinds: readonly FigurePart[];
  private readonly material: StandardMaterial;
  private readonly figures: Figure[] = [];
  private readonly parts = Array.from({ length: PART_COUNT }, () => new Matrix());
  private readonly base = new Matrix();
  private readonly size = new Vector3();
  private readonly position = new Vector3();
  private readonly rotation = new Quaternion();
  private matrices: Float32Array[] = [];
  private colours: Float32Array[] = [];
  private capacity = 0;
  private coloursChanged = false;

  constructor(scene: Scene, world: GaitWorld, poses: PoseSet) {
    this.world = world;
    this.poses = poses;
    this.material = new StandardMaterial('figure', scene);
    this.material.specularColor = new Color3(0.08, 0.08, 0.08);
    this.material.specularPower = 24;
    this.kinds = createFigureParts(scene);
    this.meshes = this.kinds.map(({ mesh }) => mesh);
    for (const mesh of this.meshes) {
      mesh.material = this.material;
      // The instances' bounds change each frame; to cull a handful of meshes costs more than to draw them.
      mesh.alwaysSelectAsActiveMesh = true;
      mesh.isPickable = false;
      mesh.isVisible = false;
    }
    this.grow(16);
  }

  /** How many figures there are. */
  get count(): number {
    return this.figures.length;
  }

  /** Gives a body a figure. */
  add(view: EntityView, colours: FigureColours): void {
    this.figures.push({ view, colours, pose: new FigurePose() });
    if (this.figures.length > this.capacity) this.grow(this.capacity * 2);
    this.coloursChanged = true;
  }

  /** Takes a body's figure away. */
  remove(view: EntityView): void {
    const index = this.figures.findIndex((figure) => figure.view === view);
    if (index < 0) return;
    this.figures.splice(index, 1);
    this.coloursChanged = true;
  }

  /**
   * Poses every figure and hands the instances over. Call it after SceneSync.update.
   *
   * @param alpha As there.
   * @param origin The world position that lies at the scene's origin; left out: the world's own.
   */
  update(alpha: number, origin?: SceneOrigin): void {
    const { world, kinds, matrices, parts } = this;
    const { body } = world.components;
    for (let index = 0; index < this.figures.length; index++) {
      const { view, pose } = this.figures[index];
      const size = body.f32[view.entity * BodyF32.row + BodyF32.height] / FIGURE_HEIGHT;
      const { x, y, z, heading } = view.place;
      Quaternion.RotationYawPitchRollToRef(sceneRotation(heading), 0, 0, this.rotation);
      Matrix.ComposeToRef(this.size.setAll(size), this.rotation, toScene(x, y, z, this.position, origin), this.base);
      poseSkeleton(this.base, pose.update(world, view.entity, alpha, this.poses), parts);
      for (let kind = 0; kind < kinds.length; kind++) {
        const copies = kinds[kind].parts;
        for (let copy = 0; copy < copies.length; copy++) {
          parts[copies[copy]].copyToArray(matrices[kind], (index * copies.length + copy) * MATRIX_CELLS);
        }
      }
    }
    if (this.coloursChanged) this.recolour();
    // Without instances a mesh is made ready without their colours; with the first ones it has to be made ready anew.
    if (this.figures.length > 0 && !this.kinds[0].mesh.isVisible)
      this.material.markAsDirty(Material.AttributesDirtyFlag);
    for (const { mesh, parts: copies } of kinds) {
      // Never none: a mesh without instances has another shader, in which those of its buffers have no place.
      mesh.thinInstanceCount = Math.max(1, this.figures.length) * copies.length;
      mesh.isVisible = this.figures.length > 0;
      mesh.thinInstanceBufferUpdated('matrix');
    }
  }

  /**
   * Writes where a part of a body's figure is in the scene, as last drawn, to `out`: for what is held or worn.
   *
   * @throws Error when the body has no figure here.
   */
  readPart(view: EntityView, part: PartName, out: Matrix): Matrix {
    const index = this.figures.findIndex((figure) => figure.view === view);
    if (index < 0) throw new Error(`readPart: entity ${view.entity} has no figure in this crowd`);
    const kind = this.kinds.findIndex(({ parts }) => parts.includes(Part[part]));
    const { parts } = this.kinds[kind];
    const copy = index * parts.length + parts.indexOf(Part[part]);
    Matrix.FromArrayToRef(this.matrices[kind], copy * MATRIX_CELLS, out);
    return out;
  }

  /** Disposes of the meshes and their material. */
  dispose(): void {
    for (const mesh of this.meshes) mesh.dispose();
    this.material.dispose();
    this.figures.length = 0;
  }

  private recolour(): void {
    this.coloursChanged = false;
    this.kinds.forEach(({ mesh, colour, parts }, kind) => {
      this.figures.forEach(({ colours }, index) => {
        for (let copy = 0; copy < parts.length; copy++) {
          this.colours[kind].set([...colours[colour], 1], (index * parts.length + copy) * 4);
        }
      });
      mesh.thinInstanceBufferUpdated('color');
    });
  }

  private grow(capacity: number): void {
    this.capacity = capacity;
    this.coloursChanged = true;
    this.matrices = this.kinds.map(({ parts }) => new Float32Array(capacity * parts.length * MATRIX_CELLS));
    this.colours = this.kinds.map(({ parts }) => new Float32Array(capacity * parts.length * 4));
    this.kinds.forEach(({ mesh }, kind) => {
      mesh.thinInstanceSetBuffer('matrix', this.matrices[kind], MATRIX_CELLS, false);
      mesh.thinInstanceSetBuffer('color', this.colours[kind], 4, false);
      mesh.thinInstanceCount = 1;
    });
  }
}
