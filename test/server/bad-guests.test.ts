import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { MotionCommand, WEB_SOCKET_FRAME_LIMIT } from '../../index.ts';
import type { ServerOptions } from '../../server/index.ts';
import { jumpMessage, moveToStateMessage } from '../support/client-actions.ts';
import { motionMessage } from '../support/messages.ts';
import { until } from '../support/web-socket-pair.ts';
import { ServerRig } from './support.ts';

let rig: ServerRig;
const open = async (options: Partial<ServerOptions> = {}): Promise<ServerRig> => {
  rig = await new ServerRig(options).open();
  return rig;
};
afterEach(async () => {
  await rig?.close();
});

/** A frame of messages as clients send them. */
function frameOf(...messages: Uint8Array[]): Uint8Array {
  const bytes: number[] = [];
  for (const message of messages) {
    const length = new Uint8Array(new Uint32Array([message.length]).buffer);
    bytes.push(...length, ...message);
  }
  return Uint8Array.from(bytes);
}

describe('a bad guest', () => {
  it('that sends a frame that is too long is out, and its body with it', async () => {
    await open();
    const socket = rig.socket();
    await rig.join({}, socket);
    socket.send(new Uint8Array(WEB_SOCKET_FRAME_LIMIT + 1));
    await until('it is out', () => rig.server.players.length === 0);
    expect(rig.server.engine.entities().length).toBe(0);
    expect(rig.tellings('left')[0]).toMatchObject({ reason: expect.stringContaining('Max payload size exceeded') });
  });

  it.each<[string, (socket: WebSocket) => void, RegExp]>([
    [
      'messages',
      (socket) => socket.send(frameOf(...Array<Uint8Array>(500).fill(new Uint8Array(120)))),
      /too much|too many frames/,
    ],
    ['small frames', (socket) => socket.send(frameOf()), /too many frames|no batch/],
    ['pings', (socket) => socket.ping(), /too many frames/],
    ['text', (socket) => socket.send('hello'), /no batch|too many frames/],
  ])('that sends floods of %s is out, while others play on', async (_what, send, reason) => {
    await open();
    const good = await rig.join();
    const socket = rig.socket();
    await rig.join({}, socket);
    const flood = setInterval(() => {
      for (let count = 0; count < 10 && socket.readyState === WebSocket.OPEN; count++) send(socket);
    }, 10);
    await until('it is out', () => rig.server.players.length === 1);
    clearInterval(flood);
    expect(rig.tellings('left')[0]).toMatchObject({ reason: expect.stringMatching(reason) });
    await until('the other one is there', () => good.player !== 0);
    const { y } = good.engine.readFrame(good.player);
    good.engine.setMotion(good.player, MotionCommand.WalkForward);
    await until('it walks in the server', () => {
      const { engine } = rig.server;
      return engine.readFrame(engine.entityOf(good.guid)).y > y + 0.5;
    });
  });

  it('that acts for a stranger, or as a server, changes nothing', async () => {
    await open();
    const [victim, socket] = [await rig.join(), rig.socket()];
    const bad = await rig.join({}, socket);
    await until('both are there', () => victim.player !== 0 && bad.player !== 0);
    const { engine } = rig.server;
    const before = engine.readFrame(engine.entityOf(victim.guid));
    socket.send(frameOf(jumpMessage({ guid: victim.guid, extent: 1, velocityZ: 5 } as object)));
    socket.send(frameOf(motionMessage(victim.guid, { state: { forwardCommand: MotionCommand.WalkForward } })));
    socket.send(
      frameOf(moveToStateMessage({ raw: { forwardCommand: MotionCommand.WalkForward }, stamps: { instance: 99 } })),
    );
    await until('they have been refused', () => engine.counters.droppedInAll >= 3);
    expect(engine.readFrame(engine.entityOf(victim.guid))).toEqual(before);
    expect(engine.readMotion(engine.entityOf(victim.guid)).forwardCommand).toBe(MotionCommand.Ready);
  });

  it('that answers no ping is out; who answers stays', async () => {
    await open({ heartbeat: 0.2 });
    const good = await rig.join();
    const socket = rig.socket();
    await rig.join({}, socket);
    // As a machine that has lost its network: nothing is read, nothing is answered.
    (socket as unknown as { _socket: { pause(): void } })._socket.pause();
    await until('it is out', () => rig.server.players.length === 1);
    expect(rig.tellings('left')).toMatchObject([{ reason: 'it does not answer' }]);
    await sleep(500);
    expect(good.transport.closed).toBe(false);
  });

  it('that opens a connection and says nothing is not waited for when the server closes', async () => {
    await open();
    const { port } = new URL(rig.url.replace('ws:', 'http:'));
    const half = connect(Number(port), '127.0.0.1');
    half.on('error', () => {});
    await new Promise((resolve) => half.once('connect', resolve));
    half.write('GET / HTTP/1.1\r\nHost: x\r\n');
    await rig.close();
    half.destroy();
  });
});
