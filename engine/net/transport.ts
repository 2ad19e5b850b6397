import { requireBytes, requireFunction } from '../checks.ts';

/** The longest message that a transport carries, bytes. The shortest is one byte. */
export const MAX_MESSAGE_BYTES = 65_536;

/**
 * Takes one message; the view is only valid inside the call. It answers false when it wants no more for now: the message
 * has been taken, and those behind it are to wait in the transport for the next poll.
 */
export type Deliver = (message: Uint8Array) => unknown;

/**
 * Carries whole messages between two worlds, both ways. Whether order is kept is each transport's own matter: the gates
 * put it right (wire.md, "Delivery").
 *
 * A transport has no clock: time is what its caller polls with. A poll with an earlier time than the one before lets no
 * time pass.
 */
export interface Transport {
  /**
   * Queues one whole message (opcode first). The bytes are copied. A closed transport ignores it.
   *
   * @param unreliable The message may be lost and is not sent again.
   * @throws RangeError when the message is empty or longer than {@link MAX_MESSAGE_BYTES}; TypeError when it is no
   * Uint8Array.
   */
  send(message: Uint8Array, unreliable?: boolean): void;
  /**
   * Hands over the messages that have arrived by `now`, oldest first, until `deliver` answers false. Messages that arrive
   * while it runs wait for the next poll. Of a transport that goes on after a false, some may be dropped. One that wraps
   * another hands the answer on.
   *
   * @param now Seconds, the caller's clock.
   * @throws RangeError or TypeError when `now` is no finite number.
   */
  poll(now: number, deliver: Deliver): void;
  /**
   * Sends what was queued now instead of at the next poll: once a step, after the last `send`. Transports that never
   * hold anything back do not have it.
   *
   * @param now Seconds, the caller's clock.
   */
  flush?(now: number): void;
  /**
   * Ends the connection for both sides. What the peer has not got yet may be lost, and what waits to be polled is
   * forgotten. Closing twice is no error.
   *
   * @param code Why, for transports that can tell their peer: 1000 or 3000 to 4999, as of a WebSocket. Default 1000.
   * @param words The same in words.
   */
  close(code?: number, words?: string): void;
  /** Whether either side has closed. What arrived before the peer closed can still be polled. */
  readonly closed: boolean;
  /** Why it has closed, in words, where it can tell; empty while it has not. */
  readonly reason?: string;
  /** Why it has closed, as the close code of a WebSocket, where it can tell; 0 while it has not. */
  readonly code?: number;
  /**
   * Messages that have arrived and wait to be polled. A transport that tells this keeps, within bounds of its own, what
   * `deliver` does not want yet; one that does not is emptied at every poll.
   */
  readonly waitingCount?: number;
  /** Messages that have arrived and were lost because too many waited, since the start, where the transport can tell. */
  readonly overflowCount?: number;
}

/** Throws unless messages can be handed to this. */
export function requireDeliver(deliver: Deliver): void {
  requireFunction('poll: deliver', deliver, 'a function that takes each message');
}

/** Throws unless a transport can carry this message. */
export function requireMessage(message: Uint8Array): void {
  requireBytes('message', message);
  if (message.length < 1 || message.length > MAX_MESSAGE_BYTES) {
    throw new RangeError(`message: expected 1 to ${MAX_MESSAGE_BYTES} bytes, found ${message.length}`);
  }
}
