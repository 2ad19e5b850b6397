import { requireInteger, requireKeys, requireNumber, requireObject } from '../checks.ts';

/** Network conditions of one direction. What is left out is 0 (the seed: 1). */
export interface ConditionerOptions {
  /** Whole number from 0 to 4294967295: the same seed and the same calls give the same fate to every datagram. */
  readonly seed?: number;
  /** Seconds from one side to the other, 0 to 60. */
  readonly latency?: number;
  /** Seconds, 0 to 60: each datagram takes from latency - jitter to latency + jitter, drawn evenly, but not below 0. */
  readonly jitter?: number;
  /** Share of the datagrams that never arrive, 0 to 1. */
  readonly loss?: number;
  /**
   * How many datagrams are lost in a row, on average, 0 to 10,000 (a two-state model after Gilbert: the share of `loss`
   * stays). Independent losses come in rows of 1 / (1 - loss) by themselves: for a length up to that they are
   * independent.
   */
  readonly lossBurst?: number;
  /** Share of the datagrams that are held back so that later ones overtake them, 0 to 1. */
  readonly reorder?: number;
  /** Seconds for which those are held back at most (and half of it at least), 0 to 60; 0.1 when left out. */
  readonly reorderDelay?: number;
  /** Share of the datagrams that arrive twice, 0 to 1. */
  readonly duplicate?: number;
  /**
   * Bytes a second that the way carries, 100 to 1e9; 0: as many as there are. Datagrams pass one after the other, and
   * those that have to wait do so in a queue, before all the rest happens to them.
   */
  readonly bandwidth?: number;
  /**
   * Bytes that may wait for the bandwidth, 1 to 8,388,608; 65,536 when left out. A datagram that finds no room is
   * dropped; one that finds the way free always passes.
   */
  readonly queue?: number;
}

/**
 * What happened to datagrams since the start. `sent` - `queueDropped` - `lost` - `overflowed` + `duplicated` is
 * `delivered` and those on their way.
 */
export interface ConditionerCounters {
  /** Datagrams that were given to it, copies not counted. */
  sent: number;
  /** Datagrams that had to wait for the bandwidth. */
  queued: number;
  /** Datagrams that found no room in the queue for the bandwidth. */
  queueDropped: number;
  /** The longest that one had to wait there, its own passage not included: seconds. */
  longestWait: number;
  /** Datagrams that the loss setting took. */
  lost: number;
  /** The longest row of datagrams that were lost. */
  longestBurst: number;
  /** Copies made. */
  duplicated: number;
  /** Datagrams held back by the reorder setting. */
  heldBack: number;
  /** Datagrams that arrived after one that was sent later, whether held back or by jitter. */
  reordered: number;
  /** Datagrams that arrived, copies counted. */
  delivered: number;
  /** Datagrams that found no room: more than {@link CONDITIONER_LIMIT} bytes were on their way. */
  overflowed: number;
}

/** Bytes that may be on their way through one conditioner. */
export const CONDITIONER_LIMIT = 8 * 1024 * 1024;

const MAX_SECONDS = 60;
const MAX_BURST = 10_000;
const LEAST_BANDWIDTH = 100;
const MAX_BANDWIDTH = 1e9;

/** The settings that there are. */
export const conditionNames = [
  'seed',
  'latency',
  'jitter',
  'loss',
  'lossBurst',
  'reorder',
  'reorderDelay',
  'duplicate',
  'bandwidth',
  'queue',
] as const satisfies readonly (keyof ConditionerOptions)[];

/** Throws unless these are conditions; `what` is put before a field's name. */
export function requireConditions(options: ConditionerOptions, what = 'conditioner'): void {
  requireObject(what, options, 'network conditions such as { latency: 0.1, loss: 0.05 }');
  requireKeys(what, options, conditionNames);
  const number = (name: keyof ConditionerOptions, least: number, most: number): void => {
    if (options[name] !== undefined) requireNumber(`${what}.${name}`, options[name], least, most);
  };
  if (options.seed !== undefined) requireInteger(`${what}.seed`, options.seed, 0, 0xffffffff);
  number('latency', 0, MAX_SECONDS);
  number('jitter', 0, MAX_SECONDS);
  number('loss', 0, 1);
  number('lossBurst', 0, MAX_BURST);
  number('reorder', 0, 1);
  number('reorderDelay', 0, MAX_SECONDS);
  number('duplicate', 0, 1);
  if (options.bandwidth !== 0) number('bandwidth', LEAST_BANDWIDTH, MAX_BANDWIDTH);
  number('queue', 1, CONDITIONER_LIMIT);
}

/**
 * Throws unless every key of `options` is one of `known`. Conditions that were put beside where they belong are told so.
 *
 * @param home The option that holds conditions.
 */
export function requireConditionedKeys(what: string, options: object, known: readonly string[], home: string): void {
  for (const key of Object.keys(options)) {
    if (known.includes(key) || !conditionNames.some((name) => name === key)) continue;
    throw new TypeError(
      `${what}: '${key}' is a network condition; expected it inside '${home}': { ${home}: { ${key} } }`,
    );
  }
  requireKeys(what, options, known);
}
