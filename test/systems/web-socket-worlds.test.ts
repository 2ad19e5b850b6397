import { afterEach, describe, expect, it } from 'vitest';
import { createEngine, createWebSocketTransport, MotionCommand, MovementType } from '../../index.ts';
import { listen, motionTable } from '../support/engines.ts';
import { openWebSocketPair, until, type WebSocketPair } from '../support/web-socket-pair.ts';

const motionTables = [motionTable('humanoid')];
const NPC = 0x50000001;

describe('two worlds over a WebSocket', () => {
  let pair: WebSocketPair | undefined;
  afterEach(async () => {
    await pair?.close();
    pair = undefined;
  });

  it('the client sees what the server does; when the connection is lost, both are told', async () => {
    pair = await openWebSocketPair();
    const [server, client] = [createEngine({ motionTables, role: 'server' }), createEngine({ motionTables })];
    const [far, near] = [createWebSocketTransport(pair.server), createWebSocketTransport(pair.client)];
    server.connect(far);
    client.connect(near);
    const told = [listen(server, 'disconnected', 'malformed'), listen(client, 'disconnected', 'malformed')];
    const npc = server.spawn({ guid: NPC, x: 5 });
    server.moveTo(npc, { x: 5, y: 30 });
    server.step();
    await until('the creation has come', () => near.waitingCount > 0);
    client.step();
    const seen = client.entityOf(NPC);
    expect(seen).not.toBe(0);
    expect(client.readMoveTo(seen).type).toBe(MovementType.MoveToPosition);
    for (let tick = 0; tick < 30; tick++) {
      server.step();
      await new Promise((resolve) => setImmediate(resolve));
      client.step();
    }
    expect(client.readMotion(seen).forwardCommand).not.toBe(MotionCommand.Ready);
    const [there, here] = [server.readFrame(npc), client.readFrame(seen)];
    expect(there.y).toBeGreaterThan(1);
    expect(Math.abs(there.y - here.y)).toBeLessThan(0.7);
    // A step's messages crossed in one frame.
    expect(near.counters.received).toBeLessThanOrEqual(31);
    expect(client.counters.decoded).toBeGreaterThanOrEqual(near.counters.received);

    pair.client.terminate();
    await until('both know', () => far.closed && near.closed);
    server.step();
    client.step();
    const lost = { type: 'disconnected', reason: 'closed', code: 1006 };
    expect(told[0]).toMatchObject([{ ...lost, transport: far, words: far.reason }]);
    expect(told[1]).toMatchObject([{ ...lost, transport: near, words: near.reason }]);
    expect([server.connections.length, client.connections.length]).toEqual([0, 0]);
  });

  it('a flood is taken in at the rate of the limits, and ends the connection when too much waits', async () => {
    pair = await openWebSocketPair();
    const server = createEngine({ motionTables, role: 'server' });
    const far = createWebSocketTransport(pair.server, { receiveLimit: 65_536 });
    const flood = createWebSocketTransport(pair.client);
    server.connect(far, { limits: { messagesPerSecond: 30, burst: 1 } });
    const told = listen(server, 'connectionLimited', 'disconnected');
    for (let count = 0; count < 500; count++) flood.send(new Uint8Array(100));
    flood.flush(0);
    await until('it has come', () => far.waitingCount === 500);
    server.step(31);
    expect(server.counters.received).toBe(60);
    expect(server.counters.waiting).toBe(440);
    expect(told[0]).toMatchObject({ type: 'connectionLimited', transport: far, waiting: 470, dropped: 0 });
    for (let count = 0; count < 500; count++) flood.send(new Uint8Array(100));
    flood.flush(0);
    await until('it is closed', () => far.closed);
    expect(far.reason).toBe('the peer sends too much: too much waits to be polled');
    // Nothing of a flood is worked off for somebody who has been cut off.
    told.length = 0;
    server.step(2);
    expect(told.at(-1)).toMatchObject({ type: 'disconnected', reason: 'closed', code: 4001, words: far.reason });
    expect(server.connections).toEqual([]);
    expect(server.counters).toMatchObject({ waiting: 0, dropped: { 'queue full': far.overflowCount } });
  });

  it('a peer that is sent away is told why', async () => {
    pair = await openWebSocketPair();
    const [server, client] = [createEngine({ motionTables, role: 'server' }), createEngine({ motionTables })];
    const [far, near] = [createWebSocketTransport(pair.server), createWebSocketTransport(pair.client)];
    server.connect(far);
    client.connect(near);
    const told = listen(client, 'disconnected');
    expect(() => server.disconnect(far, 12)).toThrow('disconnect: code: expected a number from 3000 to 4999, found 12');
    server.disconnect(far, 4200, 'the name is taken');
    await until('it knows', () => near.closed);
    client.step();
    expect(told).toMatchObject([
      { reason: 'closed', code: 4200, words: 'closed by the peer (4200: the name is taken)' },
    ]);
  });
});
