import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  flatGround,
  JoinError,
  joinServer,
  readServerHello,
  type WebSocketLike,
  writeServerHello,
} from '../../index.ts';
import { motionTable } from '../support/engines.ts';
import { createMessage, playerMessage } from '../support/messages.ts';

const table = motionTable('humanoid');
const rooted = motionTable('humanoid-rooted');
const ME = 0x50000003;
const hello = { guid: ME, stepRate: 20, motionTables: [table.name], scene: null, defaults: { runRate: 1.3 } };

type Listener = (event: never) => void;

/** A socket whose other end is the test. */
class FakeSocket implements WebSocketLike {
  binaryType = 'blob';
  readyState = 1;
  bufferedAmount = 0;
  sent = 0;
  closedWith: number | undefined;
  private readonly listeners: [string, Listener][] = [];

  send(): void {
    this.sent++;
  }

  close(code?: number): void {
    this.closedWith ??= code;
    this.readyState = 3;
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.push([type, listener]);
  }

  tell(type: string, event: object): void {
    for (const [of, listener] of [...this.listeners]) if (of === type) listener(event as never);
  }

  hears(data: string | ArrayBuffer): void {
    this.tell('message', { data });
  }
}

function joining(options = {}) {
  const socket = new FakeSocket();
  const joined = joinServer('ws://somewhere/', { motionTables: [rooted, table], socket: () => socket, ...options });
  return { socket, joined };
}

function frameOf(...messages: Uint8Array[]): ArrayBuffer {
  const bytes: number[] = [];
  for (const message of messages) bytes.push(...new Uint8Array(new Uint32Array([message.length]).buffer), ...message);
  return Uint8Array.from(bytes).buffer;
}

describe('joining a server', () => {
  it('makes the world that its hello describes, and misses nothing that follows at once', async () => {
    const { socket, joined } = joining();
    expect(socket.binaryType).toBe('arraybuffer');
    socket.hears(writeServerHello(hello));
    socket.hears(frameOf(playerMessage(ME), createMessage(ME)));
    const { engine, guid, transport, leave } = await joined;
    expect([guid, engine.role, engine.world.clock.quantum]).toEqual([ME, 'client', 1 / 20]);
    expect(engine.world.motionTables.map(({ name }) => name)).toEqual([table.name]);
    engine.step();
    expect((await joined).player).toBe(engine.entityOf(ME));
    expect(engine.entityOf(ME)).not.toBe(0);
    expect(engine.world.playerGuid).toBe(ME);
    expect(transport.counters.text).toBe(0);
    leave();
    expect([transport.closed, socket.closedWith]).toEqual([true, 1000]);
  });

  it('takes what ids of motion tables mean from its hello, unless it is told', async () => {
    const motionTables = [table.name, rooted.name];
    const motionTableIds = { 150994949: rooted.name, 150994950: table.name };
    const told = joining();
    told.socket.hears(writeServerHello({ ...hello, motionTables, motionTableIds }));
    const own = joining({ engine: { motionTableIds: { 9: rooted.name } } });
    own.socket.hears(writeServerHello({ ...hello, motionTables }));
    const [first, second] = [(await told.joined).engine.world, (await own.joined).engine.world];
    expect([first.motionTableIds.indexOf(0x09000005), first.motionTableIds.idOf(0)]).toEqual([1, 0x09000006]);
    expect([second.motionTableIds.indexOf(9), second.motionTableIds.indexOf(0x09000000)]).toEqual([1, -1]);
  });

  it('stands on the scene of the hello, or on the ground that is given', async () => {
    const scene = { name: 'step', obstacles: [{ kind: 'box', x: 0, y: 0, z: 0, width: 4, depth: 4, height: 1 }] };
    const { socket, joined } = joining();
    socket.hears(writeServerHello({ ...hello, scene: { ...scene, terrain: undefined } }));
    const { engine, ground: stood } = await joined;
    expect(stood?.heightAt(0, 0, 2)).toBeCloseTo(1);
    expect(engine.world.ground).toBe(stood);
    const ground = { ...flatGround(), heightAt: () => 7 };
    const other = joining({ ground });
    other.socket.hears(writeServerHello({ ...hello, scene, guid: 0 }));
    const watching = await other.joined;
    expect([watching.engine.world.ground, watching.ground, watching.player]).toEqual([ground, null, 0]);
  });

  it.each<[string, (socket: FakeSocket) => void, RegExp]>([
    [
      'bytes come first',
      (socket) => socket.hears(frameOf(playerMessage(ME))),
      /hello: expected text, found a frame of bytes/,
    ],
    ['it is no hello', (socket) => socket.hears('hi'), /hello: expected JSON/],
    ['the hello is of another form', (socket) => socket.hears('{"gait":2}'), /hello\.gait: expected 1, found 2/],
    [
      'a motion table is not there',
      (socket) => socket.hears(writeServerHello({ ...hello, motionTables: ['wolf'] })),
      /the server uses the motion table 'wolf'; you gave 'humanoid-rooted', 'humanoid'/,
    ],
    [
      'the scene is none',
      (socket) => socket.hears(writeServerHello({ ...hello, scene: { name: 'x', obstacles: 7 } })),
      /scene: at obstacles/,
    ],
    [
      'bodies are like nothing',
      (socket) => socket.hears(writeServerHello({ ...hello, defaults: { runRate: 'fast' } })),
      /defaults\.runRate/,
    ],
    ['there is no server', (socket) => socket.tell('error', {}), /there is no connection$/],
    [
      'the server is full, and the socket says so',
      (socket) => socket.tell('error', { message: 'Unexpected server response: 503' }),
      /there is no connection: Unexpected server response: 503$/,
    ],
    [
      'it refuses',
      (socket) => socket.tell('close', { code: 1013, reason: 'the server is full' }),
      /refused or ended the connection \(1013: the server is full\)/,
    ],
  ])('is rejected when %s', async (_what, act, text) => {
    const { socket, joined } = joining();
    act(socket);
    const error = await joined.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JoinError);
    expect((error as Error).message).toMatch(/^ws:\/\/somewhere\/: /);
    expect((error as Error).message).toMatch(text);
    expect(socket.closedWith).toBe(1000);
  });

  it('is given up when nobody says hello', async () => {
    const { socket, joined } = joining({ timeout: 0.02 });
    await expect(joined).rejects.toThrow(/no server has said hello in 0\.02 s/);
    socket.hears(writeServerHello(hello));
    expect(socket.closedWith).toBe(1000);
  });

  it('refuses wrong options at the call', () => {
    const options = { motionTables: [table] };
    expect(() => joinServer('http://x', options)).toThrow(/starts with ws:\/\/ or wss:\/\/, found 'http:\/\/x'/);
    expect(() => joinServer('ws://x', { ...options, sockets: 1 } as object as typeof options)).toThrow(
      /did you mean 'socket'/,
    );
    expect(() => joinServer('ws://x', { ...options, timeout: -1 })).toThrow(/joinServer\.timeout/);
  });
});

describe('a hello', () => {
  it('is read as it was written', () => {
    expect(readServerHello(writeServerHello(hello))).toEqual(hello);
  });

  it.each([
    [{ ...hello, guid: -1 }, /hello\.guid/],
    [{ ...hello, guid: 2 ** 32 }, /hello\.guid/],
    [{ ...hello, stepRate: 1000 }, /hello\.stepRate/],
    [{ ...hello, motionTables: [] }, /hello\.motionTables/],
    [{ ...hello, motionTables: [3] }, /hello\.motionTables/],
    [{ ...hello, defaults: [] }, /hello\.defaults/],
  ])('that cannot be is refused: %#', (wrong, text) => {
    expect(() => readServerHello(writeServerHello(wrong as typeof hello))).toThrow(text);
  });

  it('of any text is read or refused, and does nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          readServerHello(text);
        } catch (error) {
          expect(String(error)).toMatch(/^(TypeError|RangeError): hello/);
        }
      }),
    );
    expect(() => readServerHello('x'.repeat(16_777_217))).toThrow(/at most 16777216 characters/);
  });
});
