import { createEngine, createSceneGround, type Engine } from '../../index.ts';
import { applyMods, createMods, type ModReport, type ModSource, problemText } from '../../mods/index.ts';
import { createBehaviours } from '../../npc/index.ts';
import type { Io } from '../replay/io.ts';
import { modFolders, readModFolder, withScripts } from './read-folder.ts';

/** What is checked, and how. */
export interface CheckOptions {
  /** The folder of mods. */
  readonly folder: string;
  /** Names of mods; empty: all. Those that they need are loaded, too. */
  readonly names: readonly string[];
  /** Whether their scripts are run: they are code. */
  readonly scripts: boolean;
  /** Steps that a world with all of them runs. */
  readonly steps: number;
  /** A scene to stand on; null: level ground. */
  readonly scene: unknown;
}

const MOST_LINES = 20;

/** Checks mods by applying them to a world and letting it run. @returns The exit code: 0, or 1 when something is wrong. */
export async function checkMods(options: CheckOptions, motionTables: readonly unknown[], io: Io): Promise<number> {
  const { folder, names, steps } = options;
  const there = modFolders(folder);
  const missing = names.filter((name) => !there.includes(name));
  for (const name of missing) io.out(`${name}: there is no such folder in ${folder}`);
  if (there.length === 0) io.out(`there are no mods in ${folder}`);
  let faults = missing.length;
  const sources: ModSource[] = [];
  for (const name of there) {
    try {
      const source = readModFolder(folder, name);
      sources.push(options.scripts ? await withScripts(folder, source) : source);
    } catch (error) {
      faults++;
      io.out(messageOf(error));
    }
  }
  const ground = options.scene === null ? {} : { ground: createSceneGround(options.scene) };
  const engine = createEngine({ motionTables, ...ground });
  const mods = createMods(engine, createBehaviours(engine), {
    onError: (mod, error) => {
      faults++;
      io.out(`${mod}: ${messageOf(error)}`);
    },
  });
  const reports = applyMods(mods, sources).filter(({ name }) => names.length === 0 || names.includes(name));
  const broken = new Set(reports.filter(({ applied }) => !applied).map(({ name }) => name));
  for (const report of reports) tell(report, mods, io);
  const thrown = runWorld(engine, steps);
  for (const line of thrown) io.out(line);
  faults += broken.size + thrown.length;
  const count = `${reports.length} ${reports.length === 1 ? 'mod' : 'mods'}`;
  io.out(faults === 0 ? `${count} checked, all right` : `${count} checked, ${broken.size} broken`);
  return faults === 0 ? 0 : 1;
}

function tell(report: ModReport, mods: ReturnType<typeof createMods>, io: Io): void {
  if (!report.applied) {
    for (const problem of report.problems) io.out(problemText(problem));
    return;
  }
  const manifest = mods.list.find(({ name }) => name === report.name);
  const npcs = `${report.spawned.length} ${report.spawned.length === 1 ? 'NPC' : 'NPCs'}`;
  const scripts = manifest?.scripts.length ?? 0;
  io.out(
    `${report.name} ${manifest?.version}: ok, ${npcs}${scripts === 0 ? '' : `, ${scripts} ${scripts === 1 ? 'script' : 'scripts'}`}`,
  );
}

/** Lets the world run. @returns What its systems and handlers threw. */
function runWorld(engine: Engine, steps: number): string[] {
  const thrown: string[] = [];
  engine.on('handlerError', ({ type, error }) => {
    if (thrown.length < MOST_LINES) thrown.push(`${type}: ${messageOf(error)}`);
  });
  engine.step(steps);
  return thrown;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
