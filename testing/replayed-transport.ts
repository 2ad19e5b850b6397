import type { Deliver, Transport } from '../index.ts';
import { fromHex, toHex } from './plain-values.ts';
import type { ConnectionState, RecordedPoll, RecordedStep } from './recording.ts';

/** A transport that hands over what a recorded one did, and keeps what is sent to it. */
export class ReplayedTransport implements Transport {
  closed = false;
  waitingCount: number | undefined;
  overflowCount: number | undefined;
  private readonly connection: number;
  private readonly sent: RecordedStep['sent'];
  private polls: RecordedPoll[] = [];

  /** @param sent Where what is sent is added. */
  constructor(connection: number, sent: RecordedStep['sent']) {
    this.connection = connection;
    this.sent = sent;
  }

  /** What the step that comes brings. */
  load(polls: readonly RecordedPoll[]): void {
    this.polls = polls.filter(({ connection }) => connection === this.connection);
  }

  /** Makes it look as the recorded one did. */
  take(state: Pick<ConnectionState, 'waiting' | 'overflow' | 'closed'>): void {
    this.waitingCount = state.waiting ?? undefined;
    this.overflowCount = state.overflow ?? undefined;
    this.closed = state.closed;
  }

  send(message: Uint8Array, unreliable?: boolean): void {
    this.sent.push([this.connection, toHex(message), unreliable === true]);
  }

  poll(_now: number, deliver: Deliver): void {
    const poll = this.polls.shift();
    if (poll === undefined) return;
    for (const message of poll.messages) deliver(fromHex(message));
    this.take(poll);
  }

  close(): void {
    this.closed = true;
  }
}
