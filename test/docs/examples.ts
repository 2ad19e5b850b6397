import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What examples import, and where it lies in the repository. */
const sources = [
  ["'gait'", "'../../index.ts'"],
  ["'gait/babylon'", "'../../systems/render/index.ts'"],
  ["'gait/npc'", "'../../npc/index.ts'"],
  ["'gait/nav'", "'../../nav/index.ts'"],
  ["'gait/mods'", "'../../mods/index.ts'"],
  ["'gait/server'", "'../../server/index.ts'"],
  ["'gait/testing'", "'../../testing/index.ts'"],
  ["'gait/scenes/", "'../../content/scenes/"],
  ["'gait/motion-tables/", "'../../content/motion-tables/"],
] as const;

/** The TypeScript blocks of a document. */
export function examplesOf(document: string): string[] {
  return [...readFileSync(`${root}${document}`, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]);
}

/**
 * Runs an example as a user would, with the package's own source in place of the installed package.
 *
 * @param files Files of the repository that the example names, by the name that it gives them.
 * @returns What it printed.
 */
export function runExample(document: string, index: number, files: Readonly<Record<string, string>> = {}): string {
  const folder = `${root}.cache/example-${basename(document)}-${index}-${process.pid}`;
  let source = examplesOf(document)[index];
  for (const [named, lies] of sources) source = source.replaceAll(`from ${named}`, `from ${lies}`);
  for (const [named, lies] of Object.entries(files)) source = source.replaceAll(`'${named}'`, `'${root}${lies}'`);
  mkdirSync(folder, { recursive: true });
  try {
    const file = `${folder}/example.ts`;
    writeFileSync(file, source);
    return execFileSync(process.execPath, ['--import', 'tsx', file], { cwd: root, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
