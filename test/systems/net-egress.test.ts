import { describe, expect, it } from 'vitest';
import { createEngine, createLoopback } from '../../index.ts';
import { motionTable } from '../support/engines.ts';

/** How far a client is from its server, in metres, six seconds after a walk was stopped, over a bad network. */
function apartAfterStop(seed: number): number {
  const motionTables = [motionTable('humanoid')];
  const server = createEngine({ motionTables, role: 'server' });
  const client = createEngine({ motionTables });
  const [serverEnd, clientEnd] = createLoopback({
    conditioner: { latency: 0.2, jitter: 0.05, loss: 0.05, reorder: 0.2, seed },
  });
  server.connect(serverEnd);
  client.connect(clientEnd);
  const run = (ticks: number) => {
    for (let tick = 0; tick < ticks; tick++) {
      server.step();
      client.step();
    }
  };
  const walker = server.spawn({ guid: 7 });
  run(30);
  server.moveTo(walker, { x: (seed % 7) - 3, y: 30 });
  run(20 + (seed % 40));
  server.stop(walker);
  run(180);
  const here = client.readFrame(client.entityOf(7));
  const there = server.readFrame(walker);
  return Math.hypot(here.x - there.x, here.y - there.y);
}

describe('positions of an authoritative world', () => {
  it('bring a client to where a body was stopped, whatever the network lost or overtook', () => {
    const off = Array.from({ length: 60 }, (_, index) => apartAfterStop(index + 1)).filter((metres) => metres > 0.1);
    expect(off).toEqual([]);
  });
});
