/**
 * Mods, `gait/mods`: NPCs from JSON files, components and systems from trusted scripts, checked when they are applied and
 * changed in the running world when they are applied again. It reads texts, not folders: who has files gives their texts.
 */
export { applyMods } from './apply-mods.ts';
export type { KnownNames } from './known-names.ts';
export { parseJson, placeOf, JsonError, type JsonNode, type TextPlace, plainValue } from './json-tree.ts';
export { LOAD_SECONDS, loadInTime } from './load-in-time.ts';
export type { ModManifest } from './manifest.ts';
export type { FindNpc, ModColumns, ModComponent, ModField, ModSchema } from './mod-component.ts';
export { createMods, type ModNpc, type ModReport, type Mods, type ModsOptions } from './mods.ts';
export type { NeedsByMod } from './needs.ts';
export { type ModProblem, problemText } from './problem.ts';
export type { ModSource } from './read-mod.ts';
export type { ModApi, ModScript } from './script.ts';
export { IMPORTS, importLineOf } from './script-text.ts';
