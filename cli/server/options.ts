import { parseOptions } from '../parse-options.ts';

export const USAGE = `usage: npx gait server [options]      in a project that has the package
       npm run server -- [options]    in the repository

Runs a world that browsers join over WebSocket: start the page (npm start) and open it with ?server=ws://localhost:8787.
Ends with Ctrl+C, after it has sent everybody away.

  --scene NAME|FILE    the scene: one that comes with the package (plain, hills, village, ravine, stairs, meadow, crowd),
                       or a file that ends in .json (default village)
  --npcs N             how many NPCs wander about, greet and look at players, 0 to 5000 (default 8)
  --host HOST          where it listens (default 127.0.0.1: nobody but this machine; 0.0.0.0: everybody)
  --port PORT          0 to 65535; 0: one that is free (default 8787)
  --origin ORIGIN      a page of this origin may join, such as https://example.org; may be given several times; *: any
                       (default: pages of this machine)
  --max-players N      1 to 10000 (default 64)
  --seed N             seed of the NPCs, 0 to 4294967295 (default 1)
  --quiet              prints where it listens, and errors
  --help               prints this

Where it listens, GET /health answers how it is as JSON. Exit code: 0 ended by a signal; 1 it could not start; 2 wrong
usage.
`;

/** Wrong usage; the message says how. */
export class UsageError extends Error {}

export interface Options {
  readonly help: boolean;
  readonly quiet: boolean;
  readonly scene: string;
  readonly npcs: number;
  readonly host: string;
  readonly port: number;
  /** Undefined: pages of this machine. */
  readonly origins: readonly string[] | undefined;
  readonly maxPlayers: number;
  readonly seed: number;
}

/** Reads the command line. @throws UsageError for unknown options and wrong values. */
export function readOptions(args: string[]): Options {
  const values = parse(args);
  return {
    help: values.help,
    quiet: values.quiet,
    scene: text('scene', values.scene),
    npcs: wholeNumber('npcs', values.npcs, 0, 5000),
    host: text('host', values.host),
    port: wholeNumber('port', values.port, 0, 65_535),
    origins: values.origin,
    maxPlayers: wholeNumber('max-players', values['max-players'], 1, 10_000),
    seed: wholeNumber('seed', values.seed, 0, 0xffffffff),
  };
}

function parse(args: string[]) {
  try {
    return parseOptions({
      args,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        quiet: { type: 'boolean', short: 'q', default: false },
        scene: { type: 'string', default: 'village' },
        npcs: { type: 'string', default: '8' },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', short: 'p', default: '8787' },
        origin: { type: 'string', multiple: true },
        'max-players': { type: 'string', default: '64' },
        seed: { type: 'string', default: '1' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function text(name: string, value: string): string {
  if (value.trim() !== '') return value;
  throw new UsageError(`--${name}: expected something, found nothing`);
}

function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return number;
  throw new UsageError(`--${name}: expected a whole number from ${least} to ${most}, found '${value}'`);
}
