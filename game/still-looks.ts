import type { Material } from '@babylonjs/core/Materials/material.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { SubMesh } from '@babylonjs/core/Meshes/subMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { earlyMaterial } from './early-material.ts';
import type { StillLook } from './still-look.ts';

/** Where things stand that stand still. */
export interface StillScene {
  readonly scene: Scene;
  readonly looks: StillLooks;
}

/** Makes the material that a look is drawn with once there is time for it. */
export type RichMaterial = (scene: Scene, look: StillLook) => Material;

/** Has what stands still look plain in the first picture, and in full light and shadow as soon as that can be drawn. */
export class StillLooks {
  private readonly scene: Scene;
  private readonly worn = new Map<StillLook, { material: Material; readonly meshes: Mesh[] }>();
  private make: RichMaterial = earlyMaterial;
  private plain = true;

  constructor(scene: Scene) {
    this.scene = scene;
  }

  /**
   * Gives a mesh a look. Its material goes with the mesh's root when that is disposed of.
   *
   * @param mesh Has normals, places in pictures, colours, and thin instances with colours.
   */
  wear(mesh: Mesh, look: StillLook): void {
    let all = this.worn.get(look);
    if (all === undefined) {
      all = { material: this.make(this.scene, look), meshes: [] };
      this.worn.set(look, all);
      // A look can be had again after its last mesh is gone, and needs another material then.
      all.material.onDisposeObservable.addOnce(() => this.worn.delete(look));
    }
    all.meshes.push(mesh);
    mesh.material = all.material;
  }

  /**
   * Has looks be drawn by other materials from now on. Those that are worn already change all at once when the last of
   * them can be drawn: until then they stay as they are.
   *
   * @returns Fulfilled when they have changed.
   */
  async enrich(make: RichMaterial): Promise<void> {
    if (!this.plain) return;
    this.plain = false;
    this.make = make;
    const changes = [...this.worn].map(([look, { material, meshes }]) => ({ look, material, meshes }));
    this.worn.clear();
    const rich = changes.map(({ look }) => make(this.scene, look));
    await Promise.all(changes.flatMap(({ meshes }, index) => meshes.map((mesh) => drawableOrGone(mesh, rich[index]))));
    changes.forEach(({ material, meshes }, index) => {
      const left = meshes.filter((mesh) => !mesh.isDisposed());
      for (const mesh of left) mesh.material = rich[index];
      // The pictures stay, unless those who wore them have taken them along.
      (left.length > 0 ? material : rich[index]).dispose();
    });
  }
}

/** Fulfilled when a mesh can be drawn with a material that it does not have yet, never will, or is there no more. */
async function drawableOrGone(mesh: Mesh, material: Material): Promise<void> {
  // Not one of the mesh's own: those are being drawn.
  const part = new SubMesh(0, 0, 0, 0, 0, mesh, undefined, false, false);
  while (!mesh.isDisposed() && !material.isReadyForSubMesh(mesh, part, true)) {
    const { effect } = part;
    if (effect?.getCompilationError() && effect.allFallbacksProcessed()) return;
    await new Promise((passed) => setTimeout(passed, 16));
  }
}
