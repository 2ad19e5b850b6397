import { DynamicTexture } from '@babylonjs/core/Materials/Textures/dynamicTexture.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { PillarShape, SceneContent, SceneShape } from '../index.ts';
import { houseDecor } from './scene-decor.ts';
import { paintGround } from './scene-ground-paint.ts';
import { addBlock, addPillar, addRock, fenceParts } from './scene-solids.ts';
import { Surface, type Tint } from './scene-surface.ts';
import { type TerrainShape, terrainShape, terrainSides, terrainSurface } from './scene-terrain.ts';
import { type SurfaceKind, surfaceTexture, tileSize } from './scene-textures.ts';
import { plantTrees } from './scene-trees.ts';
import { HORIZON } from './sky.ts';

type MaterialKind = SurfaceKind | 'glass';

/** What a scene's words for looks are drawn with. */
const looks: Readonly<Record<string, SurfaceKind>> = {
  stone: 'stone',
  wood: 'wood',
  fence: 'wood',
  rock: 'rock',
  plaster: 'plaster',
};

const GROUND_PIXELS = { fine: 2048, simple: 1024 } as const;
const EARTH: Tint = [0.52, 0.43, 0.32];
/** Metres of which a rock's upper edges are broken. */
const ROCK_EDGE = 0.28;

/** A scene as it is drawn: its terrain and its obstacles, from the same content that bodies collide with. */
export class SceneView {
  /** What throws shadows. */
  readonly casters: readonly Mesh[];
  private readonly root: TransformNode;
  private readonly scene: Scene;
  private readonly fine: boolean;
  private readonly materials = new Map<MaterialKind, StandardMaterial>();
  private readonly surfaces = new Map<MaterialKind, Surface>();

  /** @param fine Sharper pictures on the ground, more work to paint them. */
  constructor(scene: Scene, content: SceneContent, shapes: readonly SceneShape[], fine: boolean) {
    this.scene = scene;
    this.fine = fine;
    this.root = new TransformNode('scene', scene);
    if (content.terrain !== undefined) this.drawTerrain(terrainShape(content.terrain), content, shapes);
    const trees = this.collect(content, shapes);
    const meshes = [...this.surfaces].map(([kind, surface]) =>
      this.mesh(`solids ${kind}`, surface, this.material(kind)),
    );
    const planted = trees.length === 0 ? [] : plantTrees(scene, trees, this.material('bark'), fine);
    for (const mesh of planted) this.adopt(mesh);
    this.casters = [...meshes, ...planted];
  }

  /** Takes it out of the scene with all that was made for it. */
  dispose(): void {
    this.root.dispose(false, true);
  }

  private drawTerrain(shape: TerrainShape, content: SceneContent, shapes: readonly SceneShape[]): void {
    const pixels = this.fine ? GROUND_PIXELS.fine : GROUND_PIXELS.simple;
    const texture = new DynamicTexture('ground colours', { width: pixels, height: pixels }, this.scene, true);
    paintGround(texture.getContext() as CanvasRenderingContext2D, pixels, content, shape, shapes);
    texture.update();
    texture.anisotropicFilteringLevel = this.fine ? 8 : 1;
    const material = matt(new StandardMaterial('scene ground', this.scene));
    material.diffuseTexture = texture;
    const blades = surfaceTexture(this.scene, 'grass', this.fine);
    blades.uScale = (shape.columns * shape.cell) / tileSize.grass;
    blades.vScale = (shape.rows * shape.cell) / tileSize.grass;
    material.ambientTexture = blades;
    this.mesh('terrain', terrainSurface(shape), material);
    const air = Color3.FromHexString(HORIZON);
    const sides = matt(new StandardMaterial('scene sides', this.scene));
    this.mesh('sides', terrainSides(shape, EARTH, [air.r, air.g, air.b]), sides).receiveShadows = false;
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

  private surface(kind: MaterialKind): Surface {
    const known = this.surfaces.get(kind);
    if (known !== undefined) return known;
    const made = new Surface();
    this.surfaces.set(kind, made);
    return made;
  }

  private material(kind: MaterialKind): StandardMaterial {
    const known = this.materials.get(kind);
    if (known !== undefined) return known;
    const material = matt(new StandardMaterial(`scene ${kind}`, this.scene));
    if (kind === 'glass') {
      material.diffuseColor = Color3.FromHexString('#33424f');
      material.specularColor = new Color3(0.5, 0.5, 0.5);
      material.specularPower = 60;
    } else {
      const texture = surfaceTexture(this.scene, kind, this.fine);
      texture.uScale = 1 / tileSize[kind];
      texture.vScale = 1 / tileSize[kind];
      material.diffuseTexture = texture;
    }
    this.materials.set(kind, material);
    return material;
  }

  private mesh(name: string, surface: Surface, material: StandardMaterial): Mesh {
    const mesh = new Mesh(name, this.scene);
    surface.data().applyToMesh(mesh);
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

function matt(material: StandardMaterial): StandardMaterial {
  material.specularColor = Color3.Black();
  return material;
}

/** A light of its own for each obstacle, so that a row of them is no wall. */
function tintOf(source: number): Tint {
  const light = 0.93 + 0.07 * Math.sin(source * 12.9898);
  return [light, light, light * (0.985 + 0.015 * Math.cos(source * 7.7))];
}
