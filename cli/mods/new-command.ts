import { relative } from 'node:path';
import { cwd } from 'node:process';
import type { Io } from '../replay/io.ts';
import { createMod } from './create.ts';
import { readCall, UsageError } from './options.ts';
import type { Surroundings } from './surroundings.ts';

const usageOf = ({ command, folderName }: Surroundings) => `usage: ${command('new-mod')} NAME [options]

Makes a mod that works: a manifest and two NPCs, in ${folderName}/NAME. Never writes over anything.

  --folder DIR    the folder of mods (${folderName})
  --script        with a script that defines a component and a system
  --help          says this

NAME: small letters, digits and -, at most 32, a letter first.
Exit code: 0 made, 1 it could not be made, 2 usage.
`;

const NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** The command `new-mod`. @returns The exit code. */
export function newCommand(args: string[], io: Io, surroundings: Surroundings): number {
  try {
    const { words, values, flags } = readCall(args, ['--folder'], ['--script', '--help', '-h']);
    if (flags.has('--help') || flags.has('-h')) {
      io.out(usageOf(surroundings).trimEnd());
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
    const given = values.get('--folder');
    const folder = given ?? surroundings.folder;
    for (const file of createMod({ folder, name, script: flags.has('--script') }))
      io.out(`made ${relative(cwd(), file)}`);
    const where = given === undefined ? '' : ` --folder ${given}`;
    io.out(`check it: ${surroundings.call('check-mods')} ${name}${where}`);
    io.out(surroundings.seeIt);
    return 0;
  } catch (error) {
    io.err(`error: ${error instanceof Error ? error.message : String(error)}\nTry --help.\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
