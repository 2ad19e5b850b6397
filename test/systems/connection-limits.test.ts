import { describe, expect, it } from 'vitest';
import {
  type ConnectionLimits,
  createEngine,
  createLoopback,
  type Engine,
  type LoopbackTransport,
  peerLimits,
} from '../../index.ts';
import { listen, motionTable, type Told } from '../support/engines.ts';
import { Inbox } from '../support/inbox.ts';
import { createMessage, motionMessage, positionMessage } from '../support/messages.ts';

const STEPS = 30;
const message = new Uint8Array(100);

/** A world whose one connection has these limits, and what sends into it. */
function limited(
  limits: Partial<ConnectionLimits>,
  role: 'client' | 'server' = 'client',
): {
  engine: Engine;
  peer: LoopbackTransport;
  told: Told[];
  received(): number;
} {
  const engine = createEngine({ motionTables: [motionTable('humanoid')], role });
  const [peer, near] = createLoopback();
  engine.connect(near, { limits });
  const told = listen(engine, 'connectionLimited', 'disconnected');
  return { engine, peer, told, received: () => engine.counters.received };
}

function flood(peer: { send(message: Uint8Array): void }, count: number): void {
  for (let index = 0; index < count; index++) peer.send(message);
}

describe('messages a second', () => {
  it('are what a connection gets on average; more waits, in order', () => {
    const { engine, peer, received } = limited({ messagesPerSecond: 60, burst: 1 });
    flood(peer, 1000);
    engine.step();
    // A second's worth is there at the start.
    expect(received()).toBe(60);
    engine.step(STEPS);
    expect(received()).toBe(120);
    expect(engine.counters).toMatchObject({ waiting: 880, droppedInAll: 0 });
  });

  it('below one a step let a message through when its time has come', () => {
    const { engine, peer, received } = limited({ messagesPerSecond: 1, burst: 0.1 });
    flood(peer, 10);
    engine.step(5 * STEPS);
    expect(received()).toBeGreaterThanOrEqual(5);
    expect(received()).toBeLessThanOrEqual(6);
  });

  it('are saved up while nothing comes, for as long as the burst', () => {
    const { engine, peer, received } = limited({ messagesPerSecond: 60, burst: 2 });
    engine.step(10 * STEPS);
    flood(peer, 1000);
    engine.step();
    expect(received()).toBe(120);
  });

  it('count on the clock of the world, not on one that a step back moves', () => {
    const { engine, peer, received } = limited({ messagesPerSecond: 60, burst: 1 });
    const start = engine.snapshot();
    engine.step(10 * STEPS);
    engine.restore(start);
    flood(peer, 1000);
    engine.step(1 + STEPS);
    expect(received()).toBe(120);
  });
});

describe('bytes a second', () => {
  it('are what a connection gets on average, one message more or less', () => {
    const { engine, peer, received } = limited({ bytesPerSecond: 3000, burst: 1 });
    flood(peer, 1000);
    engine.step(1 + 3 * STEPS);
    expect(received()).toBeGreaterThanOrEqual(120);
    expect(received()).toBeLessThanOrEqual(121);
    expect(engine.connections[0].counters.bytes).toBe(received() * message.length);
  });
});

describe('messages in a step', () => {
  it('hold even when the averages would allow more', () => {
    const { engine, peer, received } = limited({ messagesPerStep: 7 });
    flood(peer, 100);
    engine.step(3);
    expect(received()).toBe(21);
  });
});

describe('the queue of a connection whose transport keeps nothing', () => {
  it.each<[string, Partial<ConnectionLimits>, number]>([
    ['messages', { queueMessages: 20 }, 20],
    // Each behind its length, four bytes.
    ['bytes', { queueBytes: 10 * 104 + 50 }, 10],
  ])('is bounded in %s; what finds no room is dropped, counted and told once a second', (_, limits, kept) => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')] });
    const inbox = new Inbox();
    engine.connect(inbox, { limits: { messagesPerStep: 5, ...limits } });
    const told = listen(engine, 'connectionLimited', 'messageDropped');
    flood({ send: (bytes) => inbox.put(bytes) }, 100);
    engine.step();
    const dropped = 100 - 5 - kept;
    expect(engine.counters).toMatchObject({ received: 5, waiting: kept });
    expect(engine.counters.dropped['queue full']).toBe(dropped);
    expect(engine.connections[0].counters.dropped['queue full']).toBe(dropped);
    expect(told).toMatchObject([{ type: 'connectionLimited', transport: inbox, player: 0, waiting: kept, dropped }]);
    for (let step = 0; step <= STEPS; step++) {
      inbox.put(...Array<Uint8Array>(10).fill(message));
      engine.step();
    }
    // The second time it tells of all that was dropped since the first.
    expect(told).toHaveLength(2);
    const inAll = engine.counters.dropped['queue full'];
    expect(told[1].dropped).toBeGreaterThan(0);
    expect(told[1].dropped).toBeLessThanOrEqual(inAll - dropped);
    engine.step(20);
    expect(engine.counters.waiting).toBe(0);
    expect(engine.counters.received + engine.counters.dropped['queue full']).toBe(100 + 10 * (STEPS + 1));
  });
});

describe('what a transport loses because too much waits', () => {
  it('is counted as dropped, and told', () => {
    const { engine, peer, told } = limited({ messagesPerStep: 1 });
    const [{ transport }] = engine.connections;
    const long = new Uint8Array(65_000);
    for (let count = 0; count < 600; count++) peer.send(long);
    const lost = transport.overflowCount ?? 0;
    expect(lost).toBeGreaterThan(50);
    engine.step();
    expect(engine.counters.dropped['queue full']).toBe(lost);
    expect(told).toMatchObject([{ type: 'connectionLimited', dropped: lost }]);
  });
});

describe('a peer that keeps sending too much', () => {
  /** Sends ten a step to a connection that takes one and keeps nothing. */
  function abused(abuseTime: number | undefined, sends: (step: number) => number, steps: number) {
    const engine = createEngine({ motionTables: [motionTable('humanoid')], role: 'server' });
    const inbox = new Inbox();
    const player = engine.spawn({ guid: 77 });
    const limits = abuseTime === undefined ? {} : { abuseTime };
    engine.connect(inbox, { player, limits: { messagesPerStep: 1, queueMessages: 0, ...limits } });
    const told = listen(engine, 'disconnected');
    for (let step = 0; step < steps; step++) {
      inbox.put(...Array<Uint8Array>(sends(step)).fill(message));
      engine.step();
    }
    return { engine, inbox, told };
  }

  it('is disconnected when it has done so for long without a pause; the game is told whose player it was', () => {
    const { engine, inbox, told } = abused(2, () => 10, 3 * STEPS);
    expect(told).toMatchObject([{ reason: 'abuse', transport: inbox, player: 77 }]);
    expect(told[0].tick).toBeGreaterThanOrEqual(2 * STEPS);
    expect(told[0].tick).toBeLessThanOrEqual(2 * STEPS + 2);
    expect(inbox.closed).toBe(true);
    expect(engine.connections).toEqual([]);
    // Its body is the game's matter.
    expect(engine.entityOf(77)).not.toBe(0);
  });

  it('is not, with a pause in between', () => {
    const everyOther = (step: number) => (step % (4 * STEPS) < 1.5 * STEPS ? 10 : 0);
    expect(abused(2, everyOther, 20 * STEPS).told).toEqual([]);
  });

  it('is not, when that is turned off', () => {
    expect(abused(Number.POSITIVE_INFINITY, () => 10, 20 * STEPS).told).toEqual([]);
  });

  it('has ten seconds in a server unless it is told otherwise', () => {
    const { told } = abused(undefined, () => 10, 11 * STEPS);
    expect(told).toMatchObject([{ reason: 'abuse' }]);
    expect(told[0].tick).toBeGreaterThanOrEqual(10 * STEPS);
  });

  it('is told of at most once a second', () => {
    const { engine, peer, told } = limited({ messagesPerSecond: 30, burst: 0.1 });
    flood(peer, 1000);
    engine.step(5 * STEPS);
    expect(told.length).toBeGreaterThanOrEqual(5);
    expect(told.length).toBeLessThanOrEqual(6);
    expect(told.every(({ dropped }) => dropped === 0)).toBe(true);
  });
});

describe('a transport that has ended', () => {
  it('still hands over what its peer said before it went', () => {
    const { engine, peer, told, received } = limited({}, 'server');
    flood(peer, 700);
    peer.close();
    engine.step(3 * STEPS);
    expect(received()).toBe(700);
    expect(told.at(-1)).toMatchObject({ type: 'disconnected', reason: 'closed', code: 0, words: '' });
    expect(engine.counters.droppedInAll).toBe(0);
  });

  it('does so for two seconds at most; what is left is dropped and counted', () => {
    const { engine, peer, told, received } = limited({}, 'server');
    flood(peer, 20_000);
    peer.close();
    engine.step(2.5 * STEPS);
    expect(told.at(-1)).toMatchObject({ type: 'disconnected', reason: 'closed' });
    expect(told.at(-1)?.tick).toBeLessThanOrEqual(2 * STEPS + 2);
    expect(engine.counters.dropped['connection ended']).toBe(20_000 - received());
    expect(engine.counters.waiting).toBe(0);
    expect(engine.connections).toEqual([]);
  });
});

describe('a peer of whom more waits than may', () => {
  it('is disconnected as one whose messages are dropped, also when its transport keeps them', () => {
    const { engine, peer, told } = limited({}, 'server');
    for (let step = 0; step < 15 * STEPS; step++) {
      flood(peer, 20);
      engine.step();
    }
    const ends = told.filter(({ type }) => type === 'disconnected');
    expect(ends).toMatchObject([{ reason: 'abuse' }]);
    // It begins when the burst is used up and more than 1024 messages wait.
    expect(ends[0].tick).toBeGreaterThan(10 * STEPS);
    expect(ends[0].tick).toBeLessThan(14 * STEPS);
    expect(peer.closed).toBe(true);
    expect(engine.counters.dropped['connection ended']).toBeGreaterThan(1024);
  });

  it('is not, while it works off what came at once', () => {
    const { engine, peer, told } = limited({}, 'server');
    flood(peer, 500 + 1024 + 600);
    engine.step(30 * STEPS);
    expect(told.filter(({ type }) => type === 'disconnected')).toEqual([]);
    expect(engine.counters).toMatchObject({ waiting: 0, droppedInAll: 0 });
  });

  it('is not, when it waits for others and not for its own limits', () => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')], role: 'server', budget: { messages: 1 } });
    const ends = Array.from({ length: 2 }, () => createLoopback());
    for (const [, near] of ends) engine.connect(near, { limits: { abuseTime: 1 } });
    const told = listen(engine, 'disconnected');
    for (const [peer] of ends) flood(peer, 2000);
    engine.step(5 * STEPS);
    expect(told).toEqual([]);
  });
});

describe('what is held for bodies that are not there yet', () => {
  it('is limited for each connection, and one that ends takes its own along', () => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')] });
    const [first, second] = [new Inbox(), new Inbox()];
    engine.connect(first, { limits: { held: 3 } });
    engine.connect(second);
    first.put(...[1, 2, 3, 4, 5].map((guid) => motionMessage(guid, { movementStamp: 1 })));
    second.put(...[1, 2, 3, 4, 5].map((guid) => motionMessage(guid, { movementStamp: 2 })));
    engine.step();
    expect(engine.connections.map(({ counters }) => counters.held)).toEqual([3, 5]);
    expect(engine.counters).toMatchObject({ held: 8, dropped: { 'too many held': 2 } });
    engine.disconnect(second);
    expect(engine.counters).toMatchObject({ held: 3, dropped: { 'connection ended': 5 } });
    first.put(createMessage(1));
    engine.step();
    expect(engine.counters).toMatchObject({ held: 2, applied: 2 });
  });
});

describe('the usual limits', () => {
  it('are never met by a player who sends in every step of a server for a minute, with a stall in it', () => {
    const { engine, peer, told, received } = limited({}, 'server');
    let sent = 0;
    for (let step = 0; step < 60 * STEPS; step++) {
      // Four seconds of silence, then all of it at once.
      if (step < 20 * STEPS || step >= 24 * STEPS) {
        const due = step === 24 * STEPS ? 4 * STEPS + 1 : 1;
        for (let count = 0; count < due; count++, sent++) peer.send(message);
      }
      engine.step();
    }
    expect(received()).toBe(sent);
    expect(told).toEqual([]);
    expect(engine.counters).toMatchObject({ waiting: 0, droppedInAll: 0 });
  });

  it('are never met by a server that says something of 10,000 bodies in every step', () => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')], capacity: 10_000 });
    const inbox = new Inbox();
    engine.connect(inbox);
    const told = listen(engine, 'connectionLimited');
    for (let guid = 1; guid <= 10_000; guid++) engine.spawn({ guid });
    for (let step = 1; step <= 5; step++) {
      for (let guid = 1; guid <= 10_000; guid++) {
        inbox.put(motionMessage(guid, { movementStamp: step }), positionMessage(guid, { positionStamp: step }));
      }
      engine.step();
    }
    expect(engine.counters).toMatchObject({ applied: 100_000, waiting: 0, droppedInAll: 0 });
    expect(told).toEqual([]);
  });

  it('are narrow for a peer of a server: a flood is taken in at the average rate', () => {
    const { engine, peer, received } = limited({}, 'server');
    flood(peer, 5000);
    engine.step(10 * STEPS);
    const { messagesPerSecond, burst } = peerLimits;
    expect(received()).toBeLessThanOrEqual(messagesPerSecond * (burst + 10) + 1);
    expect(received()).toBeGreaterThan(messagesPerSecond * 10);
  });
});

describe("a peer's player and viewer", () => {
  const server = () => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')], role: 'server' });
    const inbox = new Inbox();
    return { engine, inbox, body: engine.spawn({ guid: 77 }), connection: engine.connect(inbox) };
  };

  it('are given by entity, and read as guids', () => {
    const { engine, inbox, body, connection } = server();
    engine.setPlayer(inbox, body);
    engine.setViewer(inbox, engine.spawn({ guid: 78 }));
    expect([connection.player, connection.viewer]).toEqual([77, 78]);
    engine.setPlayer(inbox, 0);
    engine.setViewer(inbox, 0);
    expect([connection.player, connection.viewer]).toEqual([0, 0]);
  });

  it('are checked when they are set: nothing is thrown out of a step', () => {
    const { engine, inbox, connection } = server();
    const set = (guid: unknown) => () => Object.assign(connection, { player: guid });
    expect(set('x')).toThrow('connection.player: expected a number, found string');
    expect(set(-1)).toThrow('connection.player: expected a number from 0 to 4294967295, found -1');
    expect(set(1.5)).toThrow('connection.player: expected a whole number, found 1.5');
    expect(() => Object.assign(connection, { viewer: Number.NaN })).toThrow(/^connection.viewer: /);
    expect(() => engine.setPlayer(inbox, 99)).toThrow('setPlayer: there is no body with entity id 99');
    expect(() => engine.setViewer(new Inbox(), 0)).toThrow('setViewer: this transport is not connected');
    connection.player = 0xffffffff;
    engine.step(2);
    expect(connection.player).toBe(0xffffffff);
  });

  it('are those of a server alone', () => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')] });
    const inbox = new Inbox();
    engine.connect(inbox);
    expect(() => engine.setPlayer(inbox, 0)).toThrow('setPlayer: only the peers of a server have one');
  });
});

describe('connect', () => {
  const connect = (options: unknown, role: 'client' | 'server' = 'client') => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')], role });
    const player = engine.spawn();
    const given = typeof options === 'function' ? options(player) : options;
    return () => {
      engine.connect(new Inbox(), given as object);
      return engine;
    };
  };

  it.each<[string, unknown, typeof RangeError | typeof TypeError, RegExp]>([
    ['no object', 5, TypeError, /connect: expected options/],
    ['an unknown option', { limit: {} }, TypeError, /connect: unknown 'limit'; did you mean 'limits'/],
    ['an unknown limit', { limits: { messagePerSecond: 5 } }, TypeError, /did you mean 'messagesPerSecond'/],
    ['limits that are no object', { limits: 7 }, TypeError, /connect.limits: expected an object of limits/],
    ['a limit of no number', { limits: { held: '3' } }, TypeError, /connect.limits.held: expected a number/],
    ['a limit of NaN', { limits: { burst: Number.NaN } }, RangeError, /connect.limits.burst/],
    ['no messages at all', { limits: { messagesPerStep: 0 } }, RangeError, /messagesPerStep: expected a number from 1/],
    [
      'a player, of a client',
      (player: number) => ({ player }),
      TypeError,
      /connect.player: only the peers of a server/,
    ],
    [
      'a viewer, of a client',
      (viewer: number) => ({ viewer }),
      TypeError,
      /connect.viewer: only the peers of a server/,
    ],
  ])('%s: throws and says what was expected', (_, options, kind, said) => {
    expect(connect(options)).toThrow(kind);
    expect(connect(options)).toThrow(said);
  });

  it('a player that is not there: throws', () => {
    expect(connect({ player: 99 }, 'server')).toThrow(/connect.player: there is no body with entity id 99/);
  });

  it('a failed call connects nothing', () => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')] });
    expect(() => engine.connect(new Inbox(), { limits: { held: -1 } })).toThrow(RangeError);
    expect(engine.connections).toEqual([]);
  });

  it('says who the peer is, and what it may do', () => {
    const engine = connect((player: number) => ({ player, limits: { messagesPerSecond: 7 } }), 'server')();
    const [connection] = engine.connections;
    expect(connection.player).toBe(engine.guidOf(engine.entities()[0]));
    expect(connection.limits).toEqual({ ...peerLimits, messagesPerSecond: 7 });
  });
});
