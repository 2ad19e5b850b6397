import type { Engine } from '@babylonjs/core/Engines/engine.js';
import type { Material } from '@babylonjs/core/Materials/material.js';
import type { MaterialDefines } from '@babylonjs/core/Materials/materialDefines.js';
import { MaterialPluginBase } from '@babylonjs/core/Materials/materialPluginBase.js';
import { ShadowDepthWrapper } from '@babylonjs/core/Materials/shadowDepthWrapper.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import type { BaseTexture } from '@babylonjs/core/Materials/Textures/baseTexture.js';
import type { UniformBuffer } from '@babylonjs/core/Materials/uniformBuffer.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { colourOf, type CrowdLooks } from './crowd-looks.ts';
import {
  fragmentDefinitions,
  instanceMatrix,
  physicalColour,
  standardColour,
  vertexDefinitions,
  vertexPosition,
} from './crowd-shader.ts';
import type { ModelMap } from './model-map.ts';

/** The attributes of an instance beside its matrix. */
export const FADE_KIND = 'gaitFade';
export const OLDER_FADE_KIND = 'gaitOlderFade';

/** What all meshes of a crowd have in common at the time of a picture. */
export interface CrowdMoment {
  /** 0..1, how far the picture's time lies between the last two steps. */
  alpha: number;
  /** Simulated seconds since the crowd's own start. */
  time: number;
  /** Simulated seconds that a change of clip takes. */
  fade: number;
}

/** What a mesh's shader needs to find its bones and its colour. */
export interface CrowdMeshKind {
  readonly skinned: boolean;
  /** More than four bones hold a vertex. */
  readonly moreBones: boolean;
  readonly slots: number;
  readonly slot: number;
  /** Metres from a body's place within which all of it is drawn, whatever its pose. */
  readonly reach: number;
  /** Column of the colour that replaces the material's; -1: none. */
  readonly tint: number;
}

/** Has a material draw the instances of a crowd: poses and places each by what it is told of it. */
class CrowdPlugin extends MaterialPluginBase {
  poses: BaseTexture;

  private readonly moment: CrowdMoment;
  private readonly kind: CrowdMeshKind;
  private readonly looks: CrowdLooks;
  private readonly palette: boolean;

  constructor(
    material: Material,
    moment: CrowdMoment,
    kind: CrowdMeshKind,
    looks: CrowdLooks,
    poses: BaseTexture,
    palette: boolean,
  ) {
    super(material, 'GaitCrowd', 300, {
      GAIT_CROWD: true,
      GAIT_SKINNED: false,
      GAIT_MORE_BONES: false,
      GAIT_PALETTE: false,
      GAIT_TINT: false,
    });
    this.moment = moment;
    this.kind = kind;
    this.looks = looks;
    this.poses = poses;
    this.palette = palette;
    this._enable(true);
  }

  override getClassName(): string {
    return 'GaitCrowdPlugin';
  }

  override prepareDefines(defines: MaterialDefines): void {
    const { skinned, moreBones, tint } = this.kind;
    Object.assign(defines, {
      GAIT_CROWD: true,
      GAIT_SKINNED: skinned,
      GAIT_MORE_BONES: moreBones,
      GAIT_PALETTE: this.palette,
      GAIT_TINT: tint >= 0,
    });
  }

  override getAttributes(attributes: string[], _scene: Scene, _mesh: AbstractMesh): void {
    attributes.push(FADE_KIND, OLDER_FADE_KIND);
    if (!this.kind.skinned) return;
    attributes.push('matricesIndices', 'matricesWeights');
    if (this.kind.moreBones) attributes.push('matricesIndicesExtra', 'matricesWeightsExtra');
  }

  override getSamplers(samplers: string[]): void {
    samplers.push('gaitPoses');
    if (this.kind.tint >= 0) samplers.push('gaitColours');
  }

  override getUniforms() {
    const names = ['gaitNow', 'gaitBake', 'gaitLook'];
    return {
      ubo: names.map((name) => ({ name, size: 4, type: 'vec4' })),
      vertex: names.map((name) => `uniform vec4 ${name};`).join('\n'),
    };
  }

  override isReadyForSubMesh(): boolean {
    return this.poses.isReady() && this.looks.texture.isReady();
  }

  override bindForSubMesh(uniforms: UniformBuffer, _scene: Scene, _engine: Engine): void {
    const { moment, kind, looks } = this;
    uniforms.updateFloat4('gaitNow', moment.alpha, moment.time, moment.fade, 0);
    uniforms.updateFloat4('gaitBake', kind.slots, kind.slot, kind.reach, 0);
    uniforms.updateFloat4('gaitLook', looks.blocks, looks.height, looks.columns, Math.max(0, kind.tint));
    uniforms.setTexture('gaitPoses', this.poses);
    if (kind.tint >= 0) uniforms.setTexture('gaitColours', looks.texture);
  }

  override hasTexture(texture: BaseTexture): boolean {
    return texture === this.poses;
  }

  override getCustomCode(shader: string): { [point: string]: string } | null {
    if (shader === 'vertex') {
      return {
        CUSTOM_VERTEX_DEFINITIONS: vertexDefinitions,
        CUSTOM_VERTEX_UPDATE_POSITION: vertexPosition,
        [`!${instanceMatrix}`]: 'finalWorld=world;',
      };
    }
    return {
      CUSTOM_FRAGMENT_DEFINITIONS: fragmentDefinitions,
      CUSTOM_FRAGMENT_UPDATE_DIFFUSE: standardColour,
      CUSTOM_FRAGMENT_UPDATE_ALBEDO: physicalColour,
    };
  }
}

/**
 * The material that draws a mesh of a model for a crowd: as the model's own, but each instance in its pose and colours.
 *
 * @param own The material of the mesh; with a palette it is not looked at.
 */
export function createCrowdMaterial(
  scene: Scene,
  map: ModelMap,
  own: Material | null,
  kind: Omit<CrowdMeshKind, 'tint'>,
  moment: CrowdMoment,
  looks: CrowdLooks,
  poses: BaseTexture,
): Material {
  const palette = map.palette !== undefined;
  const material = palette ? paletteMaterial(scene, map, looks) : ownMaterial(scene, map, own);
  const tint = palette ? -1 : Object.values(map.colours).indexOf(own?.name ?? '');
  if (tint >= 0) colourOf(material)?.colour.copyFrom(Color3.White());
  new CrowdPlugin(material, moment, { ...kind, tint }, looks, poses, palette);
  material.shadowDepthWrapper = new ShadowDepthWrapper(material, scene);
  return material;
}

/** Gives a material of a crowd the looks as they are now: their texture may be another one. */
export function refreshLooks(material: Material, looks: CrowdLooks): void {
  if (material instanceof StandardMaterial && material.diffuseTexture?.name === LOOKS) {
    const { texture } = looks;
    if (material.diffuseTexture !== texture) {
      texture.name = LOOKS;
      material.diffuseTexture = texture;
    }
  }
}

const LOOKS = 'looks of a crowd';

function paletteMaterial(scene: Scene, map: ModelMap, looks: CrowdLooks): Material {
  const material = new StandardMaterial(`${map.name} crowd`, scene);
  const { texture } = looks;
  texture.name = LOOKS;
  material.diffuseTexture = texture;
  material.specularColor = new Color3(0.06, 0.06, 0.06);
  material.specularPower = 20;
  return material;
}

function ownMaterial(scene: Scene, map: ModelMap, own: Material | null): Material {
  const copy = own?.clone(`${own.name} crowd`) ?? null;
  return copy ?? new StandardMaterial(`${map.name} crowd`, scene);
}
