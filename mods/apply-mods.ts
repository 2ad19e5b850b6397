import type { ModReport, Mods } from './mods.ts';
import { needsOf } from './needs.ts';
import type { ModSource } from './read-mod.ts';

/**
 * Brings mods into a world in the order of their needs. Those that need one another are left out, and their reports name
 * the cycle.
 *
 * @returns A report a mod, in the order in which they were applied.
 */
export function applyMods(mods: Mods, sources: readonly ModSource[]): ModReport[] {
  const left = [...sources].sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = new Set(left.map(({ name }) => name));
  const beside = new Map(left.map((source) => [source.name, needsOf(source)]));
  const needs = new Map(beside);
  const reports: ModReport[] = [];
  while (left.length > 0) {
    const free = left.findIndex(({ name }) => needs.get(name)?.every((needed) => !names.has(needed)));
    // Where none is free, some need one another: each of them, and who needs them, is told so by its report.
    const [source] = left.splice(Math.max(0, free), 1);
    names.delete(source.name);
    const report = mods.apply(source, beside);
    // One that stays as it was before the edit needs what it needed then.
    if (report.applied || mods.list.some(({ name }) => name === source.name)) beside.delete(source.name);
    reports.push(report);
  }
  return reports;
}
