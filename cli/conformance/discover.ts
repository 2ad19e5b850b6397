import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { kindOf, parseScenario, parseTable, readData } from './load.ts';
import { TableFinder } from './tables.ts';
import type { Order, Scenario } from './types.ts';
import { errorText } from './values.ts';

/** The folder of a set that holds the traces measured in an order. */
export const TRACE_FOLDERS: Record<Order, string> = { pipeline: 'traces', retail: 'traces-retail-order' };
export const ORDERS: Order[] = ['pipeline', 'retail'];

const TRACE_FOLDER_NAMES = new Set(Object.values(TRACE_FOLDERS));
const EXPECT_ENDING = /\.expect\.json(\.gz)?$/;
const DATA_ENDING = /\.json(\.gz)?$/;

export interface ScenarioItem {
  scenario: Scenario;
  file: string;
  /** The folder of the file and those above it, nearest first: where traces and tables are looked for. */
  ancestors: string[];
  /** Trace files by order. */
  traces: Partial<Record<Order, string>>;
  /** Orders for which the set has a folder of traces, but none of this scenario. */
  missing: Order[];
  expectFile: string | null;
}

export interface VectorFile {
  kind: 'function' | 'wire';
  /** Path below the folder that was named, for messages. */
  label: string;
  file: string;
  vectors: unknown[];
}

/** Something said about a file: that it is broken, cannot be checked, or is passed over. */
export interface Remark {
  name: string;
  file: string;
  text: string;
}

/** All that was found in the named folders. */
export interface Plan {
  scenarios: ScenarioItem[];
  vectorFiles: VectorFile[];
  tables: TableFinder;
  /** Files that are broken: failures. */
  broken: Remark[];
  /** What belongs to a set but cannot be checked. */
  unsupported: Remark[];
  /** What is no part of a check, told for completeness. */
  notRun: Remark[];
}

export interface DiscoverOptions {
  /** Folder for tables that a set does not have itself. */
  tables?: string | null;
  /** Where tables are looked for last, unless `tables` is given. */
  fallbackTables?: string | null;
}

interface Found {
  /** Data files outside the trace folders, with the named folder in which each was met. */
  data: { file: string; root: string }[];
  traceFiles: string[];
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Lists the files below a folder, each once even when folders overlap or links lead round. */
function walk(folder: string, root: string, inTraces: boolean, found: Found, seen: Set<string>): void {
  const real = realpathSync(folder);
  if (seen.has(real)) return;
  seen.add(real);
  const isTraces = inTraces || TRACE_FOLDER_NAMES.has(basename(folder));
  for (const name of readdirSync(folder).sort()) {
    if (name.startsWith('.') || name === 'node_modules') continue;
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    if (statSync(path).isDirectory()) walk(path, root, isTraces, found, seen);
    else if (!DATA_ENDING.test(name)) continue;
    else if (isTraces) found.traceFiles.push(path);
    else found.data.push({ file: path, root });
  }
}

/** The folder of a file and those above it, up to the one above the named folder (a set's `scenarios/` may be named). */
function ancestorsOf(file: string, root: string): string[] {
  const folders = [dirname(file)];
  while (folders[folders.length - 1] !== root) folders.push(dirname(folders[folders.length - 1]));
  folders.push(dirname(root));
  return folders;
}

/** Names under which the trace of a scenario may lie: its own, then that of its file. */
export function namesOf(item: { scenario: Scenario; file: string }): string[] {
  const stem = basename(item.file).replace(DATA_ENDING, '');
  return item.scenario.name === stem ? [stem] : [item.scenario.name, stem];
}

function traceIn(folder: string, below: string, names: string[]): string | null {
  for (const place of new Set([join(folder, below), folder])) {
    for (const name of names) {
      if (name.includes('/') || name.includes('\\')) continue;
      for (const ending of ['.json.gz', '.json']) {
        const file = join(place, name + ending);
        if (existsSync(file)) return file;
      }
    }
  }
  return null;
}

function findTraces(item: ScenarioItem, plan: Plan, root: string): void {
  const isSet = (folder: string) => ORDERS.some((order) => isFolder(join(folder, TRACE_FOLDERS[order])));
  const set = item.ancestors.find(isSet);
  if (set === undefined) return;
  const below = relative(set, dirname(item.file))
    .split(sep)
    .filter((part, index) => index > 0 || part !== 'scenarios')
    .join(sep);
  for (const order of ORDERS) {
    const folder = join(set, TRACE_FOLDERS[order]);
    if (!isFolder(folder)) {
      if (plan.notRun.some((remark) => remark.file === folder)) continue;
      plan.notRun.push({
        name: relative(root, folder),
        file: folder,
        text: 'no such folder: that order is not compared',
      });
      continue;
    }
    const trace = traceIn(folder, below, namesOf(item));
    if (trace !== null) item.traces[order] = trace;
    else item.missing.push(order);
  }
}

function expectFileOf(file: string): string | null {
  const stem = file.replace(DATA_ENDING, '');
  return [`${stem}.expect.json`, `${stem}.expect.json.gz`].find((path) => existsSync(path)) ?? null;
}

/** Adds one file to the plan, by what it contains. */
function addData(plan: Plan, file: string, root: string): void {
  const label = relative(root, file);
  const value = readData(file);
  const kind = kindOf(value);
  if (kind === 'scenario') {
    const scenario = parseScenario(value);
    const ancestors = ancestorsOf(file, root);
    const item: ScenarioItem = { scenario, file, ancestors, traces: {}, missing: [], expectFile: expectFileOf(file) };
    findTraces(item, plan, root);
    plan.scenarios.push(item);
  } else if (kind === 'table') {
    plan.tables.add(dirname(file), parseTable(value));
  } else if (kind === 'functions' || kind === 'wire') {
    const vectors = value as unknown[];
    plan.vectorFiles.push({ kind: kind === 'wire' ? 'wire' : 'function', label, file, vectors });
  } else {
    const isTrace = kind === 'trace';
    const text = isTrace
      ? 'a trace outside a folder of traces'
      : 'neither a scenario nor a table nor a list of vectors';
    plan.notRun.push({ name: label, file, text });
  }
}

/** Traces and expectations without a scenario would otherwise be left out in silence. */
function addOrphans(plan: Plan, found: Found, expectFiles: string[]): void {
  const used = new Set<string>();
  for (const item of plan.scenarios) {
    for (const file of [item.expectFile, ...Object.values(item.traces)]) {
      if (file !== null) used.add(realpathSync(file));
    }
  }
  const add = (file: string, text: string) => {
    if (used.has(realpathSync(file))) return;
    plan.unsupported.push({ name: basename(file).replace(EXPECT_ENDING, '').replace(DATA_ENDING, ''), file, text });
  };
  for (const file of found.traceFiles) add(file, 'a trace without a scenario');
  for (const file of expectFiles) add(file, 'expectations without a scenario');
}

/**
 * Looks through folders, which may be golden sets, folders of cases, or parents of several. Scenarios, tables and vectors
 * are known by their contents; traces by lying in `traces/` or `traces-retail-order/`; expectations by their ending.
 * The folders have to exist.
 */
export function discover(roots: string[], options: DiscoverOptions = {}): Plan {
  const tables = new TableFinder(
    options.tables ? resolve(options.tables) : null,
    options.fallbackTables ? resolve(options.fallbackTables) : null,
  );
  const plan: Plan = { scenarios: [], vectorFiles: [], tables, broken: [], unsupported: [], notRun: [] };
  const found: Found = { data: [], traceFiles: [] };
  const seen = new Set<string>();
  for (const root of roots.map((folder) => resolve(folder))) walk(root, root, false, found, seen);
  const expectFiles: string[] = [];
  for (const { file, root } of found.data) {
    if (EXPECT_ENDING.test(file)) {
      expectFiles.push(file);
      continue;
    }
    try {
      addData(plan, file, root);
    } catch (error) {
      plan.broken.push({ name: relative(root, file), file, text: errorText(error) });
    }
  }
  addOrphans(plan, found, expectFiles);
  return plan;
}
