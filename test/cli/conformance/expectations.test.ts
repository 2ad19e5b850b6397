import { describe, expect, test } from 'vitest';
import { checkExpectation } from '../../../cli/conformance/expectations.ts';
import { parseExpectations } from '../../../cli/conformance/parse-expectations.ts';
import type { TickRecord } from '../../../cli/conformance/types.ts';
import { record } from './support.ts';

const QUANTUM = 0.5;

/** A trace of object 1 from the changes of each tick; object 2 stands at the origin. */
function traceOf(ticks: Partial<TickRecord>[]): TickRecord[][] {
  return ticks.map((changes) => [record(changes), record({ id: 2, pos: [0, 0, 0] })]);
}

function check(expectation: Record<string, unknown>, trace: TickRecord[][]): string | null {
  const [parsed] = parseExpectations([{ id: 1, ticks: [1, 3], ...expectation }]);
  return checkExpectation(parsed, trace, QUANTUM);
}

const moveTypes = (...values: number[]) => traceOf(values.map((moveType) => ({ moveType })));
const headings = (...values: number[]) => traceOf(values.map((heading) => ({ heading })));
const northings = (...values: number[]) => traceOf(values.map((y) => ({ pos: [3, y, 0] })));

describe('the window of an expectation', () => {
  test('takes both its ends in, and nothing outside of it', () => {
    const expectation = { field: 'moveType', eq: 7 };
    expect(check(expectation, moveTypes(0, 7, 7, 7, 0))).toBeNull();
    expect(check(expectation, moveTypes(7, 0, 7, 7, 7))).toMatch(/^tick 1, object 1, moveType: 0 is not 7$/);
    expect(check(expectation, moveTypes(7, 7, 7, 0, 7))).toMatch(/^tick 3, object 1/);
  });

  test('has to lie within the trace', () => {
    expect(check({ field: 'moveType', eq: 7 }, moveTypes(7, 7, 7))).toMatch(
      /window ends at tick 3, the last tick is 2/,
    );
  });

  test('has to have a record of the object in every tick, but for any and never', () => {
    const trace = moveTypes(7, 7, 7, 7);
    trace[2].shift();
    expect(check({ field: 'moveType', eq: 7 }, trace)).toMatch(/tick 2, object 1: has no record/);
    expect(check({ field: 'moveType', ne: 0 }, trace)).toMatch(/tick 2/);
    expect(check({ field: 'moveType', constant: 0 }, trace)).toMatch(/tick 2/);
    expect(check({ rate: 'pos.1', near: 0, tol: 1 }, trace)).toMatch(/tick 2/);
    expect(check({ stepMax: 1 }, trace)).toMatch(/tick 2/);
    expect(check({ id: undefined, ids: [1, 2], distance: true, min: 0 }, trace)).toMatch(/tick 2/);
    expect(check({ field: 'moveType', any: 7 }, trace)).toBeNull();
    expect(check({ never: 'moveType == 0' }, trace)).toBeNull();
  });

  test('without any record satisfies nothing', () => {
    const trace = moveTypes(7, 7, 7, 7);
    expect(check({ id: 5, never: 'moveType == 0' }, trace)).toMatch(/object 5 has no record/);
    expect(check({ id: 5, field: 'moveType', any: 7 }, trace)).toMatch(/no record/);
  });
});

describe('a field', () => {
  test('eq: has exactly that value, lists and lengths too', () => {
    expect(check({ field: 'fwd.1', eq: 1 }, traceOf([{}, {}, {}, {}]))).toBeNull();
    expect(check({ field: 'fwd.1', eq: 1.0001 }, traceOf([{}, {}, {}, {}]))).toMatch(/fwd\.1: 1 is not 1\.0001/);
    expect(check({ field: 'modifiers.length', eq: 2 }, traceOf([{}, {}, {}, {}]))).toBeNull();
    expect(check({ field: 'modifiers.length', eq: 0 }, traceOf([{}, {}, {}, {}]))).toMatch(/2 is not 0/);
    expect(check({ field: 'pendingMotions', eq: [] }, traceOf([{}, {}, {}, {}]))).toMatch(/is not \[\]/);
    expect(check({ field: 'initialized', eq: true }, traceOf([{}, {}, {}, {}]))).toBeNull();
  });

  test('eq: what is not there has no value', () => {
    expect(check({ field: 'nodes.2.0', eq: 7 }, traceOf([{}, {}, {}, {}]))).toMatch(/nodes\.2\.0: nothing is not 7/);
  });

  test('ne: never has that value', () => {
    expect(check({ field: 'moveType', ne: 6 }, moveTypes(6, 7, 7, 7))).toBeNull();
    expect(check({ field: 'moveType', ne: 6 }, moveTypes(7, 7, 6, 7))).toMatch(/tick 2.*6 is 6/);
  });

  test('near: within the tolerance', () => {
    expect(check({ field: 'pos.1', near: 5, tol: 0.1 }, northings(0, 5, 5.1, 4.9))).toBeNull();
    expect(check({ field: 'pos.1', near: 5, tol: 0.1 }, northings(0, 5, 5.11, 5))).toMatch(
      /tick 2.*5\.11 is not within/,
    );
    expect(check({ field: 'pos.1', near: 5, tol: 0.1 }, northings(0, 5, Number.NaN, 5))).toMatch(/tick 2/);
  });

  test('near: a heading is compared modulo 360, a position is not', () => {
    expect(check({ field: 'heading', near: 0, tol: 0.1 }, headings(9, 359.95, 0.05, 0))).toBeNull();
    expect(check({ field: 'heading', near: 359.95, tol: 0.1 }, headings(9, 359.95, 0.04, 0.06))).toMatch(/tick 3/);
    expect(check({ field: 'nodes.1.1', near: 0, tol: 0.1 }, traceOf([{}, {}, {}, {}]))).toBeNull();
    expect(check({ field: 'pos.1', near: 0, tol: 0.1 }, northings(0, 360, 0, 0))).toMatch(/tick 1/);
  });

  test('min and max: both bounds hold, their ends included', () => {
    const expectation = { field: 'pos.1', min: 2, max: 4 };
    expect(check(expectation, northings(9, 2, 3, 4))).toBeNull();
    expect(check(expectation, northings(3, 1.99, 3, 3))).toMatch(/tick 1.*1\.99 is under 2/);
    expect(check(expectation, northings(3, 3, 3, 4.01))).toMatch(/tick 3.*4\.01 is over 4/);
    expect(check({ field: 'nodes.length', min: 3 }, traceOf([{}, {}, {}, {}]))).toMatch(/2 is under 3/);
  });

  test('truthy: is true or a number but 0; or is not', () => {
    expect(check({ field: 'initialized', truthy: true }, traceOf([{}, {}, {}, {}]))).toBeNull();
    expect(check({ field: 'moveType', truthy: true }, moveTypes(0, 1, 0, 1))).toMatch(/tick 2.*0 is not true/);
    expect(check({ field: 'moveType', truthy: false }, moveTypes(1, 0, 0, 0))).toBeNull();
    expect(check({ field: 'moveType', truthy: false }, moveTypes(0, 0, 0, 9))).toMatch(/tick 3.*9 is not false/);
  });

  test('any: some tick of the window has that value', () => {
    expect(check({ field: 'moveType', any: 6 }, moveTypes(0, 0, 6, 0))).toBeNull();
    expect(check({ field: 'moveType', any: 6 }, moveTypes(6, 0, 1, 0, 6))).toMatch(/moveType: never 6, only 0, 1$/);
  });

  test('constant: stays within so much of its value in the first tick of the window', () => {
    expect(check({ field: 'pos.1', constant: 0.5 }, northings(9, 1, 1.5, 0.5))).toBeNull();
    expect(check({ field: 'pos.1', constant: 0.5 }, northings(1, 1, 1.4, 1.6))).toMatch(
      /tick 3.*1\.6 is not within 0\.5/,
    );
    expect(check({ field: 'pos', constant: 0.5 }, northings(9, 1, 1.5, 1))).toBeNull();
    expect(check({ field: 'pos', constant: 0.5 }, northings(1, 1, 1.6, 1))).toMatch(/tick 2, object 1, pos/);
  });

  test('constant: a heading may cross north', () => {
    expect(check({ field: 'heading', constant: 0.5 }, headings(9, 359.8, 0.2, 0))).toBeNull();
    expect(check({ field: 'heading', constant: 0.5 }, headings(9, 359.8, 0.4, 0))).toMatch(/tick 2/);
  });
});

describe('a rate', () => {
  test('is the average change a second over the window', () => {
    expect(check({ rate: 'pos.1', near: 4, tol: 0.001 }, northings(0, 2, 2, 6))).toBeNull();
    expect(check({ rate: 'pos.1', near: 4, tol: 0.001 }, northings(0, 2, 2, 5.9))).toMatch(
      /rate of pos\.1: 3\.9.* is not within/,
    );
    expect(check({ rate: 'pos.1', min: -4, max: -3 }, northings(0, 6, 2, 2))).toBeNull();
  });

  test('of a heading is followed round the circle', () => {
    expect(check({ rate: 'heading', near: 40, tol: 0.001 }, headings(0, 340, 0, 20))).toBeNull();
    expect(check({ rate: 'heading', near: -170, tol: 0.001 }, headings(0, 10, 275, 200))).toBeNull();
    expect(check({ rate: 'heading', near: 40, tol: 0.001 }, headings(0, 340, 320, 300))).toMatch(/-40 is not within/);
  });
});

describe('the distance of two objects', () => {
  const ids = { id: undefined, ids: [1, 2], distance: true };

  test('is the one in the plane, in every tick of the window', () => {
    const trace = traceOf([{}, { pos: [3, 4, 100] }, { pos: [3, 4, 0] }, { pos: [3, 4, 0] }]);
    expect(check({ ...ids, min: 4.9, max: 5.1 }, trace)).toBeNull();
    expect(check({ ...ids, near: 5, tol: 0.1 }, trace)).toBeNull();
    expect(check({ ...ids, max: 4.9 }, trace)).toMatch(/tick 1, distance of objects 1 and 2: 5 is over 4\.9/);
    trace[3][0].pos = [3, 0, 0];
    expect(check({ ...ids, min: 4.9, max: 5.1 }, trace)).toMatch(/tick 3.*3 is under 4\.9/);
  });
});

describe('the largest step', () => {
  test('is the move in the plane made in any tick of the window', () => {
    expect(check({ stepMax: 1 }, northings(1, 2, 3, 4, 9))).toBeNull();
    expect(check({ stepMax: 0.9 }, northings(2, 2, 3, 3))).toMatch(/tick 2, object 1: moves 1 m, more than 0\.9/);
    expect(check({ stepMax: 1 }, northings(0, 2, 2, 2))).toMatch(/tick 1/);
    expect(check({ stepMax: true, max: 1 }, northings(1, 2, 3, 5))).toMatch(/tick 3/);
    expect(check({ ticks: [0, 1], stepMax: 1 }, northings(5, 6))).toBeNull();
  });
});

describe('never', () => {
  test('the condition holds on no tick of the window', () => {
    const expectation = { never: 'moveType != 0 && stickyTarget != 0' };
    const apart = traceOf([{ stickyTarget: 2 }, { moveType: 0, stickyTarget: 2 }, {}, {}]);
    expect(check(expectation, apart)).toBeNull();
    apart[3][0].stickyTarget = 2;
    expect(check(expectation, apart)).toMatch(/tick 3, object 1: the condition holds/);
  });

  test('previous is the tick before, also before the window; the first tick of all has none', () => {
    const expectation = { never: 'pos.1 <= previous pos.1' };
    expect(check(expectation, northings(1, 2, 3, 4, 4))).toBeNull();
    expect(check(expectation, northings(1, 1, 3, 4))).toMatch(/tick 1/);
    expect(check(expectation, northings(1, 2, 3, 3))).toMatch(/tick 3/);
    expect(check({ ticks: [0, 2], ...expectation }, northings(1, 2, 3))).toBeNull();
  });
});

describe('a file of expectations is refused, and the line named,', () => {
  const good = { id: 1, ticks: [0, 1], field: 'moveType', eq: 0 };

  test.each<[string, unknown]>([
    ['that is no list', good],
    ['that is empty', []],
  ])('%s', (_what, value) => {
    expect(() => parseExpectations(value)).toThrow(/not a list of expectations/);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['with an unknown condition', { equals: 3 }, /"equals" is no known condition/],
    ['with an unknown field', { field: 'mood' }, /"mood" is no field/],
    ['with a field of a number', { field: 'heading.0' }, /no field/],
    ['with an index that a vector does not have', { field: 'pos.3' }, /no field/],
    ['without an id', { id: undefined }, /neither an "id" nor "ids"/],
    ['without a window', { ticks: undefined }, /not a window/],
    ['with a window that ends before it starts', { ticks: [3, 1] }, /not a window/],
    ['with a near without tolerance', { eq: undefined, near: 3 }, /"near" without "tol"/],
    ['with a bound that is no number', { min: '3' }, /"min" is not a number/],
    ['with two kinds of condition', { constant: 1 }, /second condition/],
    ['with two kinds of subject', { any: 1, constant: 1 }, /both "any" and "constant"/],
    ['with a condition that cannot be read', { field: undefined, eq: undefined, never: 'a b' }, /no field/],
    ['with a distance of one object', { distance: true }, /needs two "ids"/],
    ['with two objects but no distance', { ids: [1, 2] }, /two "ids" without/],
    ['with a rate over one tick', { ticks: [1, 1], rate: 'pos.1' }, /a rate over one tick/],
  ])('%s', (_what, changes, message) => {
    const bad: Record<string, unknown> = JSON.parse(JSON.stringify({ ...good, ...changes }));
    expect(() => parseExpectations([good, bad])).toThrow(message);
    expect(() => parseExpectations([good, bad])).toThrow(/^expectation 1: /);
  });

  test('that says nothing about its value', () => {
    expect(() => parseExpectations([{ id: 1, ticks: [0, 1], field: 'moveType' }])).toThrow(/says nothing/);
  });
});
