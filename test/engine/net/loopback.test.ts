import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLoopback, type LoopbackOptions } from '../../../engine/net/loopback.ts';
import type { Transport } from '../../../engine/net/transport.ts';
import { addHash, idOf, message, STEP } from './messages.ts';

const RUNS = { seed: 20130131, numRuns: 30 };

function poll(transport: Transport, now: number): number[] {
  const got: number[] = [];
  transport.poll(now, (bytes) => got.push(idOf(bytes)));
  return got;
}

/** Sends one message a step from the first end: ids and times of what the second gets, polled 300 times a second. */
function watch(options: LoopbackOptions, count: number): { id: number; took: number }[] {
  const [a, b] = createLoopback(options);
  const arrived: { id: number; took: number }[] = [];
  for (let tick = 0; tick < count * 10 + 3000; tick++) {
    const now = tick / 300;
    if (tick % 10 === 0 && tick < count * 10) {
      a.send(message(tick / 10), true);
      a.poll(now, () => {});
    }
    for (const id of poll(b, now)) arrived.push({ id, took: now - id / 30 });
  }
  return arrived;
}

describe('a loopback without conditions', () => {
  it('has every message there at the next poll of the same instant, in order, both ways', () => {
    const [a, b] = createLoopback();
    for (let id = 0; id < 100; id++) {
      a.send(message(id, 8 + id * 50), id % 2 === 0);
      b.send(message(1000 + id));
    }
    expect(poll(b, 0)).toEqual(Array.from({ length: 100 }, (_, id) => id));
    expect(poll(a, 0)).toEqual(Array.from({ length: 100 }, (_, id) => 1000 + id));
    expect([poll(a, 1), poll(b, 1)]).toEqual([[], []]);
  });

  it('copies what is sent', () => {
    const [a, b] = createLoopback();
    const bytes = message(5, 64);
    a.send(bytes);
    bytes.fill(0);
    expect(poll(b, 0)).toEqual([5]);
  });

  it('keeps answers for the next poll', () => {
    const [a, b] = createLoopback();
    a.send(message(1));
    b.poll(0, () => {
      b.send(message(2));
      a.send(message(3));
      expect(poll(b, 0)).toEqual([]);
    });
    expect([poll(a, 0), poll(b, 0)]).toEqual([[2], [3]]);
  });

  it('takes no notice of time', () => {
    const [a, b] = createLoopback();
    a.send(message(1));
    expect(poll(b, 100)).toEqual([1]);
    a.send(message(2));
    expect(poll(b, -5)).toEqual([2]);
  });

  it('keeps a bounded number of bytes when nobody polls', () => {
    const [a, b] = createLoopback();
    for (let i = 0; i < 1000; i++) a.send(new Uint8Array(60_000));
    expect(b.inbox.overflowed).toBeGreaterThan(0);
    expect(b.inbox.count + b.inbox.overflowed).toBe(1000);
    expect(b.inbox.allocated).toBeLessThanOrEqual(64 * 1024 * 1024);
  });
});

describe('closing a loopback', () => {
  it.each([{}, { conditioner: { latency: 0.1 } }])('closes both ends; what had arrived can be read: %o', (options) => {
    const [a, b] = createLoopback(options);
    a.send(message(1));
    poll(a, 0);
    expect([a.closed, b.closed]).toEqual([false, false]);
    a.send(message(2));
    a.close();
    a.close();
    expect([a.closed, b.closed]).toEqual([true, true]);
    b.send(message(3));
    a.send(message(4));
    expect([...poll(b, 0.1), ...poll(b, 0.2)]).toEqual([1, 2]);
    expect(poll(a, 5)).toEqual([]);
    b.close();
    expect(poll(b, 5)).toEqual([]);
  });
});

describe('a loopback with conditions', () => {
  it('brings every reliable message once, whatever the conditions', () => {
    const conditions = fc.record({
      seed: fc.integer({ min: 0, max: 0xffffffff }),
      latency: fc.double({ min: 0, max: 0.3, noNaN: true }),
      jitter: fc.double({ min: 0, max: 0.1, noNaN: true }),
      loss: fc.double({ min: 0, max: 0.7, noNaN: true }),
      reorder: fc.double({ min: 0, max: 1, noNaN: true }),
      duplicate: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(conditions, (conditioner) => {
        const [a, b] = createLoopback({ conditioner });
        const got: [number[], number[]] = [[], []];
        let now = 0;
        for (let step = 0; step < 60 * 30; step++, now += STEP) {
          if (step < 50) {
            a.send(message(step, 8 + step * 40));
            b.send(message(100 + step, 8 + step));
            b.send(message(200 + step), true);
          }
          got[0].push(...poll(a, now));
          got[1].push(...poll(b, now));
        }
        expect(got[1].sort((x, y) => x - y)).toEqual(Array.from({ length: 50 }, (_, id) => id));
        expect(got[0].filter((id) => id < 200).sort((x, y) => x - y)).toEqual(
          Array.from({ length: 50 }, (_, id) => 100 + id),
        );
        expect(new Set(got[0]).size).toBe(got[0].length);
      }),
      RUNS,
    );
  });

  it('respects the latency, to the poll', () => {
    for (const { took } of watch({ aToB: { latency: 0.25 } }, 30)) {
      expect(took).toBeGreaterThan(0.25 - 1e-8);
      expect(took).toBeLessThan(0.25 + 1 / 300 + 1e-8);
    }
    for (const { took } of watch({ aToB: { latency: 0.2, jitter: 0.1 } }, 60)) {
      expect(took).toBeGreaterThan(0.1 - 1e-8);
      expect(took).toBeLessThan(0.3 + 1 / 300 + 1e-8);
    }
  });

  it('loses and reorders unreliable messages, and keeps all in order when told to do neither', () => {
    const bad = watch({ conditioner: { latency: 0.1, loss: 0.3, reorder: 0.3 } }, 200).map(({ id }) => id);
    expect(bad.length).toBeLessThan(180);
    expect(bad.length).toBeGreaterThan(100);
    expect(bad).not.toEqual([...bad].sort((x, y) => x - y));
    const good = watch({ conditioner: { latency: 0.1 } }, 200).map(({ id }) => id);
    expect(good).toEqual(Array.from({ length: 200 }, (_, id) => id));
  });

  it('gives the same trace for the same seed, and another for another', () => {
    const trace = (seed: number): number => {
      const [a, b] = createLoopback({ conditioner: { seed, latency: 0.1, jitter: 0.1, loss: 0.3, duplicate: 0.2 } });
      let hash = 0x811c9dc5;
      for (let step = 0; step < 300; step++) {
        const now = step * STEP;
        a.send(message(step, 30), step % 3 === 0);
        b.send(message(step, 40), step % 2 === 0);
        for (const end of [a, b]) {
          end.poll(now, (bytes) => {
            hash = addHash(hash, [...bytes, step]);
          });
        }
      }
      return hash;
    };
    expect(trace(1)).toBe(trace(1));
    expect(trace(1)).not.toBe(trace(2));
  });

  it('gives each direction conditions of its own, and another fate with the same ones', () => {
    const [a, b] = createLoopback({ conditioner: { loss: 0.5 }, bToA: { loss: 0 } });
    const [c, d] = createLoopback({ conditioner: { loss: 0.5 } });
    const got: number[][] = [[], [], [], []];
    for (let step = 0; step < 100; step++) {
      [a, b, c, d].forEach((end) => {
        end.send(message(step), true);
      });
      [a, b, c, d].forEach((end, index) => {
        got[index].push(...poll(end, step * STEP));
      });
    }
    expect(got[0].length).toBeGreaterThanOrEqual(99);
    expect(got[1].length).toBeLessThan(70);
    expect(got[2]).not.toEqual(got[3]);
  });

  it('lets no time pass when a poll has an earlier time, and goes on from there', () => {
    const [a, b] = createLoopback({ conditioner: { latency: 0.1 } });
    poll(b, 100);
    poll(a, 100);
    a.send(message(1));
    poll(a, 100);
    expect([poll(b, 3), poll(b, 3.09)]).toEqual([[], []]);
    expect(poll(b, 3.11)).toEqual([1]);
  });

  it('sends at a flush what would wait for the next poll', () => {
    const [a, b] = createLoopback({ conditioner: { latency: 0.1 } });
    a.send(message(1));
    expect(poll(b, 0)).toEqual([]);
    a.flush(0);
    expect(poll(b, 0.1)).toEqual([1]);
  });

  it('still sends when a handler throws', () => {
    const [a, b] = createLoopback({ conditioner: {} });
    a.send(message(1));
    poll(a, 0);
    b.send(message(2));
    expect(() =>
      b.poll(0, () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(poll(a, 0)).toEqual([2]);
  });
});

describe('changing the conditions of a loopback', () => {
  it('changes what is sent from then on', () => {
    const link = createLoopback({ conditioner: { latency: 0.1 } });
    const [a, b] = link;
    a.send(message(1));
    poll(a, 0);
    link.configure({ aToB: { latency: 1 } });
    a.send(message(2));
    poll(a, 0);
    expect([poll(b, 0.1), poll(b, 0.99), poll(b, 1)]).toEqual([[1], [], [2]]);
    link.configure({ conditioner: { loss: 1 } });
    for (let id = 3; id < 20; id++) a.send(message(id), true);
    poll(a, 1);
    expect(poll(b, 5)).toEqual([]);
    expect(b.incoming?.counters.lost).toBeGreaterThan(0);
  });

  it('gives conditions to a loopback that had none, and loses nothing of what was there', () => {
    const link = createLoopback();
    const [a, b] = link;
    a.send(message(1));
    link.configure({ conditioner: { latency: 0.5 } });
    a.send(message(2));
    poll(a, 0);
    expect([poll(b, 0), poll(b, 0.5)]).toEqual([[1], [2]]);
  });

  it('refuses settings that cannot be, by name, and changes nothing then', () => {
    expect(() => createLoopback({ conditioner: { loss: 2 } })).toThrow(/conditioner\.loss.*0 to 1/);
    expect(() => createLoopback({ bToA: { latency: -1 } })).toThrow(RangeError);
    expect(() => createLoopback({ aToC: {} } as LoopbackOptions)).toThrow(/aToB/);
    const link = createLoopback();
    expect(() => link.configure({ aToB: { latency: 1 }, bToA: { loss: -1 } })).toThrow(/bToA\.loss/);
    const [a, b] = link;
    a.send(message(1));
    expect(poll(b, 0)).toEqual([1]);
    expect(a.delivery).toBeUndefined();
  });

  it.each([
    [7, 'expected options such as'],
    [null, 'found null'],
    ['bad', 'found string'],
    [[], 'found an array'],
    [
      { latency: 0.1 },
      "'latency' is a network condition; expected it inside 'conditioner': { conditioner: { latency } }",
    ],
    [{ condition: {} }, "unknown 'condition'; did you mean 'conditioner'?"],
    [{ conditioner: 0.1 }, 'conditioner: expected network conditions such as'],
    [{ aToB: null }, 'aToB: expected network conditions such as'],
    [{ bToA: { latencyy: 1 } }, "bToA: unknown 'latencyy'; did you mean 'latency'?"],
    [{ conditioner: { bandwidth: '1' } }, 'conditioner.bandwidth: expected a number, found string'],
  ])('says what was expected in place of %o', (options, text) => {
    expect(() => createLoopback(options as LoopbackOptions)).toThrow(text);
    const link = createLoopback();
    expect(() => link.configure(options as LoopbackOptions)).toThrow(text);
    expect(link[0].delivery).toBeUndefined();
  });

  it('refuses messages and times that cannot be', () => {
    const [a] = createLoopback();
    for (const no of [5, null, 'text', [1, 2], new ArrayBuffer(4)]) {
      expect(() => a.send(no as never)).toThrow('message: expected a Uint8Array');
    }
    expect(() => a.send(new Uint8Array(0))).toThrow(RangeError);
    expect(() => a.send(new Uint8Array(65_537))).toThrow(RangeError);
    expect(() => poll(a, Number.NaN)).toThrow(RangeError);
  });
});
