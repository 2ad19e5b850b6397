import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { vi } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What examples import, and where it lies in the repository. */
const sources = [
  ["'gait'", "'../../index.ts'"],
  ["'gait/babylon'", "'../../systems/render/index.ts'"],
  ["'gait/npc'", "'../../npc/index.ts'"],
  ["'gait/nav'", "'../../nav/index.ts'"],
  ["'gait/mods'", "'../../mods/index.ts'"],
  ["'gait/server'", "'../../server/index.ts'"],
  ["'gait/wire'", "'../../wire.ts'"],
  ["'gait/testing'", "'../../testing/index.ts'"],
  ["'gait/scenes/", "'../../content/scenes/"],
  ["'gait/motion-tables/", "'../../content/motion-tables/"],
] as const;

/** The TypeScript blocks of a document. */
export function examplesOf(document: string): string[] {
  return [...readFileSync(`${root}${document}`, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]);
}

let runs = 0;

/**
 * Runs an example as a user would, with the package's own source in place of the installed package.
 *
 * @param files Files of the repository that the example names, by the name that it gives them.
 * @returns What it printed.
 */
export async function runExample(
  document: string,
  index: number,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  // A name that nothing has been imported by.
  const folder = `${root}.cache/example-${basename(document)}-${index}-${process.pid}-${runs++}`;
  let source = examplesOf(document)[index];
  for (const [named, lies] of sources) source = source.replaceAll(`from ${named}`, `from ${lies}`);
  for (const [named, lies] of Object.entries(files)) source = source.replaceAll(`'${named}'`, `'${root}${lies}'`);
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...parts) => {
    lines.push(format(...parts));
  });
  mkdirSync(folder, { recursive: true });
  try {
    const file = `${folder}/example.ts`;
    writeFileSync(file, source);
    await import(/* @vite-ignore */ file);
    return `${lines.join('\n')}\n`;
  } finally {
    log.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  }
}
