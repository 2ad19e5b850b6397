import type { WebSocket } from 'ws';
import { createWebSocketTransport, type WebSocketTransport } from '../index.ts';
import { FrameBudget } from './frame-budget.ts';
import { now } from './step-clock.ts';

/** Bytes of messages of one guest that may wait to be taken in. */
const RECEIVE_LIMIT = 262_144;
/** Close codes, beside those of the transport. */
const CloseCode = { Leaving: 1001, TooManyFrames: 4001 } as const;
/** Pings that may go unanswered. */
const MOST_UNANSWERED = 2;
/** Milliseconds that a socket has to close in order. */
const PATIENCE = 1000;

/** Somebody who is connected, with a body to play. */
export class Guest {
  readonly guid: number;
  /** The number of its seat, from 0. */
  readonly seat: number;
  /** Where it comes from, as the machine's network tells it. */
  readonly address: string;
  readonly transport: WebSocketTransport;
  /** Seconds at which it came. */
  readonly since = now();
  /** Settles when the connection is over and `onGone` has been called. */
  readonly gone: Promise<void>;
  /** Why the server has ended the connection; empty: it has not. */
  ended = '';
  private readonly socket: WebSocket;
  private readonly frames = new FrameBudget(now());
  /** Pings since it last answered or said something. */
  private unanswered = 0;

  /** @param onGone Called once when the connection is over. */
  constructor(
    socket: WebSocket,
    place: { guid: number; seat: number; address: string },
    sendLimit: number,
    onGone: (guest: Guest) => void,
  ) {
    this.socket = socket;
    this.guid = place.guid;
    this.seat = place.seat;
    this.address = place.address;
    this.transport = createWebSocketTransport(socket, { receiveLimit: RECEIVE_LIMIT, sendLimit });
    socket.on('pong', () => {
      this.unanswered = 0;
    });
    socket.on('ping', () => this.countFrame());
    socket.on('message', () => this.countFrame());
    // `ws` tells of errors before the end, such as a frame that is too long; without a listener they would be thrown.
    socket.on('error', (error) => {
      if (this.ended === '') this.ended = error.message;
    });
    this.gone = new Promise((resolve) => {
      socket.on('close', () => {
        onGone(this);
        resolve();
      });
    });
  }

  /** Why the connection is over, in words. */
  get reason(): string {
    return this.ended === '' ? this.transport.reason : this.ended;
  }

  /** Says something in a frame of text. */
  say(text: string): void {
    this.socket.send(text);
  }

  /** Asks whether it is still there; who has answered neither of the last two pings is gone. */
  ping(): void {
    // After one alone it may be this process that was held up, with the answer not yet read.
    if (this.unanswered === MOST_UNANSWERED) {
      this.cut('it does not answer');
      return;
    }
    this.unanswered++;
    // A ping behind much that waits would only come late.
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping();
  }

  /** Ends the connection in order, and cuts it if that takes too long. @param reason Empty: the transport's own. */
  sendAway(reason: string): void {
    if (this.ended === '') this.ended = reason;
    this.socket.close(CloseCode.Leaving, reason);
    setTimeout(() => this.socket.terminate(), PATIENCE).unref();
  }

  /** Ends the connection at once. */
  cut(reason: string): void {
    if (this.ended === '') this.ended = reason;
    this.socket.terminate();
  }

  private countFrame(): void {
    this.unanswered = 0;
    if (this.frames.take(now()) || this.ended !== '') return;
    this.ended = 'it sends too many frames';
    this.socket.close(CloseCode.TooManyFrames, 'too many frames');
    this.socket.terminate();
  }
}
