import '@babylonjs/core/Engines/Extensions/engine.dynamicTexture.js';
import { DynamicTexture } from '@babylonjs/core/Materials/Textures/dynamicTexture.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import type { Scene } from '@babylonjs/core/scene.js';

/**
 * A texture that is painted when the page starts: nothing has to be fetched.
 *
 * It is painted in ordinary memory. What the graphics processor paints stands in line with the picture itself, and where
 * there is none but software, a picture of a thousand soft spots holds up the first one by seconds.
 *
 * @param pixels Side of the square.
 */
export function paintedTexture(
  scene: Scene,
  name: string,
  pixels: number,
  paint: (context: CanvasRenderingContext2D) => void,
): DynamicTexture {
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser paints on no canvas');
  paint(context);
  const texture = new DynamicTexture(name, canvas, scene, true, Texture.BILINEAR_SAMPLINGMODE);
  texture.update();
  return texture;
}

/** Samples of a texture for a pixel that lies flat. */
const SHARPNESS = 8;

/**
 * Draws a texture sharp far out, too, and without steps from one of its sizes to the next. At first it is not: that takes
 * longer shaders and longer pictures.
 */
export function sharpen(texture: Texture): void {
  texture.updateSamplingMode(Texture.TRILINEAR_SAMPLINGMODE);
  texture.anisotropicFilteringLevel = SHARPNESS;
}
