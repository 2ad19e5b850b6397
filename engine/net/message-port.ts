import { requireBoolean, requireObject } from '../checks.ts';
import { type Conditioner, createConditioner } from './conditioner.ts';
import { type ConditionerOptions, requireConditionedKeys, requireConditions } from './conditioner-options.ts';
import { Delivery } from './delivery.ts';
import { MessageQueue } from './message-queue.ts';
import { SteadyClock } from './steady-clock.ts';
import { type Deliver, requireMessage, type Transport } from './transport.ts';

/** What a transport needs of a Worker, a worker's own global scope, or a MessagePort. */
export interface MessagePortLike {
  /** Hands bytes to the other end; what is transferred is no longer here. */
  postMessage(data: ArrayBuffer, transfer: ArrayBuffer[]): void;
  /** Called with what the other end has posted. */
  onmessage: PortListener['handle'] | null;
}

/** Written as a method, so that ports fit whose events hold more than this. */
interface PortListener {
  handle(event: { readonly data: unknown }): void;
}

/** Conditions of a port whose transports are not ordered. */
export interface MessagePortConditions {
  /** For what comes in. */
  readonly conditioner?: ConditionerOptions;
  /** For what goes out, when the other side cannot be given conditions of its own. */
  readonly outgoing?: ConditionerOptions;
}

/** How a transport across a message port is made. */
export interface MessagePortOptions extends MessagePortConditions {
  /**
   * True: messages cross as they are, in order. False: datagrams of {@link Delivery} cross. Both sides need the same.
   * Left out: true unless there are conditions.
   */
  readonly ordered?: boolean;
}

/** Counts since the start. */
export interface MessagePortCounters {
  /** Buffers posted. */
  posted: number;
  /** Buffers that came in. */
  received: number;
  /** Things that came in and are no buffers of ours; dropped. */
  malformed: number;
}

/** Bytes that may wait for a poll or a flush; beyond that they are dropped and counted (unreliable ones at half). */
export const MESSAGE_PORT_LIMIT = 32 * 1024 * 1024;
/** Bytes of messages that are posted without waiting for a flush. */
const FULL_BATCH = 65_536;
/** Bytes of datagrams that may wait for a poll. */
const ARRIVALS_LIMIT = 4 * 1024 * 1024;
const CONDITIONS = ['conditioner', 'outgoing'];
const CALL = 'createMessagePortTransport';

/**
 * Connects a world to one behind a port, in a worker for example: both sides make one over their end of it. Only
 * ArrayBuffers cross, and are transferred: what was sent since the last `poll` or `flush`, in one (datagrams: each in
 * one). An empty one says that the sender has closed; a port that throws instead of posting counts as closed, too.
 *
 * The port's `onmessage` is taken over; the port itself stays its owner's to end. What comes before `onmessage` is set
 * is the port's matter: a worker should make its transport while its script runs for the first time.
 *
 * @throws RangeError or TypeError naming the option that cannot be, or what the port lacks.
 */
export function createMessagePortTransport(
  port: MessagePortLike,
  options: MessagePortOptions = {},
): MessagePortTransport {
  return new MessagePortTransport(port, options);
}

/** One side of a port. */
export class MessagePortTransport implements Transport {
  /** What was posted and what has come. */
  readonly counters: MessagePortCounters = { posted: 0, received: 0, malformed: 0 };
  /** Messages that have arrived, and those that found no room (`overflowed`). */
  readonly inbox = new MessageQueue(MESSAGE_PORT_LIMIT);
  /** What carries messages when they are not ordered, with its counters. */
  readonly delivery: Delivery | undefined;
  /** The conditioner of what comes; undefined: none. */
  incoming: Conditioner | undefined;
  /** The conditioner of what is sent; undefined: none. */
  outgoing: Conditioner | undefined;

  private readonly port: MessagePortLike;
  private readonly outbox = new MessageQueue(MESSAGE_PORT_LIMIT);
  /** Datagrams that came in: when that was is known at the next poll only. */
  private readonly arrivals = new MessageQueue(ARRIVALS_LIMIT);
  private readonly clock = new SteadyClock();
  private ended = false;
  private peerEnded = false;

  private readonly arrive = (message: Uint8Array): void => {
    this.inbox.push(message);
  };
  private readonly accept = (datagram: Uint8Array): void => this.delivery?.receive(datagram, this.arrive);
  private readonly enter = (datagram: Uint8Array): void => {
    if (this.incoming === undefined) this.accept(datagram);
    else this.incoming.send(this.clock.now, datagram);
  };
  private readonly depart = (datagram: Uint8Array): void => {
    if (this.outgoing === undefined) this.leave(datagram);
    else this.outgoing.send(this.clock.now, datagram);
  };
  private readonly leave = (datagram: Uint8Array): void => this.post(datagram.slice().buffer);

  constructor(port: MessagePortLike, options: MessagePortOptions = {}) {
    requirePort(port);
    requireObject(CALL, options, 'options such as { ordered: false }');
    requireConditionedKeys(CALL, options, [...CONDITIONS, 'ordered'], 'conditioner');
    const { conditioner, outgoing } = options;
    const ordered = options.ordered ?? (conditioner === undefined && outgoing === undefined);
    if (!requireBoolean('ordered', ordered)) this.delivery = new Delivery(this.depart);
    this.configure({ conditioner, outgoing });
    this.port = port;
    port.onmessage = (event) => this.take(event.data);
  }

  get closed(): boolean {
    return this.ended || this.peerEnded;
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
    if (this.delivery !== undefined) {
      this.delivery.send(message, unreliable);
      return;
    }
    this.outbox.push(message, unreliable);
    if (this.outbox.size >= FULL_BATCH) this.postBatch();
  }

  poll(now: number, deliver: Deliver): void {
    const time = this.clock.advance(now);
    if (this.ended) return;
    this.arrivals.drain(this.enter);
    this.incoming?.receive(time, this.accept);
    try {
      this.inbox.drain(deliver);
    } finally {
      this.sendOut(time);
    }
  }

  flush(now: number): void {
    this.sendOut(this.clock.advance(now));
  }

  /**
   * Changes the conditions that are given, for what comes and goes from now on; the others stay.
   *
   * @throws RangeError or TypeError naming the setting that cannot be, or when the transport is ordered; then nothing
   * is changed.
   */
  configure(conditions: MessagePortConditions): void {
    requireObject('configure', conditions, 'conditions such as { conditioner: { latency: 0.1 } }');
    requireConditionedKeys('configure', conditions, CONDITIONS, 'conditioner');
    const { conditioner, outgoing } = conditions;
    if (conditioner !== undefined) requireConditions(conditioner, 'conditioner');
    if (outgoing !== undefined) requireConditions(outgoing, 'outgoing');
    if (conditioner === undefined && outgoing === undefined) return;
    if (this.delivery === undefined) {
      throw new TypeError('ordered: expected false, found true; an ordered transport has no network conditions');
    }
    if (conditioner !== undefined) {
      if (this.incoming === undefined) this.incoming = createConditioner(conditioner);
      else this.incoming.configure(conditioner);
    }
    if (outgoing !== undefined) {
      if (this.outgoing === undefined) this.outgoing = createConditioner(outgoing);
      else this.outgoing.configure(outgoing);
    }
  }

  close(): void {
    if (this.ended) return;
    if (!this.closed) {
      this.sendOut(this.clock.now);
      this.post(new ArrayBuffer(0));
    }
    this.ended = true;
    this.port.onmessage = null;
    this.inbox.clear();
    this.arrivals.clear();
  }

  /** Takes what came in; anything may. */
  private take(data: unknown): void {
    if (this.ended) return;
    this.counters.received++;
    if (!isArrayBuffer(data)) this.counters.malformed++;
    else if (data.byteLength === 0) this.peerEnded = true;
    else if (this.delivery === undefined) {
      if (!this.inbox.append(new Uint8Array(data))) this.counters.malformed++;
    } else if (data.byteLength > FULL_BATCH) this.counters.malformed++;
    else this.arrivals.push(new Uint8Array(data));
  }

  private sendOut(time: number): void {
    if (this.closed) return;
    this.delivery?.update(time);
    this.outgoing?.receive(time, this.leave);
    if (this.outbox.count > 0) this.postBatch();
  }

  private postBatch(): void {
    this.post(this.outbox.takeBatch());
  }

  private post(buffer: ArrayBuffer): void {
    try {
      this.port.postMessage(buffer, [buffer]);
      this.counters.posted++;
    } catch {
      // Nobody can be reached through it any more.
      this.peerEnded = true;
    }
  }
}

/** Throws unless messages can be posted to this and come in from it. */
function requirePort(port: MessagePortLike): void {
  const expected = "a MessagePort, a Worker or a worker's own scope";
  requireObject(CALL, port, expected);
  if (typeof port.postMessage !== 'function') {
    throw new TypeError(`${CALL}: expected ${expected}, found an object without postMessage`);
  }
  if (!('onmessage' in port)) {
    throw new TypeError(
      `${CALL}: expected ${expected}, found an object without onmessage; ` +
        'to a Worker of node:worker_threads, hand one port of a MessageChannel and use the other',
    );
  }
}

/** Whether this is an ArrayBuffer, of whatever realm. */
function isArrayBuffer(data: unknown): data is ArrayBuffer {
  return Object.prototype.toString.call(data) === '[object ArrayBuffer]';
}
