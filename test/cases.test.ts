import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { productCheckers } from '../cli/conformance/checkers.ts';
import { discover, ORDERS } from '../cli/conformance/discover.ts';
import { tasksOf } from '../cli/conformance/run.ts';
import { expectAllPassed } from './cli/conformance/support.ts';

const FOLDER = fileURLToPath(new URL('./cases', import.meta.url));
const plan = discover([FOLDER]);
const tasks = tasksOf(plan, productCheckers, { orders: ORDERS });

describe('the cases', () => {
  test('are whole: every scenario has its expectations and nothing is broken', () => {
    expect(plan.broken).toEqual([]);
    expect(plan.unsupported).toEqual([]);
    expect(plan.scenarios.filter((item) => item.expectFile === null)).toEqual([]);
    expect(plan.scenarios.length).toBe(12);
    expect(tasks.length).toBe(2 * 12);
  });
});

describe.each(ORDERS)('cases, %s order', (order) => {
  const ofOrder = tasks.filter((task) => task.checks[0].order === order);
  test.each(ofOrder.map((task) => [task.checks[0].name, task] as const))('%s', (_name, task) => {
    expectAllPassed([task]);
  });
});
