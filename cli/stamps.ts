import { realpathSync } from 'node:fs';
import { argv, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseOptions } from './parse-options.ts';
import { ACTION_STAMPS, compareActionStamps, compareEventStamps, EVENT_STAMPS } from './stamps/all-pairs.ts';
import { type Comparison, newComparison } from './stamps/compare.ts';
import { newerPairs } from './stamps/rule.ts';

const USAGE = `usage: npm run stamps -- [options]

Compares which of two stamps is newer, by the product and by a rule that was written apart from it, on every pair there
is: 2^32 of the 16-bit stamps of events and 2^30 of the 15-bit stamps of actions. Takes up to a minute.

  --help   prints this

Exit code: 0 they agree; 1 they do not; 2 wrong usage.
`;

interface Stamps {
  what: string;
  /** How many there are. */
  count: number;
  /** Compares some last stamps with every stamp. */
  compare(result: Comparison, from: number, to: number): void;
}

const KINDS: Stamps[] = [
  { what: 'event stamps, 16 bits', count: EVENT_STAMPS, compare: compareEventStamps },
  { what: 'action stamps, 15 bits', count: ACTION_STAMPS, compare: compareActionStamps },
];

/** Rows of pairs between two looks at the clock. */
const ROWS = 256;
/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 1000;

const hex = (stamp: number): string => `0x${stamp.toString(16).padStart(4, '0')}`;

/** Compares all pairs of one kind. @returns Whether the two rules agree. */
function checkAll({ what, count, compare }: Stamps): boolean {
  const result = newComparison();
  const started = performance.now();
  let shown = started;
  for (let from = 0; from < count; from += ROWS) {
    compare(result, from, from + ROWS);
    const now = performance.now();
    if (now - shown < PROGRESS_MS) continue;
    shown = now;
    stderr.write(`${what}: ${Math.floor((100 * from) / count)} %\n`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { pairs, newer, differences, first } = result;
  stdout.write(`${what}: ${pairs} pairs, ${newer} newer, ${differences} differ (${seconds} s)\n`);
  if (first !== null) {
    const answer = first.ours ? 'newer' : 'not newer';
    stdout.write(`  the first: after ${hex(first.last)}, ${hex(first.stamp)} is ${answer} by the product\n`);
  }
  const expected = newerPairs(count);
  if (newer !== expected) stdout.write(`  expected ${expected} newer\n`);
  return differences === 0 && newer === expected && pairs === count * count;
}

/** `npm run stamps`. @returns The exit code. */
export function main(args: string[]): number {
  try {
    const { values } = parseOptions({ args, options: { help: { type: 'boolean', short: 'h', default: false } } });
    if (values.help) {
      stdout.write(USAGE);
      return 0;
    }
  } catch (error) {
    stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\nTry --help.\n`);
    return 2;
  }
  const agree = KINDS.map(checkAll).every(Boolean);
  stdout.write(agree ? 'all agree\n' : 'the rules differ\n');
  return agree ? 0 : 1;
}

const isEntry = argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url);
if (isEntry) process.exitCode = main(argv.slice(2));
