import type { Transport } from '../../index.ts';

/** A transport whose other end is the test: `put` what is to arrive, read what was `sent`. */
export class Inbox implements Transport {
  readonly sent: Uint8Array[] = [];
  closed = false;
  private waiting: Uint8Array[] = [];

  /** Messages that arrive at the next poll, in order. */
  put(...messages: Uint8Array[]): void {
    this.waiting.push(...messages);
  }

  send(message: Uint8Array): void {
    this.sent.push(message.slice());
  }

  poll(_now: number, deliver: (message: Uint8Array) => void): void {
    for (const message of this.waiting.splice(0)) deliver(message);
  }

  close(): void {
    this.closed = true;
  }
}
