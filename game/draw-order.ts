import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { SubMesh } from '@babylonjs/core/Meshes/subMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';

/** Places in the order of drawing, as a mesh's `alphaIndex` says them: what says nothing comes before. */
export const DrawOrder = { ground: 1, sky: 2 } as const;

/**
 * Has ground and sky be drawn after all that stands before them: what is hidden is not painted then. Where graphics are
 * drawn in software, both together are most of the picture's work.
 */
export function drawFarLast(scene: Scene): void {
  scene.setRenderingOrder(0, (one, other) => orderOf(one) - orderOf(other) || kindOf(one) - kindOf(other));
}

function orderOf(part: SubMesh): number {
  const { alphaIndex } = part.getMesh() as AbstractMesh;
  return alphaIndex === Number.MAX_VALUE ? 0 : alphaIndex;
}

/** Things of one material are drawn one after the other. */
function kindOf(part: SubMesh): number {
  return part.getMaterial()?.uniqueId ?? 0;
}
