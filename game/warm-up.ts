import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { paintedTexture } from './painted-texture.ts';
import { surfaceTexture } from './scene-textures.ts';
import type { Stage } from './stage.ts';
import { standAt } from './still-mesh.ts';

/**
 * Has the graphics make the shaders of the first picture before that is there: they are made when something is first drawn
 * with them, and where there is but software for a graphics processor, in as much time as the rest of the picture takes to
 * be built here. Both go on at once.
 */
export class WarmUp {
  private readonly stage: Stage;
  private readonly mesh: Mesh;

  /** Asks for the shaders. Nothing is drawn yet. */
  constructor(stage: Stage) {
    const { scene, camera, looks } = stage;
    this.stage = stage;
    this.mesh = new Mesh('warm-up', scene);
    const data = new VertexData();
    data.positions = [0, 0, 0, 0, 1, 0, 1, 0, 0];
    data.normals = [0, 1, 0, 0, 1, 0, 0, 1, 0];
    data.uvs = [0, 0, 0, 1, 1, 0];
    data.indices = [0, 1, 2, 0, 2, 1];
    data.applyToMesh(this.mesh);
    this.mesh.position.copyFrom(camera.target);
    standAt(this.mesh);
    // Pictures that end and pictures that go on for ever are read in other ways.
    const picture = paintedTexture(scene, 'warm-up', 4, () => {});
    looks.wear(this.mesh, { name: 'warm-up', picture, times: surfaceTexture(scene, 'plain') });
    scene.isReady();
  }

  /** Draws something with the shaders if they can be, and forgets it. To be called before anything is to be seen. */
  end(): void {
    const { scene, engine } = this.stage;
    if (scene.isReady()) {
      scene.render();
      engine.clear(scene.clearColor, true, true, false);
      engine.flushFramebuffer();
    }
    this.mesh.dispose(false, true);
  }
}
