import { createEngine, type Engine } from '../../index.ts';
import {
  createMods,
  type ModReport,
  type ModScript,
  type Mods,
  type ModSource,
  problemText,
} from '../../mods/index.ts';
import { type Behaviours, createBehaviours } from '../../npc/index.ts';
import { motionTable } from '../support/engines.ts';

/** A world with mods. */
export function newWorld(): { engine: Engine; npc: Behaviours; mods: Mods; errors: string[] } {
  const engine = createEngine({ motionTables: [motionTable('humanoid')] });
  const npc = createBehaviours(engine);
  const errors: string[] = [];
  const mods = createMods(engine, npc, { onError: (mod, error) => errors.push(`${mod}: ${String(error)}`) });
  engine.on('handlerError', ({ type, error }) => errors.push(`${type}: ${String(error)}`));
  return { engine, npc, mods, errors };
}

/** A mod of one file of NPCs. */
export function modOf(
  npcs: readonly object[],
  more: { name?: string; needs?: string[]; script?: ModScript; text?: string } = {},
): ModSource {
  const { name = 'town', needs, script, text = 'one' } = more;
  const manifest = {
    name,
    format: 1,
    npcs: ['npcs.json'],
    ...(needs === undefined ? {} : { needs }),
    ...(script === undefined ? {} : { scripts: ['main.js'] }),
  };
  const files: Record<string, string> = {
    'mod.json': JSON.stringify(manifest),
    'npcs.json': JSON.stringify({ npcs }, null, 2),
  };
  if (script === undefined) return { name, files };
  return { name, files: { ...files, 'main.js': text }, scripts: { 'main.js': script } };
}

/** The problems of a report, a line each. */
export function lines(report: ModReport): string[] {
  return report.problems.map(problemText);
}
