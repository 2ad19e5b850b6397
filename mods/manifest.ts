import type { JsonFile } from './json-file.ts';
import type { JsonNode } from './json-tree.ts';
import { MOST_FILES, NAME, NAME_TEXT, pathFault } from './names.ts';

/** What a mod's `mod.json` says. */
export interface ModManifest {
  /** The name of its folder. */
  readonly name: string;
  /** The format of its files: 1. */
  readonly format: 1;
  /** Its version, as in `1.0.0`; `0.0.0` when it tells none. */
  readonly version: string;
  /** What it is, for people. */
  readonly about: string;
  /** Names of mods that must be there before it. */
  readonly needs: readonly string[];
  /** Names of scenes that it is for; empty: any. For who chooses mods; `apply` does not look at them. */
  readonly scenes: readonly string[];
  /** Files with NPCs. */
  readonly npcs: readonly string[];
  /** Files with code. */
  readonly scripts: readonly string[];
}

const keys = [
  'name',
  'format',
  'version',
  'about',
  'needs',
  'scenes',
  'npcs',
  'scripts',
] as const satisfies readonly (keyof ModManifest)[];
const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;
const TEXT = /^[^\p{Cc}]{0,500}$/u;

/** Reads a manifest; what is wrong is noted, and what can be read is answered. */
export function readManifest(file: JsonFile, root: JsonNode, folder: string): ModManifest | undefined {
  const fields = file.fields(root, '', keys, ['name', 'format']);
  if (fields === undefined) return undefined;
  const name = file.string(fields.get('name'), 'name', NAME_TEXT, NAME);
  const named = fields.get('name');
  if (named !== undefined && name !== undefined && name !== folder)
    file.expected(named, 'name', `'${folder}', the name of its folder`);
  const format = fields.get('format');
  if (format !== undefined && format.value !== 1) file.expected(format, 'format', '1');
  const paths = (key: 'npcs' | 'scripts', ending: RegExp, endings: string): string[] => {
    const list: string[] = [];
    file.list(fields.get(key), key, 'a list of files in the mod', MOST_FILES).forEach((node, index) => {
      const path = `${key}[${index}]`;
      if (typeof node.value !== 'string') file.expected(node, path, 'a file in the mod');
      else if (list.includes(node.value)) file.problem(node.at, path, `'${node.value}' is there twice`);
      else {
        const fault = pathFault(node.value, ending, endings);
        if (fault !== '') file.problem(node.at, path, fault);
        else list.push(node.value);
      }
    });
    return list;
  };
  const needs: string[] = [];
  file.list(fields.get('needs'), 'needs', 'a list of names of mods', MOST_FILES).forEach((node, index) => {
    const needed = file.string(node, `needs[${index}]`, NAME_TEXT, NAME);
    if (needed === folder) file.problem(node.at, `needs[${index}]`, 'a mod cannot need itself');
    else if (needed !== undefined) needs.push(needed);
  });
  const scenes = file
    .list(fields.get('scenes'), 'scenes', 'a list of names of scenes', MOST_FILES)
    .flatMap((node, index) => {
      return file.string(node, `scenes[${index}]`, NAME_TEXT, NAME) ?? [];
    });
  return {
    name: folder,
    format: 1,
    version: file.string(fields.get('version'), 'version', 'a version such as 1.0.0', VERSION) ?? '0.0.0',
    about: file.string(fields.get('about'), 'about', 'a line of text, at most 500 characters', TEXT) ?? '',
    needs,
    scenes,
    npcs: paths('npcs', /\.json$/, '.json'),
    scripts: paths('scripts', /\.(js|mjs|ts)$/, '.js, .mjs or .ts'),
  };
}
