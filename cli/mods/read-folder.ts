import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  IMPORTS,
  importLineOf,
  loadInTime,
  type ModScript,
  type ModSource,
  parseJson,
  plainValue,
} from '../../mods/index.ts';
import { faultText, scriptPlaceOf, syntaxPlace } from './script-fault.ts';

/** Bytes of a file, files of a mod and folders in one another that are read at most. */
const MOST_BYTES = 1 << 20;
const MOST_FILES = 64;
const DEEPEST = 8;
/** Mods of a folder that are read at most. */
const MOST_MODS = 256;

/** The folders of mods in a folder, in the order of their names. */
export function modFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
  );
  return names
    .map((entry) => entry.name)
    .sort()
    .slice(0, MOST_MODS);
}

/**
 * Reads the texts of a mod's folder. Links are not followed and hidden files not read: nothing outside the folder gets in.
 *
 * @throws Error when the folder cannot be read or holds more than a mod may.
 */
export function readModFolder(folder: string, name: string): ModSource {
  const files: Record<string, string> = Object.create(null);
  collect(join(folder, name), '', 0, files);
  return { name, files: { ...files } };
}

function collect(folder: string, prefix: string, depth: number, files: Record<string, string>): void {
  if (depth > DEEPEST) throw new Error(`${folder}: expected folders at most ${DEEPEST} deep`);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) collect(path, `${prefix}${entry.name}/`, depth + 1, files);
    else if (entry.isFile() && /\.(json|js|mjs|ts)$/.test(entry.name)) {
      const { size } = lstatSync(path);
      if (size > MOST_BYTES) throw new Error(`${path}: expected at most ${MOST_BYTES} bytes, found ${size}`);
      if (Object.keys(files).length === MOST_FILES)
        throw new Error(`${folder}: expected at most ${MOST_FILES} files in a mod`);
      files[`${prefix}${entry.name}`] = readFileSync(path, 'utf8');
    }
  }
}

/** The paths of the scripts that a mod's manifest names; what is wrong with it is told when the mod is applied. */
export function scriptPaths({ files }: ModSource): string[] {
  try {
    const { scripts } = plainValue(parseJson(files['mod.json'] ?? '{}')) as { scripts?: unknown };
    if (!Array.isArray(scripts)) return [];
    return scripts.filter((path): path is string => typeof path === 'string' && Object.hasOwn(files, path));
  } catch {
    return [];
  }
}

/**
 * Runs the scripts of a trusted mod: they are code, and can do what you can do.
 *
 * @param seconds How long the loading of each is waited for.
 * @returns The mod with what its scripts export.
 * @throws Error that names the file when a script cannot be loaded, or not in time.
 */
export async function withScripts(folder: string, source: ModSource, seconds: number): Promise<ModSource> {
  const scripts: Record<string, ModScript> = {};
  for (const path of scriptPaths(source)) {
    const line = importLineOf(source.files[path]);
    if (line > 0) throw new Error(`${source.name}/${path}:${line}:1: ${IMPORTS}`);
    const url = pathToFileURL(join(folder, source.name, path));
    // A changed script is another module.
    url.searchParams.set('v', createHash('sha1').update(source.files[path]).digest('hex').slice(0, 12));
    try {
      scripts[path] = (await loadInTime(import(url.href), seconds)).default;
    } catch (error) {
      const place =
        scriptPlaceOf(folder, error)?.text ?? `${source.name}/${path}${syntaxPlace(source.files[path], error)}`;
      throw new Error(`${place}: the script could not be loaded: ${faultText(error)}`, { cause: error });
    }
  }
  return { ...source, scripts };
}
