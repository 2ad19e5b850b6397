import { describe, expect, it } from 'vitest';
import { createEngine, createLoopback, type Engine, MotionCommand, type Transport } from '../../index.ts';
import { listen, motionTable, type Told } from '../support/engines.ts';

const BODY = 0x50000001;
const OTHER = 0x50000002;
const { WalkForward, SideStepRight } = MotionCommand;

interface Client {
  engine: Engine;
  /** Its end of the connection, and the server's. */
  transport: Transport;
  peer: Transport;
  told: Told[];
}

/** A server with two bodies, and clients that join when they are asked to. */
function newWorld(latency = 0) {
  const motionTables = [motionTable('humanoid')];
  const server = createEngine({ motionTables, role: 'server' });
  const body = server.spawn({ guid: BODY });
  const other = server.spawn({ guid: OTHER, x: 6 });
  const clients: Client[] = [];
  const step = (steps: number): void => {
    for (let count = 0; count < steps; count++) {
      server.step();
      for (const { engine } of clients) engine.step();
    }
  };
  const join = (player?: number): Client => {
    const [peer, transport] = createLoopback(latency === 0 ? {} : { conditioner: { latency, seed: 3 } });
    const engine = createEngine({ motionTables });
    const client = { engine, transport, peer, told: listen(engine, 'playerChanged', 'controlLost') };
    server.connect(peer, player === undefined ? {} : { player });
    engine.connect(transport);
    clients.push(client);
    return client;
  };
  /** Metres between where the server and a client have a body. */
  const apart = ({ engine }: Client, guid = BODY): number => {
    const here = engine.readFrame(engine.entityOf(guid));
    const there = server.readFrame(server.entityOf(guid));
    return Math.hypot(here.x - there.x, here.y - there.y);
  };
  return { server, body, other, clients, step, join, apart };
}

/** A client walks its body aside for a while; answers how far the server's has gone. */
function sidestep(world: ReturnType<typeof newWorld>, { engine }: Client, guid = BODY): number {
  const from = world.server.readFrame(world.server.entityOf(guid));
  const me = engine.entityOf(guid);
  engine.setMotion(me, SideStepRight);
  world.step(30);
  engine.clearMotion(me, SideStepRight);
  world.step(60);
  const to = world.server.readFrame(world.server.entityOf(guid));
  return Math.hypot(to.x - from.x, to.y - from.y);
}

describe.each([0, 0.12])('a body that changes hands, %d s away', (latency) => {
  it('and comes back to the peer that had it before obeys that peer again', () => {
    const world = newWorld(latency);
    const client = world.join(world.body);
    world.step(20);
    expect(sidestep(world, client)).toBeGreaterThan(1);
    world.server.setPlayer(client.peer, world.other);
    world.step(20);
    expect(sidestep(world, client, OTHER)).toBeGreaterThan(1);
    world.server.setPlayer(client.peer, world.body);
    world.step(20);
    expect(sidestep(world, client)).toBeGreaterThan(1);
    expect(world.apart(client)).toBeLessThan(0.06);
    expect(world.apart(client, OTHER)).toBeLessThan(0.06);
    expect(client.told.filter(({ type }) => type === 'playerChanged').map(({ guid }) => guid)).toEqual([
      BODY,
      OTHER,
      BODY,
    ]);
  });

  it('obeys the peer that gets it, and no longer the one that had it, who is told', () => {
    const world = newWorld(latency);
    const [first, second] = [world.join(world.body), world.join()];
    world.step(20);
    sidestep(world, first);
    world.server.setPlayer(second.peer, world.body);
    world.step(20);
    expect(sidestep(world, second)).toBeGreaterThan(1);
    expect(first.engine.world.playerGuid).toBe(0);
    expect(first.told.at(-1)).toMatchObject({ type: 'playerChanged', guid: 0, entity: 0 });
    expect(sidestep(world, first)).toBe(0);
    world.step(60);
    for (const client of world.clients) expect(world.apart(client)).toBeLessThan(0.06);
  });

  it('while its player holds a key stands still, also when the server has not heard of the key yet', () => {
    const world = newWorld(latency);
    const [first, second] = [world.join(world.body), world.join()];
    world.step(20);
    for (const held of [30, 1]) {
      first.engine.setMotion(first.engine.entityOf(BODY), WalkForward);
      world.step(held);
      world.server.setPlayer(second.peer, world.body);
      world.step(60);
      const { y } = world.server.readFrame(world.body);
      world.step(200);
      expect(world.server.readFrame(world.body).y).toBeCloseTo(y, 6);
      for (const client of world.clients) expect(world.apart(client)).toBeLessThan(0.06);
      expect(sidestep(world, second)).toBeGreaterThan(1);
      for (const client of world.clients) expect(world.apart(client)).toBeLessThan(0.06);
      world.server.setPlayer(first.peer, world.body);
      world.step(30);
    }
  });

  it('and is taken by who has just joined stands still, and obeys', () => {
    const world = newWorld(latency);
    const first = world.join(world.body);
    world.step(20);
    first.engine.setMotion(first.engine.entityOf(BODY), WalkForward);
    world.step(30);
    const second = world.join(world.body);
    world.step(310);
    for (const client of world.clients) expect(world.apart(client)).toBeLessThan(0.06);
    expect(world.server.readFrame(world.body).y).toBeLessThan(8);
    expect(sidestep(world, second)).toBeGreaterThan(1);
    expect(world.apart(first)).toBeLessThan(0.06);
  });

  it('while the server moves it goes on to where the server sends it', () => {
    const world = newWorld(latency);
    const [first, second] = [world.join(world.body), world.join()];
    world.step(20);
    sidestep(world, first);
    const from = world.server.readFrame(world.body);
    world.server.moveTo(world.body, { x: from.x, y: from.y + 8 });
    world.step(30);
    world.server.setPlayer(second.peer, world.body);
    world.step(300);
    expect(world.server.readFrame(world.body).y).toBeGreaterThan(from.y + 7);
    for (const client of world.clients) expect(world.apart(client)).toBeLessThan(0.06);
    expect(sidestep(world, second)).toBeGreaterThan(1);
  });

  it('for a while, and comes back while its player still holds the key, stands still until the key is pressed anew', () => {
    for (const gap of [1, 4, 20]) {
      const world = newWorld(latency);
      const client = world.join(world.body);
      world.step(20);
      const { engine } = client;
      engine.setMotion(engine.entityOf(BODY), WalkForward);
      world.step(30);
      world.server.setPlayer(client.peer, 0);
      world.step(gap);
      world.server.setPlayer(client.peer, world.body);
      world.step(60);
      const { y } = world.server.readFrame(world.body);
      engine.clearMotion(engine.entityOf(BODY), WalkForward);
      world.step(90);
      expect(world.server.readFrame(world.body).y).toBeCloseTo(y, 1);
      expect(world.apart(client)).toBeLessThan(0.06);
      expect(sidestep(world, client)).toBeGreaterThan(1);
    }
  });

  it('for another, while both players hold keys of which the server may not have heard, is the same everywhere', () => {
    for (const held of [1, 3, 30]) {
      const world = newWorld(latency);
      const [first, second] = [world.join(world.body), world.join(world.other)];
      world.step(20);
      first.engine.setMotion(first.engine.entityOf(BODY), WalkForward);
      second.engine.setMotion(second.engine.entityOf(OTHER), WalkForward);
      world.step(held);
      world.server.setPlayer(first.peer, world.other);
      world.server.setPlayer(second.peer, world.body);
      world.step(120);
      for (const client of world.clients) {
        expect(world.apart(client)).toBeLessThan(0.06);
        expect(world.apart(client, OTHER)).toBeLessThan(0.06);
      }
      expect(sidestep(world, first, OTHER)).toBeGreaterThan(1);
      expect(sidestep(world, second)).toBeGreaterThan(1);
    }
  });

  it('and on which keys were pressed before it was the peer’s obeys when they are let go of', () => {
    const world = newWorld(latency);
    const client = world.join(world.body);
    world.step(20);
    world.server.setPlayer(client.peer, world.other);
    world.step(20);
    client.engine.setMotion(client.engine.entityOf(BODY), SideStepRight);
    world.step(4);
    world.server.setPlayer(client.peer, world.body);
    world.step(60);
    client.engine.clearMotion(client.engine.entityOf(BODY), SideStepRight);
    world.step(200);
    expect(world.apart(client)).toBeLessThan(0.06);
    expect(world.server.readMotion(world.body).sidestepCommand).toBe(0);
    expect(sidestep(world, client)).toBeGreaterThan(1);
  });

  it('is nobody’s after setPlayer with 0: it stands still, and its client knows', () => {
    const world = newWorld(latency);
    const client = world.join(world.body);
    world.step(20);
    client.engine.setMotion(client.engine.entityOf(BODY), WalkForward);
    world.step(20);
    world.server.setPlayer(client.peer, 0);
    world.step(90);
    expect(client.engine.world.playerGuid).toBe(0);
    expect(client.told.at(-1)).toMatchObject({ type: 'playerChanged', guid: 0 });
    expect(world.apart(client)).toBeLessThan(0.06);
    const { y } = world.server.readFrame(world.body);
    world.step(90);
    expect(world.server.readFrame(world.body).y).toBeCloseTo(y, 6);
  });
});

describe('playerChanged', () => {
  it('names a body that is not there yet by its guid alone', () => {
    const world = newWorld();
    const client = world.join();
    const connection = world.server.connections[0];
    world.step(5);
    connection.player = 0x50000077;
    world.step(5);
    expect(client.told).toMatchObject([{ type: 'playerChanged', guid: 0x50000077, entity: 0 }]);
    world.server.spawn({ guid: 0x50000077, y: 3 });
    world.step(20);
    expect(sidestep(world, client, 0x50000077)).toBeGreaterThan(1);
    expect(client.told).toHaveLength(1);
  });
});

describe('a client that joins again', () => {
  it('with its old world, emptied before, has who is there, also of a server that has started anew', () => {
    const world = newWorld();
    const client = world.join(world.body);
    world.step(20);
    sidestep(world, client);
    world.server.setMotion(world.other, WalkForward);
    world.step(30);
    client.engine.disconnect(client.transport);
    world.step(5);

    const anew = newWorld();
    for (const server of [world.server, anew.server]) {
      if (server === world.server) world.server.despawn(world.other);
      else anew.server.place(anew.body, { x: 20, y: 3 });
      const [peer, transport] = createLoopback();
      const { engine } = client;
      for (const entity of [...engine.entities()]) engine.despawn(entity);
      server.connect(peer);
      engine.connect(transport);
      for (let count = 0; count < 40; count++) {
        server.step();
        engine.step();
      }
      const guids = (of: Engine): number[] => Array.from(of.entities(), (entity) => of.guidOf(entity)).sort();
      expect(guids(engine)).toEqual(guids(server));
      const { x, y } = engine.readFrame(engine.entityOf(BODY));
      const there = server.readFrame(server.entityOf(BODY));
      expect(Math.hypot(x - there.x, y - there.y)).toBeLessThan(0.06);
      engine.disconnect(transport);
    }
  });
});
