import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { DrawOrder } from './draw-order.ts';
import { paintedTexture, sharpen } from './painted-texture.ts';
import { surfaceTexture } from './scene-textures.ts';
import type { StillScene } from './still-looks.ts';
import { standAt } from './still-mesh.ts';

/** Metres that one tile of the grid covers: lines lie a metre apart, and stronger ones five. */
export const TILE = 10;
const TILE_PIXELS = 1024;
/** Half the side of the ground, metres. */
const HALF = 150;
/** Cells along a side: early haze is worked out at corners. */
const CELLS = 30;

/** The field's ground. */
export interface Ground {
  readonly mesh: Mesh;
  /** Draws its lines sharp far out, too: that takes a longer shader. */
  sharpen(): void;
}

/** Flat ground at height 0 with a grid of metres. */
export function createGround({ scene, looks }: StillScene): Ground {
  const ground = CreateGround('ground', { width: 2 * HALF, height: 2 * HALF, subdivisions: CELLS }, scene);
  const texture = paintedTexture(scene, 'grid', TILE_PIXELS, paintGrid);
  texture.uScale = (2 * HALF) / TILE;
  texture.vScale = (2 * HALF) / TILE;
  texture.wrapU = Texture.WRAP_ADDRESSMODE;
  texture.wrapV = Texture.WRAP_ADDRESSMODE;
  standAt(ground);
  looks.wear(ground, { name: 'ground', picture: texture, times: surfaceTexture(scene, 'plain') });
  ground.alphaIndex = DrawOrder.ground;
  ground.isPickable = false;
  ground.freezeWorldMatrix();
  return { mesh: ground, sharpen: () => sharpen(texture) };
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
