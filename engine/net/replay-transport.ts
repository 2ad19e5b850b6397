import { requireChoice, requireKeys, requireObject } from '../checks.ts';
import { type Capture, connectionOf, requireCapture } from './capture.ts';
import type { CaptureDirection } from './message-log.ts';
import { SteadyClock } from './steady-clock.ts';
import { type Deliver, requireDeliver, requireMessage, type Transport } from './transport.ts';

/** What of a capture a replay plays. */
export interface ReplayTransportOptions {
  /** Number of the connection. Default: the one over which most went in the direction that is played. */
  connection?: number;
  /** Which way: what went to a client is for a client's world. Default toClient. */
  direction?: CaptureDirection;
}

const CALL = 'createReplayTransport';
const optionKeys = ['connection', 'direction'] as const satisfies readonly (keyof ReplayTransportOptions)[];

/**
 * A transport that plays one direction of one connection of a capture: a message is there when as much time has passed
 * since the first poll as had in the capture. What is sent to it goes nowhere.
 */
export class ReplayTransport implements Transport {
  closed = false;
  /** Number of the connection that is played; -1: the capture has none. */
  readonly connection: number;
  /** Which messages of the connection are handed over: those to the client or those to the server. */
  readonly direction: CaptureDirection;
  /** Index of the capture's message that is looked at next. */
  position = 0;

  private readonly capture: Capture;
  private readonly clock = new SteadyClock();
  private base = 0;
  private started = false;

  /**
   * @param call Starts the errors: what makes the transport.
   * @throws TypeError or RangeError for a bad option or a connection that the capture does not have.
   */
  constructor(capture: Capture, options: ReplayTransportOptions = {}, call = CALL) {
    requireCapture(call, capture);
    requireObject(call, options, 'options such as { connection: 0 }');
    requireKeys(call, options, optionKeys);
    this.capture = capture;
    this.direction = requireChoice(`${call}.direction`, options.direction ?? 'toClient', ['toClient', 'toServer']);
    if (options.connection === undefined) this.connection = busiestConnection(capture, this.direction);
    else {
      this.connection = connectionOf(call, capture, options.connection);
    }
  }

  /** Whether everything has been handed over. */
  get ended(): boolean {
    return this.position >= this.capture.messages.count;
  }

  send(message: Uint8Array): void {
    requireMessage(message);
  }

  poll(now: number, deliver: Deliver): void {
    requireDeliver(deliver);
    const time = this.clock.advance(now);
    if (!this.started) this.base = time;
    this.started = true;
    this.deliverUntil(time - this.base, deliver);
  }

  /** Hands over what comes next, up to a time of the capture, in seconds, until `deliver` answers false. */
  deliverUntil(time: number, deliver: Deliver): void {
    const { messages } = this.capture;
    const until = Math.round(time * 1e6);
    while (!this.closed) {
      const index = this.position;
      if (index >= messages.count || messages.microsOf(index) > until) return;
      this.position = index + 1;
      if (messages.connectionOf(index) !== this.connection || messages.directionOf(index) !== this.direction) continue;
      if (deliver(messages.bytesOf(index)) === false) return;
    }
  }

  close(): void {
    this.closed = true;
  }
}

/** Makes a transport that plays a capture. @throws RangeError when the capture has no such connection. */
export function createReplayTransport(capture: Capture, options: ReplayTransportOptions = {}): ReplayTransport {
  return new ReplayTransport(capture, options);
}

/** The connection over which most messages went in a direction; -1: none did. */
function busiestConnection({ messages, connections }: Capture, direction: CaptureDirection): number {
  const counts = new Uint32Array(connections.length);
  for (let index = 0; index < messages.count; index++) {
    if (messages.directionOf(index) === direction) counts[messages.connectionOf(index)]++;
  }
  let busiest = -1;
  let most = 0;
  counts.forEach((count, connection) => {
    if (count <= most) return;
    most = count;
    busiest = connection;
  });
  return busiest;
}
