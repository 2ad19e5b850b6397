import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checks } from '../../index.ts';
import { UsageError } from './options.ts';

/** Folders up from this file at which content/ lies: in the repository, and in the package that is built of it. */
const HIGHEST = 5;

/** Reads a scene by its name, or its file. @throws UsageError when there is none, or it is no JSON. */
export function readScene(nameOrFile: string): { content: unknown; source: string } {
  const source = nameOrFile.endsWith('.json') ? nameOrFile : fileOf(nameOrFile);
  let text: string;
  try {
    text = readFileSync(source, 'utf8');
  } catch (error) {
    throw new UsageError(`--scene: the file cannot be read: ${(error as Error).message}`);
  }
  try {
    return { content: JSON.parse(text), source };
  } catch (error) {
    throw new UsageError(`--scene: ${source} is no JSON: ${(error as Error).message}`);
  }
}

function fileOf(name: string): string {
  const names = sceneNames();
  if (names.includes(name)) return join(scenesFolder(), `${name}.json`);
  const nearest = checks.nearest(name, names);
  const meant = nearest === '' ? 'there are' : `did you mean '${nearest}'? There are`;
  throw new UsageError(`--scene: there is no scene '${name}'; ${meant} ${names.join(', ')}`);
}

/** The names of the scenes that come with the package. */
function sceneNames(): string[] {
  return readdirSync(scenesFolder())
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** Where the scenes of the package are. */
function scenesFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < HIGHEST; up++) {
    const scenes = join(folder, 'content', 'scenes');
    if (existsSync(scenes)) return scenes;
    folder = dirname(folder);
  }
  throw new UsageError('--scene: the scenes of the package are not where they should be');
}
