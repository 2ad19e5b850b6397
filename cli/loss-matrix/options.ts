import { parseOptions } from '../parse-options.ts';

export const USAGE = `usage: npm run loss-matrix -- [options]

A server's world and a client's over a bad network, both ways alike: losses of 0, 1, 5, 10 and 20 %, independent and in
bursts of 5 datagrams, times round trips of 0, 50, 100, 200 and 400 ms, times 0 and 10 % reordered. 32 people patrol,
chase, turn, stick, follow keys and do emotes. In each of some rounds the network is bad for 12 s and then heals; from
2 s on everybody is compared with the server for a second, step by step. Takes some minutes.

  --seed N     seed of the people and of the network, 0 to 65535 (default 1)
  --rounds N   rounds of each combination, 1 to 100 (default 6)
  --quick      the ends of the matrix only, two rounds: some seconds
  --json       prints one JSON document in place of the table
  --help       prints this

Exit code: 0 all is as it should be; 1 it is not; 2 wrong usage.
`;

/** Wrong usage; the message says how. */
export class UsageError extends Error {}

export interface Options {
  readonly help: boolean;
  readonly quick: boolean;
  readonly json: boolean;
  readonly seed: number;
  readonly rounds: number;
}

/** Reads the command line. @throws UsageError for unknown options and wrong values. */
export function readOptions(args: string[]): Options {
  const values = parse(args);
  return {
    help: values.help,
    quick: values.quick,
    json: values.json,
    seed: wholeNumber('seed', values.seed, 0, 65_535),
    rounds: wholeNumber('rounds', values.rounds ?? (values.quick ? '2' : '6'), 1, 100),
  };
}

function parse(args: string[]) {
  try {
    return parseOptions({
      args,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        rounds: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`--${name}: expected a whole number from ${least} to ${most}, found '${text}'`);
}
