import { symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { discover, type Plan } from '../../../cli/conformance/discover.ts';
import { folderOf, goldenFiles, scenario, table, walkTrace } from './support.ts';

const walk = { name: 'walk', ticks: walkTrace() };
const expectation = [{ id: 1, ticks: [0, 1], field: 'moveType', eq: 7 }];

/** What was found of each scenario, with paths below the root. */
function summary(plan: Plan, root: string) {
  return plan.scenarios.map((item) => ({
    name: item.scenario.name,
    traces: Object.fromEntries(Object.entries(item.traces).map(([order, file]) => [order, relative(root, file)])),
    expectFile: item.expectFile === null ? null : relative(root, item.expectFile),
  }));
}

describe('what a folder holds', () => {
  test('a golden set: scenarios with the traces of both orders, gzipped or not, and vectors', () => {
    const root = folderOf(goldenFiles());
    const plan = discover([root]);
    const traces = { pipeline: 'traces/walk.json.gz', retail: 'traces-retail-order/walk.json' };
    expect(summary(plan, root)).toEqual([{ name: 'walk', traces, expectFile: null }]);
    expect(plan.vectorFiles.map(({ kind, label, vectors }) => [kind, label, vectors.length])).toEqual([
      ['function', 'functions/functions.json', 2],
      ['wire', 'wire/wire.json', 1],
    ]);
    expect([plan.broken, plan.unsupported, plan.notRun]).toEqual([[], [], []]);
  });

  test('cases: scenarios with their expectations, and a file that is neither', () => {
    const root = folderOf({
      'h01.json': scenario({ name: 'h01' }),
      'h01.expect.json': expectation,
      'packets-handed.json': { h05: [{ what: 'a packet', hex: '00' }] },
    });
    const plan = discover([root]);
    expect(summary(plan, root)).toEqual([{ name: 'h01', traces: {}, expectFile: 'h01.expect.json' }]);
    expect(plan.notRun.map((remark) => remark.name)).toEqual(['packets-handed.json']);
  });

  test('a parent of several sets, however deep', () => {
    const root = folderOf({ ...goldenFiles('a/b/golden/'), ...goldenFiles('c/golden/'), 'c/cases/h.json': scenario() });
    const plan = discover([root]);
    expect(plan.scenarios.map((item) => item.traces.pipeline && relative(root, item.traces.pipeline))).toEqual([
      'a/b/golden/traces/walk.json.gz',
      undefined,
      'c/golden/traces/walk.json.gz',
    ]);
    expect(plan.vectorFiles.length).toBe(4);
  });

  test('scenarios are known by their contents, and traces by the name in the scenario', () => {
    const root = folderOf({ 'x/first.json': scenario(), 'x/traces/walk.json': walk, 'x/note.json': { hello: 1 } });
    const plan = discover([root]);
    expect(summary(plan, root)[0]).toMatchObject({ name: 'walk', traces: { pipeline: 'x/traces/walk.json' } });
    expect(plan.notRun.map((remark) => remark.name)).toContain('x/note.json');
  });

  test('a trace may go by the name of the scenario file', () => {
    const root = folderOf({ 'scenarios/first.json': scenario(), 'traces/first.json': walk });
    expect(summary(discover([root]), root)[0].traces).toEqual({ pipeline: 'traces/first.json' });
  });

  test('scenarios in folders below, with traces in folders below or not', () => {
    const root = folderOf({
      'scenarios/turns/left.json': scenario({ name: 'left' }),
      'scenarios/turns/right.json': scenario({ name: 'right' }),
      'traces/turns/left.json': { ...walk, name: 'left' },
      'traces/right.json': { ...walk, name: 'right' },
    });
    expect(summary(discover([root]), root).map((item) => item.traces.pipeline)).toEqual([
      'traces/turns/left.json',
      'traces/right.json',
    ]);
  });

  test('the scenarios of a set alone find the traces and tables beside them', () => {
    const root = folderOf(goldenFiles());
    const plan = discover([join(root, 'scenarios')]);
    expect(plan.scenarios[0].traces.pipeline).toBe(join(root, 'traces/walk.json.gz'));
    expect(plan.tables.find('plain', plan.scenarios[0].ancestors).name).toBe('plain');
  });

  test('each file once, though folders overlap or links lead round', () => {
    const root = folderOf(goldenFiles('set/'));
    symlinkSync(root, join(root, 'set/round'));
    const plan = discover([join(root, 'set/scenarios'), root, join(root, 'set')]);
    expect([plan.scenarios.length, plan.vectorFiles.length, plan.unsupported.length]).toEqual([1, 2, 0]);
  });

  test('hidden folders and node_modules are passed over', () => {
    const root = folderOf({ '.git/a.json': scenario(), 'node_modules/p/a.json': scenario() });
    expect(discover([root]).scenarios).toEqual([]);
  });
});

describe('what is wrong with a folder', () => {
  test('broken JSON and scenarios of another shape are told with their file', () => {
    const root = folderOf({
      'scenarios/cut.json': '{ "name": "cut", ',
      'scenarios/shape.json': { ...scenario(), ticks: 'many' },
      'scenarios/object.json': { ...scenario(), objects: [{ id: 1, x: 0 }] },
      'scenarios/operation.json': { ...scenario(), script: [{ tick: 0 }] },
      'tables/plain.json': { ...table(), links: 3 },
      'traces.json.gz': 'no JSON',
    });
    const { broken } = discover([root]);
    expect(broken.map((remark) => [remark.name, remark.text])).toEqual([
      ['scenarios/cut.json', expect.stringMatching(/^not readable as JSON/)],
      ['scenarios/object.json', 'object 0: "y" is not a number'],
      ['scenarios/operation.json', 'operation 0: "op" is not a string'],
      ['scenarios/shape.json', '"ticks" is not a number'],
      ['tables/plain.json', '"links" is not a list of objects'],
      ['traces.json.gz', expect.stringMatching(/^not readable as JSON/)],
    ]);
  });

  test('traces and expectations without a scenario are told', () => {
    const root = folderOf({ 'traces/gone.json': walk, 'lost.expect.json': expectation });
    expect(discover([root]).unsupported.map(({ name, text }) => [name, text])).toEqual([
      ['gone', 'a trace without a scenario'],
      ['lost', 'expectations without a scenario'],
    ]);
  });

  test('a scenario without a trace where others have one', () => {
    const root = folderOf({ ...goldenFiles(), 'scenarios/run.json': scenario({ name: 'run' }) });
    expect(discover([root]).scenarios[0].missing).toEqual(['pipeline', 'retail']);
  });

  test('a set without traces in one order', () => {
    const root = folderOf({ 'scenarios/walk.json': scenario(), 'traces/walk.json': walk });
    const plan = discover([root]);
    expect(plan.scenarios[0].missing).toEqual([]);
    expect(plan.notRun.map((remark) => remark.name)).toEqual(['traces-retail-order']);
  });
});

describe('a motion table is looked up', () => {
  /** Where the table named plain was found, by the style that marks it. */
  function styleFound(root: string, tables: string | null, fallbackTables: string | null): number {
    const plan = discover([join(root, 'set')], { tables, fallbackTables });
    return plan.tables.find('plain', plan.scenarios[0].ancestors).defaultStyle;
  }

  const marked = (defaultStyle: number) => ({ ...table(), defaultStyle });
  const base = { 'set/scenarios/walk.json': scenario() };
  const beside = { 'golden/tables/plain.json': marked(3) };
  const given = { 'given/plain.json': marked(2), 'last/plain.json': marked(4) };

  test('first in the tables of its own set', () => {
    const root = folderOf({ ...base, ...beside, ...given, 'set/tables/any-name.json': marked(1) });
    expect(styleFound(root, join(root, 'given'), join(root, 'last'))).toBe(1);
  });

  test('then in the folder that was named for it', () => {
    const root = folderOf({ ...base, ...beside, ...given, 'set/tables/other.json': table('other') });
    expect(styleFound(root, join(root, 'given'), join(root, 'last'))).toBe(2);
  });

  test('or, when none was named, in the golden set beside it, and last in the fallback', () => {
    const root = folderOf({ ...base, ...beside, ...given });
    expect(styleFound(root, null, join(root, 'last'))).toBe(3);
    const without = folderOf({ ...base, ...given });
    expect(styleFound(without, null, join(without, 'last'))).toBe(4);
  });

  test('and not found: the error names it', () => {
    const root = folderOf({ ...base, 'set/tables/broken.json': '{' });
    expect(() => styleFound(root, null, null)).toThrow(/no motion table "plain"/);
  });
});
