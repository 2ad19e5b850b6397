import type { AbsentObject } from '../engine/absent-objects.ts';
import type { HeldRecord } from '../engine/held-records.ts';
import type { NetCounters } from '../engine/net-counters.ts';
import type { Transport } from '../engine/net/transport.ts';
import { Engine } from './create-engine.ts';
import type { EngineOptions } from './engine-options.ts';

/** What of a world's network goes on from a moment: a snapshot of the world does not hold it. */
export interface WaitingState {
  /** Records that waited for their bodies; nobody changes one that waits. */
  readonly held: readonly HeldRecord[];
  /** Objects that were known and had no place. */
  readonly absent: readonly AbsentObject[];
  /** The clock by which they are given up, seconds. */
  readonly time: number;
  readonly counters: readonly NumbersOf[];
}

type NumbersOf = Readonly<Record<string, number | Uint32Array>>;

const unlimited = Number.POSITIVE_INFINITY;

/** An engine that can go back to a moment in the middle of what it hears: the world of a replay. */
export class ReplayEngine extends Engine {
  constructor(options: EngineOptions) {
    super(options, 'createReplay');
  }

  /** Connects what is to be heard. Nobody sends too much here: what is in a file has been let through once. */
  listenTo(transport: Transport): void {
    this.connect(transport, {
      limits: {
        messagesPerSecond: unlimited,
        bytesPerSecond: unlimited,
        held: unlimited,
        queueMessages: 0,
        queueBytes: 0,
      },
    });
  }

  /** What waits between two steps. Messages wait in the transport only, which keeps its own place. */
  saveWaiting(): WaitingState {
    const { network } = this;
    const held = network.held.takeWhere(() => true);
    for (const entry of held) network.held.add(entry);
    return { held, absent: network.absent.list(), time: network.time, counters: this.allCounters().map(numbersOf) };
  }

  /** Puts back what waited then. */
  restoreWaiting(state: WaitingState): void {
    const { network } = this;
    network.held.takeWhere(() => true);
    for (const entry of state.held) network.held.add(entry);
    network.absent.replaceWith(state.absent);
    network.time = state.time;
    this.allCounters().forEach((counters, index) => {
      putNumbers(counters, state.counters[index]);
    });
  }

  private allCounters(): NetCounters[] {
    return [this.network.counters, ...this.network.connections.map(({ counters }) => counters)];
  }
}

function numbersOf(counters: NetCounters): NumbersOf {
  const numbers: Record<string, number | Uint32Array> = {};
  for (const [name, value] of Object.entries(counters))
    numbers[name] = typeof value === 'number' ? value : value.slice();
  return numbers;
}

function putNumbers(counters: NetCounters, numbers: NumbersOf): void {
  for (const [name, value] of Object.entries(counters)) {
    const before = numbers[name];
    if (typeof value === 'number') Object.assign(counters, { [name]: before });
    else if (before instanceof Uint32Array) value.set(before);
  }
}
