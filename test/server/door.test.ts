import { afterEach, describe, expect, it } from 'vitest';
import { FIRST_PLAYER_GUID, type ServerOptions } from '../../server/index.ts';
import { until } from '../support/web-socket-pair.ts';
import { scene, ServerRig } from './support.ts';

let rig: ServerRig;
const open = async (options: Partial<ServerOptions> = {}): Promise<ServerRig> => {
  rig = await new ServerRig(options).open();
  return rig;
};
afterEach(async () => {
  await rig?.close();
});

describe('who comes to the door', () => {
  it.each([
    [undefined, undefined, true],
    [undefined, 'http://localhost:5173', true],
    [undefined, 'http://127.0.0.1:4000', true],
    [undefined, 'https://evil.example', false],
    [undefined, 'null', false],
    [undefined, 'http://localhost.evil.example', false],
    [undefined, 'file://localhost', false],
    [['https://game.example'], 'https://game.example', true],
    [['https://game.example'], 'http://game.example', false],
    [['https://game.example'], 'http://localhost:5173', false],
    [['*'], 'https://evil.example', true],
  ])('origins %j: a page of %s joins: %s', async (origins, origin, joins) => {
    await open({ origins });
    const joining = rig.join({}, rig.socket(origin));
    if (joins) expect((await joining).guid).toBe(FIRST_PLAYER_GUID);
    else {
      await expect(joining).rejects.toThrow(/no connection/);
      expect(rig.told).toMatchObject([{ type: 'refused', status: 403 }]);
      expect(rig.server.engine.entities().length).toBe(0);
    }
  });

  it('finds it closed when the server is full, and open when somebody has left', async () => {
    await open({ maxPlayers: 1 });
    const first = await rig.join();
    await expect(rig.join()).rejects.toThrow(/no connection/);
    expect(rig.tellings('refused')).toMatchObject([{ status: 503, reason: 'the server is full' }]);
    first.leave();
    await until('the seat is free', () => rig.server.players.length === 0);
    expect((await rig.join()).guid).toBe(first.guid);
  });

  it('gets the health as JSON, and nothing else', async () => {
    await open({ scene: scene('plain') });
    await rig.join();
    const base = rig.url.replace('ws:', 'http:');
    const health = await fetch(`${base}health`);
    expect(health.headers.get('content-type')).toBe('application/json');
    expect(await health.json()).toMatchObject({
      status: 'ok',
      scene: 'plain',
      players: 1,
      maxPlayers: 64,
      bodies: 1,
      joined: 1,
    });
    const answers = [await fetch(`${base}etc/passwd`), await fetch(base, { method: 'POST' }), await fetch(base)];
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 200]);
    await until('times are known', () => rig.server.status.steps.rate > 0);
    const { rate, average, most } = rig.server.status.steps;
    expect(rate).toBeLessThan(40);
    expect(most).toBeGreaterThanOrEqual(average);
  });
});
