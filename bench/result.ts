import type { EventCost } from './event-cost.ts';
import type { Check } from './subject.ts';

/** Times of one subject: nanoseconds for an entity and tick. */
export interface SubjectResult {
  readonly name: string;
  readonly medianNs: number;
  readonly p99Ns: number;
  readonly checks: readonly Check[];
}

/** What one process timed at one number of entities. */
export interface TimedResult {
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
}

/** What a crowd keeps in memory. */
export interface MemoryResult {
  readonly bytesPerEntity: number;
}

/** All that is measured at one number of entities. */
export interface SizeResult extends TimedResult, MemoryResult {}

/** What taking UpdateMotion messages in and deciding about them costs; nothing is applied. */
export interface WireResult {
  /** Messages in a tick, one for each body. */
  readonly size: number;
  readonly ticks: number;
  /** Nanoseconds a message: a walk through its fields, as it is handed over and when its place is known. */
  readonly walkNs: number;
  readonly placesNs: number;
  /** Nanoseconds a message: reading, checking and deciding about it. */
  readonly ingestNs: number;
  /** Messages a second. */
  readonly perSecond: number;
  /** Medians over rounds of the ratios. */
  readonly timesTheWalk: number;
  readonly timesThePlaces: number;
  readonly bytesPerMessage: number;
  readonly subjects: readonly { readonly name: string; readonly checks: readonly Check[] }[];
}

/** What sweeping bodies over a terrain with obstacles costs. */
export interface GroundResult {
  /** Bodies, all walking; obstacles. */
  readonly size: number;
  readonly obstacles: number;
  readonly ticks: number;
  /** Nanoseconds a sweep: on level ground, and on the terrain (median and 99th percentile of the ticks). */
  readonly flatNs: number;
  readonly sweepNs: number;
  readonly p99Ns: number;
  readonly bytesPerSweep: number;
  readonly subjects: readonly { readonly name: string; readonly checks: readonly Check[] }[];
}

/** What NPCs with behaviours cost in ticks in which nothing changes: nanoseconds an NPC and tick. */
export interface NpcResult {
  readonly size: number;
  readonly ticks: number;
  /** The behaviours alone, median and 99th percentile of the ticks. */
  readonly behavioursNs: number;
  readonly p99Ns: number;
  /** The whole step, with the bodies that it moves. */
  readonly stepNs: number;
  /** What the behaviours allocate. */
  readonly bytesPerNpc: number;
  readonly subjects: readonly { readonly name: string; readonly checks: readonly Check[] }[];
}

/** What showing bodies costs in JavaScript: milliseconds a picture, on an engine that draws nothing. */
export interface RenderResult {
  /** Bodies in the crowd, and, in another scene, bodies with skeletons of their own. */
  readonly crowd: number;
  readonly near: number;
  readonly pictures: number;
  /** Pictures after a step; and those that come between two steps. */
  readonly crowdMs: number;
  readonly crowdP99Ms: number;
  readonly crowdBetweenMs: number;
  /** The mean of both, two pictures a step. */
  readonly crowdMeanMs: number;
  readonly nearMs: number;
  readonly nearP99Ms: number;
  readonly subjects: readonly { readonly name: string; readonly checks: readonly Check[] }[];
}

/** A goal, judged: what was found is to be at most, or at least, so much. */
export interface GoalResult {
  readonly size: number;
  readonly name: string;
  readonly found: number;
  readonly atMost?: number;
  readonly atLeast?: number;
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
  readonly wire: WireResult;
  readonly ground: GroundResult;
  readonly npcs: NpcResult;
  readonly render: RenderResult;
  readonly goals: readonly GoalResult[];
}
