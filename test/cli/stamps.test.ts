import { describe, expect, it } from 'vitest';
import { ACTION_STAMPS, compareActionStamps, compareEventStamps, EVENT_STAMPS } from '../../cli/stamps/all-pairs.ts';
import { compareRows, newComparison } from '../../cli/stamps/compare.ts';
import { type IsNewer, newerPairs, ruleOfStamps } from '../../cli/stamps/rule.ts';
import { main } from '../../cli/stamps.ts';
import { actionStampNewer } from '../../engine/motion/apply-movement.ts';
import { isNewerStamp } from '../../engine/net/stamps.ts';

/** All pairs of a sample that meets every remainder of 67, so that opposite pairs are among them. */
function sampled(ours: IsNewer, bits: number) {
  const result = newComparison();
  compareRows(result, ours, ruleOfStamps(bits), { from: 0, to: 2 ** bits, count: 2 ** bits, step: 67 });
  return result;
}

/** The pairs near a distance: where a rule turns over. */
function around(ours: IsNewer, bits: number, distance: number): number {
  const rule = ruleOfStamps(bits);
  const mask = 2 ** bits - 1;
  let differences = 0;
  for (let last = 0; last <= mask; last++) {
    for (let ahead = distance - 2; ahead <= distance + 2; ahead++) {
      const stamp = (last + ahead) & mask;
      if (ours(last, stamp) !== rule(last, stamp)) differences++;
    }
  }
  return differences;
}

describe.each([
  ['event stamps', 16, isNewerStamp],
  ['action stamps', 15, actionStampNewer],
] as const)('%s of %i bits', (_what, bits, ours) => {
  it('are newer by the rule, on a sample of all pairs', () => {
    const { pairs, differences, first } = sampled(ours, bits);
    expect(pairs).toBeGreaterThan(200_000);
    expect([differences, first]).toEqual([0, null]);
  });

  it.each([0, 2 ** (bits - 1)])('are newer by the rule around a distance of %i', (distance) => {
    expect(around(ours, bits, distance)).toBe(0);
  });
});

describe('the top bit of an action stamp', () => {
  it('says something else and is not compared', () => {
    const rule = ruleOfStamps(15);
    for (const last of [0, 1, 0x3fff, 0x4000, 0x7fff]) {
      for (const stamp of [0, 1, 0x3fff, 0x4000, 0x7fff]) {
        const expected = rule(last, stamp);
        expect(actionStampNewer(last | 0x8000, stamp)).toBe(expected);
        expect(actionStampNewer(last, stamp | 0x8000)).toBe(expected);
      }
    }
  });
});

describe('the comparison', () => {
  it.each<[string, number, IsNewer]>([
    ['a rule that takes opposite stamps for older', 16, (last, stamp) => ((stamp - last) << 16) >> 16 > 0],
    ['a rule without wraparound', 16, (last, stamp) => last < stamp],
    ['a rule that takes equal stamps for newer', 16, (last, stamp) => isNewerStamp(last, stamp) || last === stamp],
    ['the rule of 16 bits for stamps of 15', 15, isNewerStamp],
  ])('finds %s', (_what, bits, wrong) => {
    const sample = sampled(wrong, bits);
    const edges = around(wrong, bits, 0) + around(wrong, bits, 2 ** (bits - 1));
    expect(sample.differences + edges).toBeGreaterThan(0);
  });

  it('takes every pair at step 1, and names the first that differs', () => {
    const result = newComparison();
    const ours: IsNewer = (last, stamp) => (last === 3 && stamp === 9 ? false : ruleOfStamps(8)(last, stamp));
    compareRows(result, ours, ruleOfStamps(8), { from: 0, to: 256, count: 256 });
    expect(result).toEqual({
      pairs: 65536,
      newer: newerPairs(256) - 1,
      differences: 1,
      first: { last: 3, stamp: 9, ours: false },
    });
  });
});

describe('the loops over all pairs', () => {
  it.each([
    ['event stamps', EVENT_STAMPS, compareEventStamps],
    ['action stamps', ACTION_STAMPS, compareActionStamps],
  ] as const)('take every stamp with each of the last stamps: %s', (_what, stamps, compare) => {
    const result = newComparison();
    const half = stamps / 2;
    compare(result, half - 2, half + 2);
    // Of each stamp just less than half of the others are newer, and of opposite pairs the smaller one.
    expect(result).toEqual({ pairs: 4 * stamps, newer: 4 * (half - 1) + 2, differences: 0, first: null });
  });
});

describe('the tool', () => {
  it('refuses an option that it does not have', () => {
    expect(main(['--quick'])).toBe(2);
  });
});
