import { JsonFile, Problems } from './json-file.ts';
import { readManifest } from './manifest.ts';
import type { ModReport, Mods } from './mods.ts';
import { MANIFEST } from './names.ts';
import type { ModSource } from './read-mod.ts';

/**
 * Brings mods into a world in the order of their needs.
 *
 * @returns A report a mod, in the order in which they were applied.
 */
export function applyMods(mods: Mods, sources: readonly ModSource[]): ModReport[] {
  const left = [...sources].sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = new Set(left.map(({ name }) => name));
  const reports: ModReport[] = [];
  while (left.length > 0) {
    const free = left.findIndex((source) => needsOf(source).every((needed) => !names.has(needed)));
    // Those that need one another are told so by their reports.
    const [source] = left.splice(Math.max(0, free), 1);
    names.delete(source.name);
    reports.push(mods.apply(source));
  }
  return reports;
}

function needsOf(source: ModSource): readonly string[] {
  const text = source.files[MANIFEST];
  if (typeof text !== 'string') return [];
  const file = new JsonFile(MANIFEST, text, new Problems(source.name));
  return file.root === null ? [] : (readManifest(file, file.root, source.name)?.needs ?? []);
}
