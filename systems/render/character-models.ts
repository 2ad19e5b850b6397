import type { Scene } from '@babylonjs/core/scene.js';
import { CharacterModel } from './character-model.ts';
import type { CharactersOptions, Problems } from './characters-options.ts';
import { loadModel } from './load-model.ts';

type Source = CharactersOptions['models'][number];

/** The models of characters, by the motion tables that they are for: loaded, or shared with others. */
export class CharacterModels {
  /** Whether every model has come or has failed. */
  loaded = false;

  private readonly scene: Scene;
  private readonly problems: Problems;
  private readonly models = new Map<string, CharacterModel>();
  private readonly own: CharacterModel[] = [];
  private disposed = false;

  constructor(scene: Scene, problems: Problems) {
    this.scene = scene;
    this.problems = problems;
  }

  /** The model for a motion table, if it has come. */
  for(motionTable: string): CharacterModel | undefined {
    return this.models.get(motionTable);
  }

  /** Loads all. @param onCome Called when one has come, or has failed, and when all have. */
  async load(sources: readonly Source[], onCome: () => void): Promise<void> {
    await Promise.all(
      sources.map(async (source) => {
        await this.loadOne(source);
        if (!this.disposed) onCome();
      }),
    );
    this.loaded = true;
    if (!this.disposed) onCome();
  }

  dispose(): void {
    this.disposed = true;
    for (const model of this.own) model.dispose();
    this.models.clear();
  }

  private async loadOne(source: Source): Promise<void> {
    try {
      const shared = source instanceof CharacterModel || source instanceof Promise;
      const model = await (shared ? source : loadModel(this.scene, source));
      const { name, motionTable } = model.map;
      const superfluous = this.disposed || this.models.has(motionTable);
      if (superfluous && !shared) model.dispose();
      if (this.disposed) return;
      if (superfluous) throw new Error(`model '${name}': there is another for the motion table '${motionTable}'`);
      this.models.set(motionTable, model);
      if (!shared) this.own.push(model);
    } catch (error) {
      this.problems.report('model', error instanceof Error ? error.message : String(error));
    }
  }
}
