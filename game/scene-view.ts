import type { DynamicTexture } from '@babylonjs/core/Materials/Textures/dynamicTexture.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { PillarShape, SceneContent, SceneShape } from '../index.ts';
import { paintedTexture, sharpen } from './painted-texture.ts';
import { DrawOrder } from './draw-order.ts';
import { houseDecor } from './scene-decor.ts';
import { paintGround } from './scene-ground-paint.ts';
import { addBlock, addPillar, addRock, fenceParts } from './scene-solids.ts';
import { Surface, type Tint } from './scene-surface.ts';
import { type TerrainShape, terrainShape, terrainSides, terrainSurface } from './scene-terrain.ts';
import { type SurfaceKind, surfaceTexture } from './scene-textures.ts';
import { plantTrees } from './scene-trees.ts';
import { HORIZON } from './sky.ts';
import type { StillLook } from './still-look.ts';
import type { StillLooks, StillScene } from './still-looks.ts';
import { standAt } from './still-mesh.ts';

/** What a scene's words for looks are drawn with. */
const looks: Readonly<Record<string, SurfaceKind>> = {
  stone: 'stone',
  wood: 'wood',
  fence: 'wood',
  rock: 'rock',
  plaster: 'plaster',
};

/** Sides of the ground's picture: its spots and ways are soft. */
const GROUND_PIXELS = 512;
const EARTH: Tint = [0.52, 0.43, 0.32];
/** Metres of which a rock's upper edges are broken. */
const ROCK_EDGE = 0.28;

/** A scene as it is drawn: its terrain and its obstacles, from the same content that bodies collide with. */
export class SceneView {
  /** What throws shadows. */
  readonly casters: readonly Mesh[];
  private readonly root: TransformNode;
  private readonly scene: Scene;
  private readonly looks: StillLooks;
  private readonly kinds = new Map<SurfaceKind, StillLook>();
  private readonly surfaces = new Map<SurfaceKind, Surface>();
  private readonly tiles = new Map<SurfaceKind, DynamicTexture>();
  private readonly textures: DynamicTexture[] = [];

  /** @param fine Rounder trees. */
  constructor({ scene, looks }: StillScene, content: SceneContent, shapes: readonly SceneShape[], fine: boolean) {
    this.scene = scene;
    this.looks = looks;
    this.root = new TransformNode('scene', scene);
    const trees = this.collect(content, shapes);
    const meshes = [...this.surfaces].map(([kind, surface]) => this.mesh(`solids ${kind}`, surface, this.look(kind)));
    const planted = trees.length === 0 ? [] : plantTrees(scene, trees, fine);
    for (const { mesh, kind } of planted) this.adopt(mesh, this.look(kind));
    if (content.terrain !== undefined) this.drawTerrain(terrainShape(content.terrain), content, shapes);
    this.casters = [...meshes, ...planted.map(({ mesh }) => mesh)];
  }

  /** Draws its ground and walls sharp far out, too. */
  sharpen(): void {
    for (const texture of this.textures) sharpen(texture);
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
    this.textures.push(texture);
    const look = { name: 'scene ground', picture: texture, times: this.texture('grass') };
    this.mesh('terrain', terrainSurface(shape), look).alphaIndex = DrawOrder.ground;
    const air = Color3.FromHexString(HORIZON);
    const sides = terrainSides(shape, EARTH, [air.r, air.g, air.b]);
    this.mesh('sides', sides, this.look('plain')).receiveShadows = false;
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

  private look(kind: SurfaceKind): StillLook {
    const known = this.kinds.get(kind);
    if (known !== undefined) return known;
    const look = { name: `scene ${kind}`, picture: this.texture(kind), times: this.texture('plain') };
    this.kinds.set(kind, look);
    return look;
  }

  private texture(kind: SurfaceKind): DynamicTexture {
    const known = this.tiles.get(kind);
    if (known !== undefined) return known;
    const made = surfaceTexture(this.scene, kind);
    this.tiles.set(kind, made);
    this.textures.push(made);
    return made;
  }

  private mesh(name: string, surface: Surface, look: StillLook): Mesh {
    const mesh = new Mesh(name, this.scene);
    surface.data().applyToMesh(mesh);
    standAt(mesh);
    this.adopt(mesh, look);
    mesh.freezeWorldMatrix();
    return mesh;
  }

  private adopt(mesh: Mesh, look: StillLook): void {
    mesh.parent = this.root;
    mesh.isPickable = false;
    mesh.receiveShadows = true;
    this.looks.wear(mesh, look);
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

/** A light of its own for each obstacle, so that a row of them is no wall. */
function tintOf(source: number): Tint {
  const light = 0.93 + 0.07 * Math.sin(source * 12.9898);
  return [light, light, light * (0.985 + 0.015 * Math.cos(source * 7.7))];
}
