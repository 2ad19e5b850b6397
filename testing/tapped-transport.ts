import type { Deliver, Transport } from '../index.ts';
import { toHex } from './plain-values.ts';
import type { RecordedPoll } from './recording.ts';

/** Who is told of what goes over a transport. */
export interface Tap {
  poll(poll: RecordedPoll): void;
  sent(connection: number, bytes: string, unreliable: boolean): void;
}

/** A transport that does what another does and tells of everything that goes over it. */
export class TappedTransport implements Transport {
  readonly inner: Transport;
  readonly connection: number;
  private readonly tap: Tap;

  constructor(inner: Transport, connection: number, tap: Tap) {
    this.inner = inner;
    this.connection = connection;
    this.tap = tap;
  }

  get closed(): boolean {
    return this.inner.closed;
  }

  get waitingCount(): number | undefined {
    return this.inner.waitingCount;
  }

  get overflowCount(): number | undefined {
    return this.inner.overflowCount;
  }

  get reason(): string | undefined {
    return this.inner.reason;
  }

  get code(): number | undefined {
    return this.inner.code;
  }

  send(message: Uint8Array, unreliable?: boolean): void {
    this.tap.sent(this.connection, toHex(message), unreliable === true);
    this.inner.send(message, unreliable);
  }

  poll(now: number, deliver: Deliver): void {
    const messages: string[] = [];
    const poll: RecordedPoll = { connection: this.connection, messages, waiting: null, overflow: null, closed: false };
    this.tap.poll(poll);
    try {
      this.inner.poll(now, (message) => {
        messages.push(toHex(message));
        return deliver(message);
      });
    } finally {
      poll.waiting = this.waitingCount ?? null;
      poll.overflow = this.overflowCount ?? null;
      poll.closed = this.closed;
    }
  }

  flush(now: number): void {
    this.inner.flush?.(now);
  }

  close(code?: number, words?: string): void {
    this.inner.close(code, words);
  }
}
