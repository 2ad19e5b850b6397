import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { until } from '../support/web-socket-pair.ts';
import { ServerRig } from './support.ts';

/** Bytes in use after everything has been collected that can be. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

it('a server keeps nothing of those who have left', async () => {
  const rig = await new ServerRig().open();
  const { engine } = rig.server;
  const round = async (): Promise<void> => {
    const joined = await Promise.all(Array.from({ length: 5 }, () => rig.join()));
    await until('all are there', () => joined.every(({ player }) => player !== 0));
    for (const client of joined) client.leave();
    await until('all are gone', () => rig.server.players.length === 0);
  };
  try {
    // What is compiled and made once only is there after some rounds.
    for (let count = 0; count < 8; count++) await round();
    const { stride } = engine.world;
    const before = heapBytes();
    for (let count = 0; count < 20; count++) await round();
    // A world that was kept, a client's or a body's columns, would be some hundred thousand bytes each time. Sockets take
    // a moment to be let go of.
    await until('the bytes of a hundred guests are free again', () => heapBytes() - before < 8e6);
    expect(engine.entities().length).toBe(0);
    expect(engine.connections.length).toBe(0);
    expect(engine.world.stride).toBe(stride);
    expect(engine.world.instances.size).toBe(5);
    expect(rig.server.status).toMatchObject({ players: 0, bodies: 0, joined: 140 });
  } finally {
    await rig.close();
  }
});
