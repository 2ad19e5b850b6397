import { readFileSync } from 'node:fs';
import human from '../../content/motion-tables/human.json' with { type: 'json' };
import wolf from '../../content/motion-tables/wolf.json' with { type: 'json' };
import { LOAD_SECONDS } from '../../mods/index.ts';
import { checkMods } from './check.ts';
import { readCall, UsageError } from './options.ts';
import type { Io } from '../replay/io.ts';
import type { Surroundings } from './surroundings.ts';

const usageOf = ({ command, folderName }: Surroundings) => `usage: ${command('check-mods')} [NAME...] [options]

Applies all mods of a folder, or those that are named, to a world and lets it run. Says what is wrong in which file, line
and column.

  --folder DIR      the folder of mods (${folderName})
  --scene FILE      a scene to stand on (level ground)
  --steps N         steps that the world runs, 0 to 100000 (60)
  --load-seconds N  seconds that the loading of a script is waited for, 0.1 to 600 (5)
  --no-scripts      does not run the mods' scripts: mods that have some are told of as broken
  --help            says this

Scripts are code: they can do what you can do. Take only those that you trust, or say --no-scripts.
Exit code: 0 all right, 1 something is wrong, 2 usage.
`;

const MOST_STEPS = 100_000;
const MOST_SECONDS = 600;

/** The command `check-mods`. @returns The exit code. */
export async function checkCommand(args: string[], io: Io, surroundings: Surroundings): Promise<number> {
  try {
    const { words, values, flags } = readCall(
      args,
      ['--folder', '--scene', '--steps', '--load-seconds'],
      ['--no-scripts', '--help', '-h'],
    );
    if (flags.has('--help') || flags.has('-h')) {
      io.out(usageOf(surroundings).trimEnd());
      return 0;
    }
    const steps = Number(values.get('--steps') ?? 60);
    if (!Number.isInteger(steps) || steps < 0 || steps > MOST_STEPS) {
      throw new UsageError(`--steps: expected a whole number from 0 to ${MOST_STEPS}, found ${values.get('--steps')}`);
    }
    const loadSeconds = Number(values.get('--load-seconds') ?? LOAD_SECONDS);
    if (!(loadSeconds >= 0.1 && loadSeconds <= MOST_SECONDS)) {
      throw new UsageError(
        `--load-seconds: expected a number from 0.1 to ${MOST_SECONDS}, found ${values.get('--load-seconds')}`,
      );
    }
    const scene = values.get('--scene');
    return await checkMods(
      {
        folder: values.get('--folder') ?? surroundings.folder,
        names: words,
        scripts: !flags.has('--no-scripts'),
        steps,
        loadSeconds,
        known: surroundings.known,
        scene: scene === undefined ? null : JSON.parse(readFileSync(scene, 'utf8')),
      },
      [human, wolf],
      io,
    );
  } catch (error) {
    io.err(`error: ${error instanceof Error ? error.message : String(error)}\nTry --help.\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
