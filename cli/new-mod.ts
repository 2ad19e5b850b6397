import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { argv, cwd } from 'node:process';
import { fileURLToPath } from 'node:url';
import { createMod } from './mods/create.ts';
import { readCall, UsageError } from './mods/options.ts';
import type { Io } from './replay/io.ts';
import { endWithReader, processIo } from './replay/process-io.ts';

const USAGE = `usage: new-mod NAME [options]

Makes a mod that works: a manifest and two NPCs, in content/mods/NAME. Never writes over anything.

  --folder DIR    the folder of mods (content/mods)
  --script        with a script that defines a component and a system
  --help          says this

NAME: small letters, digits and -, at most 32, a letter first.
Exit code: 0 made, 1 it could not be made, 2 usage.
`;

const NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** `npm run new-mod -- NAME`. @returns The exit code. */
export function main(args: string[], io: Io = processIo): number {
  try {
    const { words, values, flags } = readCall(args, ['--folder'], ['--script', '--help', '-h']);
    if (flags.has('--help') || flags.has('-h')) {
      io.out(USAGE.trimEnd());
      return 0;
    }
    const [name, ...more] = words;
    if (name === undefined || more.length > 0)
      throw new UsageError(`expected the name of one mod, found ${words.length}`);
    if (!NAME.test(name)) {
      throw new UsageError(
        `expected a name of small letters, digits and -, at most 32, a letter first, found '${name}'`,
      );
    }
    const folder = values.get('--folder') ?? fileURLToPath(new URL('../content/mods', import.meta.url));
    for (const file of createMod({ folder, name, script: flags.has('--script') }))
      io.out(`made ${relative(cwd(), file)}`);
    io.out(`check it: npm run check-mods -- ${name}`);
    io.out(
      'see it: npm start; its NPCs First and Second stand around x 0, y 0, the middle, of every scene (M: others)',
    );
    io.out('then change a file: the NPCs change in the running world');
    return 0;
  } catch (error) {
    io.err(`error: ${error instanceof Error ? error.message : String(error)}\nTry --help.\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

const isEntry = argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url);
if (isEntry) {
  endWithReader();
  process.exitCode = main(argv.slice(2));
}
