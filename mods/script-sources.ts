import { checks } from '../index.ts';
import type { Problems } from './json-file.ts';
import type { ModManifest } from './manifest.ts';
import type { ModSource } from './read-mod.ts';
import type { ModScript, ScriptRun } from './script.ts';

/** The scripts of a mod by their files. */
export type ScriptSources = ReadonlyMap<string, { text: string; script: ModScript | undefined; given: boolean }>;

/** The scripts that a mod's manifest names, with the code that was given for them. */
export function scriptsOf(source: ModSource, { scripts }: ModManifest): ScriptSources {
  const code = source.scripts ?? {};
  return new Map(
    scripts.map((path) => {
      const given = Object.hasOwn(code, path);
      return [path, { text: source.files[path], script: given ? code[path] : undefined, given }];
    }),
  );
}

/** Whether no script has changed. */
export function sameScripts(before: ScriptSources, now: ScriptSources): boolean {
  if (before.size !== now.size) return false;
  return [...now].every(([path, { text, script }]) => before.get(path)?.text === text && script !== undefined);
}

/** Lets the scripts of a mod define what they have to; nothing acts yet. @returns Whether all did. */
export function defineScripts(run: ScriptRun, sources: ScriptSources, problems: Problems): boolean {
  for (const [path, { script, given }] of sources) {
    if (!given) {
      problems.add(
        path,
        'this mod has scripts, and no code was given for this one: scripts are run only for trusted mods',
      );
      break;
    }
    if (typeof script !== 'function') {
      const found = script === undefined ? 'none' : checks.describe(script);
      problems.add(path, `expected a default export: a function, as in export default (mod) => { … }, found ${found}`);
      break;
    }
    try {
      run.define(script, path);
    } catch (error) {
      problems.add(path, `the script threw: ${messageOf(error)}`);
      break;
    }
  }
  return problems.list.length === 0;
}

/** Lets the new scripts act in place of the old ones; if they cannot, the old ones act again. */
export function switchScripts(
  old: ScriptRun | null,
  run: ScriptRun,
  problems: Problems,
  onError: (error: unknown) => void,
): boolean {
  if (run === old) return true;
  old?.pause();
  try {
    run.begin();
    return true;
  } catch (error) {
    problems.add(run.acting, messageOf(error));
    try {
      old?.begin();
    } catch (again) {
      onError(again);
    }
    return false;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
