import type { Bone } from '@babylonjs/core/Bones/bone.js';
import { Skeleton } from '@babylonjs/core/Bones/skeleton.js';
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import { Constants } from '@babylonjs/core/Engines/constants.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { MATRIX_CELLS, multiply } from './flat-matrix.ts';
import type { SkinRig } from './model-rig.ts';

/**
 * A skeleton without scene nodes: its matrices are worked out from where a model's nodes are, which the poses say. The
 * bones themselves are those of the loaded model, which all copies share; they only tell how many there are.
 */
export class PosedSkeleton extends Skeleton {
  private readonly rig: SkinRig;
  /** Where the model's nodes are, matrix after matrix. */
  private readonly places: Float32Array;
  private readonly matrices: Float32Array;
  private texture: RawTexture | null = null;
  private stale = true;

  constructor(name: string, scene: Scene, bones: Bone[], rig: SkinRig, places: Float32Array) {
    super(name, name, scene);
    this.bones = bones;
    this.rig = rig;
    this.places = places;
    // One more than there are bones, as Babylon.js has it: what is held by no bone.
    this.matrices = new Float32Array((bones.length + 1) * MATRIX_CELLS);
    for (let cell = 0; cell < MATRIX_CELLS; cell += 5) this.matrices[bones.length * MATRIX_CELLS + cell] = 1;
    this._textureWidth = (bones.length + 1) * 4;
    this._textureHeight = 1;
    // What it holds is there from the start, not from when somebody first looks at it: so it can be counted.
    this.prepare();
  }

  /** Says that the nodes are elsewhere now. */
  moved(): void {
    this.stale = true;
  }

  /** Works the matrices out, if the nodes have been moved. Babylon.js calls it for what is in the picture. */
  override prepare(): void {
    if (!this.stale) return;
    this.stale = false;
    const { nodes, inverseBinds, slots } = this.rig;
    for (let bone = 0; bone < nodes.length; bone++) {
      multiply(
        inverseBinds,
        bone * MATRIX_CELLS,
        this.places,
        nodes[bone] * MATRIX_CELLS,
        this.matrices,
        slots[bone] * MATRIX_CELLS,
      );
    }
    if (!this.isUsingTextureForMatrices) return;
    if (this.texture !== null) {
      this.texture.update(this.matrices);
      return;
    }
    this.texture = RawTexture.CreateRGBATexture(
      this.matrices,
      this._textureWidth,
      this._textureHeight,
      this.getScene(),
      false,
      false,
      Texture.NEAREST_SAMPLINGMODE,
      Constants.TEXTURETYPE_FLOAT,
    );
  }

  override getTransformMatrices(): Float32Array {
    this.prepare();
    return this.matrices;
  }

  override getTransformMatrixTexture(): RawTexture {
    this.prepare();
    return this.texture as RawTexture;
  }

  override dispose(): void {
    super.dispose();
    this.texture?.dispose();
    this.texture = null;
  }
}
