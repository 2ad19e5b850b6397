import { verdict } from './bounds.ts';
import { allCells, BURST, type Cell, cellName, quickCells } from './cells.ts';
import { type Options, readOptions, USAGE, UsageError } from './options.ts';
import { cellLine, headLine, LEGEND } from './report.ts';
import { type CellResult, type RunPlan, runCell } from './run-cell.ts';

/** What the tool needs of the process that it runs in. */
export interface Io {
  /** Results: whole lines. */
  out(line: string): void;
  /** Progress and errors, written as given. */
  err(text: string): void;
  /** Whether `err` is a terminal, on which a line can be written over. */
  readonly tty: boolean;
  /** Milliseconds, from wherever. */
  now(): number;
}

/** Milliseconds between two lines of progress where nothing can be written over. */
const LINE_MS = 5000;

/** What a run is made of, by its options. */
export function planOf({ seed, rounds }: Pick<Options, 'seed' | 'rounds'>): RunPlan {
  return { seed, rounds, bad: 12, settle: 2, look: 1 };
}

/** A matrix that has been run. */
export interface Matrix {
  readonly results: readonly CellResult[];
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
}

/**
 * Runs cells, of which the first is the perfect network that the others are compared with.
 *
 * @param tell Gets each result as it comes, and whether it is as it should be.
 */
export function runCells(
  cells: readonly Cell[],
  plan: RunPlan,
  motionTable: unknown,
  tell: (result: CellResult, isRight: boolean) => void = () => {},
): Matrix {
  const results: CellResult[] = [];
  const wrong: string[] = [];
  for (const cell of cells) {
    const result = runCell(cell, plan, motionTable);
    results.push(result);
    const found = verdict(result, results[0]);
    wrong.push(...found);
    tell(result, found.length === 0);
  }
  return { results, wrong };
}

function run(options: Options, motionTable: unknown, io: Io): number {
  const cells = options.quick ? quickCells() : allCells();
  const plan = planOf(options);
  const start = io.now();
  let done = 0;
  let last = start;
  const erase = (): void => {
    if (io.tty) io.err(`\r${' '.repeat(78)}\r`);
  };
  const progress = (): void => {
    if (done === cells.length) return;
    const text = `${done} of ${cells.length} done; next: ${cellName(cells[done])}`;
    if (io.tty) io.err(`\r${text.slice(0, 78).padEnd(78)}`);
    else if (io.now() - last >= LINE_MS) {
      last = io.now();
      io.err(`${text}\n`);
    }
  };
  if (!options.json) io.out(headLine());
  progress();
  const { results, wrong } = runCells(cells, plan, motionTable, (result, isRight) => {
    done++;
    erase();
    if (!options.json) io.out(cellLine(result, isRight));
    progress();
  });
  const seconds = (io.now() - start) / 1000;
  if (options.json) {
    io.out(JSON.stringify({ version: 1, plan: { ...plan, burst: BURST }, seconds, wrong, results }, null, 2));
  } else {
    io.out(`\n${LEGEND}\n`);
    for (const text of wrong) io.out(`FAILED ${text}`);
    const failed = wrong.length === 0 ? 'all as they should be' : `${wrong.length} faults`;
    io.out(
      `${cells.length} combinations, seed ${plan.seed}, ${plan.rounds} rounds each, ${seconds.toFixed(0)} s: ${failed}`,
    );
  }
  return wrong.length === 0 ? 0 : 1;
}

/** The tool without a process around it: prints through `io` and returns the exit code. */
export function lossMatrix(args: string[], motionTable: unknown, io: Io): number {
  try {
    const options = readOptions(args);
    if (!options.help) return run(options, motionTable, io);
    io.out(USAGE.trimEnd());
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(`error: ${error.message}\nTry --help.\n`);
    return 2;
  }
}
