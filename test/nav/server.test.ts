import { describe, expect, it } from 'vitest';
import { createLoopback, type Engine, MotionCommand } from '../../index.ts';
import { createNavigation, type Navigation } from '../../nav/index.ts';
import { away, engineOn, listenWalks, meshOf } from './support.ts';

const ME = 0x50000001;

/** An authoritative village with a navigation, and a client that plays a body in it. */
async function worlds(): Promise<{ server: Engine; nav: Navigation; client: Engine; step: (count: number) => void }> {
  const server = engineOn('village', { role: 'server' });
  const nav = await createNavigation(server, await meshOf('village'));
  const client = engineOn('village');
  const [toServer, toClient] = createLoopback();
  const player = server.spawn({ guid: ME, x: -17, y: 6 });
  server.connect(toClient, { player });
  client.connect(toServer);
  const step = (count: number) => {
    for (let index = 0; index < count; index++) {
      client.step();
      server.step();
    }
  };
  step(5);
  return { server, nav, client, step };
}

describe('a player’s click on an authoritative server', () => {
  it('walks the client’s own player around the house and in through the door', async () => {
    const { server, nav, client, step } = await worlds();
    const told = listenWalks(nav, 'arrived', 'failed', 'cancelled');
    nav.walkTo(server.entityOf(ME), { x: -12, y: 6 });
    let door = 100;
    for (let tick = 0; tick < 600 && told.length === 0; tick++) {
      step(1);
      door = Math.min(door, away(client, client.entityOf(ME), -9, 6));
    }
    step(10);
    expect(told).toMatchObject([{ type: 'arrived' }]);
    expect(door).toBeLessThan(0.8);
    expect(away(client, client.entityOf(ME), -12, 6)).toBeLessThan(0.4);
    expect(away(server, server.entityOf(ME), -12, 6)).toBeLessThan(0.4);
  });

  it('is cancelled by a key of the client’s', async () => {
    const { server, nav, client, step } = await worlds();
    const told = listenWalks(nav, 'arrived', 'failed', 'cancelled');
    nav.walkTo(server.entityOf(ME), { x: -12, y: 6 });
    step(60);
    client.setMotion(client.entityOf(ME), MotionCommand.WalkBackwards);
    step(20);
    expect(told).toMatchObject([{ type: 'cancelled', reason: 'interrupted' }]);
    const before = server.readFrame(server.entityOf(ME));
    step(60);
    expect(server.readMoveTo(server.entityOf(ME)).type).toBe(0);
    expect(away(server, server.entityOf(ME), before.x, before.y)).toBeGreaterThan(0.5);
  });
});
