import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import type { DynamicTexture } from '@babylonjs/core/Materials/Textures/dynamicTexture.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Matrix } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { PillarShape, SceneContent, SceneShape } from '../index.ts';
import { paintedTexture } from './painted-texture.ts';
import { houseDecor } from './scene-decor.ts';
import { paintGround } from './scene-ground-paint.ts';
import { addBlock, addPillar, addRock, fenceParts } from './scene-solids.ts';
import { Surface, type Tint } from './scene-surface.ts';
import { type TerrainShape, terrainShape, terrainSides, terrainSurface } from './scene-terrain.ts';
import { type SurfaceKind, surfaceTexture } from './scene-textures.ts';
import { plantTrees } from './scene-trees.ts';
import { HORIZON } from './sky.ts';

/** What a scene's words for looks are drawn with. */
const looks: Readonly<Record<string, SurfaceKind>> = {
  stone: 'stone',
  wood: 'wood',
  fence: 'wood',
  rock: 'rock',
  plaster: 'plaster',
};

/** Samples of a texture for a pixel that lies flat. */
const SHARPNESS = 8;
/** Sides of the ground's picture: its spots and ways are soft. */
const GROUND_PIXELS = 1024;
/** Where something lies that is there once, and its colour. */
const ONCE = new Float32Array(Matrix.IdentityReadOnly.asArray());
const WHITE = new Float32Array([1, 1, 1, 1]);
const EARTH: Tint = [0.52, 0.43, 0.32];
/** Metres of which a rock's upper edges are broken. */
const ROCK_EDGE = 0.28;

/** A scene as it is drawn: its terrain and its obstacles, from the same content that bodies collide with. */
export class SceneView {
  /** What throws shadows. */
  readonly casters: readonly Mesh[];
  private readonly root: TransformNode;
  private readonly scene: Scene;
  private readonly materials = new Map<SurfaceKind, StandardMaterial>();
  private readonly surfaces = new Map<SurfaceKind, Surface>();
  private readonly tiles = new Map<SurfaceKind, DynamicTexture>();
  private readonly textures: DynamicTexture[] = [];

  /** @param fine Rounder trees. */
  constructor(scene: Scene, content: SceneContent, shapes: readonly SceneShape[], fine: boolean) {
    this.scene = scene;
    this.root = new TransformNode('scene', scene);
    if (content.terrain !== undefined) this.drawTerrain(terrainShape(content.terrain), content, shapes);
    const trees = this.collect(content, shapes);
    const meshes = [...this.surfaces].map(([kind, surface]) =>
      this.mesh(`solids ${kind}`, surface, this.material(kind)),
    );
    const planted =
      trees.length === 0 ? [] : plantTrees(scene, trees, this.material('bark'), this.material('plain'), fine);
    for (const mesh of planted) this.adopt(mesh);
    this.casters = [...meshes, ...planted];
  }

  /** Draws its ground and walls sharp far out, too. At first they are not: that takes longer shaders and longer pictures. */
  sharpen(): void {
    for (const texture of this.textures) texture.anisotropicFilteringLevel = SHARPNESS;
  }

  /** Takes it out of the scene with all that was made for it. */
  dispose(): void {
    this.root.dispose(false, true);
  }

  private drawTerrain(shape: TerrainShape, content: SceneContent, shapes: readonly SceneShape[]): void {
    const texture = paintedTexture(this.scene, 'ground colours', GROUND_PIXELS, (context) =>
      paintGround(context, GROUND_PIXELS, content, shape, shapes),
    );
    texture.uScale = 1 / (shape.columns * shape.cell);
    texture.vScale = 1 / (shape.rows * shape.cell);
    const material = new StandardMaterial('scene ground', this.scene);
    this.textures.push(texture);
    paint(material, texture, this.texture('grass'));
    this.mesh('terrain', terrainSurface(shape), material);
    const air = Color3.FromHexString(HORIZON);
    const sides = terrainSides(shape, EARTH, [air.r, air.g, air.b]);
    this.mesh('sides', sides, this.material('plain')).receiveShadows = false;
  }

  /** Sorts the solids by what they are made of. @returns Those that are drawn as trees. */
  private collect(content: SceneContent, shapes: readonly SceneShape[]): PillarShape[] {
    const trees: PillarShape[] = [];
    shapes.forEach((shape, index) => {
      const obstacle = content.obstacles[shape.source];
      const tint = tintOf(shape.source);
      if (shape.kind === 'pillar') {
        if (obstacle.look === 'tree') trees.push(shape);
        else addPillar(this.surface(looks[obstacle.look ?? ''] ?? 'stone'), shape, tint);
        return;
      }
      if (obstacle.look === 'rock') addRock(this.surface('rock'), shape, ROCK_EDGE, tint);
      else if (obstacle.look === 'fence') {
        for (const part of fenceParts(shape)) addBlock(this.surface('wood'), part, tint);
      } else {
        const kind = obstacle.kind === 'house' ? partOfHouse(shape, obstacle.look) : looks[obstacle.look ?? ''];
        addBlock(this.surface(kind ?? 'stone'), shape, obstacle.kind === 'stairs' ? tintOf(index) : tint);
      }
    });
    content.obstacles.forEach((obstacle, source) => {
      if (obstacle.kind !== 'house') return;
      for (const { kind, block } of houseDecor(obstacle, source)) addBlock(this.surface(kind), block);
    });
    return trees;
  }

  private surface(kind: SurfaceKind): Surface {
    const known = this.surfaces.get(kind);
    if (known !== undefined) return known;
    const made = new Surface();
    this.surfaces.set(kind, made);
    return made;
  }

  private material(kind: SurfaceKind): StandardMaterial {
    const known = this.materials.get(kind);
    if (known !== undefined) return known;
    const material = new StandardMaterial(`scene ${kind}`, this.scene);
    paint(material, this.texture(kind), this.texture('plain'));
    this.materials.set(kind, material);
    return material;
  }

  private texture(kind: SurfaceKind): DynamicTexture {
    const known = this.tiles.get(kind);
    if (known !== undefined) return known;
    const made = surfaceTexture(this.scene, kind);
    this.tiles.set(kind, made);
    this.textures.push(made);
    return made;
  }

  private mesh(name: string, surface: Surface, material: StandardMaterial): Mesh {
    const mesh = new Mesh(name, this.scene);
    surface.data().applyToMesh(mesh);
    // One of its kind, drawn as trees are, of which there are many: they share a shader.
    mesh.thinInstanceSetBuffer('matrix', ONCE, 16, true);
    mesh.thinInstanceSetBuffer('color', WHITE, 4, true);
    mesh.material = material;
    this.adopt(mesh);
    mesh.freezeWorldMatrix();
    return mesh;
  }

  private adopt(mesh: Mesh): void {
    mesh.parent = this.root;
    mesh.isPickable = false;
    mesh.receiveShadows = true;
  }
}

/** Whether a part of a house is wall or roof: roofs slope below and above. */
function partOfHouse(
  { bottomNear, bottomFar, width, depth, topNear }: Extract<SceneShape, { kind: 'block' }>,
  look: string | undefined,
): SurfaceKind {
  const slopes = bottomNear !== bottomFar;
  const isFlatRoof = topNear - bottomNear < 0.3 && Math.min(width, depth) > 1;
  if (slopes || isFlatRoof) return look === 'stone' ? 'slate' : 'tiles';
  return look === 'stone' ? 'stone' : 'plaster';
}

/**
 * Has a material show a picture times another one. All are painted in this way, the ground with blades of grass and the rest
 * with plain white: they share their shaders, and a shader more holds up the first picture for longer than white costs.
 */
function paint(material: StandardMaterial, picture: DynamicTexture, times: DynamicTexture): void {
  material.specularColor = Color3.Black();
  material.diffuseTexture = picture;
  material.ambientTexture = times;
}

/** A light of its own for each obstacle, so that a row of them is no wall. */
function tintOf(source: number): Tint {
  const light = 0.93 + 0.07 * Math.sin(source * 12.9898);
  return [light, light, light * (0.985 + 0.015 * Math.cos(source * 7.7))];
}
