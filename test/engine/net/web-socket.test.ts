import fc from 'fast-check';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Transport } from '../../../engine/net/transport.ts';
import {
  createWebSocketTransport,
  WEB_SOCKET_FRAME_LIMIT,
  type WebSocketLike,
  type WebSocketOptions,
} from '../../../engine/net/web-socket.ts';
import { openWebSocketPair, until } from '../../support/web-socket-pair.ts';
import { idOf, message } from './messages.ts';

/** A socket that the test plays: what it is given, and how full it is. */
class PlayedSocket implements WebSocketLike {
  binaryType = 'blob';
  readyState = 1;
  bufferedAmount = 0;
  readonly frames: ArrayBuffer[] = [];
  readonly closes: (number | undefined)[] = [];
  private readonly listeners = new Map<string, (event: never) => void>();

  send(data: ArrayBuffer): void {
    if (this.readyState !== 1) throw new Error('not open');
    this.frames.push(data);
  }

  close(code?: number): void {
    this.closes.push(code);
    this.readyState = 2;
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.listeners.set(type, listener);
  }

  /** Lets something happen to it. */
  tell(type: 'open' | 'message' | 'close' | 'error', event: object = {}): void {
    if (type === 'open') this.readyState = 1;
    if (type === 'close') this.readyState = 3;
    this.listeners.get(type)?.(event as never);
  }
}

function played(options?: WebSocketOptions, readyState = 1) {
  const socket = new PlayedSocket();
  socket.readyState = readyState;
  return { socket, transport: createWebSocketTransport(socket, options) };
}

/** A frame as a transport packs it. */
function frame(...messages: Uint8Array[]): ArrayBuffer {
  const bytes = messages.flatMap((one) => [...new Uint8Array(Uint32Array.of(one.length).buffer), ...one]);
  return Uint8Array.from(bytes).buffer;
}

function poll(transport: Transport, now = 0): number[] {
  const got: number[] = [];
  transport.poll(now, (bytes) => {
    got.push(idOf(bytes));
  });
  return got;
}

const ids = (count: number): number[] => Array.from({ length: count }, (_, id) => id);

describe('over a real WebSocket', () => {
  let down: (() => Promise<void>) | undefined;
  afterEach(async () => {
    await down?.();
    down = undefined;
  });
  const connected = async (options: WebSocketOptions = {}, sockets: { maxPayload?: number } = {}) => {
    const pair = await openWebSocketPair(sockets);
    down = pair.close;
    return { ...pair, a: createWebSocketTransport(pair.server), b: createWebSocketTransport(pair.client, options) };
  };

  it('messages of every length cross both ways, whole and in order, a step in one frame', async () => {
    const { a, b } = await connected();
    const lengths = [8, 9, 100, 4096, 4097, 30_000];
    for (const [id, length] of lengths.entries()) a.send(message(id, length));
    a.flush(0);
    expect(a.counters.sent).toBe(1);
    await until('all have come', () => b.waitingCount === lengths.length);
    expect(poll(b)).toEqual(ids(lengths.length));
    for (let id = 0; id < 50; id++) b.send(message(id), id % 2 === 0);
    b.flush(0);
    await until('all have come back', () => a.waitingCount === 50);
    expect(poll(a)).toEqual(ids(50));
    expect(b.counters).toMatchObject({ sent: 1, received: 1, skipped: 0 });
  });

  it('a peer that sends more than is polled is cut off', async () => {
    const { a, b } = await connected();
    for (let id = 0; id < 80; id++) b.send(message(id, 60_000));
    b.flush(0);
    await until('it is closed', () => a.closed);
    expect(a.reason).toBe('the peer sends too much: too much waits to be polled');
    await until('the peer knows', () => b.closed);
    expect(b.reason).toBe('closed by the peer (4001)');
  });

  it('three megabytes arrive in frames that are each within the limit', async () => {
    const { a, b } = await connected();
    for (let id = 0; id < 48; id++) a.send(message(id, 65_536));
    a.flush(0);
    expect(a.counters.sent).toBeGreaterThan(20);
    await until('all have come', () => b.waitingCount === 48);
    expect(poll(b)).toEqual(ids(48));
    expect(b.counters).toMatchObject({ oversized: 0, malformed: 0 });
  });

  it('what is sent while it connects goes out when it opens', async () => {
    const host = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await new Promise((resolve) => host.once('listening', resolve));
    down = () => new Promise((resolve) => host.close(() => resolve()));
    const socket = new WebSocket(`ws://127.0.0.1:${(host.address() as { port: number }).port}`);
    const b = createWebSocketTransport(socket);
    for (let id = 0; id < 5; id++) b.send(message(id));
    b.flush(0);
    expect([socket.readyState, b.closed, b.counters.sent]).toEqual([0, false, 0]);
    const a = createWebSocketTransport(await new Promise<WebSocket>((resolve) => host.once('connection', resolve)));
    await until('they have come', () => a.waitingCount === 5);
    expect(poll(a)).toEqual(ids(5));
    b.close();
    await until('the other side knows', () => a.closed);
  });

  it('closing tells the other side, which can still poll what came before', async () => {
    const { a, b } = await connected();
    a.send(message(1));
    expect([a.code, b.code]).toEqual([0, 0]);
    a.close();
    expect([a.closed, a.reason, a.code]).toEqual([true, 'closed', 1000]);
    await until('the other side knows', () => b.closed);
    expect(b.reason).toBe('closed by the peer (1000)');
    expect(poll(b)).toEqual([1]);
    b.send(message(2));
    b.close();
    b.close();
    expect(poll(b)).toEqual([]);
  });

  it('a code and words say to the other side why it ends', async () => {
    const { a, b } = await connected();
    expect(() => a.close(7)).toThrow('close: code: expected a number from 3000 to 4999, found 7');
    a.close(4100, 'the round is over'.repeat(20));
    expect([a.code, a.reason]).toEqual([4100, `closed: ${'the round is over'.repeat(20)}`]);
    await until('the other side knows', () => b.closed);
    expect(b.code).toBe(4100);
    expect(b.reason).toMatch(/^closed by the peer \(4100: the round is over/);
  });

  it('a connection that breaks is closed, and says so', async () => {
    const { server, b } = await connected();
    server.terminate();
    await until('it is closed', () => b.closed);
    expect(b.reason).toMatch(/^closed by the peer \(1006\)/);
    expect(b.code).toBe(1006);
  });

  it('a nameless host is an error that is told, not thrown', async () => {
    const b = createWebSocketTransport(new WebSocket('ws://127.0.0.1:1'));
    await until('it is closed', () => b.closed);
    expect(b.reason).toMatch(/^error: connect ECONNREFUSED/);
  });

  it('text is counted and refused; what comes behind it arrives', async () => {
    const { server, b } = await connected();
    server.send('hello');
    server.send(frame(message(7)));
    await until('it has come', () => b.waitingCount === 1);
    expect(b.counters).toMatchObject({ received: 2, text: 1 });
    expect(poll(b)).toEqual([7]);
  });

  it('with maxPayload the socket itself refuses a frame that is too long', async () => {
    const { a, client } = await connected({}, { maxPayload: WEB_SOCKET_FRAME_LIMIT });
    client.send(new Uint8Array(WEB_SOCKET_FRAME_LIMIT + 1));
    await until('it is closed', () => a.closed);
    expect(a.reason).toMatch(/^error: Max payload size exceeded/);
    expect(a.waitingCount).toBe(0);
  });

  it("fits the type of ws's sockets and of a browser's", () => {
    expectTypeOf<WebSocket>().toExtend<WebSocketLike>();
    expectTypeOf<globalThis.WebSocket>().toExtend<WebSocketLike>();
  });
});

describe('frames from outside', () => {
  it('are batches of messages, or are counted and refused whole', () => {
    const { socket, transport } = played();
    const good = frame(message(1), message(2));
    const tooLong = new Uint8Array(good.slice(0));
    tooLong[0] = 200;
    for (const data of [
      new ArrayBuffer(0),
      new ArrayBuffer(3),
      good.slice(0, good.byteLength - 1),
      tooLong.buffer,
      new Uint8Array(good),
      undefined,
      { byteLength: 4 },
    ]) {
      socket.tell('message', { data });
    }
    socket.tell('message', { data: new ArrayBuffer(WEB_SOCKET_FRAME_LIMIT + 1) });
    socket.tell('message', { data: 'text' });
    expect(transport.counters).toMatchObject({ received: 9, malformed: 7, oversized: 1, text: 1 });
    expect(transport.waitingCount).toBe(0);
    socket.tell('message', { data: good });
    expect(poll(transport)).toEqual([1, 2]);
    expect(transport.closed).toBe(false);
  });

  it('that are refused end the connection when there are many', () => {
    const { socket, transport } = played();
    for (let count = 0; count < 63; count++) socket.tell('message', { data: 'text' });
    expect(transport.closed).toBe(false);
    socket.tell('message', { data: 'text' });
    expect(transport.reason).toBe('the peer sends what is no batch of messages');
    expect(socket.closes).toEqual([4003]);
  });

  it('may hold anything: nothing is thrown, and every message of a sound batch arrives', () => {
    const { socket, transport } = played();
    const anything = fc.uint8Array({ maxLength: 200, size: 'max' });
    fc.assert(
      fc.property(
        fc.array(
          anything.filter((bytes) => bytes.length > 0),
          { maxLength: 8 },
        ),
        anything,
        (batch, noise) => {
          const { socket: other, transport: end } = played();
          other.tell('message', { data: noise.slice().buffer });
          end.poll(0, () => {});
          if (batch.length === 0) return;
          socket.tell('message', { data: frame(...batch) });
          const got: Uint8Array[] = [];
          transport.poll(0, (bytes) => {
            got.push(bytes.slice());
          });
          expect(got).toEqual(batch);
        },
      ),
      { seed: 20130601, numRuns: 100 },
    );
  });
});

describe('what waits to be polled', () => {
  it('stays there when the caller wants no more', () => {
    const { socket, transport } = played();
    socket.tell('message', { data: frame(message(0), message(1), message(2)) });
    const got: number[] = [];
    transport.poll(0, (bytes) => got.push(idOf(bytes)) < 2);
    expect(got).toEqual([0, 1]);
    expect(transport.waitingCount).toBe(1);
    expect(poll(transport)).toEqual([2]);
  });

  it('is bounded: a peer that goes beyond is cut off, and what it has sent before is dropped, too', () => {
    const { socket, transport } = played({ receiveLimit: 100 });
    for (let id = 0; id < 20; id++) socket.tell('message', { data: frame(message(id, 16)) });
    expect(transport.reason).toBe('the peer sends too much: too much waits to be polled');
    expect(socket.closes).toEqual([4001]);
    expect(transport.code).toBe(4001);
    expect(transport.overflowCount).toBe(6);
    expect(transport.waitingCount).toBe(0);
    expect(poll(transport)).toEqual([]);
  });

  it('is dropped when the peer sends what is no batch, and stays when it says goodbye', () => {
    const [bad, good] = [played(), played()];
    for (const { socket } of [bad, good]) socket.tell('message', { data: frame(message(0), message(1)) });
    for (let count = 0; count < 64; count++) bad.socket.tell('message', { data: 'text' });
    good.socket.tell('close', { code: 1000, reason: '' });
    expect([bad.transport.code, bad.transport.waitingCount, bad.transport.overflowCount]).toEqual([4003, 0, 2]);
    expect([good.transport.code, poll(good.transport)]).toEqual([1000, [0, 1]]);
  });
});

describe('what waits to be sent', () => {
  it('is packed into a frame at every flush and poll, or as soon as it is 64 KiB', () => {
    const { socket, transport } = played();
    transport.flush(0);
    expect(socket.frames).toHaveLength(0);
    transport.send(message(0));
    transport.send(message(1));
    expect(socket.frames).toHaveLength(0);
    transport.flush(0);
    expect(socket.frames).toEqual([frame(message(0), message(1))]);
    transport.send(message(2));
    poll(transport);
    expect(socket.frames).toHaveLength(2);
    for (let id = 0; id < 10; id++) transport.send(message(id, 10_000));
    expect(socket.frames).toHaveLength(3);
  });

  it('leaves unreliable messages out while much waits, and takes them again when it has left', () => {
    const { socket, transport } = played({ unreliableLimit: 1000 });
    socket.bufferedAmount = 1001;
    transport.send(message(0), true);
    transport.send(message(1));
    socket.bufferedAmount = 0;
    transport.send(message(2), true);
    transport.flush(0);
    expect(socket.frames).toEqual([frame(message(1), message(2))]);
    expect(transport.counters.skipped).toBe(1);
  });

  it('is bounded: a peer that takes too little is cut off', () => {
    const { socket, transport } = played({ sendLimit: 5000 });
    socket.bufferedAmount = 4000;
    transport.send(message(0, 900));
    expect(transport.closed).toBe(false);
    socket.bufferedAmount = 5001;
    transport.send(message(1));
    expect(transport.reason).toBe('the peer takes too little: too much waits to be sent');
    expect(socket.closes).toEqual([4002]);
    transport.send(message(2));
    transport.flush(0);
    expect(transport.counters.skipped).toBe(0);
  });

  it('is bounded while it connects, too, and goes out in frames that are not too long', () => {
    const { socket, transport } = played({}, 0);
    let sent = 0;
    while (!transport.closed && sent < 1000) transport.send(message(sent++, 60_000));
    expect(sent).toBeGreaterThan(60);
    expect(sent).toBeLessThan(80);
    const { socket: other, transport: slow } = played({}, 0);
    for (let id = 0; id < 20; id++) slow.send(message(id, 40_000));
    other.tell('open');
    expect(other.frames.length).toBeGreaterThan(5);
    for (const { byteLength } of other.frames) expect(byteLength).toBeLessThanOrEqual(WEB_SOCKET_FRAME_LIMIT);
    const { socket: far, transport: end } = played();
    for (const data of other.frames) far.tell('message', { data });
    expect(poll(end)).toEqual(ids(20));
    expect(socket.frames).toEqual([]);
  });

  it('goes out before closing', () => {
    const { socket, transport } = played();
    transport.send(message(3));
    transport.close();
    expect(socket.frames).toEqual([frame(message(3))]);
    expect(socket.closes).toEqual([1000]);
  });

  it('a socket that throws counts as closed', () => {
    const { socket, transport } = played();
    socket.send = () => {
      throw new Error('gone');
    };
    transport.send(message(0));
    expect(() => transport.flush(0)).not.toThrow();
    expect(transport.reason).toBe('sending failed: Error: gone');
  });
});

describe('a wrong call', () => {
  it.each<[string, unknown, unknown, RegExp]>([
    ['no socket', undefined, {}, /expected a WebSocket .*, found undefined/],
    ['an address', 'ws://somewhere', {}, /expected a WebSocket .*, found string/],
    ['an object of another kind', { send: () => {}, close: () => {} }, {}, /found an object without addEventListener/],
    [
      'an unknown option',
      new PlayedSocket(),
      { recieveLimit: 5 },
      /unknown 'recieveLimit'; did you mean 'receiveLimit'/,
    ],
    ['a limit below 0', new PlayedSocket(), { sendLimit: -1 }, /sendLimit: expected a number from 0/],
    ['options that are none', new PlayedSocket(), 5, /expected options such as/],
  ])('%s: throws and says what was expected', (_, socket, options, said) => {
    expect(() => createWebSocketTransport(socket as WebSocketLike, options as WebSocketOptions)).toThrow(said);
  });

  it('a message that is too long, or a time that is none, throws', () => {
    const { transport } = played();
    expect(() => transport.send(new Uint8Array(65_537))).toThrow(RangeError);
    expect(() => transport.poll(Number.NaN, () => {})).toThrow(/now/);
    expect(() => transport.flush(Number.POSITIVE_INFINITY)).toThrow(/now/);
  });

  it('a socket that is closed makes a transport that is closed', () => {
    const { transport } = played({}, 3);
    expect([transport.closed, transport.reason]).toEqual([true, 'the socket was closed']);
  });
});
