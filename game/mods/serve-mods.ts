import type { Engine } from '../../index.ts';
import {
  applyMods,
  createMods,
  IMPORTS,
  importLineOf,
  loadInTime,
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
import { sceneFiles } from '../play/scene-files.ts';
import { importText } from './import-text.ts';
import { looks } from './looks.ts';
import type { PageMod } from './watch.ts';

/** What the page's mods are like now. */
export interface ModNews {
  readonly npcs: readonly ModNpc[];
  /** All that their authors should put right, a line each: file, place, what was found and what was expected. */
  readonly problems: readonly string[];
}

/** What stands before the name of a system in the event that tells that it threw. */
const SYSTEM = 'system ';

/** The scenes that mods can be for. */
const scenes = Object.keys(sceneFiles);

/** Brings the page's mods into a world, and changes them there when their files change. */
export class ServedMods {
  readonly mods: Mods;
  private readonly scene: string;
  private readonly tell: (news: ModNews) => void;
  private readonly load: (text: string) => Promise<unknown>;
  private readonly loadSeconds: number | undefined;
  /** What is wrong with a mod, by its name: with its files, and with what it does. */
  private readonly broken = new Map<string, readonly string[]>();
  private readonly thrown = new Map<string, readonly string[]>();
  /** Those that were left out: they are tried again with every change, as what they need may have come. */
  private readonly leftOut = new Map<string, ModSource>();
  /** Loading scripts takes time: changes come one after the other. */
  private queue: Promise<void> = Promise.resolve();

  /**
   * @param tell Told what the mods are like after every change, and when one of their systems is disabled.
   * @param load Runs the text of a module and answers its default export.
   * @param loadSeconds How long that is waited for; left out: as long as `loadInTime` does.
   */
  constructor(
    engine: Engine,
    behaviours: Behaviours,
    scene: string,
    tell: (news: ModNews) => void,
    load: (text: string) => Promise<unknown> = importText,
    loadSeconds?: number,
  ) {
    this.scene = scene;
    this.tell = tell;
    this.load = load;
    this.loadSeconds = loadSeconds;
    this.mods = createMods(engine, behaviours, {
      looks,
      scenes,
      onError: (mod, error) => this.noteThrown(mod, `threw ${String(error)}`),
    });
    engine.on('handlerError', ({ type, error }) => {
      const [mod, name] = type.startsWith(SYSTEM) ? type.slice(SYSTEM.length).split('/') : [];
      if (mod !== undefined && name !== undefined) {
        this.noteThrown(mod, `its system '${name}' is disabled: it threw ${String(error)}`);
      } else console.error(`'${type}' threw`, error);
    });
  }

  /** Applies mods that are new or were changed. @returns When that is done. */
  take(changed: readonly PageMod[]): Promise<void> {
    this.queue = this.queue.then(async () => {
      await this.apply(changed);
      this.tellAll();
    });
    return this.queue;
  }

  private async apply(changed: readonly PageMod[]): Promise<void> {
    for (const { name } of changed) {
      this.broken.delete(name);
      this.leftOut.delete(name);
    }
    const sources = [...this.leftOut.values()];
    for (const mod of changed) {
      try {
        if (this.isWanted(mod)) sources.push(await this.withScripts(mod));
        else {
          this.thrown.delete(mod.name);
          this.mods.remove(mod.name);
        }
      } catch (error) {
        this.broken.set(mod.name, [error instanceof ScriptError ? error.message : `${mod.name}: ${String(error)}`]);
      }
    }
    for (const { name, applied, problems } of applyMods(this.mods, sources)) {
      this.broken.delete(name);
      this.leftOut.delete(name);
      if (applied) this.thrown.delete(name);
      else {
        this.broken.set(name, problems.map(problemText));
        const source = sources.find((each) => each.name === name);
        if (source !== undefined) this.leftOut.set(name, source);
      }
    }
  }

  private noteThrown(mod: string, what: string): void {
    this.thrown.set(mod, [...(this.thrown.get(mod) ?? []), `${mod}: ${what}`]);
    this.tellAll();
  }

  private tellAll(): void {
    const problems = [...this.broken.values(), ...this.thrown.values()].flat();
    this.tell({ npcs: this.mods.npcs(), problems });
  }

  /** Whether a mod is there and is for this scene; what is wrong with its manifest is told when it is applied. */
  private isWanted({ files }: PageMod): boolean {
    if (Object.keys(files).length === 0) return false;
    try {
      const { scenes: wanted } = plainValue(parseJson(files['mod.json'] ?? '')) as Partial<ModManifest>;
      if (!Array.isArray(wanted) || wanted.length === 0 || wanted.includes(this.scene)) return true;
      return !wanted.every((scene) => scenes.includes(scene));
    } catch {
      return true;
    }
  }

  /** The page's own mods are trusted: their scripts are run. @throws Error that names the file. */
  private async withScripts({ name, files }: PageMod): Promise<ModSource> {
    const scripts: Record<string, ModScript> = {};
    for (const [path, code] of Object.entries(files)) {
      if (!/\.m?js$/.test(path)) continue;
      const line = importLineOf(code);
      if (line > 0) throw new ScriptError(`${name}/${path}:${line}:1: ${IMPORTS}`);
      try {
        scripts[path] = (await loadInTime(this.load(code), this.loadSeconds)) as ModScript;
      } catch (error) {
        throw new ScriptError(`${name}/${path}: the script could not be loaded: ${String(error)}`);
      }
    }
    return { name, files, scripts };
  }
}

/** A script that could not be loaded; the message begins with its file. */
class ScriptError extends Error {}
