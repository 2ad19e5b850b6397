import type { AssetContainer } from '@babylonjs/core/assetContainer.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { CharacterModel } from './character-model.ts';
import { type ModelMap, type ModelMapContent, parseModelMap } from './model-map.ts';

/** A model to load: its map as its file holds it, and its glTF file as an address or as bytes (of a .glb). */
export interface ModelSource {
  /** A {@link ModelMapContent}; it is checked when it is loaded. */
  readonly map: unknown;
  /** The address of a glTF file (`.glb`, `.gltf`), or the bytes of a `.glb`. */
  readonly file: string | ArrayBufferView;
}

/** GLTFLoaderAnimationStartMode.NONE: nothing but the simulation starts what a body plays. */
const START_NOTHING = 0;

/**
 * Loads a model.
 *
 * @throws Error when the map is bad, the file cannot be read, or it has not what the map names.
 */
export async function loadModel(scene: Scene, { map: content, file }: ModelSource): Promise<CharacterModel> {
  const map = parseModelMap(content, `model '${(content as Partial<ModelMapContent> | null)?.name ?? ''}'`);
  const container = await loadContainer(scene, map, file);
  try {
    return new CharacterModel(scene, map, container);
  } catch (error) {
    container.dispose();
    throw error;
  }
}

async function loadContainer(scene: Scene, map: ModelMap, file: string | ArrayBufferView): Promise<AssetContainer> {
  // The loader registers itself. It comes late, so that a page can show its first picture without it.
  const { registerLoader } = await import('./gltf-loader.ts');
  registerLoader();
  try {
    const container = await LoadAssetContainerAsync(file, scene, {
      pluginExtension: typeof file === 'string' ? undefined : '.glb',
      pluginOptions: {
        gltf: { animationStartMode: START_NOTHING, skipMaterials: map.palette !== undefined, createInstances: false },
      },
    });
    // Copies have skeletons of their own; the texture of the file's would lie in the scene for nothing.
    for (const mesh of container.meshes) mesh.skeleton?.getTransformMatrixTexture(mesh)?.dispose();
    return container;
  } catch (error) {
    const where = typeof file === 'string' ? `'${file}'` : 'its bytes';
    throw new Error(`model '${map.name}': ${where} cannot be loaded: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
