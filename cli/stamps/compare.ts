import type { IsNewer } from './rule.ts';

/** A pair on which two rules part. */
export interface Difference {
  last: number;
  stamp: number;
  ours: boolean;
}

/** What a comparison has found so far. */
export interface Comparison {
  pairs: number;
  /** Pairs of which ours says that the stamp is newer. */
  newer: number;
  differences: number;
  /** The first of them. */
  first: Difference | null;
}

/** Nothing compared yet. */
export function newComparison(): Comparison {
  return { pairs: 0, newer: 0, differences: 0, first: null };
}

/**
 * Compares two rules on pairs of stamps: every `step`-th last stamp from `from` below `to`, each with every `step`-th
 * stamp below `count`, starting at another one each time. Step 1: with all.
 */
export function compareRows(
  result: Comparison,
  ours: IsNewer,
  rule: IsNewer,
  { from, to, count, step = 1 }: { from: number; to: number; count: number; step?: number },
): void {
  let newer = 0;
  let pairs = 0;
  for (let last = from; last < to; last += step) {
    for (let stamp = last % step; stamp < count; stamp += step) {
      const answer = ours(last, stamp);
      if (answer) newer++;
      if (answer !== rule(last, stamp)) {
        result.differences++;
        result.first ??= { last, stamp, ours: answer };
      }
    }
    pairs += Math.ceil((count - (last % step)) / step);
  }
  result.newer += newer;
  result.pairs += pairs;
}
