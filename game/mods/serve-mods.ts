import type { Engine } from '../../index.ts';
import {
  applyMods,
  createMods,
  type ModManifest,
  type ModNpc,
  type ModScript,
  type Mods,
  type ModSource,
  parseJson,
  plainValue,
  problemText,
} from '../../mods/index.ts';
import type { Behaviours } from '../../npc/index.ts';
import type { PageMod } from './watch.ts';

/** What became of mods that the page has. */
export interface ModNews {
  readonly npcs: readonly ModNpc[];
  /** What their authors should put right, a line each. */
  readonly problems: readonly string[];
}

/** Brings the page's mods into a world, and changes them there when their files change. */
export class ServedMods {
  readonly mods: Mods;
  private readonly scene: string;
  /** Loading scripts takes time: changes come one after the other. */
  private queue: Promise<void> = Promise.resolve();

  constructor(engine: Engine, behaviours: Behaviours, scene: string) {
    this.mods = createMods(engine, behaviours);
    this.scene = scene;
  }

  /** Applies mods that are new or were changed. @param tell Told what became of them. */
  take(changed: readonly PageMod[], tell: (news: ModNews) => void): void {
    this.queue = this.queue.then(async () => tell(await this.apply(changed)));
  }

  private async apply(changed: readonly PageMod[]): Promise<ModNews> {
    const problems: string[] = [];
    const sources: ModSource[] = [];
    for (const mod of changed) {
      try {
        if (this.isWanted(mod)) sources.push(await withScripts(mod));
        else this.mods.remove(mod.name);
      } catch (error) {
        problems.push(`${mod.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    for (const report of applyMods(this.mods, sources)) problems.push(...report.problems.map(problemText));
    return { npcs: this.mods.npcs(), problems };
  }

  /** Whether a mod is there and is for this scene; what is wrong with its manifest is told when it is applied. */
  private isWanted({ files }: PageMod): boolean {
    if (Object.keys(files).length === 0) return false;
    try {
      const { scenes } = plainValue(parseJson(files['mod.json'] ?? '')) as Partial<ModManifest>;
      return !Array.isArray(scenes) || scenes.length === 0 || scenes.includes(this.scene);
    } catch {
      return true;
    }
  }
}

/**
 * The page's own mods are trusted: their scripts are run. They are run from their text, as each is one module that is given
 * all it needs: a script that changes is then no module of the page's, for which that would be loaded anew.
 */
async function withScripts({ name, files }: PageMod): Promise<ModSource> {
  const scripts: Record<string, ModScript> = {};
  for (const [path, text] of Object.entries(files)) {
    if (!/\.m?js$/.test(path)) continue;
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    try {
      scripts[path] = (await import(/* @vite-ignore */ url)).default;
    } finally {
      URL.revokeObjectURL(url);
    }
  }
  return { name, files, scripts };
}
