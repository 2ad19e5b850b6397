import { describe, expect, it } from 'vitest';
import { createLoopback, type Deliver, type Engine, type LoopbackTransport, type Transport } from '../../index.ts';
import { listen, newEngine } from '../support/engines.ts';
import { Inbox } from '../support/inbox.ts';
import { createMessage, playerTeleportMessage, positionMessage } from '../support/messages.ts';

/** A client world with a budget, and sources of messages into it: the first answers the order that they came in. */
function newWorld(budget: { messages?: number; bytes?: number; bodies?: number }): {
  engine: Engine;
  arrived: number[];
  connect(): LoopbackTransport;
} {
  const { engine, inbox } = newEngine({ budget });
  engine.disconnect(inbox);
  const arrived: number[] = [];
  engine.on('spawned', ({ guid }) => arrived.push(guid));
  return {
    engine,
    arrived,
    connect: () => {
      const [far, near] = createLoopback();
      engine.connect(near);
      return far;
    },
  };
}

function sendCreations(to: { send(message: Uint8Array): void }, first: number, count: number): void {
  for (let guid = first; guid < first + count; guid++) to.send(createMessage(guid));
}

const numbers = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);

describe('the budget of a step', () => {
  it('in messages: what is over waits in its transport, in order, and is counted', () => {
    const { engine, arrived, connect } = newWorld({ messages: 10 });
    sendCreations(connect(), 1, 25);
    const seen = [];
    for (let step = 0; step < 4; step++) {
      engine.step();
      seen.push([arrived.length, engine.counters.received, engine.counters.waiting]);
    }
    expect(seen).toEqual([
      [10, 10, 15],
      [20, 20, 5],
      [25, 25, 0],
      [25, 25, 0],
    ]);
    expect(arrived).toEqual(numbers(1, 25));
    expect(engine.counters.droppedInAll).toBe(0);
  });

  it('in messages: a transport that does not keep what is over has it kept in the world, in order', () => {
    const { engine, arrived } = newWorld({ messages: 10 });
    const inbox = new Inbox();
    engine.connect(inbox);
    inbox.put(...numbers(1, 25).map((guid) => createMessage(guid)));
    engine.step();
    expect([arrived.length, engine.connections[0].counters.waiting]).toEqual([10, 15]);
    inbox.put(...numbers(26, 5).map((guid) => createMessage(guid)));
    engine.step(2);
    expect(arrived).toEqual(numbers(1, 30));
    expect(engine.counters).toMatchObject({ received: 30, waiting: 0 });
  });

  it('keeps the order of a connection that may take nothing in some steps', () => {
    const { engine, arrived } = newWorld({});
    const inbox = new Inbox();
    engine.connect(inbox, { limits: { messagesPerSecond: 20, burst: 0.1 } });
    for (let guid = 1; guid <= 40; guid += 4) {
      inbox.put(...numbers(guid, 4).map((one) => createMessage(one)));
      engine.step();
    }
    expect(arrived.length).toBeLessThan(10);
    engine.step(60);
    expect(arrived).toEqual(numbers(1, 40));
  });

  it('in bytes: the message that goes over it is the last one', () => {
    const { length } = createMessage(1);
    const { engine, arrived, connect } = newWorld({ bytes: 2 * length + 1 });
    sendCreations(connect(), 1, 7);
    engine.step();
    expect(arrived).toEqual([1, 2, 3]);
    expect(engine.counters).toMatchObject({ bytes: 3 * length, waiting: 4 });
    engine.step(2);
    expect(arrived).toEqual(numbers(1, 7));
  });

  it('in bodies: messages bring no more; others may still be spawned, and who is replaced does not count', () => {
    const { engine, arrived, connect } = newWorld({ bodies: 5 });
    const server = connect();
    sendCreations(server, 1, 8);
    engine.step();
    expect(arrived).toEqual(numbers(1, 5));
    expect(engine.counters.dropped['too many bodies']).toBe(3);
    server.send(createMessage(5, (message) => message.physics.stamps.fill(1)));
    engine.step();
    expect(engine.counters.dropped['too many bodies']).toBe(3);
    expect(arrived).toEqual([...numbers(1, 5), 5]);
    expect(engine.isAlive(engine.spawn())).toBe(true);
  });

  it('in bodies holds for positions of unknown guids, too', () => {
    const { engine, inbox } = newEngine({ unknown: 'spawn', budget: { bodies: 2 } });
    inbox.put(...numbers(1, 4).map((guid) => positionMessage(guid, { positionStamp: 1 })));
    engine.step();
    expect(engine.entities()).toHaveLength(2);
    expect(engine.counters.dropped['too many bodies']).toBe(2);
  });

  it.each([
    [{ messages: 0 }, RangeError, /createEngine.budget.messages: expected a number from 1/],
    [{ bytes: 1.5 }, RangeError, /createEngine.budget.bytes: expected a whole number/],
    [{ bodies: '5' }, TypeError, /createEngine.budget.bodies: expected a number, found string/],
    [{ mesages: 5 }, TypeError, /unknown 'mesages'; did you mean 'messages'/],
    [7, TypeError, /createEngine.budget: expected an object/],
  ])('is checked: %j', (budget, kind, message) => {
    const make = () => newEngine({ budget: budget as { messages: number } });
    expect(make).toThrow(kind);
    expect(make).toThrow(message);
  });
});

describe('several connections', () => {
  it('a flood of one does not delay the others', () => {
    const { engine, arrived, connect } = newWorld({ messages: 30 });
    const [flood, second, third] = [connect(), connect(), connect()];
    sendCreations(flood, 1, 1000);
    sendCreations(second, 2001, 5);
    sendCreations(third, 3001, 10);
    engine.step();
    expect(arrived.filter((guid) => guid > 2000)).toHaveLength(15);
    // What the others left is the flood's.
    expect(arrived.filter((guid) => guid <= 1000)).toEqual(numbers(1, 15));
  });

  it('in need share alike', () => {
    const { engine, connect } = newWorld({ messages: 32 });
    for (const first of [1, 1001, 2001, 3001]) sendCreations(connect(), first, 100);
    engine.step(3);
    expect(engine.connections.map(({ counters }) => counters.received)).toEqual([24, 24, 24, 24]);
    expect(engine.connections.map(({ counters }) => counters.waiting)).toEqual([76, 76, 76, 76]);
    expect(engine.counters).toMatchObject({ received: 96, waiting: 304 });
  });

  it('share the bytes alike: a flood of long messages does not delay short ones', () => {
    const { engine, arrived, connect } = newWorld({ bytes: 4000 });
    const [flood, other] = [connect(), connect()];
    for (let count = 0; count < 100; count++) flood.send(new Uint8Array(1000));
    sendCreations(other, 1, 5);
    engine.step();
    expect(arrived).toEqual(numbers(1, 5));
    expect(engine.connections[0].counters.received).toBeLessThanOrEqual(4);
  });

  it('that are more than the messages of a step are all heard in turn', () => {
    const { engine, connect } = newWorld({ messages: 3 });
    for (let number = 0; number < 12; number++) sendCreations(connect(), 1 + number * 100, 50);
    engine.step(48);
    const received = engine.connections.map(({ counters }) => counters.received);
    expect(received).toEqual(Array(12).fill(12));
  });

  it('one that throws is let go, and the others are heard in the same step', () => {
    const { engine, arrived, connect } = newWorld({});
    const told = listen(engine, 'disconnected');
    const errors: unknown[] = [];
    engine.on('handlerError', ({ error }) => errors.push(error));
    const broken: Transport = {
      closed: false,
      send: () => {},
      poll: () => {
        throw new Error('broken');
      },
      close: () => {},
    };
    engine.connect(broken);
    sendCreations(connect(), 1, 3);
    engine.step();
    expect(arrived).toEqual([1, 2, 3]);
    expect(engine.connections).toHaveLength(1);
    expect(told).toMatchObject([{ transport: broken, player: 0, reason: 'failed' }]);
    expect(errors).toEqual([new Error('broken')]);
  });
});

describe('a connection that was closed', () => {
  it('is heard out, let go and told of, once', () => {
    const { engine, arrived, connect } = newWorld({ messages: 4 });
    const told = listen(engine, 'disconnected');
    const server = connect();
    const [{ transport }] = engine.connections;
    sendCreations(server, 1, 6);
    server.close();
    engine.step();
    expect([arrived.length, told.length]).toEqual([4, 0]);
    engine.step(3);
    expect(arrived).toEqual(numbers(1, 6));
    expect(told).toMatchObject([{ transport, reason: 'closed' }]);
    expect(engine.connections).toEqual([]);
  });

  it('by the game itself is not told of', () => {
    const { engine, connect } = newWorld({});
    const told = listen(engine, 'disconnected');
    connect();
    engine.disconnect(engine.connections[0].transport);
    engine.step();
    expect(told).toEqual([]);
  });
});

describe('work that a peer can cause', () => {
  /** A transport with an endless supply, which counts what it hands over. */
  function endless(obeys: boolean): Transport & { handed: number } {
    const message = playerTeleportMessage(1);
    return {
      handed: 0,
      closed: false,
      waitingCount: obeys ? 1 : undefined,
      send: () => {},
      poll(_now: number, deliver: Deliver) {
        for (let count = 0; count < 1_000_000; count++) {
          this.handed++;
          if (deliver(message) === false && obeys) return;
        }
      },
      close: () => {},
    };
  }

  it('does not grow with what it sends: a step hears as many messages as its budget, and not one more', () => {
    const { engine } = newWorld({ messages: 100 });
    const peer = endless(true);
    engine.connect(peer);
    engine.step(7);
    expect(peer.handed).toBe(700);
    expect(engine.counters).toMatchObject({ received: 700, decoded: 700 });
  });

  it('nor does what is kept of it, by a transport that does not stop', () => {
    const { engine } = newWorld({ messages: 100 });
    engine.connect(endless(false), { limits: { queueMessages: 50 } });
    engine.step(3);
    expect(engine.counters).toMatchObject({ waiting: 50 });
    const { received, waiting, droppedInAll } = engine.counters;
    // Steps: 100 taken, 50 kept; 50 kept and 50 new ones taken, 50 kept; and so on.
    expect(received).toBe(300);
    expect(engine.counters.dropped['queue full']).toBe(3_000_000 - received - waiting);
    expect(droppedInAll).toBeGreaterThan(2_900_000);
  });
});
