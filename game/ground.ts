import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { paintedTexture } from './painted-texture.ts';
import { sceneRotation, toScene } from '../systems/render/axes.ts';

/** Metres that one tile of the grid covers: lines lie a metre apart, and stronger ones five. */
export const TILE = 10;
const TILE_PIXELS = 1024;
/** Half the side of the ground, metres. */
const HALF = 150;

/** Flat ground at height 0 with a grid of metres. */
export function createGround(scene: Scene, fine: boolean): Mesh {
  const ground = CreateGround('ground', { width: 2 * HALF, height: 2 * HALF }, scene);
  const texture = paintedTexture(scene, 'grid', TILE_PIXELS, paintGrid);
  texture.uScale = (2 * HALF) / TILE;
  texture.vScale = (2 * HALF) / TILE;
  texture.wrapU = Texture.WRAP_ADDRESSMODE;
  texture.wrapV = Texture.WRAP_ADDRESSMODE;
  texture.anisotropicFilteringLevel = fine ? 8 : 1;
  const material = new StandardMaterial('ground', scene);
  material.diffuseTexture = texture;
  material.specularColor = Color3.Black();
  ground.material = material;
  ground.isPickable = false;
  ground.freezeWorldMatrix();
  return ground;
}

function paintGrid(context: CanvasRenderingContext2D): void {
  context.fillStyle = '#b9c2ab';
  context.fillRect(0, 0, TILE_PIXELS, TILE_PIXELS);
  // Squares of five metres, like mown grass.
  context.fillStyle = '#b2bca4';
  context.fillRect(0, 0, TILE_PIXELS / 2, TILE_PIXELS / 2);
  context.fillRect(TILE_PIXELS / 2, TILE_PIXELS / 2, TILE_PIXELS / 2, TILE_PIXELS / 2);
  for (let metre = 0; metre < TILE; metre++) {
    const strong = metre % 5 === 0;
    const width = strong ? 6 : 3;
    context.fillStyle = strong ? 'rgba(255, 255, 255, 0.62)' : 'rgba(255, 255, 255, 0.26)';
    const at = (metre * TILE_PIXELS) / TILE - (strong ? 3 : 1.5);
    // The line at 0 lies half on this tile and half on its neighbour.
    for (const start of metre === 0 ? [at, at + TILE_PIXELS] : [at]) {
      context.fillRect(start, 0, width, TILE_PIXELS);
      context.fillRect(0, start, TILE_PIXELS, width);
    }
  }
}

/** N, E, S and W flat on the ground, readable by who stands in the middle. */
export function writeDirections(scene: Scene): TransformNode {
  const root = new TransformNode('directions', scene);
  const size = 256;
  const away = 22.5;
  ['N', 'E', 'S', 'W'].forEach((letter, quarter) => {
    const texture = paintedTexture(scene, `direction ${letter}`, size, (context) => {
      context.font = 'bold 200px system-ui, sans-serif';
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillStyle = letter === 'N' ? '#a8442f' : '#5d6b60';
      context.fillText(letter, size / 2, size / 2 + 10);
    });
    texture.hasAlpha = true;
    texture.anisotropicFilteringLevel = 8;
    const material = new StandardMaterial(`direction ${letter}`, scene);
    material.diffuseTexture = texture;
    material.useAlphaFromDiffuseTexture = true;
    material.specularColor = Color3.Black();
    material.alpha = 0.75;
    material.zOffset = -1;
    const plate = CreateGround(`direction ${letter}`, { width: 3, height: 3 }, scene);
    plate.material = material;
    plate.isPickable = false;
    const heading = quarter * 90;
    const angle = (heading * Math.PI) / 180;
    toScene(Math.sin(angle) * away, Math.cos(angle) * away, 0.01, plate.position);
    plate.rotation.y = sceneRotation(heading);
    plate.parent = root;
    plate.freezeWorldMatrix();
  });
  return root;
}
