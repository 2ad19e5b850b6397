// Thin instances work by side effect: without this import none is drawn and nothing complains.
import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import { Constants } from '@babylonjs/core/Engines/constants.js';
import type { Material } from '@babylonjs/core/Materials/material.js';
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { GaitWorld } from '../../engine/world.ts';
import type { SceneOrigin } from './axes.ts';
import type { CharacterModel } from './character-model.ts';
import { FADE_CELLS, PLACE_CELLS } from './crowd-cells.ts';
import { CrowdInstances } from './crowd-instances.ts';
import { CrowdLooks } from './crowd-looks.ts';
import { type CrowdMoment, createCrowdMaterial, FADE_KIND, OLDER_FADE_KIND, refreshLooks } from './crowd-material.ts';
import { MATRICES_A_ROW } from './crowd-shader.ts';
import type { Look } from './looks.ts';
import { BAKED_CELLS } from './pose-bake.ts';
import type { EntityView } from './scene-sync.ts';
import type { ShownMotion } from './shown-motion.ts';

/** Texels of a baked matrix. */
const TEXELS = BAKED_CELLS / 4;

/** All bodies of a model that are too far away for a skeleton of their own: a draw call for each mesh of the model. */
export class Crowd {
  readonly meshes: readonly Mesh[];
  readonly instances: CrowdInstances;

  private readonly looks: CrowdLooks;
  private readonly materials: Material[] = [];
  private readonly poses: RawTexture;
  private readonly moment: CrowdMoment = { alpha: 1, time: 0, fade: 0 };
  /** The arrays that the meshes have been given. */
  private given: Float32Array | null = null;

  constructor(scene: Scene, world: GaitWorld, model: CharacterModel) {
    const { map, rig } = model;
    const bake = model.bake();
    this.instances = new CrowdInstances(world, model);
    this.moment.fade = map.fade;
    this.poses = bakedTexture(scene, bake.cells, bake.rows * bake.slots);
    this.looks = new CrowdLooks(
      scene,
      map,
      rig.meshes.flatMap(({ source }) => source.material ?? []),
    );
    const mirrored = model.base.determinant() < 0;
    this.meshes = rig.meshes.map(({ source }, index) => {
      const { slot, skinned } = bake.meshes[index];
      const mesh = new Mesh(`${map.name} crowd`, scene);
      source.geometry?.applyToMesh(mesh);
      const kind = { skinned, slot, slots: bake.slots, reach: bake.reach, moreBones: source.numBoneInfluencers > 4 };
      const material = createCrowdMaterial(scene, map, source.material, kind, this.moment, this.looks, this.poses);
      this.materials.push(material);
      mesh.material = material;
      const side = source.sideOrientation ?? material.sideOrientation;
      // Copies of the model hang under a node that mirrors them, and the engine turns their triangles; here nothing does.
      mesh.sideOrientation = mirrored && side !== null ? opposite(side) : side;
      mesh.hasVertexAlpha = source.hasVertexAlpha;
      mesh.useVertexColors = source.useVertexColors;
      mesh.visibility = source.visibility;
      mesh.morphTargetManager = source.morphTargetManager;
      mesh.isPickable = false;
      mesh.isVisible = false;
      mesh.alwaysSelectAsActiveMesh = true;
      mesh.doNotSyncBoundingInfo = true;
      return mesh;
    });
    this.give();
  }

  /** How many there are. */
  get count(): number {
    return this.instances.count;
  }

  /** Different looks that are worn. */
  get lookCount(): number {
    return this.looks.count;
  }

  /** Takes a body in. @throws Error for a look that the model cannot have. */
  add(view: EntityView, look: Look | undefined, motion: ShownMotion): void {
    this.instances.add(view, this.looks.take(look), motion);
  }

  /** Lets a body go. */
  remove(view: EntityView): void {
    this.looks.release(this.instances.remove(view));
  }

  /**
   * Brings all in line with the world.
   *
   * @param alpha 0..1, how far the time of this picture lies between the last two steps.
   * @param origin The world position that lies at the scene's origin.
   * @param eye Where the looker is in the world; undefined: nobody knows.
   */
  update(alpha: number, origin: SceneOrigin, eye: SceneOrigin | undefined): void {
    const { instances, meshes, moment } = this;
    instances.update(eye);
    moment.alpha = alpha;
    moment.time = instances.timeAt(alpha);
    if (this.given !== instances.cells.places) this.give();
    const { anchor, count } = instances;
    for (let index = 0; index < meshes.length; index++) {
      const mesh = meshes[index];
      const { position } = mesh;
      const [x, y, z] = [anchor.x - origin.x, anchor.z - origin.z, anchor.y - origin.y];
      if (position.x !== x || position.y !== y || position.z !== z) position.set(x, y, z);
      // Never none: a mesh without instances has another shader, in which those of its buffers have no place.
      const shown = Math.max(1, count);
      if (mesh.thinInstanceCount !== shown) mesh.thinInstanceCount = shown;
      mesh.isVisible = count > 0;
      if (instances.placesChanged) mesh.thinInstanceBufferUpdated('matrix');
      if (!instances.fadesChanged) continue;
      mesh.thinInstanceBufferUpdated(FADE_KIND);
      mesh.thinInstanceBufferUpdated(OLDER_FADE_KIND);
    }
    for (let index = 0; index < this.materials.length; index++) refreshLooks(this.materials[index], this.looks);
  }

  dispose(): void {
    for (const mesh of this.meshes) mesh.dispose();
    for (const material of this.materials) {
      material.shadowDepthWrapper?.dispose();
      material.dispose();
    }
    this.looks.dispose();
    this.poses.dispose();
  }

  private give(): void {
    const { places, fades, olderFades } = this.instances.cells;
    this.given = places;
    for (const mesh of this.meshes) {
      mesh.thinInstanceSetBuffer('matrix', places, PLACE_CELLS, false);
      mesh.thinInstanceSetBuffer(FADE_KIND, fades, FADE_CELLS, false);
      mesh.thinInstanceSetBuffer(OLDER_FADE_KIND, olderFades, FADE_CELLS, false);
      mesh.thinInstanceCount = 1;
    }
  }
}

/** Whether an engine can do what the crowd's shader needs: WebGL 2. One that draws nowhere can do all. */
export function canDrawCrowds(scene: Scene): boolean {
  const engine = scene.getEngine();
  return !engine.isWebGPU && (engine.version >= 2 || !engine.getRenderingCanvas());
}

/** The baked matrices as a texture, {@link MATRICES_A_ROW} in a row of it. */
function bakedTexture(scene: Scene, cells: Float32Array, matrices: number): RawTexture {
  const rows = Math.ceil(matrices / MATRICES_A_ROW);
  const padded = new Float32Array(rows * MATRICES_A_ROW * BAKED_CELLS);
  padded.set(cells);
  return RawTexture.CreateRGBATexture(
    padded,
    MATRICES_A_ROW * TEXELS,
    rows,
    scene,
    false,
    false,
    Texture.NEAREST_SAMPLINGMODE,
    Constants.TEXTURETYPE_FLOAT,
  );
}

function opposite(side: number): number {
  return side === Constants.MATERIAL_ClockWiseSideOrientation
    ? Constants.MATERIAL_CounterClockWiseSideOrientation
    : Constants.MATERIAL_ClockWiseSideOrientation;
}
