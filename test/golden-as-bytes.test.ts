import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { wireCheckers } from '../cli/conformance/checkers.ts';
import { compareTrace, describeDifference } from '../cli/conformance/compare-trace.ts';
import { discover } from '../cli/conformance/discover.ts';
import { leftOutOf, tasksOf } from '../cli/conformance/run.ts';
import { whyNotAsMessages } from '../cli/conformance/scenario-scribe.ts';
import { runScenario } from '../cli/conformance/scenario-runner.ts';
import type { Scenario, Vec3 } from '../cli/conformance/types.ts';
import { runScenarioAsBytes } from '../cli/conformance/wire-runner.ts';
import { expectAllPassed } from './cli/conformance/support.ts';
import { seededUnit } from './support/trig-digest.ts';

const plan = discover(['golden', 'cases'].map((name) => fileURLToPath(new URL(name, import.meta.url))));
const options = { orders: ['pipeline' as const], vectors: false };
const tasks = tasksOf(plan, wireCheckers, options);

describe('scenarios as bytes', () => {
  test('every scenario is run or left out, and of the golden ones more than half are run', () => {
    const leftOut = leftOutOf(plan, wireCheckers, options);
    expect(tasks.length + leftOut.length).toBe(plan.scenarios.length);
    expect(tasks.filter(({ checks }) => checks[0].kind === 'trace').length).toBeGreaterThan(121);
  });

  test.each(tasks.map((task) => [task.checks[0].name, task] as const))('%s', (_name, task) => {
    expectAllPassed([task]);
  });
});

describe('what can be said follows from the script alone', () => {
  const unit = seededUnit(20130131);
  const drawn = (value: number, by: number): number => Math.round(1000 * (value + by * (2 * unit() - 1))) / 1000;

  /** The same script with other places, headings and speeds, and without hold keys. */
  function varied(scenario: Scenario): Scenario {
    const other = structuredClone(scenario);
    for (const object of other.objects) {
      object.x = drawn(object.x, 3);
      object.y = drawn(object.y, 3);
      object.heading = drawn(180, 179);
      if (object.runRate !== null) object.runRate = drawn(2, 1);
    }
    for (const operation of other.script) {
      if ('pos' in operation && operation.pos !== undefined) {
        operation.pos = operation.pos.map((value, axis) => (axis < 2 ? drawn(value, 2) : value)) as Vec3;
      }
      if ('heading' in operation) operation.heading = drawn(180, 179);
      if ('params' in operation && operation.params !== undefined) {
        operation.params.holdKey = 0;
        operation.params.speed = drawn(operation.params.speed ?? 1, 0.5);
        operation.params.desiredHeading = drawn(180, 179);
      }
      if (operation.op === 'interpretedState') operation.state.forwardSpeed = drawn(operation.state.forwardSpeed, 0.3);
    }
    return other;
  }

  test('with other numbers, too, bytes do what direct calls do', () => {
    let run = 0;
    const differences: string[] = [];
    for (const { scenario, ancestors } of plan.scenarios) {
      const other = varied(scenario);
      if (whyNotAsMessages(other) !== null) continue;
      run++;
      const table = plan.tables.find(other.motionTable, ancestors);
      const direct = { name: other.name, ticks: runScenario(other, table, 'pipeline') };
      const difference = compareTrace(runScenarioAsBytes(other, table, 'pipeline'), direct);
      if (difference !== null) differences.push(`${other.name}: ${describeDifference(difference)}`);
    }
    expect(differences).toEqual([]);
    expect(run).toBeGreaterThan(150);
  });
});
