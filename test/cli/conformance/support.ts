import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, expect } from 'vitest';
import { conformance } from '../../../cli/conformance/main.ts';
import type { Io } from '../../../cli/conformance/report.ts';
import type { CheckResult, Task } from '../../../cli/conformance/run.ts';
import type { Checkers, Order, Scenario, TableJson, TickRecord } from '../../../cli/conformance/types.ts';

/** A record with something in every field. */
export function record(changes: Partial<TickRecord> = {}): TickRecord {
  return {
    id: 1,
    pos: [96, 97.5, 0],
    heading: 90,
    moveType: 7,
    currentCommand: 0x45000005,
    auxCommand: 0x6500000d,
    movingAway: false,
    initialized: true,
    nodes: [
      [7, 0],
      [9, 359.995],
    ],
    fwd: [0x45000005, 1],
    side: [0x6500000f, 0.5],
    turn: [0x6500000d, -1.5],
    style: 0x8000003d,
    substate: 0x45000005,
    substateMod: 1,
    modifiers: [
      [0x6500000d, 1.5],
      [0x6500000f, 0.5],
    ],
    seqVelocity: [0, 3.12, 0],
    seqOmega: [0, 0, -1.5],
    anim: 2,
    frame: 19.99,
    pendingMotions: [0x45000005, 0x41000003],
    pendingAnims: [
      [0x45000005, 2],
      [0x41000003, 1],
    ],
    holdKey: 2,
    interpNodes: 3,
    stickyTarget: 0,
    ...changes,
  };
}

/** A copy of a record, or of a list of them. */
export function copy<T>(value: T): T {
  return structuredClone(value);
}

export function scenario(changes: Partial<Scenario> = {}): Scenario {
  const object = { id: 1, x: 96, y: 96, z: 0, heading: 0, radius: 0.48, height: 1.835, scale: 1 };
  return {
    name: 'walk',
    quantum: 0.1,
    ticks: 3,
    motionTable: 'plain',
    objects: [{ ...object, creature: true, runRate: null, gravity: true, contact: true, onWalkable: true }],
    script: [],
    ...changes,
  };
}

export function table(name = 'plain'): TableJson {
  return { name, defaultStyle: 0, styleDefaults: [], animations: [], cycles: [], modifiers: [], links: [] };
}

/** What the fake runner records for a scenario: the object walks a metre north each tick. */
export function walkTrace(ticks = 3): TickRecord[][] {
  return Array.from({ length: ticks }, (_, tick) => [record({ pos: [96, 97 + tick, 0] })]);
}

/** Checkers that agree with the sets of these tests, with some of them replaced. */
export function checkers(changes: Partial<Checkers> = {}): Checkers {
  return {
    runScenario: ({ ticks }: Scenario, _table: TableJson, _order: Order) => walkTrace(ticks),
    checkFunctionVector: ({ fn, args }) => ({ supported: fn === 'double', ours: Number(args[0]) * 2 }),
    checkWireVector: () => null,
    ...changes,
  };
}

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Writes a folder of files, removed after the test. Strings are written as they are, all else as JSON. */
export function folderOf(files: Record<string, unknown>): string {
  const root = mkdtempSync(join(tmpdir(), 'conformance-'));
  folders.push(root);
  for (const [path, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path.endsWith('.gz') ? gzipSync(text) : text);
  }
  return root;
}

/** A golden set of one scenario, two function vectors and one wire vector, all of which pass. */
export function goldenFiles(prefix = ''): Record<string, unknown> {
  const trace = { name: 'walk', ticks: walkTrace() };
  const files: Record<string, unknown> = {
    'scenarios/walk.json': scenario(),
    'tables/plain.json': table(),
    'traces/walk.json.gz': trace,
    'traces-retail-order/walk.json': trace,
    'functions/functions.json': [
      { fn: 'double', args: [1], result: 2 },
      { fn: 'double', args: [4], result: 8 },
    ],
    'wire/wire.json': [{ message: 'Jump', fields: {}, hex: '00' }],
  };
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [prefix + path, content]));
}

export interface ToolRun {
  code: number;
  /** Lines of standard output. */
  out: string[];
  /** All of standard error. */
  err: string;
}

/** Runs the tool in this process. */
export function runTool(argv: string[], use: Checkers = checkers(), io: Partial<Io> = {}): ToolRun {
  const run: ToolRun = { code: -1, out: [], err: '' };
  const all: Io = {
    out: (line) => run.out.push(line),
    err: (text) => {
      run.err += text;
    },
    tty: false,
    now: () => 0,
    cwd: '/',
    ...io,
  };
  run.code = conformance(argv, all, { direct: use, wire: use });
  return run;
}

/** Runs tasks and expects that every check of them passes; what did not pass is the failure's text. */
export function expectAllPassed(tasks: Task[]): void {
  const results: CheckResult[] = tasks.flatMap((task) => task.run());
  expect(results.length).toBeGreaterThan(0);
  const lines = results.map(({ status, kind, name, text }) => `${status} ${kind} ${name}: ${text}`);
  expect(lines.filter((line) => !line.startsWith('passed'))).toEqual([]);
}
