import { requireObject } from '../checks.ts';
import { type Conditioner, createConditioner } from './conditioner.ts';
import { type ConditionerOptions, requireConditionedKeys, requireConditions } from './conditioner-options.ts';
import { Delivery } from './delivery.ts';
import { MessageQueue } from './message-queue.ts';
import { SteadyClock } from './steady-clock.ts';
import { type Deliver, requireMessage, type Transport } from './transport.ts';

/** Network conditions of a loopback. Those of one direction go before those of both. */
export interface LoopbackOptions {
  /** Both ways. Without a seed of its own, the second direction has another fate than the first. */
  readonly conditioner?: ConditionerOptions;
  /** From the first end to the second. */
  readonly aToB?: ConditionerOptions;
  /** From the second end to the first. */
  readonly bToA?: ConditionerOptions;
}

/** One end of a loopback. */
export interface LoopbackTransport extends Transport {
  flush(now: number): void;
  /** Messages that wait for a poll, and those that found no room (`overflowed`). */
  readonly inbox: MessageQueue;
  /** What carries messages over the conditioners, with its counters; undefined without conditions. */
  readonly delivery: Delivery | undefined;
  /** The conditioner that datagrams to this end go through, with its counters; undefined without conditions. */
  readonly incoming: Conditioner | undefined;
}

/** Both ends of a loopback, and what changes their conditions. */
export type Loopback = [LoopbackTransport, LoopbackTransport] & {
  /**
   * Changes the settings that are given, for what is sent from now on; the others stay. A loopback that had no
   * conditions gets them, and does not keep order any more.
   *
   * @throws RangeError or TypeError naming the setting that cannot be; then nothing is changed.
   */
  configure(options: LoopbackOptions): void;
};

/** Bytes of messages that may wait for a poll; beyond that they are dropped and counted (unreliable ones at half). */
export const LOOPBACK_LIMIT = 32 * 1024 * 1024;

const OPTIONS = ['conditioner', 'aToB', 'bToA'];
/** Set apart from the first direction's seed by this. */
const SECOND_SEED = 0x9e3779b9;

/**
 * Connects two worlds in one process.
 *
 * Without conditions a message is there at once, in order. With them {@link Delivery} runs over a conditioner each way:
 * what is sent goes out at the sender's next `poll` or `flush`.
 *
 * @throws RangeError or TypeError naming the setting that cannot be.
 */
export function createLoopback(options: LoopbackOptions = {}): Loopback {
  const link = new LoopbackLink();
  const a = new LoopbackEnd(link);
  const b = new LoopbackEnd(link);
  a.peer = b;
  b.peer = a;
  const ends: [LoopbackTransport, LoopbackTransport] = [a, b];
  const loopback = Object.assign(ends, {
    configure: (changed: LoopbackOptions) => configure(a, b, changed, 'configure'),
  });
  configure(a, b, options, 'createLoopback');
  return loopback;
}

/** What both ends share. */
class LoopbackLink {
  /** Seconds on the clock that is further on. */
  now = Number.NEGATIVE_INFINITY;
  closed = false;
}

class LoopbackEnd implements LoopbackTransport {
  readonly inbox = new MessageQueue(LOOPBACK_LIMIT);
  delivery: Delivery | undefined;
  incoming: Conditioner | undefined;
  /** The other end; set once at creation. */
  peer: LoopbackEnd = this;

  private readonly link: LoopbackLink;
  private readonly clock = new SteadyClock();
  private ended = false;
  private readonly arrive = (message: Uint8Array): void => {
    this.inbox.push(message);
  };
  private readonly take = (datagram: Uint8Array): void => this.delivery?.receive(datagram, this.arrive);
  private readonly hand = (datagram: Uint8Array): void => this.peer.incoming?.send(this.link.now, datagram);

  constructor(link: LoopbackLink) {
    this.link = link;
  }

  get closed(): boolean {
    return this.link.closed;
  }

  get waitingCount(): number {
    return this.inbox.count;
  }

  get overflowCount(): number {
    return this.inbox.overflowed;
  }

  send(message: Uint8Array, unreliable = false): void {
    requireMessage(message);
    if (this.closed) return;
    if (this.delivery === undefined) this.peer.inbox.push(message, unreliable);
    else this.delivery.send(message, unreliable);
  }

  poll(now: number, deliver: Deliver): void {
    const time = this.advance(now);
    if (this.ended) return;
    this.incoming?.receive(time, this.take);
    try {
      this.inbox.drain(deliver);
    } finally {
      if (!this.closed) this.delivery?.update(time);
    }
  }

  flush(now: number): void {
    const time = this.advance(now);
    if (!this.closed) this.delivery?.update(time);
  }

  close(): void {
    if (this.ended) return;
    if (!this.closed && Number.isFinite(this.link.now)) this.delivery?.update(this.link.now);
    this.ended = true;
    this.link.closed = true;
    this.inbox.clear();
  }

  /** Puts a conditioner before this end, or changes its settings. */
  condition(options: ConditionerOptions): void {
    if (this.incoming === undefined) {
      this.incoming = createConditioner(options);
      this.delivery = new Delivery(this.hand);
    } else this.incoming.configure(options);
  }

  private advance(now: number): number {
    const time = this.clock.advance(now);
    if (time > this.link.now) this.link.now = time;
    return this.link.now;
  }
}

function configure(a: LoopbackEnd, b: LoopbackEnd, options: LoopbackOptions, call: string): void {
  requireObject(call, options, 'options such as { conditioner: { latency: 0.1, loss: 0.05 } }');
  requireConditionedKeys(call, options, OPTIONS, 'conditioner');
  const { conditioner, aToB, bToA } = options;
  for (const [name, conditions] of Object.entries(options)) {
    if (conditions !== undefined) requireConditions(conditions, name);
  }
  if (conditioner === undefined && aToB === undefined && bToA === undefined) return;
  // Both directions draw from the same mixer: the same seed would lose the same datagrams both ways.
  const seed = conditioner?.seed ?? (a.incoming === undefined ? 1 : undefined);
  const second = seed === undefined ? {} : { seed: (seed ^ SECOND_SEED) >>> 0 };
  b.condition({ ...conditioner, ...aToB });
  a.condition({ ...conditioner, ...second, ...bToA });
}
