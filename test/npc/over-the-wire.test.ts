import { describe, expect, it } from 'vitest';
import { createLoopback } from '../../index.ts';
import { newEngine } from '../support/engines.ts';
import { distanceTo, newNpcs } from './support.ts';

describe('behaviours in a server', () => {
  it('move what its client sees', () => {
    const { engine: server, npc } = newNpcs({}, { role: 'server' });
    const { engine: client } = newEngine();
    const [serverEnd, clientEnd] = createLoopback({ conditioner: { latency: 0.1, loss: 0.02, seed: 3 } });
    server.connect(serverEnd);
    client.connect(clientEnd);
    const guard = server.spawn({ guid: 0x50000001 });
    const thief = server.spawn({ guid: 0x50000002, x: 30 });
    npc.tag(thief, 'thief');
    npc.add(guard, 'guard', { tags: 'thief', leash: 25 });
    npc.add(guard, 'patrol', {
      route: [
        [0, 6],
        [0, -6],
      ],
    });
    npc.add(thief, 'wander', { radius: 3, x: 6, y: 4 });
    let worst = 0;
    let moved = 0;
    for (let step = 0; step < 900; step++) {
      server.step();
      client.step();
      if (step < 90) continue;
      for (const guid of [0x50000001, 0x50000002]) {
        const { x, y } = server.readFrame(server.entityOf(guid));
        worst = Math.max(worst, distanceTo(client, client.entityOf(guid), x, y));
        moved = Math.max(moved, Math.hypot(x, y));
      }
    }
    expect(moved).toBeGreaterThan(5);
    expect(worst).toBeLessThan(5);
    expect(npc.components.outcome.count[guard]).toBeGreaterThan(1);
  });
});
