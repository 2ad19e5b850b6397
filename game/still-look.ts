import type { Texture } from '@babylonjs/core/Materials/Textures/texture.js';

/** What something that stands still is painted with: a picture times another one. */
export interface StillLook {
  readonly name: string;
  readonly picture: Texture;
  readonly times: Texture;
  /** Light that makes it as bright as it gets, which its colours are multiplied with. Default 1. */
  readonly brightest?: number;
}
