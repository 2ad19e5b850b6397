import { describe, expect, test } from 'vitest';
import { compareResult } from '../../../cli/conformance/compare-result.ts';

describe('the result of a function', () => {
  test.each<[unknown, unknown]>([
    [1.0019, 1],
    [100.19, 100],
    [true, true],
    [
      [0, 4.007, 0],
      [0, 4, 0],
    ],
    [
      { made: true, previousDistance: 19.001, more: 1 },
      { made: true, previousDistance: 19 },
    ],
    [null, null],
  ])('%j agrees with %j', (ours, theirs) => {
    expect(compareResult(ours, theirs)).toBeNull();
  });

  test.each<[unknown, unknown, string]>([
    [1.0021, 1, 'result: ours 1.0021, theirs 1 (tolerance 0.002)'],
    [-2.35, -2.3, 'result: ours -2.35, theirs -2.3 (tolerance 0.0046)'],
    [Number.NaN, 1, 'result: ours NaN'],
    [undefined, 1, 'result: ours nothing'],
    [1, true, 'result: ours 1, theirs true'],
    [false, true, 'result: ours false, theirs true'],
    [[0, 4.01, 0], [0, 4, 0], 'result.1: ours 4.01, theirs 4'],
    [[0, 4], [0, 4, 0], 'result: ours [0, 4]'],
    [{ made: true }, { made: true, previousDistance: 19 }, 'result.previousDistance: ours nothing, theirs 19'],
    [{ command: 0x6500000e }, { command: 0x6500000d }, 'result.command: ours 1694498830 (0x6500000e)'],
    [{ motion: 0x6500000e }, { motion: 0x6500000d }, 'result.motion: '],
    [{ holdKey: 1.001 }, { holdKey: 1 }, 'result.holdKey: '],
    [3, { command: 3 }, 'result: ours 3, theirs { command: 3 }'],
  ])('%j differs from %j', (ours, theirs, text) => {
    expect(compareResult(ours, theirs)).toContain(text);
  });

  test('a command that is the whole result is compared exactly', () => {
    expect(compareResult(0x6500000e, 0x6500000d)).toContain('(exact)');
  });
});
