import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { STANDARD_RECIPE } from './mix-plan.ts';

/** What `--help` shows. */
export const usage = `usage: npm run bench -- [options]

Times a seeded crowd in the engine's pipeline against yuka's Arrive and a bare kernel, one process for each number of
entities, the reading and gating of messages against a walk with a DataView, sweeps over a terrain with obstacles, NPCs with
behaviours, and the showing of a crowd and of skeletons on an engine that draws nothing; judges the goals. Takes about three
minutes.

  --sizes LIST   numbers of entities, from 100 to 200000 (default 1000,10000,100000)
  --ticks N      timed ticks of each subject, from 240 (default: 3000, 1500 and 300 for the sizes above)
  --quick        1000 and 10000 entities, 300 ticks: a first look; too short for a verdict
  --seed N       seed of the crowd (default 1)
  --mix LETTERS  another mix, ten letters: C chases, P patrols, F is fed from the wire, T turns, I is idle
                 (default ${STANDARD_RECIPE}; no goals are stated for others)
  --json FILE    where the report goes as JSON (default .cache/bench.json)
  --strict       fail (exit code 1) when a goal is not met
  --help         this text

Exit codes: 0 done; 1 a subject's end state is wrong, a measurement failed, or with --strict a goal is not met; 2 usage.`;

/** What is to be measured. */
export interface BenchOptions {
  readonly sizes: number[];
  /** Timed ticks of each subject; undefined: as many as suit the size. */
  readonly ticks: number | undefined;
  readonly seed: number;
  readonly mix: string;
  /** Absolute path. */
  readonly json: string;
  readonly strict: boolean;
}

/** The command line makes no sense; the message says what was expected. */
export class UsageError extends Error {}

function wholeNumber(name: string, text: string, low: number, high: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= low && value <= high) return value;
  throw new UsageError(`--${name}: expected a whole number from ${low} to ${high}, found '${text}'`);
}

/**
 * Reads the command line; undefined when only the usage was asked for.
 *
 * @throws UsageError
 */
export function readOptions(args: string[]): BenchOptions | undefined {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return undefined;
  const mix = values.mix ?? STANDARD_RECIPE;
  if (!/^[CPFTI]{10}$/.test(mix) || (mix.includes('C') && !/[PF]/.test(mix))) {
    throw new UsageError(`--mix: expected ten letters of C, P, F, T, I, with P or F if there is a C, found '${mix}'`);
  }
  const sizes = (values.sizes ?? (values.quick ? '1000,10000' : '1000,10000,100000')).split(',');
  return {
    sizes: sizes.map((size) => wholeNumber('sizes', size.trim(), 100, 200_000)),
    ticks: values.ticks === undefined ? (values.quick ? 300 : undefined) : wholeNumber('ticks', values.ticks, 240, 1e6),
    seed: wholeNumber('seed', values.seed ?? '1', 0, 0xffffffff),
    mix,
    json: resolve(values.json ?? '.cache/bench.json'),
    strict: values.strict === true,
  };
}

function parse(args: string[]) {
  return parseArgs({
    args,
    options: {
      sizes: { type: 'string' },
      ticks: { type: 'string' },
      quick: { type: 'boolean' },
      seed: { type: 'string' },
      mix: { type: 'string' },
      json: { type: 'string' },
      strict: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
}
