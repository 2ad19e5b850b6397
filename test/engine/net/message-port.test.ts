import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createMessagePortTransport, type MessagePortLike } from '../../../engine/net/message-port.ts';
import type { Transport } from '../../../engine/net/transport.ts';
import { idOf, message, STEP } from './messages.ts';

const RUNS = { seed: 20130131, numRuns: 30 };

/** Two ports in one process; what is posted crosses at `pump`. */
class Ports {
  readonly a: MessagePortLike;
  readonly b: MessagePortLike;
  /** Everything that crossed. */
  readonly crossed: unknown[] = [];
  private readonly waiting: (() => void)[] = [];

  constructor() {
    const port = (other: () => MessagePortLike): MessagePortLike => ({
      onmessage: null,
      postMessage: (data, transfer) => {
        const moved = structuredClone(data, { transfer });
        this.waiting.push(() => {
          this.crossed.push(moved);
          other().onmessage?.({ data: moved });
        });
      },
    });
    this.a = port(() => this.b);
    this.b = port(() => this.a);
  }

  pump(): void {
    for (const cross of this.waiting.splice(0)) cross();
  }
}

function poll(transport: Transport, now: number): number[] {
  const got: number[] = [];
  transport.poll(now, (bytes) => got.push(idOf(bytes)));
  return got;
}

describe('an ordered message port', () => {
  it('packs what was sent since the last flush into one ArrayBuffer, and hands it over in order', () => {
    const ports = new Ports();
    const a = createMessagePortTransport(ports.a);
    const b = createMessagePortTransport(ports.b);
    for (let id = 0; id < 20; id++) a.send(message(id, 8 + id * 100));
    expect(poll(b, 0)).toEqual([]);
    a.flush(0);
    ports.pump();
    expect(ports.crossed.length).toBe(1);
    expect(ports.crossed[0]).toBeInstanceOf(ArrayBuffer);
    expect(poll(b, 0)).toEqual(Array.from({ length: 20 }, (_, id) => id));
    b.send(message(50));
    poll(b, 0);
    ports.pump();
    expect(poll(a, 0)).toEqual([50]);
    a.flush(1);
    poll(b, 1);
    ports.pump();
    expect(ports.crossed.length).toBe(2);
  });

  it('posts answers of a poll at its end, and copies what is sent', () => {
    const ports = new Ports();
    const a = createMessagePortTransport(ports.a);
    const b = createMessagePortTransport(ports.b);
    const bytes = message(1, 40);
    a.send(bytes);
    bytes.fill(0);
    a.flush(0);
    ports.pump();
    const got: number[] = [];
    b.poll(0, (received) => {
      got.push(idOf(received));
      b.send(message(2));
    });
    ports.pump();
    expect([got, poll(a, 0)]).toEqual([[1], [2]]);
  });

  it('does not wait with much', () => {
    const ports = new Ports();
    const a = createMessagePortTransport(ports.a);
    const b = createMessagePortTransport(ports.b);
    for (let id = 0; id < 10; id++) a.send(message(id, 50_000));
    ports.pump();
    expect(ports.crossed.length).toBe(5);
    expect(poll(b, 0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('counts and drops what is no buffer of its own, whole', () => {
    const ports = new Ports();
    const b = createMessagePortTransport(ports.b);
    const good = [8, 0, 0, 0, ...message(3)];
    const junk: unknown[] = [
      undefined,
      null,
      'text',
      7,
      { byteLength: 4 },
      Uint8Array.from(good),
      Uint8Array.from([...good, 1]).buffer,
      Uint8Array.from([...good, 0, 0, 0, 0]).buffer,
    ];
    for (const data of junk) ports.b.onmessage?.({ data });
    expect(poll(b, 0)).toEqual([]);
    expect(b.counters).toMatchObject({ received: junk.length, malformed: junk.length });
    ports.b.onmessage?.({ data: Uint8Array.from(good).buffer });
    expect(poll(b, 0)).toEqual([3]);
  });

  it('throws nothing on random buffers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200, size: 'max' }), fc.boolean(), (noise, ordered) => {
        const ports = new Ports();
        const b = createMessagePortTransport(ports.b, { ordered });
        ports.b.onmessage?.({ data: noise.slice().buffer });
        b.poll(0, (bytes) => expect(bytes.length).toBeGreaterThan(0));
        b.poll(1, () => expect.unreachable());
      }),
      { ...RUNS, numRuns: 200 },
    );
  });

  it('keeps a bounded number of bytes when nobody polls', () => {
    const ports = new Ports();
    const b = createMessagePortTransport(ports.b);
    const batch = new Uint8Array(60_004);
    new DataView(batch.buffer).setUint32(0, 60_000, true);
    for (let i = 0; i < 1000; i++) ports.b.onmessage?.({ data: batch.buffer });
    expect(b.inbox.overflowed).toBeGreaterThan(0);
    expect(b.inbox.count + b.inbox.overflowed).toBe(1000);
  });
});

describe('closing a message port', () => {
  it.each([{}, { ordered: false }])(
    'sends what waits, tells the other side, and lets go of the port: %o',
    (options) => {
      const ports = new Ports();
      const a = createMessagePortTransport(ports.a, options);
      const b = createMessagePortTransport(ports.b, options);
      a.send(message(1));
      a.close();
      a.close();
      ports.pump();
      expect([a.closed, b.closed, ports.a.onmessage]).toEqual([true, true, null]);
      b.send(message(2));
      expect([poll(b, 0), poll(a, 0)]).toEqual([[1], []]);
      ports.pump();
      expect(ports.crossed.length).toBe(2);
      b.close();
      expect(ports.b.onmessage).toBeNull();
    },
  );

  it('a port that throws counts as closed', () => {
    const a = createMessagePortTransport({
      onmessage: null,
      postMessage: () => {
        throw new Error('gone');
      },
    });
    a.send(message(1));
    a.flush(0);
    expect(a.closed).toBe(true);
  });
});

describe('a message port that datagrams cross', () => {
  it('brings every reliable message once under conditions, given on either side or both', () => {
    const conditions = fc.record({
      seed: fc.integer({ min: 0, max: 0xffffffff }),
      latency: fc.double({ min: 0, max: 0.3, noNaN: true }),
      jitter: fc.double({ min: 0, max: 0.1, noNaN: true }),
      loss: fc.double({ min: 0, max: 0.6, noNaN: true }),
      reorder: fc.double({ min: 0, max: 1, noNaN: true }),
      duplicate: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(conditions, fc.constantFrom('one', 'both', 'outgoing'), (conditioner, where) => {
        const ports = new Ports();
        const a = createMessagePortTransport(
          ports.a,
          where === 'outgoing' ? { conditioner, outgoing: conditioner } : { conditioner },
        );
        const b = createMessagePortTransport(ports.b, where === 'both' ? { conditioner } : { ordered: false });
        const got: [number[], number[]] = [[], []];
        for (let step = 0; step < 45 * 30; step++) {
          if (step < 40) {
            a.send(message(step, 8 + step * 60));
            b.send(message(100 + step));
            b.send(message(200 + step), true);
          }
          got[0].push(...poll(a, step * STEP));
          got[1].push(...poll(b, step * STEP));
          ports.pump();
        }
        expect(got[1].sort((x, y) => x - y)).toEqual(Array.from({ length: 40 }, (_, id) => id));
        expect(got[0].filter((id) => id < 200).sort((x, y) => x - y)).toEqual(
          Array.from({ length: 40 }, (_, id) => 100 + id),
        );
        expect(new Set(got[0]).size).toBe(got[0].length);
        expect(ports.crossed.every((data) => data instanceof ArrayBuffer && data.byteLength <= 1200)).toBe(true);
      }),
      RUNS,
    );
  });

  it('respects the latency, counted from the poll that finds a datagram', () => {
    const ports = new Ports();
    const a = createMessagePortTransport(ports.a, { ordered: false });
    const b = createMessagePortTransport(ports.b, { conditioner: { latency: 0.2 } });
    a.send(message(1));
    a.flush(0);
    ports.pump();
    expect([poll(b, 0.01), poll(b, 0.2), poll(b, 0.21)]).toEqual([[], [], [1]]);
  });

  it('can be given other conditions while it runs', () => {
    const ports = new Ports();
    const a = createMessagePortTransport(ports.a, { ordered: false });
    const b = createMessagePortTransport(ports.b, { ordered: false });
    const carry = (id: number, now: number): number[] => {
      a.send(message(id), true);
      a.flush(now);
      ports.pump();
      return poll(b, now);
    };
    expect(carry(1, 0)).toEqual([1]);
    b.configure({ conditioner: { latency: 0.1 } });
    expect([carry(2, 1), poll(b, 1.1)]).toEqual([[], [2]]);
    b.configure({ conditioner: { latency: 0 } });
    expect(carry(3, 2)).toEqual([3]);
    a.configure({ outgoing: { loss: 1 } });
    expect([carry(4, 3), poll(b, 9)]).toEqual([[], []]);
  });

  it('refuses conditions that cannot be, and any on an ordered port', () => {
    const ports = new Ports();
    expect(() => createMessagePortTransport(ports.a, { conditioner: { loss: 3 } })).toThrow(
      /conditioner\.loss.*0 to 1/,
    );
    expect(() => createMessagePortTransport(ports.a, { outgoing: { latency: -3 } })).toThrow(/outgoing\.latency/);
    expect(() => createMessagePortTransport(ports.a, { ordered: true, conditioner: {} })).toThrow(/ordered/);
    expect(() => createMessagePortTransport(ports.a, { order: true } as never)).toThrow(/ordered/);
    expect(ports.a.onmessage).toBeNull();
    expect(() => createMessagePortTransport(ports.a).configure({ conditioner: {} })).toThrow(/ordered/);
  });

  it.each([
    [5, 'found number'],
    [undefined, 'found undefined'],
    [null, 'found null'],
    [{}, 'without postMessage'],
    [{ postMessage: () => {} }, 'without onmessage'],
  ])('refuses what is no port, saying what was expected: %o', (port, text) => {
    const make = (): unknown => createMessagePortTransport(port as never);
    expect(make).toThrow(TypeError);
    expect(make).toThrow('createMessagePortTransport: expected a MessagePort');
    expect(make).toThrow(text);
  });

  it('refuses options that are none, and takes the ports and workers that there are', () => {
    const { a } = new Ports();
    expect(() => createMessagePortTransport(a, 7 as never)).toThrow('expected options such as { ordered: false }');
    expect(() => createMessagePortTransport(a, null as never)).toThrow('found null');
    expect(() => createMessagePortTransport(a, { latency: 1 } as never)).toThrow("inside 'conditioner'");
    expect(() => createMessagePortTransport(a, { conditioner: 0.2 } as never)).toThrow('network conditions such as');
    const transport = createMessagePortTransport(a, { ordered: false });
    expect(() => transport.configure({ loss: 1 } as never)).toThrow("inside 'conditioner'");
    expect(() => transport.configure(undefined as never)).toThrow('found undefined');
    expect(() => transport.send('no' as never)).toThrow('expected a Uint8Array');
    const { port1, port2 } = new MessageChannel();
    createMessagePortTransport(port1).close();
    port2.close();
    port1.close();
  });

  it('drops buffers of the other kind on both sides when the sides do not agree', () => {
    const ports = new Ports();
    const a = createMessagePortTransport(ports.a);
    const b = createMessagePortTransport(ports.b, { ordered: false });
    a.send(message(1));
    b.send(message(2));
    a.flush(0);
    b.flush(0);
    ports.pump();
    expect([poll(a, 0), poll(b, 0)]).toEqual([[], []]);
    expect([a.counters.malformed, b.delivery?.counters.malformed]).toEqual([1, 1]);
  });
});

describe('a real MessageChannel', () => {
  it.each([{}, { conditioner: { loss: 0.3, duplicate: 0.3 } }])('carries messages both ways: %o', async (options) => {
    expectTypeOf<Worker>().toExtend<MessagePortLike>();
    const { port1, port2 } = new MessageChannel();
    try {
      const a = createMessagePortTransport(port1, options);
      const b = createMessagePortTransport(port2, options);
      const got: [number[], number[]] = [[], []];
      for (let step = 0; step < 200 && got[0].length + got[1].length < 40; step++) {
        if (step < 20) {
          a.send(message(step, 2000));
          b.send(message(100 + step));
        }
        got[0].push(...poll(a, step * STEP));
        got[1].push(...poll(b, step * STEP));
        await new Promise((done) => setImmediate(done));
      }
      expect(got[1].sort((x, y) => x - y)).toEqual(Array.from({ length: 20 }, (_, id) => id));
      expect(got[0].sort((x, y) => x - y)).toEqual(Array.from({ length: 20 }, (_, id) => 100 + id));
    } finally {
      port1.close();
      port2.close();
    }
  });
});
