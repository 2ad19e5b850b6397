import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { Matrix } from '@babylonjs/core/Maths/math.vector.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';

/** Where something lies that is there once, and its colour. */
const ONCE = new Float32Array(Matrix.IdentityReadOnly.asArray());
const WHITE = new Float32Array([1, 1, 1, 1]);

/**
 * Has a mesh be drawn wherever it stands. All that stands still is drawn in this way, with colours of its corners and of its
 * places, also what is there once: it shares shaders with trees, of which there are many.
 *
 * @param matrices Default once, where the mesh itself is.
 * @param colours Red, green, blue and 1 for each of them. Default white.
 */
export function standAt(mesh: Mesh, matrices: Float32Array = ONCE, colours: Float32Array = WHITE): void {
  if (!mesh.isVerticesDataPresent(VertexBuffer.ColorKind)) {
    mesh.setVerticesData(VertexBuffer.ColorKind, new Float32Array(mesh.getTotalVertices() * 4).fill(1));
  }
  mesh.thinInstanceSetBuffer('matrix', matrices, 16, true);
  mesh.thinInstanceSetBuffer('color', colours, 4, true);
}
