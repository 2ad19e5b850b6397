// The shaders come with the code that needs them, not after a look at what it draws.
import '@babylonjs/core/Shaders/default.fragment.js';
import '@babylonjs/core/Shaders/default.vertex.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { StillLook } from './still-look.ts';

/**
 * What stands still with all light and shadow. All looks are a picture times another one, the ground with blades of grass
 * and the rest with plain white: they share their shaders, and a shader more takes longer to make than white costs.
 */
export function richMaterial(scene: Scene, { name, picture, times, brightest = 1 }: StillLook): StandardMaterial {
  const material = new StandardMaterial(name, scene);
  material.specularColor = Color3.Black();
  material.diffuseColor = Color3.White().scale(1 / brightest);
  material.diffuseTexture = picture;
  material.ambientTexture = times;
  return material;
}
