import { afterEach, describe, expect, it } from 'vitest';
import { MotionCommand } from '../../index.ts';
import { createServer, FIRST_PLAYER_GUID, type ServerOptions } from '../../server/index.ts';
import { until } from '../support/web-socket-pair.ts';
import { motionTables, scene, ServerRig } from './support.ts';

let rig: ServerRig;
const open = async (options: Partial<ServerOptions> = {}): Promise<ServerRig> => {
  rig = await new ServerRig(options).open();
  return rig;
};
afterEach(async () => {
  await rig?.close();
});

describe('two clients of a server', () => {
  it('join with bodies of their own on the scene of the server, see each other walk, and are rid of who leaves', async () => {
    await open({ scene: scene('village'), sceneSource: 'village.json', engine: { defaults: { runRate: 1.2 } } });
    const [ann, ben] = [await rig.join(), await rig.join()];
    expect([ann.guid, ben.guid]).toEqual([FIRST_PLAYER_GUID, FIRST_PLAYER_GUID + 1]);
    expect((ben.hello.scene as { name: string }).name).toBe('village');
    await until('both know both', () => ann.player !== 0 && ben.engine.entityOf(ann.guid) !== 0);
    expect(ann.engine.world.playerGuid).toBe(ann.guid);
    const seen = () => ben.engine.readFrame(ben.engine.entityOf(ann.guid));
    const start = seen();
    ann.engine.setMotion(ann.player, MotionCommand.WalkForward);
    await until('she has walked there', () => Math.hypot(seen().x - start.x, seen().y - start.y) > 1.5);
    ann.engine.clearMotion(ann.player, MotionCommand.WalkForward);
    await until('she stands in every world, at the same place', () => {
      const own = ann.engine.readFrame(ann.player);
      const truth = rig.server.engine.readFrame(rig.server.engine.entityOf(ann.guid));
      const apart = Math.hypot(own.x - seen().x, own.y - seen().y, own.z - seen().z);
      return apart < 0.06 && Math.hypot(own.x - truth.x, own.y - truth.y) < 0.01;
    });
    expect(rig.server.engine.counters.droppedInAll).toBe(0);
    ann.leave();
    await until('her body is gone', () => ben.engine.entityOf(ann.guid) === 0);
    expect(rig.tellings('left')).toMatchObject([{ guid: ann.guid, reason: 'closed by the peer (1000)' }]);
    const again = await rig.join();
    expect(again.guid).toBe(ann.guid);
    await until('he sees the next one', () => ben.engine.entityOf(again.guid) !== 0);
  });

  it('hear of what is near, and of nobody far away', async () => {
    await open({ engine: { interest: { range: 30, hysteresis: 5 } } });
    const near = rig.server.engine.spawn({ x: 10 });
    const far = rig.server.engine.spawn({ x: 100 });
    const guids = [near, far].map((entity) => rig.server.engine.guidOf(entity));
    const { engine } = await rig.join();
    await until('the near one is there', () => engine.entityOf(guids[0]) !== 0);
    expect(engine.entityOf(guids[1])).toBe(0);
  });

  it('come into a scene around its start, each on a spot that can be reached', async () => {
    await open({ scene: scene('village') });
    for (let count = 0; count < 12; count++) await rig.join();
    const { engine } = rig.server;
    const frames = [...engine.entities()].map((entity) => engine.readFrame(entity));
    for (const [index, { x, y, z }] of frames.entries()) {
      expect(Math.hypot(x, y + 4)).toBeLessThan(12);
      expect(z).toBeGreaterThan(-1);
      for (const other of frames.slice(index + 1)) expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThan(0.6);
    }
  });
});

describe('the server', () => {
  it('sends everybody away when it closes, and tells them why', async () => {
    await open();
    const { transport } = await rig.join();
    await rig.server.close();
    await until('it knows', () => transport.closed);
    expect(transport.reason).toBe('closed by the peer (1001: the server is closing)');
    await expect(fetch(rig.url.replace('ws:', 'http:'))).rejects.toThrow();
    await rig.server.close();
  });

  it('refuses options that cannot be, at the call', async () => {
    const wrong: [object, RegExp][] = [
      [{}, /motion table/],
      [{ motionTables, origin: 'x' }, /unknown 'origin'; did you mean 'origins'/],
      [{ motionTables, origins: ['game.example'] }, /createServer\.origins: expected origins such as/],
      [{ motionTables, origins: ['https://game.example/play'] }, /createServer\.origins/],
      [{ motionTables, port: 70_000 }, /createServer\.port: expected a number from 0 to 65535/],
      [{ motionTables, maxPlayers: 0 }, /createServer\.maxPlayers/],
      [{ motionTables, scene: { name: 'x', obstacle: [] }, sceneSource: 'x.json' }, /x\.json/],
      [{ motionTables, scene: scene('plain'), ground: {} }, /either a scene or a ground/],
      [{ motionTables, engine: { stepRate: 99 } }, /step/],
      [{ motionTables, engine: { role: 'client' } }, /createServer\.engine\.role: a server has its own/],
      [
        { motionTables, engine: { motionTables } },
        /createServer\.engine\.motionTables: give it as createServer\.motionTables/,
      ],
    ];
    for (const [options, text] of wrong) expect(() => createServer(options as ServerOptions)).toThrow(text);
    await open();
    await expect(rig.server.listen()).rejects.toThrow(/listens already/);
    const closed = createServer({ motionTables, port: 0 });
    await closed.close();
    await expect(closed.listen()).rejects.toThrow('listen: this server is closed; make a new one');
    const { port } = new URL(rig.url.replace('ws:', 'http:'));
    await expect(createServer({ motionTables, port: Number(port) }).listen()).rejects.toThrow(/EADDRINUSE/);
  });
});
