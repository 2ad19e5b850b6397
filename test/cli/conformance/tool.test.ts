import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Order, UnsupportedOperation } from '../../../cli/conformance/types.ts';
import { checkers, folderOf, goldenFiles, runTool, scenario, walkTrace } from './support.ts';

const last = (lines: string[]): string => lines[lines.length - 1];
const holds = [{ id: 1, ticks: [0, 2], field: 'moveType', eq: 7 }];
const fails = [{ id: 1, ticks: [1, 2], field: 'moveType', eq: 6 }];

describe('a run over a golden set', () => {
  test('passes: counts by kind, a last line, exit code 0', () => {
    const run = runTool([folderOf(goldenFiles())]);
    expect(run).toEqual({
      code: 0,
      err: '',
      out: [
        'functions: 2 passed, 0 failed',
        'traces (pipeline): 1 passed, 0 failed',
        'traces (retail): 1 passed, 0 failed',
        'wire: 1 passed, 0 failed',
        '5 passed, 0 failed',
      ],
    });
  });

  test('hands the scenario, its table and both orders to the runner', () => {
    const calls: [string, string, Order][] = [];
    const runScenario = ({ name }: { name: string }, table: { name: string }, order: Order) => {
      calls.push([name, table.name, order]);
      return walkTrace();
    };
    runTool([folderOf(goldenFiles())], checkers({ runScenario }));
    expect(calls).toEqual([
      ['walk', 'plain', 'pipeline'],
      ['walk', 'plain', 'retail'],
    ]);
  });

  test('a wrong value in one order fails there: tick, object, field, values, tolerance, file, exit code 1', () => {
    const root = folderOf(goldenFiles());
    const runScenario = (_scenario: unknown, _table: unknown, order: Order) => {
      const trace = walkTrace();
      if (order === 'retail') trace[1][0].heading = 90.5;
      return trace;
    };
    const run = runTool([root], checkers({ runScenario }), { cwd: root });
    expect(run.code).toBe(1);
    expect(run.out).toContain(
      'FAILED traces (retail) walk: tick 1, object 1, heading: ours 90.5, theirs 90 (tolerance 0.02) ' +
        '[traces-retail-order/walk.json]',
    );
    expect(run.out).toContain('traces (pipeline): 1 passed, 0 failed');
    expect(last(run.out)).toBe('4 passed, 1 failed');
  });

  test('a wrong result of a function fails, with its arguments', () => {
    const checkFunctionVector = () => ({ supported: true, ours: 2 });
    const run = runTool([folderOf(goldenFiles())], checkers({ checkFunctionVector }));
    expect(run.code).toBe(1);
    expect(run.out[0]).toMatch(
      /^FAILED functions functions\/functions\.json#1 double: result: ours 2, theirs 8 \(tolerance 0\.016\), args 4/,
    );
    expect(last(run.out)).toBe('4 passed, 1 failed');
  });

  test('a wire vector fails with the difference that its checker tells', () => {
    const run = runTool([folderOf(goldenFiles())], checkers({ checkWireVector: () => 'extent: ours 0, theirs 1' }));
    expect(run.code).toBe(1);
    expect(run.out[0]).toMatch(/^FAILED wire wire\/wire\.json#0 Jump: extent: ours 0, theirs 1/);
  });

  test('whatever throws is a failure with the text of the error, and the run goes on', () => {
    const boom = (): never => {
      throw new RangeError('no such\nobject 9');
    };
    const all = checkers({ runScenario: boom, checkFunctionVector: boom, checkWireVector: boom });
    const run = runTool([folderOf(goldenFiles())], all);
    expect(run.code).toBe(1);
    expect(run.out.filter((line) => line.includes('RangeError: no such object 9'))).toHaveLength(5);
    expect(last(run.out)).toBe('0 passed, 5 failed');
  });

  test('a runner that returns no trace is a failure', () => {
    const run = runTool([folderOf(goldenFiles())], checkers({ runScenario: () => [] }));
    expect(run.code).toBe(1);
    expect(run.out[0]).toContain('tick 0, number of ticks: ours 0, theirs 3');
  });

  test('a vector of another shape is a failure', () => {
    const files = {
      ...goldenFiles(),
      'functions/functions.json': [{ fn: 'double', args: 3, result: 6 }, { fn: 'double' }],
    };
    const run = runTool([folderOf(files)]);
    expect(run.out.filter((line) => line.includes('not a vector of "fn", "args" and "result"'))).toHaveLength(2);
    expect(run.code).toBe(1);
  });
});

describe('data that is broken is a failure that names the file, and the run goes on', () => {
  test.each<[string, string, unknown, RegExp]>([
    [
      'a scenario that is no JSON',
      'scenarios/cut.json',
      '{',
      /FAILED files scenarios\/cut\.json: not readable as JSON/,
    ],
    [
      'a trace that is no JSON',
      'traces/walk.json.gz',
      '{"name"',
      /FAILED traces \(pipeline\) walk: not readable as JSON/,
    ],
    ['a trace of another shape', 'traces/walk.json.gz', { name: 'walk' }, /walk: "ticks" is not a list of ticks/],
    ['a trace that is a list', 'traces/walk.json.gz', [], /walk: a trace is an object/],
    ['a trace of another scenario', 'traces/walk.json.gz', { name: 'run', ticks: [] }, /walk: the trace is of "run"/],
    [
      'records of another shape',
      'traces/walk.json.gz',
      { name: 'walk', ticks: [[{ id: 1 }], [], []] },
      /object 1, pos: /,
    ],
    ['a table of another shape', 'tables/plain.json', { cycles: 1, links: 1 }, /FAILED files tables\/plain\.json: /],
    [
      'expectations of another shape',
      'scenarios/walk.expect.json',
      [{ id: 1 }],
      /FAILED cases \(pipeline\) walk: expectation 0/,
    ],
  ])('%s', (_what, path, content, line) => {
    const root = folderOf({ ...goldenFiles(), [path]: content });
    const run = runTool([root], checkers(), { cwd: root });
    const failed = run.out.filter((text) => text.startsWith('FAILED'));
    expect(failed[0]).toMatch(line);
    expect(failed[0]).toMatch(new RegExp(`\\[${path.replaceAll('.', '\\.')}\\]$`));
    expect(run.code).toBe(1);
    expect(run.out).toContain('functions: 2 passed, 0 failed');
  });

  test('a scenario whose table is nowhere', () => {
    const files = goldenFiles();
    delete files['tables/plain.json'];
    const run = runTool([folderOf(files)]);
    expect(run.code).toBe(1);
    expect(run.out[0]).toMatch(/FAILED traces \(pipeline\) walk: no motion table "plain" was found/);
  });
});

describe('a run over cases', () => {
  const files = { 'tables/plain.json': goldenFiles()['tables/plain.json'], 'h01.json': scenario({ name: 'h01' }) };

  test('checks each in both orders', () => {
    const run = runTool([folderOf({ ...files, 'h01.expect.json': holds })]);
    expect(run.code).toBe(0);
    expect(run.out).toEqual([
      'cases (pipeline): 1 passed, 0 failed',
      'cases (retail): 1 passed, 0 failed',
      '2 passed, 0 failed',
    ]);
  });

  test('has to hold in either order', () => {
    const runScenario = (_scenario: unknown, _table: unknown, order: Order) => {
      const trace = walkTrace();
      if (order === 'retail') trace[2][0].moveType = 0;
      return trace;
    };
    const run = runTool([folderOf({ ...files, 'h01.expect.json': holds })], checkers({ runScenario }));
    expect(run.code).toBe(1);
    expect(run.out[0]).toMatch(
      /^FAILED cases \(retail\) h01: tick 2, object 1, moveType: 0 is not 7, against \{"id":1/,
    );
    expect(last(run.out)).toBe('1 passed, 1 failed');
  });

  test('tells the first expectation that does not hold, and how many others', () => {
    const run = runTool([folderOf({ ...files, 'h01.expect.json': [...holds, ...fails, ...fails] })]);
    expect(run.out[0]).toMatch(/h01: tick 1, object 1, moveType: 7 is not 6.*\(and 1 more expectations\)/);
  });

  test('lists what is no scenario as not run, which is no failure', () => {
    const root = folderOf({ ...files, 'h01.expect.json': holds, 'packets-handed.json': { h05: [] } });
    const run = runTool([root], checkers(), { cwd: root });
    expect(run.code).toBe(0);
    expect(run.out[0]).toMatch(/^not run: packets-handed\.json \(/);
  });

  test('a golden scenario may have expectations as well', () => {
    const run = runTool([folderOf({ ...goldenFiles(), 'scenarios/walk.expect.json': holds })]);
    expect(last(run.out)).toBe('7 passed, 0 failed');
  });
});

describe('what is not supported', () => {
  const runScenario = (): never => {
    throw new UnsupportedOperation('levitate');
  };
  const files = goldenFiles();

  test('is named, counted last and makes the exit code 1', () => {
    const run = runTool([folderOf(files)], checkers({ runScenario }));
    expect(run.code).toBe(1);
    expect(run.out[0]).toMatch(/^UNSUPPORTED traces \(pipeline\) walk: operation "levitate"/);
    expect(last(run.out)).toBe('3 passed, 0 failed, 2 unsupported');
  });

  test('is let through by --allow-unsupported, unless something else failed', () => {
    expect(runTool(['--allow-unsupported', folderOf(files)], checkers({ runScenario })).code).toBe(0);
    const all = checkers({ runScenario, checkWireVector: () => 'wrong' });
    expect(runTool(['--allow-unsupported', folderOf(files)], all).code).toBe(1);
  });

  test('functions of unknown name', () => {
    const run = runTool([folderOf({ ...files, 'functions/more.json': [{ fn: 'triple', args: [1], result: 3 }] })]);
    expect(run.code).toBe(1);
    expect(run.out[0]).toMatch(/^UNSUPPORTED functions functions\/more\.json#0 triple: function "triple"/);
  });

  test('a scenario without trace and expectations', () => {
    const run = runTool([folderOf({ ...files, 'scenarios/run.json': scenario({ name: 'run' }) })]);
    expect(run.code).toBe(1);
    expect(run.out[0]).toMatch(/^UNSUPPORTED traces run: no trace and no expectations \[.*run\.json\]$/);
    expect(last(run.out)).toBe('5 passed, 0 failed, 1 unsupported');
  });

  test('a scenario without a trace in one of the orders', () => {
    const more = {
      'scenarios/run.json': scenario({ name: 'run' }),
      'traces/run.json': { name: 'run', ticks: walkTrace() },
    };
    const root = folderOf({ ...files, ...more });
    const run = runTool([root]);
    expect(run.out[0]).toMatch(/^UNSUPPORTED traces \(retail\) run: no trace in traces-retail-order\//);
    expect(last(run.out)).toBe('6 passed, 0 failed, 1 unsupported');
    expect(runTool(['--order', 'pipeline', root]).code).toBe(0);
  });

  test('a trace without a scenario', () => {
    const run = runTool([folderOf({ ...files, 'traces/gone.json': { name: 'gone', ticks: [] } })]);
    expect(run.out[0]).toMatch(/^UNSUPPORTED files gone: a trace without a scenario/);
    expect(run.code).toBe(1);
  });
});

describe('a run that finds nothing to check fails', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['in an empty folder', {}, []],
    ['in a folder of other things', { 'package.json': { name: 'x' }, 'packets-handed.json': { h05: [] } }, []],
    ['when --only names nothing', goldenFiles(), ['--only', 'jump-over']],
    ['when all is unsupported', { 'walk.json': scenario() }, ['--allow-unsupported']],
  ])('%s', (_what, files, options) => {
    const run = runTool([...options, folderOf(files)]);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(/^error: nothing .*was found to check in /);
    expect(last(run.out)).toMatch(/^0 passed, 0 failed/);
  });

  test('with --list too', () => {
    const run = runTool(['--list', folderOf({})]);
    expect([run.code, run.out]).toEqual([1, []]);
    expect(run.err).toMatch(/nothing was found/);
  });
});

describe('options', () => {
  test.each<[string[], Order[]]>([
    [['--order', 'pipeline'], ['pipeline']],
    [['--order=retail'], ['retail']],
    [
      ['--order', 'both'],
      ['pipeline', 'retail'],
    ],
    [
      ['--via', 'direct'],
      ['pipeline', 'retail'],
    ],
    [['--via', 'wire'], ['pipeline']],
    [['--via', 'wire', '--order', 'pipeline'], ['pipeline']],
  ])('%j runs the orders %j', (argv, orders) => {
    const ran: Order[] = [];
    const runScenario = (_scenario: unknown, _table: unknown, order: Order) => {
      ran.push(order);
      return walkTrace();
    };
    expect(runTool([...argv, folderOf(goldenFiles())], checkers({ runScenario })).code).toBe(0);
    expect(ran).toEqual(orders);
  });

  test('--only takes what has the text in its name, in whatever case', () => {
    const root = folderOf({ ...goldenFiles(), 'scenarios/cut.json': '{' });
    const run = runTool(['--only', 'WALK', root]);
    expect([run.code, last(run.out)]).toEqual([0, '2 passed, 0 failed']);
    expect(last(runTool(['--only', '#1 double', root]).out)).toBe('1 passed, 0 failed');
    expect(last(runTool(['--only', 'cut', root]).out)).toBe('0 passed, 1 failed');
  });

  test('--list names the checks and makes none', () => {
    const never = (): never => {
      throw new Error('called');
    };
    const all = checkers({ runScenario: never, checkFunctionVector: never, checkWireVector: never });
    const run = runTool(['--list', folderOf(goldenFiles())], all);
    expect(run).toEqual({
      code: 0,
      err: '',
      out: [
        'functions functions/functions.json#0 double',
        'functions functions/functions.json#1 double',
        'wire wire/wire.json#0 Jump',
        'traces (pipeline) walk',
        'traces (retail) walk',
      ],
    });
  });

  test('--help prints every option', () => {
    const run = runTool(['--help']);
    expect(run.code).toBe(0);
    for (const option of [
      '--order',
      '--only',
      '--tables',
      '--trace',
      '--via',
      '--allow-unsupported',
      '--list',
      '--help',
    ]) {
      expect(run.out.join('\n')).toContain(option);
    }
  });

  test('--tables names the folder for tables that a set does not have', () => {
    const files = goldenFiles();
    const tables = folderOf({ 'plain.json': files['tables/plain.json'] });
    delete files['tables/plain.json'];
    const root = folderOf(files);
    expect(runTool([root]).code).toBe(1);
    expect(runTool(['--tables', tables, root]).code).toBe(0);
  });

  test('tables of the repository serve sets that have none', () => {
    const root = folderOf({ 'h01.json': scenario({ motionTable: 'humanoid-quarter' }), 'h01.expect.json': holds });
    expect(runTool([root]).code).toBe(0);
  });

  test.each<[string, string[], RegExp]>([
    ['an unknown option', ['--fast', '.'], /there is no option --fast; the options are --/],
    ['a value that is missing', ['.', '--only'], /--only needs a value/],
    ['an unknown order', ['--order', 'sideways', '.'], /--order is "sideways", not pipeline, retail or both/],
    ['another way in', ['--via', 'tunnel', '.'], /--via is "tunnel", not direct or wire/],
    ['the other order by messages', ['--via', 'wire', '--order', 'retail', '.'], /shipped order only/],
    ['both orders by messages', ['--via', 'wire', '--order', 'both', '.'], /shipped order only/],
    ['no folder', [], /no folder is named/],
    ['a folder that is not there', ['/no/such/folder'], /does not exist: \/no\/such\/folder/],
    ['a folder of tables that is not there', ['--tables', '/no/such', '.'], /does not exist: \/no\/such/],
  ])('%s: an error and exit code 2', (_what, argv, message) => {
    const run = runTool(argv);
    expect([run.code, run.out]).toEqual([2, []]);
    expect(run.err).toMatch(/^error: /);
    expect(run.err).toMatch(message);
  });

  test('a file instead of a folder: an error and exit code 2', () => {
    const root = folderOf({ 'walk.json': scenario() });
    const run = runTool([join(root, 'walk.json')]);
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/is not a folder/);
  });
});

describe('--via wire', () => {
  const files = () => ({
    ...goldenFiles(),
    'scenarios/jump.json': scenario({ name: 'jump' }),
    'scenarios/hop.json': scenario({ name: 'hop' }),
    'traces/jump.json': { name: 'jump', ticks: walkTrace() },
    'traces/hop.json': { name: 'hop', ticks: walkTrace() },
  });
  const whyLeftOut = ({ name }: { name: string }) => (name === 'walk' ? null : 'no message jumps');

  test('runs what messages say, lists the rest by reason, and does not count it against the run', () => {
    const run = runTool(['--via', 'wire', folderOf(files())], checkers({ whyLeftOut }));
    expect(run).toEqual({
      code: 0,
      err: '',
      out: [
        'not run: functions/functions.json (vectors are checked by direct calls)',
        'not run: wire/wire.json (vectors are checked by direct calls)',
        'left out, 2: no message jumps',
        '  hop jump',
        'traces (pipeline): 1 passed, 0 failed',
        '1 passed, 0 failed, 2 left out',
      ],
    });
  });

  test('a scenario that fails by messages is a failure, not left out', () => {
    const runScenario = () => [];
    const run = runTool(['--via', 'wire', folderOf(files())], checkers({ whyLeftOut, runScenario }));
    expect([run.code, last(run.out)]).toEqual([1, '0 passed, 1 failed, 2 left out']);
  });

  test('with nothing that can be said, the run fails', () => {
    const run = runTool(['--via', 'wire', folderOf(files())], checkers({ whyLeftOut: () => 'nothing is said' }));
    expect([run.code, last(run.out)]).toEqual([1, '0 passed, 0 failed, 3 left out']);
    expect(run.err).toMatch(/nothing was found to check/);
  });

  test('--list names what would be left out, with the reason', () => {
    const run = runTool(['--via', 'wire', '--list', folderOf(files())], checkers({ whyLeftOut }));
    expect(run.out).toEqual([
      'traces (pipeline) walk',
      'left out hop: no message jumps',
      'left out jump: no message jumps',
    ]);
  });

  test('an operation that nobody knows is not supported, not left out', () => {
    const unheard = (): never => {
      throw new UnsupportedOperation('levitate');
    };
    const all = checkers({ whyLeftOut: unheard, runScenario: unheard });
    const run = runTool(['--via', 'wire', '--only', 'walk', folderOf(files())], all);
    expect([run.code, last(run.out)]).toEqual([1, '0 passed, 0 failed, 1 unsupported']);
  });

  test('long lists of names are broken into lines', () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`scenarios/jump-${index}.json`, scenario({ name: `jump-${index}` })]),
    );
    const run = runTool(['--via', 'wire', '--only', 'jump-', folderOf(many)], checkers({ whyLeftOut }));
    const names = run.out.filter((line) => line.startsWith('  '));
    expect(names.length).toBeGreaterThan(2);
    expect(names.join('').trim().split(/ +/)).toHaveLength(40);
    expect(Math.max(...names.map((line) => line.length))).toBeLessThanOrEqual(120);
  });
});

describe('--trace', () => {
  test('writes our trace in the shipped order, as plain JSON in the form of the golden ones', () => {
    const out = join(folderOf({}), 'deep/traces');
    const runScenario = (_scenario: unknown, _table: unknown, order: Order) => {
      const trace = walkTrace();
      trace[0][0].anim = order === 'pipeline' ? 5 : 6;
      return trace;
    };
    const run = runTool(['--trace', out, folderOf(goldenFiles())], checkers({ runScenario }));
    expect(readdirSync(out)).toEqual(['walk.json']);
    const ticks = walkTrace();
    ticks[0][0].anim = 5;
    expect(JSON.parse(readFileSync(join(out, 'walk.json'), 'utf8'))).toEqual({ name: 'walk', ticks });
    expect(last(run.out)).toBe('3 passed, 2 failed');
  });

  test('what it wrote passes as a golden trace', () => {
    const out = join(
      folderOf({ 'scenarios/walk.json': scenario(), ...{ 'tables/plain.json': goldenFiles()['tables/plain.json'] } }),
    );
    expect(runTool(['--trace', join(out, 'traces'), out]).code).toBe(1);
    const run = runTool([out]);
    expect([run.code, last(run.out)]).toEqual([0, '1 passed, 0 failed']);
  });

  test('writes also when only the other order is checked, or nothing is', () => {
    const out = folderOf({});
    const run = runTool(['--order', 'retail', '--trace', out, folderOf(goldenFiles())]);
    expect(existsSync(join(out, 'walk.json'))).toBe(true);
    expect(last(run.out)).toBe('4 passed, 0 failed');
  });

  test('refuses a name that is no file name, or that was written already', () => {
    const files = {
      'tables/plain.json': goldenFiles()['tables/plain.json'],
      'a.expect.json': holds,
      'b.expect.json': holds,
    };
    const out = folderOf({});
    const up = runTool([
      '--trace',
      out,
      folderOf({ ...files, 'a.json': scenario({ name: '../up' }), 'b.json': scenario() }),
    ]);
    expect(up.code).toBe(1);
    expect(up.out[0]).toMatch(/"\.\.\/up" is no name for a trace file/);
    expect(readdirSync(out)).toEqual(['walk.json']);
    const twice = runTool(['--trace', out, folderOf({ ...files, 'a.json': scenario(), 'b.json': scenario() })]);
    expect(twice.out[0]).toMatch(/another scenario named "walk"/);
  });

  test('a folder that cannot be made: exit code 2', () => {
    const root = folderOf({ ...goldenFiles(), file: 'x' });
    const run = runTool(['--trace', join(root, 'file/below'), root]);
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/folder for traces cannot be made/);
  });
});

describe('progress', () => {
  /** A clock that is so much later at each look. */
  const clock = (step: number) => {
    let now = 0;
    return () => (now += step);
  };

  test('on a terminal is one line that is written over and removed at the end', () => {
    const run = runTool([folderOf(goldenFiles())], checkers(), { tty: true, now: clock(200) });
    expect(run.err).toMatch(/^\r0 of 5 checked, 0 failed: functions\/functions\.json#0 double\r1 of 5 checked/);
    expect(run.err).not.toContain('\n');
    expect(run.err).toMatch(/\r +\r$/);
    expect(last(run.out)).toBe('5 passed, 0 failed');
  });

  test('elsewhere is a line every few seconds at most', () => {
    const run = runTool([folderOf(goldenFiles())], checkers(), { now: clock(1000) });
    expect(run.err).toBe('2 of 5 checked, 0 failed: wire/wire.json#0 Jump\n');
  });
});
