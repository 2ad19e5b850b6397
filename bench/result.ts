import type { EventCost } from './event-cost.ts';
import type { Check } from './subject.ts';

/** Times of one subject: nanoseconds for an entity and tick. */
export interface SubjectResult {
  readonly name: string;
  readonly medianNs: number;
  readonly p99Ns: number;
  readonly checks: readonly Check[];
}

/** What one process measured at one number of entities. */
export interface SizeResult {
  readonly size: number;
  readonly recipe: string;
  /** Timed ticks of each subject. */
  readonly ticks: number;
  readonly subjects: readonly SubjectResult[];
  /** Medians over rounds of the ratio of medians. */
  readonly ratios: { readonly toYuka: number; readonly toKernel: number; readonly yukaToKernel: number };
  readonly events: EventCost;
  /** Messages that a tick of the mix reads, on average. */
  readonly messagesPerTick: number;
  readonly allocation: {
    readonly bytesPerTick: number;
    readonly bytesPerEntityAndTick: number;
    readonly ticks: number;
  };
  readonly bytesPerEntity: number;
}

/** A goal, judged. */
export interface GoalResult {
  readonly size: number;
  readonly name: string;
  readonly found: number;
  readonly atMost: number;
  readonly met: boolean;
}

/** The whole report, as it is written to JSON. */
export interface BenchReport {
  readonly version: 1;
  readonly date: string;
  readonly node: string;
  readonly processor: string;
  readonly seed: number;
  readonly sizes: readonly SizeResult[];
  readonly goals: readonly GoalResult[];
}
