import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Io } from '../replay/io.ts';

const USAGE = `usage: npx gait COMMAND [options] ...

  gait replay FILE...       says what is in captures (pcap, pcapng, recordings), traces and converts them
  gait conformance DIR...   checks the movement core against measured data
  gait server               runs a world that browsers join
  gait new-mod NAME         makes a mod that works
  gait check-mods NAME...   says what is wrong with mods, all of a folder or some

  gait COMMAND --help       says more
  gait --version            says which version this is

In the repository: npm run COMMAND -- [options] ...
`;

/** A command: takes its arguments, answers the exit code. */
type Command = (args: string[], io: Io) => number | Promise<number>;

/** The commands by name. Each is loaded when it is called. */
const commands: Record<string, () => Promise<Command>> = {
  replay: async () => (await import('../replay/main.ts')).replay,
  conformance: async () => {
    const { main } = await import('../conformance.ts');
    return (args) => main(args);
  },
  server: async () => {
    const { main } = await import('../server.ts');
    return (args) => main(args);
  },
  'new-mod': async () => {
    const [{ newCommand }, { project }] = await Promise.all([
      import('../mods/new-command.ts'),
      import('../mods/surroundings.ts'),
    ]);
    return (args, io) => newCommand(args, io, project);
  },
  'check-mods': async () => {
    const [{ checkCommand }, { project }] = await Promise.all([
      import('../mods/check-command.ts'),
      import('../mods/surroundings.ts'),
    ]);
    return (args, io) => checkCommand(args, io, project);
  },
};

/** Commands that run others' code, which may leave something running: the process ends when they have answered. */
export const endsProcess = (name: string | undefined): boolean => name === 'check-mods';

/** The `gait` command. @returns The exit code: the command's own, or 2 when there is no such command. */
export async function gait(argv: string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  if (name === '--help' || name === '-h' || name === 'help') {
    io.out(USAGE.trimEnd());
    return 0;
  }
  if (name === '--version' || name === '-v') {
    io.out(version());
    return 0;
  }
  if (name !== undefined && Object.hasOwn(commands, name)) return (await commands[name]())(rest, io);
  const what = name === undefined ? 'no command is named' : `there is no command "${name}"`;
  io.err(`error: ${what}; the commands are ${Object.keys(commands).join(', ')}\nTry --help.\n`);
  return 2;
}

/** The package's version. Its package.json lies two folders up from here, and from the built command. */
function version(): string {
  const file = join(dirname(fileURLToPath(import.meta.url)), '../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
