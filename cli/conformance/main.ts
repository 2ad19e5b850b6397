import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discover, type Plan } from './discover.ts';
import { type Options, readOptions, USAGE, UsageError } from './options.ts';
import { Progress } from './progress.ts';
import { type Io, kindLines, kindTitle, leftOutLines, remarkLine, resultLine, tallyOf, tallyText } from './report.ts';
import { type CheckResult, type LeftOut, leftOutOf, type RunOptions, type Task, tasksOf } from './run.ts';
import { TraceWriter } from './trace-writer.ts';
import type { Checkers, Via } from './types.ts';
import { errorText } from './values.ts';

/** Tables of the repository's own copy of the golden set. */
const OWN_TABLES = join(dirname(fileURLToPath(import.meta.url)), '../../test/golden/tables');

function runTasks(tasks: Task[], io: Io): CheckResult[] {
  const results: CheckResult[] = [];
  const total = tasks.reduce((sum, task) => sum + task.checks.length, 0);
  const progress = new Progress(io, total);
  let failed = 0;
  for (const task of tasks) {
    progress.show(results.length, failed, task.checks[0]?.name ?? 'traces');
    for (const result of task.run()) {
      results.push(result);
      if (result.status !== 'failed') continue;
      failed++;
      progress.clear();
      io.out(resultLine(result, io.cwd));
    }
  }
  progress.clear();
  return results;
}

function list(tasks: Task[], leftOut: LeftOut[], io: Io): number {
  for (const check of tasks.flatMap((task) => task.checks)) io.out(`${kindTitle(check)} ${check.name}`);
  for (const { name, reason } of leftOut) io.out(`left out ${name}: ${reason}`);
  return 0;
}

function report(results: CheckResult[], leftOut: LeftOut[], plan: Plan, options: Options, io: Io): number {
  const tally = tallyOf(results);
  for (const result of results) {
    if (result.status === 'unsupported') io.out(resultLine(result, io.cwd));
  }
  for (const remark of plan.notRun) {
    if (remark.name.toLowerCase().includes(options.only.toLowerCase())) io.out(remarkLine(remark, io.cwd));
  }
  if (options.via === 'wire') {
    for (const { label } of plan.vectorFiles) io.out(`not run: ${label} (vectors are checked by direct calls)`);
  }
  for (const line of leftOutLines(leftOut)) io.out(line);
  for (const line of kindLines(results)) io.out(line);
  const checkedNothing = tally.passed + tally.failed === 0;
  if (checkedNothing) io.err(`${nothingText(options)}\n`);
  io.out(leftOut.length > 0 ? `${tallyText(tally)}, ${leftOut.length} left out` : tallyText(tally));
  if (checkedNothing || tally.failed > 0) return 1;
  return tally.unsupported > 0 && !options.allowUnsupported ? 1 : 0;
}

function nothingText(options: Options): string {
  const where = options.folders.join(', ');
  const named = options.only === '' ? '' : ` with "${options.only}" in its name`;
  return `error: nothing${named} was found to check in ${where}`;
}

function run(argv: string[], io: Io, ways: Record<Via, Checkers>): number {
  const options = readOptions(argv);
  if (options.help) {
    io.out(USAGE.trimEnd());
    return 0;
  }
  const plan = discover(options.folders, { tables: options.tables, fallbackTables: OWN_TABLES });
  const checkers = ways[options.via];
  const runOptions: RunOptions = {
    orders: options.orders,
    only: options.only,
    vectors: options.via === 'direct',
  };
  if (options.traceFolder !== null && !options.list) {
    const writer = new TraceWriter(options.traceFolder);
    runOptions.keepTrace = (item, ticks) => writer.write(item.scenario.name, ticks);
  }
  const tasks = tasksOf(plan, checkers, runOptions);
  const leftOut = leftOutOf(plan, checkers, runOptions);
  if (!options.list) return report(runTasks(tasks, io), leftOut, plan, options, io);
  if (tasks.length > 0) return list(tasks, leftOut, io);
  io.err(`${nothingText(options)}\n`);
  return 1;
}

/**
 * The conformance tool without a process around it: prints through `io` and returns the exit code.
 * Nothing in the data that is checked makes it throw.
 */
export function conformance(argv: string[], io: Io, ways: Record<Via, Checkers>): number {
  try {
    return run(argv, io, ways);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(`error: ${errorText(error)}\nTry --help.\n`);
    return 2;
  }
}
