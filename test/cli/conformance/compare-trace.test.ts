import { describe, expect, test } from 'vitest';
import { compareTrace, describeDifference } from '../../../cli/conformance/compare-trace.ts';
import { RECORD_KEYS } from '../../../cli/conformance/record-path.ts';
import type { TickRecord, Trace } from '../../../cli/conformance/types.ts';
import { copy, record } from './support.ts';

/** Four ticks of two objects. */
const theirs = (): Trace => ({
  name: 'walk',
  ticks: [0, 1, 2, 3].map(() => [record({ id: 4 }), record({ id: 9 })]),
});

type Mutable = Record<string, unknown>;

/** Sets the value at a dotted path of a record. */
function set(target: TickRecord, path: string, value: unknown): void {
  const parts = path.split('.');
  let place = target as unknown as Mutable;
  for (const part of parts.slice(0, -1)) place = place[part] as Mutable;
  place[parts[parts.length - 1]] = value;
}

/** Our trace: theirs with one value changed, in tick 2 of object 9. */
function oursWith(path: string, value: unknown): TickRecord[][] {
  const ours = copy(theirs()).ticks;
  set(ours[2][1], path, value);
  return ours;
}

/** Path, a value that is wrong by little, and, where there is a tolerance, one that is still right. */
const FIELDS: [string, unknown, unknown?][] = [
  ['pos.0', 96.0021, 96.0019],
  ['pos.1', 97.4979, 97.4981],
  ['pos.2', -0.0021, 0.0019],
  ['heading', 90.021, 89.981],
  ['moveType', 6],
  ['currentCommand', 0x44000007],
  ['auxCommand', 0x6500000e],
  ['movingAway', true],
  ['initialized', false],
  ['nodes.0.0', 8],
  ['nodes.1.1', 359.97, 359.98],
  ['fwd.0', 0x44000007],
  ['fwd.1', 1.0021, 0.9981],
  ['side.0', 0],
  ['side.1', 0.5021, 0.5019],
  ['turn.0', 0x6500000e],
  ['turn.1', -1.5031, -1.5029],
  ['style', 0x8000003c],
  ['substate', 0x44000007],
  ['substateMod', 0.9979, 0.9981],
  ['modifiers.0.0', 0x6500000c],
  ['modifiers.0.1', 1.5031, 1.5029],
  ['seqVelocity.0', 0.0021, -0.0019],
  ['seqVelocity.1', 3.1263, 3.1262],
  ['seqVelocity.2', 0.0021, 0.0019],
  ['seqOmega.0', 0.0021, 0.0019],
  ['seqOmega.1', 0.0021, 0.0019],
  ['seqOmega.2', -1.4969, -1.4971],
  ['anim', 3],
  ['frame', 20.011, 20.009],
  ['pendingMotions.1', 0x41000004],
  ['pendingAnims.0.0', 0x45000006],
  ['pendingAnims.1.1', 2],
  ['holdKey', 1],
  ['interpNodes', 2],
  ['stickyTarget', 4],
];

describe('a wrong value in a field of a record is the difference', () => {
  test.each(FIELDS)('%s', (path, wrong) => {
    const difference = compareTrace(oursWith(path, wrong), theirs());
    expect(difference).toMatchObject({ tick: 2, id: 9, field: path, ours: wrong });
    expect(describeDifference(difference!)).toContain(`tick 2, object 9, ${path}: ours `);
  });

  test('every field is among those tried, but the id', () => {
    const tried = new Set(FIELDS.map(([path]) => path.split('.')[0]));
    expect([...tried].sort()).toEqual(RECORD_KEYS.filter((key) => key !== 'id').sort());
  });

  test.each(RECORD_KEYS.filter((key) => key !== 'id'))('%s that is missing on either side', (key) => {
    const ours = oursWith(key, undefined);
    expect(compareTrace(ours, theirs())).toMatchObject({ tick: 2, id: 9, field: key });
    expect(compareTrace(theirs().ticks, { name: 'walk', ticks: ours })).toMatchObject({ tick: 2, id: 9, field: key });
  });

  test.each(['pos.0', 'heading', 'fwd.1', 'frame', 'seqOmega.2', 'nodes.1.1'])('%s that is not a number', (path) => {
    expect(compareTrace(oursWith(path, Number.NaN), theirs())).toMatchObject({ tick: 2, field: path });
    expect(compareTrace(oursWith(path, null), theirs())).toMatchObject({ tick: 2, field: path });
  });

  test.each(['nodes', 'modifiers', 'pendingMotions', 'pendingAnims'])('%s with an entry too few', (key) => {
    const ours = oursWith(key, record()[key as 'nodes'].slice(1));
    expect(compareTrace(ours, theirs())).toMatchObject({ tick: 2, id: 9, field: key });
  });

  test.each(['nodes', 'pendingMotions', 'pendingAnims'])('%s in another order', (key) => {
    const ours = oursWith(key, [...record()[key as 'nodes']].reverse());
    expect(compareTrace(ours, theirs())).toMatchObject({
      tick: 2,
      id: 9,
      field: `${key}.0${key === 'pendingMotions' ? '' : '.0'}`,
    });
  });

  test('a key of theirs that is not known is one, since nothing compared it', () => {
    const other = theirs();
    set(other.ticks[1][0], 'mood', 'good');
    expect(compareTrace(theirs().ticks, other)).toMatchObject({ tick: 1, id: 4, field: 'mood', theirs: 'good' });
  });
});

describe('what the tolerances allow is no difference', () => {
  const tolerated = FIELDS.filter((field) => field.length === 3);

  test.each(tolerated)('%s', (path, _wrong, right) => {
    expect(compareTrace(oursWith(path, right), theirs())).toBeNull();
  });

  test('headings and node headings are compared modulo 360', () => {
    const other = theirs();
    other.ticks[2][1].heading = 0.005;
    const ours = copy(other).ticks;
    ours[2][1].heading = 359.99;
    ours[2][1].nodes[1][1] = 0.01;
    expect(compareTrace(ours, other)).toBeNull();
    ours[2][1].heading = 359.98;
    expect(compareTrace(ours, other)).toMatchObject({ field: 'heading', tolerance: 0.02 });
  });

  test('a frame that wrapped in another tick is a difference, near as it is on the circle', () => {
    const other = theirs();
    other.ticks[2][1].frame = 0.005;
    expect(compareTrace(oursWith('frame', 19.995), other)).toMatchObject({
      field: 'frame',
      ours: 19.995,
      theirs: 0.005,
    });
  });

  test('the tolerance of a large speed grows with it', () => {
    const other = theirs();
    other.ticks[2][1].fwd[1] = -20;
    expect(compareTrace(oursWith('fwd.1', -20.039), other)).toBeNull();
    expect(compareTrace(oursWith('fwd.1', -20.041), other)).toMatchObject({ field: 'fwd.1', tolerance: 0.04 });
  });

  test('modifiers are compared without regard to their order', () => {
    expect(compareTrace(oursWith('modifiers', [...record().modifiers].reverse()), theirs())).toBeNull();
  });

  test('trace against itself', () => {
    expect(compareTrace(theirs().ticks, theirs())).toBeNull();
    expect(compareTrace([], { name: 'walk', ticks: [] })).toBeNull();
    expect(compareTrace([[]], { name: 'walk', ticks: [[]] })).toBeNull();
  });
});

describe('the outer form', () => {
  test('of several differences the first is told: by tick, object, then field', () => {
    const ours = oursWith('stickyTarget', 3);
    set(ours[2][1], 'heading', 10);
    set(ours[3][0], 'anim', 9);
    expect(compareTrace(ours, theirs())).toMatchObject({ tick: 2, id: 9, field: 'heading' });
    set(ours[2][0], 'anim', 9);
    expect(compareTrace(ours, theirs())).toMatchObject({ tick: 2, id: 4, field: 'anim' });
    set(ours[1][1], 'anim', 9);
    expect(compareTrace(ours, theirs())).toMatchObject({ tick: 1, id: 9, field: 'anim' });
  });

  test('a record too many or too few', () => {
    const ours = theirs().ticks;
    ours[1].pop();
    expect(compareTrace(ours, theirs())).toMatchObject({
      tick: 1,
      field: 'ids of the records',
      ours: [4],
      theirs: [4, 9],
    });
    expect(compareTrace(theirs().ticks, { name: 'walk', ticks: ours })).toMatchObject({
      tick: 1,
      ours: [4, 9],
      theirs: [4],
    });
    ours[1] = [];
    expect(compareTrace(ours, theirs())).toMatchObject({ tick: 1, ours: [], theirs: [4, 9] });
  });

  test('a record of another object', () => {
    expect(compareTrace(oursWith('id', 8), theirs())).toMatchObject({ tick: 2, ours: [4, 8], theirs: [4, 9] });
  });

  test('too few or too many ticks', () => {
    const ours = theirs().ticks.slice(0, 3);
    expect(compareTrace(ours, theirs())).toMatchObject({ tick: 3, field: 'number of ticks', ours: 3, theirs: 4 });
    expect(compareTrace(theirs().ticks, { name: 'walk', ticks: ours })).toMatchObject({ tick: 3, ours: 4, theirs: 3 });
  });

  test.each([
    ['ticks that are no lists', [7, 7, 7, 7]],
    ['records that are no objects', [[1, 2], [], [], []]],
  ])('%s', (_what, ticks) => {
    const trace = { name: 'walk', ticks } as unknown as Trace;
    expect(compareTrace(theirs().ticks, trace)).toMatchObject({ tick: 0, id: 0 });
  });
});

describe('the text of a difference', () => {
  test('has tick, object, field, both values and the tolerance', () => {
    const text = describeDifference({ tick: 12, id: 3, field: 'pos.1', ours: 1.5, theirs: 1.25, tolerance: 0.002 });
    expect(text).toBe('tick 12, object 3, pos.1: ours 1.5, theirs 1.25 (tolerance 0.002)');
  });

  test('shows commands in hexadecimal too', () => {
    const text = describeDifference({ tick: 0, id: 1, field: 'fwd.0', ours: 0x45000005, theirs: 0x44000007 });
    expect(text).toBe('tick 0, object 1, fwd.0: ours 1157627909 (0x45000005), theirs 1140850695 (0x44000007) (exact)');
  });
});
