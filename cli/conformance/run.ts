import { compareResult } from './compare-result.ts';
import { compareTrace, describeDifference } from './compare-trace.ts';
import { namesOf, type Plan, type Remark, type ScenarioItem, TRACE_FOLDERS, type VectorFile } from './discover.ts';
import { checkExpectation } from './expectations.ts';
import { parseTrace, readData } from './load.ts';
import { parseExpectations } from './parse-expectations.ts';
import { type Checkers, type Order, type TickRecord, UnsupportedOperation } from './types.ts';
import { errorText, isObject, show } from './values.ts';

export type CheckKind = 'trace' | 'case' | 'function' | 'wire' | 'file';

/** One thing that passes, fails or is not supported. */
export interface Check {
  kind: CheckKind;
  name: string;
  /** Of scenarios. */
  order?: Order;
  file: string;
}

export interface CheckResult extends Check {
  status: 'passed' | 'failed' | 'unsupported';
  /** Why it did not pass; empty when it did. */
  text: string;
}

/** Checks that are made together: those of one scenario in one order need one run. */
export interface Task {
  checks: Check[];
  run(): CheckResult[];
}

export interface RunOptions {
  orders: Order[];
  /** Whether function and wire vectors are checked. Default: they are. */
  vectors?: boolean;
  /** Only what has this in its name, in whatever case; empty: everything. */
  only?: string;
  /** Receives our trace in the order of the shipped pipeline, of every scenario. What it throws is a failure. */
  keepTrace?: (item: ScenarioItem, ticks: TickRecord[][]) => void;
}

type Verdict = Pick<CheckResult, 'status' | 'text'>;

const PASSED: Verdict = { status: 'passed', text: '' };
const failed = (text: string): Verdict => ({ status: 'failed', text });
const unsupported = (text: string): Verdict => ({ status: 'unsupported', text });

/** What was thrown, as a verdict on the check that it came from. */
function verdictOn(error: unknown): Verdict {
  if (error instanceof UnsupportedOperation) return unsupported(`operation "${error.message}"`);
  return failed(errorText(error));
}

function guarded(check: () => Verdict): Verdict {
  try {
    return check();
  } catch (error) {
    return verdictOn(error);
  }
}

/** A task whose outcome is known before it runs. */
function settled(check: Check, verdict: Verdict): Task {
  return { checks: [check], run: () => [{ ...check, ...verdict }] };
}

function againstTrace(item: ScenarioItem, file: string, ours: TickRecord[][]): Verdict {
  const theirs = parseTrace(readData(file), namesOf(item));
  const difference = compareTrace(ours, theirs);
  return difference === null ? PASSED : failed(describeDifference(difference));
}

function againstExpectations(item: ScenarioItem, file: string, ours: TickRecord[][]): Verdict {
  const broken: string[] = [];
  for (const expectation of parseExpectations(readData(file))) {
    const text = checkExpectation(expectation, ours, item.scenario.quantum);
    if (text !== null) broken.push(`${text}, against ${expectation.source}`);
  }
  if (broken.length === 0) return PASSED;
  return failed(broken.length === 1 ? broken[0] : `${broken[0]} (and ${broken.length - 1} more expectations)`);
}

/** Runs the scenario, or tells why it cannot be run. */
function runScenario(item: ScenarioItem, order: Order, plan: Plan, checkers: Checkers): TickRecord[][] | Verdict {
  try {
    const { scenario, ancestors } = item;
    return checkers.runScenario(scenario, plan.tables.find(scenario.motionTable, ancestors), order);
  } catch (error) {
    return verdictOn(error);
  }
}

/** The task of a scenario in one order; null when there is nothing to do. */
function scenarioTask(
  item: ScenarioItem,
  order: Order,
  plan: Plan,
  checkers: Checkers,
  options: RunOptions,
): Task | null {
  const traceFile = item.traces[order];
  const keepTrace = order === 'pipeline' ? options.keepTrace : undefined;
  const isSelected = options.orders.includes(order);
  const checks: Check[] = [];
  const { name } = item.scenario;
  if (isSelected && traceFile !== undefined) checks.push({ kind: 'trace', name, order, file: traceFile });
  if (isSelected && item.expectFile !== null) checks.push({ kind: 'case', name, order, file: item.expectFile });
  if (checks.length === 0 && !keepTrace) return null;
  const run = (): CheckResult[] => {
    const ours = runScenario(item, order, plan, checkers);
    if (!Array.isArray(ours)) {
      const failedAt: Check[] = checks.length > 0 ? checks : [{ kind: 'file', name, order, file: item.file }];
      return failedAt.map((check) => ({ ...check, ...ours }));
    }
    const results = checks.map((check) => {
      const compare = check.kind === 'trace' ? againstTrace : againstExpectations;
      return { ...check, ...guarded(() => compare(item, check.file, ours)) };
    });
    if (keepTrace) {
      const verdict = guarded(() => {
        keepTrace(item, ours);
        return PASSED;
      });
      if (verdict.status !== 'passed') results.push({ kind: 'file', name, order, file: item.file, ...verdict });
    }
    return results;
  };
  return { checks, run };
}

function vectorName(file: VectorFile, index: number): string {
  const vector = file.vectors[index];
  const what = isObject(vector) ? (file.kind === 'wire' ? vector.message : vector.fn) : undefined;
  return `${file.label}#${index}${typeof what === 'string' ? ` ${what}` : ''}`;
}

function checkFunction(vector: unknown, checkers: Checkers): Verdict {
  if (!isObject(vector) || typeof vector.fn !== 'string' || !Array.isArray(vector.args) || !('result' in vector)) {
    return failed('not a vector of "fn", "args" and "result"');
  }
  const { fn, args, result } = vector;
  const answer = checkers.checkFunctionVector({ fn, args, result });
  if (!answer.supported) return unsupported(`function "${fn}"`);
  const difference = compareResult(answer.ours, result);
  return difference === null ? PASSED : failed(`${difference}, args ${args.map(show).join(', ')}`);
}

function checkWire(vector: unknown, checkers: Checkers): Verdict {
  const difference = checkers.checkWireVector(vector);
  return difference === null ? PASSED : failed(difference);
}

function vectorTasks(file: VectorFile, checkers: Checkers, wanted: (name: string) => boolean): Task[] {
  const checkVector = file.kind === 'wire' ? checkWire : checkFunction;
  const tasks: Task[] = [];
  file.vectors.forEach((vector, index) => {
    const check: Check = { kind: file.kind, name: vectorName(file, index), file: file.file };
    if (!wanted(check.name)) return;
    tasks.push({ checks: [check], run: () => [{ ...check, ...guarded(() => checkVector(vector, checkers)) }] });
  });
  return tasks;
}

/** What a scenario lacks to be checked. */
function lackingTasks(item: ScenarioItem, orders: Order[]): Task[] {
  if (item.expectFile !== null) return [];
  const check: Check = { kind: 'trace', name: item.scenario.name, file: item.file };
  if (Object.keys(item.traces).length === 0) return [settled(check, unsupported('no trace and no expectations'))];
  return orders
    .filter((order) => item.missing.includes(order))
    .map((order) => settled({ ...check, order }, unsupported(`no trace in ${TRACE_FOLDERS[order]}/`)));
}

function remarkTask(remark: Remark, verdict: Verdict): Task {
  return settled({ kind: 'file', name: remark.name, file: remark.file }, verdict);
}

/** A scenario that is not run in this way, and why. */
export interface LeftOut {
  name: string;
  reason: string;
}

/** Null: it is run. What cannot even be judged is run, and fails there. */
function whyLeftOut(item: ScenarioItem, checkers: Checkers): string | null {
  try {
    return checkers.whyLeftOut?.(item.scenario) ?? null;
  } catch {
    return null;
  }
}

/** The scenarios that would be checked, but cannot be run in this way. */
export function leftOutOf(plan: Plan, checkers: Checkers, options: RunOptions): LeftOut[] {
  const only = (options.only ?? '').toLowerCase();
  const found: LeftOut[] = [];
  for (const item of plan.scenarios) {
    const { name } = item.scenario;
    const reason = name.toLowerCase().includes(only) ? whyLeftOut(item, checkers) : null;
    if (reason !== null) found.push({ name, reason });
  }
  return found;
}

/** Everything that is to be done for a plan, in the order in which it is done. */
export function tasksOf(plan: Plan, checkers: Checkers, options: RunOptions): Task[] {
  const only = (options.only ?? '').toLowerCase();
  const wanted = (name: string) => name.toLowerCase().includes(only);
  const wantedRemark = (remark: Remark) => wanted(remark.name);
  const tasks: Task[] = plan.broken.filter(wantedRemark).map((remark) => remarkTask(remark, failed(remark.text)));
  for (const remark of plan.unsupported.filter(wantedRemark)) tasks.push(remarkTask(remark, unsupported(remark.text)));
  const vectorFiles = options.vectors === false ? [] : plan.vectorFiles;
  for (const file of vectorFiles) tasks.push(...vectorTasks(file, checkers, wanted));
  for (const item of plan.scenarios) {
    if (!wanted(item.scenario.name) || whyLeftOut(item, checkers) !== null) continue;
    tasks.push(...lackingTasks(item, options.orders));
    for (const order of ['pipeline', 'retail'] as const) {
      const task = scenarioTask(item, order, plan, checkers, options);
      if (task) tasks.push(task);
    }
  }
  return tasks;
}
