import { checks } from '../index.ts';
import { JsonFile, Problems } from './json-file.ts';
import { readManifest } from './manifest.ts';
import { MANIFEST } from './names.ts';
import type { ModSource, ReadMod } from './read-mod.ts';

/** What mods need, by their names. */
export type NeedsByMod = ReadonlyMap<string, readonly string[]>;

/** What a mod's manifest says that it needs; nothing when it cannot be read, which is told when the mod is applied. */
export function needsOf({ name, files }: ModSource): readonly string[] {
  const text = files[MANIFEST];
  if (typeof text !== 'string') return [];
  const file = new JsonFile(MANIFEST, text, new Problems(name));
  return file.root === null ? [] : (readManifest(file, file.root, name)?.needs ?? []);
}

/**
 * Notes the needs of a mod that are not met: mods that are not there, and those that need the mod themselves, by way of
 * others or not.
 *
 * @param applied The mods that are there.
 * @param beside Those that are not there as they are meant to be: applied later, or left out.
 * @returns Whether all are met.
 */
export function noteNeeds({ manifest, manifestFile }: ReadMod, applied: NeedsByMod, beside: NeedsByMod): boolean {
  let areMet = true;
  manifest.needs.forEach((needed, index) => {
    const fault = needFault(manifest.name, needed, applied, beside);
    if (fault === '') return;
    areMet = false;
    const node = manifestFile.root?.entries?.get('needs')?.node.items?.[index];
    manifestFile.problem(node?.at ?? 0, `needs[${index}]`, fault);
  });
  return areMet;
}

/** Why a need is not met; '': it is. */
function needFault(name: string, needed: string, applied: NeedsByMod, beside: NeedsByMod): string {
  const way = wayTo(name, needed, (mod) => beside.get(mod) ?? applied.get(mod) ?? []);
  if (way.length > 0) {
    const cycle = way.map((mod, index) => (index === 0 ? `needs ${mod}` : `which needs ${mod}`)).join(', ');
    return `expected a mod that does not need this one, found that ${name} ${cycle}`;
  }
  if (applied.has(needed)) return '';
  if (beside.has(needed))
    return `expected a mod that is there, found '${needed}', which was left out for what is told of it`;
  return `expected a mod that is there, found '${needed}'${checks.suggestion(needed, [...applied.keys()])}`;
}

/** The mods from one to another by what each needs, both ends included; empty: there is no such way. */
function wayTo(goal: string, from: string, needsOf: (mod: string) => readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const walk = (mod: string): readonly string[] => {
    if (mod === goal) return [mod];
    if (seen.has(mod)) return [];
    seen.add(mod);
    for (const next of needsOf(mod)) {
      const way = walk(next);
      if (way.length > 0) return [mod, ...way];
    }
    return [];
  };
  return walk(from);
}
