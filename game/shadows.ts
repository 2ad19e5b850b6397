// The shaders come with the code that needs them, not after a look at what it draws.
import '@babylonjs/core/Shaders/depthBoxBlur.fragment.js';
import '@babylonjs/core/Shaders/shadowMap.fragment.js';
import '@babylonjs/core/Shaders/shadowMap.vertex.js';
import '@babylonjs/core/Shaders/ShadersInclude/shadowMapFragmentSoftTransparentShadow.js';
// Shadows work by side effect: without this import the generator's maps are never drawn and nothing complains.
import '@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js';
import type { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { ShadowGenerator } from '@babylonjs/core/Lights/Shadows/shadowGenerator.js';

/** Makes the shadows that fall in a light, with maps of so many pixels. On its own, as the first picture has none. */
export function makeShadows(pixels: number, sun: DirectionalLight): ShadowGenerator {
  const shadows = new ShadowGenerator(pixels, sun);
  shadows.usePercentageCloserFiltering = true;
  shadows.filteringQuality = pixels > 1024 ? ShadowGenerator.QUALITY_MEDIUM : ShadowGenerator.QUALITY_LOW;
  // In parts of the depth that the map spans: about four centimetres.
  shadows.bias = 0.04 / (sun.shadowMaxZ - sun.shadowMinZ);
  shadows.setDarkness(0.3);
  return shadows;
}
