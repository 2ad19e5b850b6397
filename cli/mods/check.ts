import { existsSync } from 'node:fs';
import { checks, createEngine, createSceneGround } from '../../index.ts';
import {
  applyMods,
  createMods,
  type KnownNames,
  type ModReport,
  type ModSource,
  problemText,
} from '../../mods/index.ts';
import { createBehaviours } from '../../npc/index.ts';
import type { Io } from '../replay/io.ts';
import { modFolders, readModFolder, withScripts } from './read-folder.ts';
import { scriptPlaceOf } from './script-fault.ts';

/** What is checked, and how. */
export interface CheckOptions {
  /** The folder of mods. */
  readonly folder: string;
  /** Names of mods; empty: all. Those that they need are loaded, too. */
  readonly names: readonly string[];
  /** Whether their scripts are run: they are code. */
  readonly scripts: boolean;
  /** Seconds that the loading of each script is waited for. */
  readonly loadSeconds: number;
  /** Looks and scenes that there are. */
  readonly known: KnownNames;
  /** Steps that a world with all of them runs. */
  readonly steps: number;
  /** A scene to stand on; null: level ground. */
  readonly scene: unknown;
}

const MOST_LINES = 20;

/** Checks mods by applying them to a world and letting it run. @returns The exit code: 0, or 1 when something is wrong. */
export async function checkMods(options: CheckOptions, motionTables: readonly unknown[], io: Io): Promise<number> {
  const { folder, names, steps } = options;
  if (!existsSync(folder)) {
    io.out(`there is no folder ${folder}: new-mod makes one, and --folder names another`);
    return 1;
  }
  const there = modFolders(folder);
  const missing = names.filter((name) => !there.includes(name));
  for (const name of missing) {
    const near = checks.suggestion(name, there);
    io.out(`${name}: there is no such folder in ${folder}${near}`);
  }
  if (there.length === 0) io.out(`there are no mods in ${folder}`);
  const broken = new Set(missing);
  const sources: ModSource[] = [];
  for (const name of there) {
    try {
      const source = readModFolder(folder, name);
      sources.push(options.scripts ? await withScripts(folder, source, options.loadSeconds) : source);
    } catch (error) {
      if (names.length > 0 && !names.includes(name)) continue;
      broken.add(name);
      io.out(messageOf(error));
    }
  }
  const ground = options.scene === null ? {} : { ground: createSceneGround(options.scene) };
  const engine = createEngine({ motionTables, ...ground });
  /** What is thrown by nobody in particular. */
  let others = 0;
  let told = 0;
  const blame = (mod: string, what: string, error: unknown): void => {
    const place = scriptPlaceOf(folder, error);
    const name = place?.mod ?? mod;
    if (there.includes(name)) broken.add(name);
    else others++;
    const where = place?.text ?? mod;
    if (told++ < MOST_LINES) io.out([where, what, messageOf(error)].filter((part) => part !== '').join(': '));
  };
  const mods = createMods(engine, createBehaviours(engine), {
    ...options.known,
    onError: (mod, error) => blame(mod, '', error),
  });
  const reports = applyMods(mods, sources).filter(({ name }) => names.length === 0 || names.includes(name));
  for (const { name, problems } of reports.filter(({ applied }) => !applied)) {
    broken.add(name);
    for (const problem of problems) io.out(problemText(problem));
  }
  engine.on('handlerError', ({ type, error }) => {
    const [, mod = '', system] = /^system ([^/]+)\/(.+)$/.exec(type) ?? [];
    if (system === undefined) blame('', `a handler of '${type}' threw`, error);
    else blame(mod, `the system '${system}' is disabled: it threw`, error);
  });
  engine.step(steps);
  for (const report of reports) if (!broken.has(report.name)) tellGood(report, mods, io);
  const checked = new Set([...reports.map(({ name }) => name), ...broken]).size;
  const count = `${checked} ${checked === 1 ? 'mod' : 'mods'} checked`;
  const isGood = broken.size + others === 0;
  io.out(isGood ? `${count}, all right` : `${count}, ${broken.size} broken`);
  return isGood ? 0 : 1;
}

function tellGood(report: ModReport, mods: ReturnType<typeof createMods>, io: Io): void {
  const manifest = mods.list.find(({ name }) => name === report.name);
  const npcs = `${report.spawned.length} ${report.spawned.length === 1 ? 'NPC' : 'NPCs'}`;
  const scripts = manifest?.scripts.length ?? 0;
  io.out(
    `${report.name} ${manifest?.version}: ok, ${npcs}${scripts === 0 ? '' : `, ${scripts} ${scripts === 1 ? 'script' : 'scripts'}`}`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
