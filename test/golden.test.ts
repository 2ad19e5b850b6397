import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { productCheckers } from '../cli/conformance/checkers.ts';
import { discover, ORDERS } from '../cli/conformance/discover.ts';
import { type Task, tasksOf } from '../cli/conformance/run.ts';
import { expectAllPassed } from './cli/conformance/support.ts';

const FOLDER = fileURLToPath(new URL('./golden', import.meta.url));
const plan = discover([FOLDER]);
const tasks = tasksOf(plan, productCheckers, { orders: ORDERS });
const ofKind = (kind: string): Task[] => tasks.filter((task) => task.checks[0].kind === kind);

/** Vectors of one function or message, under its name. */
function groups(vectorTasks: Task[]): [string, Task[]][] {
  const byName = new Map<string, Task[]>();
  for (const task of vectorTasks) {
    const name = task.checks[0].name.replace(/^.*#\d+ /, '');
    byName.set(name, [...(byName.get(name) ?? []), task]);
  }
  return [...byName];
}

describe('the golden set', () => {
  test('is whole: nothing in it is broken, without its counterpart or passed over', () => {
    expect({ broken: plan.broken, unsupported: plan.unsupported, notRun: plan.notRun }).toEqual({
      broken: [],
      unsupported: [],
      notRun: [],
    });
    expect(plan.scenarios.length).toBe(242);
    expect(ofKind('trace').length).toBe(2 * 242);
    expect(ofKind('function').length).toBe(1900);
    expect(ofKind('wire').length).toBe(172);
  });
});

describe.each(ORDERS)('golden traces, %s order', (order) => {
  const traceTasks = ofKind('trace').filter((task) => task.checks[0].order === order);
  test.each(traceTasks.map((task) => [task.checks[0].name, task] as const))('%s', (_name, task) => {
    expectAllPassed([task]);
  });
});

describe('golden function vectors', () => {
  test.each(groups(ofKind('function')))('%s', (_name, vectorTasks) => {
    expectAllPassed(vectorTasks);
  });
});

describe('golden wire vectors', () => {
  test.each(groups(ofKind('wire')))('%s', (_name, vectorTasks) => {
    expectAllPassed(vectorTasks);
  });
});
