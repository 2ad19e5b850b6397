/** The longest message that a transport carries, bytes. The shortest is one byte. */
export const MAX_MESSAGE_BYTES = 65_536;

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
   * @throws RangeError when the message is empty or longer than {@link MAX_MESSAGE_BYTES}.
   */
  send(message: Uint8Array, unreliable?: boolean): void;
  /**
   * Hands over every message that has arrived by `now`; the view is only valid inside the call. Messages that arrive
   * while it runs wait for the next poll.
   *
   * @param now Seconds, the caller's clock.
   * @throws RangeError or TypeError when `now` is no finite number.
   */
  poll(now: number, deliver: (message: Uint8Array) => void): void;
  /**
   * Sends what was queued now instead of at the next poll: once a step, after the last `send`. Transports that never
   * hold anything back do not have it.
   *
   * @param now Seconds, the caller's clock.
   */
  flush?(now: number): void;
  /** Ends the connection for both sides. What the peer has not got yet may be lost. Closing twice is no error. */
  close(): void;
  /** Whether either side has closed. What arrived before the peer closed can still be polled. */
  readonly closed: boolean;
}

/** Throws unless a transport can carry this message. */
export function requireMessage(message: Uint8Array): void {
  if (message.length < 1 || message.length > MAX_MESSAGE_BYTES) {
    throw new RangeError(`message: expected 1 to ${MAX_MESSAGE_BYTES} bytes, found ${message.length}`);
  }
}
