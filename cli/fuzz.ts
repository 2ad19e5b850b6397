import { realpathSync } from 'node:fs';
import { argv, memoryUsage, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseOptions } from './parse-options.ts';
import { type FuzzResult, fuzz } from './fuzz/run.ts';
import { type Tally, tallyLines } from './fuzz/tally.ts';

const DEFAULT_COUNT = 10_000_000;

const USAGE = `usage: npm run fuzz -- [options]

Lets worlds take messages that are damaged, random, or well-formed lies: seven of ten are a server's for a client world,
three are a peer's for a server world. Before that, every truncation of every wire vector. Of each message it is checked
- that nothing is thrown, and the connection goes on;
- that its decoder reads no byte outside it, and takes at most 2 steps a byte and 16 more;
- that, when it is not applied, the world is the same to the last cell, but for what a gate stores of a message that it
  drops: stamps and counters (a peer's action that the rules refuse may still end that peer's own move; with the policy
  'spawn' a well-formed message brings its body, whatever becomes of the message);
- that a peer's action changes no body but the peer's own.
The worlds are stepped in between, and all that must hold in a world between two steps is looked at again and again, and
at the end. Memory is bounded: nothing is kept but counts.

  --count N   messages (default ${DEFAULT_COUNT})
  --seed N    seed (default 1); the same seed gives the same messages
  --help      prints this

Exit code: 0 all is well; 1 something was wrong, or fewer than a fifth of the messages reached the gates; 2 wrong usage.
`;

/** Least share of the messages that must reach the gates: else the fuzzer tests little but the decoders. */
const LEAST_REACH = 0.2;
/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 2000;

class UsageError extends Error {}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`--${name}: expected a whole number from ${least} to ${most}, found '${text}'`);
}

interface Options {
  help: boolean;
  count: number;
  seed: number;
}

function readOptions(args: string[]): Options {
  let values: { help: boolean; count: string; seed: string };
  try {
    values = parseOptions({
      args,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        count: { type: 'string', default: String(DEFAULT_COUNT) },
        seed: { type: 'string', default: '1' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  return {
    help: values.help,
    count: wholeNumber('count', values.count, 1, 1e12),
    seed: wholeNumber('seed', values.seed, 0, 0xffffffff),
  };
}

/** Tells how far a run is. */
function progressTo(count: number): (done: number) => void {
  const started = performance.now();
  let shown = started;
  return (done) => {
    const now = performance.now();
    if (now - shown < PROGRESS_MS) return;
    shown = now;
    const rate = Math.round(done / ((now - started) / 1000));
    stderr.write(`${done} of ${count} (${Math.floor((100 * done) / count)} %), ${rate} a second\n`);
  };
}

function reach({ reached, sent }: Tally): number {
  return sent === 0 ? 1 : reached / sent;
}

/** Prints what came of a run. @returns Whether all is well. */
function report(result: FuzzResult, seconds: number): boolean {
  const { toClient, toServer, truncations, problems } = result;
  for (const line of tallyLines('to a client', toClient)) stdout.write(`${line}\n`);
  for (const line of tallyLines('to a server', toServer)) stdout.write(`${line}\n`);
  const sent = toClient.sent + toServer.sent;
  const megabytes = Math.round(memoryUsage().heapUsed / 2 ** 20);
  stdout.write(`${truncations} truncations and ${sent} messages in ${seconds.toFixed(1)} s; heap ${megabytes} MB\n`);
  for (const problem of problems) stdout.write(`PROBLEM ${problem}\n`);
  const shallow = [toClient, toServer].some((tally) => reach(tally) < LEAST_REACH);
  if (shallow) stdout.write(`too few messages reached the gates: less than ${100 * LEAST_REACH} %\n`);
  const well = problems.length === 0 && !shallow;
  stdout.write(well ? 'all is well\n' : `${problems.length} problems\n`);
  return well;
}

/** `npm run fuzz`. @returns The exit code. */
export function main(args: string[]): number {
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`error: ${error.message}\nTry --help.\n`);
    return 2;
  }
  if (options.help) {
    stdout.write(USAGE);
    return 0;
  }
  const { count, seed } = options;
  const started = performance.now();
  const result = fuzz({ count, seed, progress: progressTo(count) });
  return report(result, (performance.now() - started) / 1000) ? 0 : 1;
}

const isEntry = argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url);
if (isEntry) process.exitCode = main(argv.slice(2));
