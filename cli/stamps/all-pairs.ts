import { actionStampNewer } from '../../engine/motion/apply-movement.ts';
import { isNewerStamp } from '../../engine/net/stamps.ts';
import type { Comparison } from './compare.ts';
import { ruleOfStamps } from './rule.ts';

/**
 * The loop of compare.ts at step 1, once for each kind of stamps with the functions by name: V8 puts a call into the
 * loop's code only where it always goes to one function, and four thousand million pairs are to take seconds.
 */

/** How many stamps of events and of actions there are: 16 bits and 15. */
export const EVENT_STAMPS = 0x10000;
export const ACTION_STAMPS = 0x8000;

const eventRule = ruleOfStamps(16);
const actionRule = ruleOfStamps(15);

/** Compares the last stamps of events from `from` below `to` with every stamp. */
export function compareEventStamps(result: Comparison, from: number, to: number): void {
  let newer = 0;
  for (let last = from; last < to; last++) {
    for (let stamp = 0; stamp < EVENT_STAMPS; stamp++) {
      const answer = isNewerStamp(last, stamp);
      if (answer) newer++;
      if (answer !== eventRule(last, stamp)) noteDifference(result, last, stamp, answer);
    }
  }
  result.newer += newer;
  result.pairs += (to - from) * EVENT_STAMPS;
}

/** Compares the last stamps of actions from `from` below `to` with every stamp. */
export function compareActionStamps(result: Comparison, from: number, to: number): void {
  let newer = 0;
  for (let last = from; last < to; last++) {
    for (let stamp = 0; stamp < ACTION_STAMPS; stamp++) {
      const answer = actionStampNewer(last, stamp);
      if (answer) newer++;
      if (answer !== actionRule(last, stamp)) noteDifference(result, last, stamp, answer);
    }
  }
  result.newer += newer;
  result.pairs += (to - from) * ACTION_STAMPS;
}

function noteDifference(result: Comparison, last: number, stamp: number, ours: boolean): void {
  result.differences++;
  result.first ??= { last, stamp, ours };
}
