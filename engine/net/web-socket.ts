import { requireInteger, requireKeys, requireNumber, requireObject } from '../checks.ts';
import { MessageQueue } from './message-queue.ts';
import { type Deliver, requireMessage, type Transport } from './transport.ts';
import { utf8, utf8Text } from './utf8.ts';

/** What a transport needs of a WebSocket: the browser's, or that of the package `ws`. */
export interface WebSocketLike {
  /** Set to `arraybuffer`: how binary frames are handed over. */
  binaryType: string;
  /** 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: number;
  /** Bytes that were sent and have not left yet. */
  readonly bufferedAmount: number;
  /** Sends one binary frame. */
  send(data: ArrayBuffer): void;
  /** Ends the connection. @param code 1000, or 3000 to 4999. @param reason At most 123 bytes of UTF-8. */
  close(code?: number, reason?: string): void;
  /** Hears of the socket's opening, its frames, its end and its errors. */
  addEventListener(type: 'open', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: 'error', listener: (event: object) => void): void;
}

/** Limits of a {@link WebSocketTransport}, in bytes. */
export interface WebSocketOptions {
  /** What may wait to be polled; the connection ends when a peer goes beyond. Default 4 MiB; for a server's peers give less. */
  readonly receiveLimit?: number;
  /** What may wait to be sent; the connection ends when a peer takes so little. Default 4 MiB. */
  readonly sendLimit?: number;
  /** What may wait to be sent while unreliable messages still join it; beyond they are left out. Default 64 KiB. */
  readonly unreliableLimit?: number;
}

/** Counts since the start. */
export interface WebSocketCounters {
  /** Frames that were sent. */
  sent: number;
  /** Bytes of the frames that were sent. */
  sentBytes: number;
  /** Frames that came, refused ones with them. */
  received: number;
  /** Bytes of the binary ones that came. */
  receivedBytes: number;
  /** Frames of text; refused. */
  text: number;
  /** Frames longer than {@link WEB_SOCKET_FRAME_LIMIT}; refused. */
  oversized: number;
  /** Frames that are no batches of messages; refused. */
  malformed: number;
  /** Unreliable messages that were left out because too much waited to be sent. */
  skipped: number;
}

/** Bytes of messages that are sent without waiting for a flush. */
const FULL_BATCH = 65_536;

/**
 * Bytes of the longest frame that is sent or taken. Give it to `ws` as `maxPayload` too: otherwise that takes in a
 * hundred million bytes before anybody is asked.
 */
export const WEB_SOCKET_FRAME_LIMIT = 2 * FULL_BATCH + 8;

const usual = { receiveLimit: 4_194_304, sendLimit: 4_194_304, unreliableLimit: 65_536 } as const;
const OPTIONS = Object.keys(usual) as (keyof typeof usual)[];
const CALL = 'createWebSocketTransport';
const State = { Connecting: 0, Open: 1 } as const;
/** Close codes; a browser lets a page use 1000 and those from 3000 on. */
const CloseCode = { Normal: 1000, Lost: 1006, TooMuch: 4001, TooSlow: 4002, Nonsense: 4003 } as const;
/** Bytes of the words that go with a close code. */
const MOST_WORDS = 123;
/** Codes that a caller may give. */
const LEAST_OWN_CODE = 3000;
const LARGEST_CODE = 4999;
/** Frames that are refused before the connection ends: a world's transport sends none. */
const MOST_REFUSED = 64;

/**
 * Connects a world to one behind a WebSocket, in a browser or with the package `ws`: both sides make one over their end.
 *
 * A binary frame carries all messages since the last `poll` or `flush`, each a u32 length, little-endian, then its bytes;
 * a step's messages cross in one frame. A WebSocket is ordered and reliable, and so is this, but that unreliable messages
 * are left out while too much waits to be sent. When so much waits, on either side, that another message would have to be
 * lost, the connection ends; so it does when a peer keeps sending what is no batch. Of a peer that does so nothing is polled
 * any more. `reason` and `code` say why it has ended.
 *
 * The socket may still be connecting. Its `binaryType` is set, its other listeners go on.
 *
 * @throws RangeError or TypeError naming the option that cannot be, or what the socket lacks.
 */
export function createWebSocketTransport(socket: WebSocketLike, options: WebSocketOptions = {}): WebSocketTransport {
  return new WebSocketTransport(socket, options);
}

/** One side of a WebSocket. */
export class WebSocketTransport implements Transport {
  /** What was sent, what came, and what was refused. */
  readonly counters: WebSocketCounters = {
    sent: 0,
    sentBytes: 0,
    received: 0,
    receivedBytes: 0,
    text: 0,
    oversized: 0,
    malformed: 0,
    skipped: 0,
  };
  /** Messages that wait for a poll. */
  readonly inbox: MessageQueue;
  /** Why the connection has ended, in words; empty while it has not. */
  reason = '';
  /** The close code with which it has ended, the peer's or our own; 0 while it has not. 1006: it was lost. */
  code = 0;

  private readonly socket: WebSocketLike;
  private readonly outbox: MessageQueue;
  private readonly sendLimit: number;
  private readonly unreliableLimit: number;
  /** This side closed: nothing is polled any more. */
  private ended = false;

  constructor(socket: WebSocketLike, options: WebSocketOptions = {}) {
    requireSocket(socket);
    const { receiveLimit, sendLimit, unreliableLimit } = checkOptions(options);
    this.inbox = new MessageQueue(receiveLimit);
    // The limit is looked at before a message joins.
    this.outbox = new MessageQueue(sendLimit + 2 * FULL_BATCH);
    this.sendLimit = sendLimit;
    this.unreliableLimit = unreliableLimit;
    this.socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => this.sendOut());
    socket.addEventListener('message', ({ data }) => this.take(data));
    socket.addEventListener('error', (event) => this.endWith(CloseCode.Lost, `error${errorText(event)}`));
    socket.addEventListener('close', ({ code, reason }) => {
      this.endWith(code, `closed by the peer (${code}${reason === '' ? '' : `: ${reason}`})`);
    });
    if (socket.readyState > State.Open) this.endWith(CloseCode.Lost, 'the socket was closed');
  }

  /** Whether either side has closed, or the connection was lost. */
  get closed(): boolean {
    return this.reason !== '';
  }

  get waitingCount(): number {
    return this.inbox.count;
  }

  get overflowCount(): number {
    return this.inbox.overflowed;
  }

  /** Bytes that wait to be sent, here and in the socket. */
  get buffered(): number {
    return this.outbox.size + this.socket.bufferedAmount;
  }

  send(message: Uint8Array, unreliable = false): void {
    requireMessage(message);
    if (this.closed) return;
    const { buffered } = this;
    if (unreliable && buffered > this.unreliableLimit) this.counters.skipped++;
    else if (buffered > this.sendLimit)
      this.giveUp(CloseCode.TooSlow, 'the peer takes too little: too much waits to be sent');
    else {
      this.outbox.push(message);
      if (this.outbox.size >= FULL_BATCH) this.sendOut();
    }
  }

  poll(now: number, deliver: Deliver): void {
    requireNumber('now', now, -Number.MAX_VALUE, Number.MAX_VALUE);
    if (this.ended) return;
    try {
      this.inbox.drain(deliver);
    } finally {
      this.sendOut();
    }
  }

  flush(now: number): void {
    requireNumber('now', now, -Number.MAX_VALUE, Number.MAX_VALUE);
    this.sendOut();
  }

  close(code: number = CloseCode.Normal, words = ''): void {
    if (code !== CloseCode.Normal) requireInteger('close: code', code, LEAST_OWN_CODE, LARGEST_CODE);
    if (this.ended) return;
    this.sendOut();
    this.ended = true;
    this.inbox.clear();
    this.outbox.clear();
    if (!this.closed) this.hangUp(code, words === '' ? 'closed' : `closed: ${words}`, words);
  }

  /** Takes what came in; anything may. */
  private take(data: unknown): void {
    if (this.closed) return;
    const { counters, inbox } = this;
    counters.received++;
    if (typeof data === 'string') counters.text++;
    else if (!isArrayBuffer(data)) counters.malformed++;
    else {
      counters.receivedBytes += data.byteLength;
      if (data.byteLength > WEB_SOCKET_FRAME_LIMIT) counters.oversized++;
      else {
        const { overflowed } = inbox;
        if (!inbox.append(new Uint8Array(data))) counters.malformed++;
        else if (inbox.overflowed > overflowed) {
          this.giveUp(CloseCode.TooMuch, 'the peer sends too much: too much waits to be polled');
        }
      }
    }
    if (counters.text + counters.malformed + counters.oversized >= MOST_REFUSED) {
      this.giveUp(CloseCode.Nonsense, 'the peer sends what is no batch of messages');
    }
  }

  private sendOut(): void {
    const { outbox, socket, counters } = this;
    while (outbox.count > 0 && !this.closed && socket.readyState === State.Open) {
      const batch = outbox.takeBatch(WEB_SOCKET_FRAME_LIMIT);
      try {
        socket.send(batch);
        counters.sent++;
        counters.sentBytes += batch.byteLength;
      } catch (error) {
        this.giveUp(CloseCode.Normal, `sending failed: ${String(error)}`);
      }
    }
  }

  /** Ends the connection from this side, because it cannot go on. Of a peer that misbehaves nothing counts any more. */
  private giveUp(code: number, reason: string): void {
    if (this.closed) return;
    if (code !== CloseCode.Normal) this.inbox.drop();
    this.hangUp(code, reason);
  }

  private hangUp(code: number, reason: string, words = ''): void {
    this.endWith(code, reason);
    try {
      this.socket.close(code, utf8Text(utf8(words, MOST_WORDS)));
    } catch {
      // It is gone already.
    }
  }

  /** The first reason is the one. */
  private endWith(code: number, reason: string): void {
    if (this.reason === '') {
      this.reason = reason;
      this.code = code;
    }
    this.outbox.clear();
  }
}

function checkOptions(options: WebSocketOptions): Required<WebSocketOptions> {
  requireObject(CALL, options, 'options such as { receiveLimit: 262144 }');
  requireKeys(CALL, options, OPTIONS);
  const checked: Record<keyof WebSocketOptions, number> = { ...usual };
  for (const name of OPTIONS) {
    const value = options[name];
    if (value !== undefined) checked[name] = requireInteger(`${CALL}.${name}`, value, 0, 2 ** 31);
  }
  return checked;
}

/** Throws unless this can be used as a WebSocket. */
function requireSocket(socket: WebSocketLike): void {
  const expected = "a WebSocket (the browser's, or that of the package ws)";
  requireObject(CALL, socket, expected);
  for (const part of ['send', 'close', 'addEventListener'] as const) {
    if (typeof socket[part] !== 'function') {
      throw new TypeError(`${CALL}: expected ${expected}, found an object without ${part}`);
    }
  }
  for (const part of ['readyState', 'bufferedAmount'] as const) {
    if (typeof socket[part] !== 'number') {
      throw new TypeError(`${CALL}: expected ${expected}, found an object without ${part}`);
    }
  }
}

/** What an error event says, if it says anything: a browser's says nothing. */
/** What a socket's error event says, after a colon; '' in a browser, which does not tell. */
export function errorText(event: object): string {
  const { message } = event as { message?: unknown };
  return typeof message === 'string' && message !== '' ? `: ${message}` : '';
}

/** Whether this is an ArrayBuffer, of whatever realm. */
function isArrayBuffer(data: unknown): data is ArrayBuffer {
  return Object.prototype.toString.call(data) === '[object ArrayBuffer]';
}
