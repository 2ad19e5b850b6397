import type { Engine } from '../index.ts';
import type { MixPlan } from './mix-plan.ts';
import type { Observer } from './observer.ts';
import type { Subject } from './subject.ts';

/** What went wrong or was done, counted outside the clock or in handlers of rare events. */
export interface MixTally {
  /** Arrivals of an entity, by index of the layout. */
  readonly arrivals: Uint32Array;
  /** Arrivals at which the entity was not where it had been sent. */
  misplaced: number;
  /** Sum of the distances between chaser and quarry at arrivals, in metres. */
  catchDistance: number;
  /** Events that a sound run does not have: by event type. */
  readonly troubles: Map<string, number>;
  ticks: number;
}

/** The engine with the mix in it. */
export interface Mix extends Subject {
  readonly engine: Engine;
  readonly plan: MixPlan;
  readonly entityOf: Uint32Array;
  /** Index of whom a chaser chases. */
  readonly chased: Int32Array;
  readonly tally: MixTally;
  readonly observer: Observer;
  /** Entities that have arrived and wait for their next command. */
  readonly arrived: readonly number[];
  /** Whether the stream's walkers send on their own beats; true at first. */
  streaming: boolean;
}
