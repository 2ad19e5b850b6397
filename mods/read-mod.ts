import { checks } from '../index.ts';
import { JsonFile, type Problems } from './json-file.ts';
import { type ModManifest, readManifest } from './manifest.ts';
import { MANIFEST, MOST_CHARACTERS, MOST_FILES, MOST_NPCS, NAME, NAME_TEXT } from './names.ts';
import { type NpcDefinition, readNpcs } from './npc-definition.ts';
import type { ModScript } from './script.ts';

/** A mod as it lies in its folder: texts by path. */
export interface ModSource {
  /** The name of its folder. */
  readonly name: string;
  /** The texts of its files by their path in the folder, with / between. */
  readonly files: Readonly<Record<string, string>>;
  /**
   * What its scripts export as default, by path. Code of a mod can do whatever your own can: give the scripts of mods that
   * you trust. Without it a mod that has scripts is left out.
   */
  readonly scripts?: Readonly<Record<string, ModScript>>;
}

/** A mod that was read; its components are checked when it is applied to a world. */
export interface ReadMod {
  readonly manifest: ModManifest;
  readonly manifestFile: JsonFile;
  readonly npcs: readonly NpcDefinition[];
}

/** Reads the files of a mod that are JSON. @returns Undefined: it is broken, which was noted. */
export function readMod(source: ModSource, problems: Problems): ReadMod | undefined {
  const { name, files } = source;
  if (typeof name !== 'string' || !NAME.test(name)) {
    problems.add('', `expected ${NAME_TEXT}, found '${String(name).slice(0, 80)}'`);
    return undefined;
  }
  const texts = new Map(Object.entries(files));
  if (texts.size > MOST_FILES) problems.add('', `expected at most ${MOST_FILES} files, found ${texts.size}`);
  for (const [path, text] of texts) {
    if (typeof text !== 'string') problems.add(path, `expected the text of the file, found ${checks.describe(text)}`);
    else if (text.length > MOST_CHARACTERS)
      problems.add(path, `expected at most ${MOST_CHARACTERS} characters, found ${text.length}`);
  }
  if (problems.list.length > 0) return undefined;
  const text = texts.get(MANIFEST);
  if (text === undefined) {
    problems.add('', `expected a file ${MANIFEST}, found ${[...texts.keys()].slice(0, 8).join(', ') || 'no files'}`);
    return undefined;
  }
  const manifestFile = new JsonFile(MANIFEST, text, problems);
  const manifest = manifestFile.root === null ? undefined : readManifest(manifestFile, manifestFile.root, name);
  if (manifest === undefined) return undefined;
  const npcs = manifest.npcs.flatMap((path) => {
    const content = texts.get(path);
    if (content === undefined) {
      problems.add(path, `${MANIFEST} names this file, and it is not there`);
      return [];
    }
    const file = new JsonFile(path, content, problems);
    return file.root === null ? [] : readNpcs(file, file.root);
  });
  for (const path of manifest.scripts) {
    if (texts.get(path) === undefined) problems.add(path, `${MANIFEST} names this file, and it is not there`);
  }
  noteDoubles(npcs);
  if (npcs.length > MOST_NPCS) problems.add('', `expected at most ${MOST_NPCS} NPCs, found ${npcs.length}`);
  return problems.list.length > 0 ? undefined : { manifest, manifestFile, npcs };
}

function noteDoubles(npcs: readonly NpcDefinition[]): void {
  const first = new Map<string, NpcDefinition>();
  for (const npc of npcs) {
    const other = first.get(npc.id);
    if (other === undefined) first.set(npc.id, npc);
    else npc.file.problem(npc.node.at, `${npc.path}.id`, `there is an NPC '${npc.id}' already, in ${other.file.name}`);
  }
}
