import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Conditioner, createConditioner } from '../../../engine/net/conditioner.ts';
import { CONDITIONER_LIMIT, type ConditionerOptions } from '../../../engine/net/conditioner-options.ts';
import { idOf, message } from './messages.ts';

const RUNS = { seed: 20130131, numRuns: 60 };

const conditions = fc.record({
  seed: fc.integer({ min: 0, max: 0xffffffff }),
  latency: fc.double({ min: 0, max: 0.5, noNaN: true }),
  jitter: fc.double({ min: 0, max: 0.3, noNaN: true }),
  loss: fc.double({ min: 0, max: 1, noNaN: true }),
  lossBurst: fc.double({ min: 0, max: 20, noNaN: true }),
  reorder: fc.double({ min: 0, max: 1, noNaN: true }),
  reorderDelay: fc.double({ min: 0, max: 0.2, noNaN: true }),
  duplicate: fc.double({ min: 0, max: 1, noNaN: true }),
});

interface Arrival {
  id: number;
  at: number;
}

/** Sends one datagram each hundredth of a second, looks each thousandth, and waits until all are there. */
function run(conditioner: Conditioner, count: number, from = 0): Arrival[] {
  const arrivals: Arrival[] = [];
  for (let tick = 0; tick < count * 10 || conditioner.pending > 0; tick++) {
    const now = from + tick / 1000;
    if (tick % 10 === 0 && tick < count * 10) conditioner.send(now, message(tick / 10, 8 + (tick % 50)));
    conditioner.receive(now, (bytes) => arrivals.push({ id: idOf(bytes), at: now }));
  }
  return arrivals;
}

const ids = (arrivals: Arrival[]): number[] => arrivals.map(({ id }) => id);

describe('a conditioner', () => {
  it('without conditions hands everything over at once, in order', () => {
    const arrivals = run(createConditioner(), 50);
    expect(arrivals).toEqual(Array.from({ length: 50 }, (_, id) => ({ id, at: id / 100 })));
  });

  it('respects latency, jitter and the delay of those held back', () => {
    fc.assert(
      fc.property(conditions, (options) => {
        for (const { id, at } of run(createConditioner(options), 40)) {
          const took = at - id / 100;
          expect(took).toBeGreaterThan(options.latency - options.jitter - 1e-8);
          expect(took).toBeLessThan(options.latency + options.jitter + options.reorderDelay + 0.001 + 1e-9);
        }
      }),
      RUNS,
    );
  });

  it('hands over whole datagrams of those sent, each at most twice, and counts all that happens', () => {
    fc.assert(
      fc.property(conditions, (options) => {
        const conditioner = createConditioner(options);
        const times = new Array<number>(60).fill(0);
        for (const { id } of run(conditioner, 60)) times[id]++;
        const { sent, lost, duplicated, delivered, overflowed } = conditioner.counters;
        expect(Math.max(...times)).toBeLessThanOrEqual(2);
        expect(times.filter((n) => n === 0).length).toBe(lost);
        expect(times.filter((n) => n === 2).length).toBe(duplicated);
        expect([sent, overflowed]).toEqual([60, 0]);
        expect(sent - lost + duplicated).toBe(delivered);
      }),
      RUNS,
    );
  });

  it('does the same to the same datagrams with the same seed, and other things with another', () => {
    const options = { latency: 0.1, jitter: 0.05, loss: 0.3, reorder: 0.3, duplicate: 0.3 };
    const first = run(createConditioner({ ...options, seed: 7 }), 200);
    expect(run(createConditioner({ ...options, seed: 7 }), 200)).toEqual(first);
    expect(run(createConditioner({ ...options, seed: 8 }), 200)).not.toEqual(first);
  });

  it('loses the same datagrams when another setting is changed', () => {
    const lost = (options: ConditionerOptions): number[] => {
      const arrived = new Set(ids(run(createConditioner({ seed: 3, loss: 0.4, ...options }), 200)));
      return Array.from({ length: 200 }, (_, id) => id).filter((id) => !arrived.has(id));
    };
    expect(lost({}).length).toBeGreaterThan(40);
    expect(lost({ latency: 0.2, jitter: 0.1, reorder: 0.5, duplicate: 0.5, bandwidth: 1e6 })).toEqual(lost({}));
    const inBursts = lost({ lossBurst: 5 });
    expect(inBursts).not.toEqual(lost({}));
    expect(lost({ lossBurst: 5, latency: 0.2, duplicate: 0.5 })).toEqual(inBursts);
  });

  it.each([0, 0.1, 0.5, 0.9, 1])('loses, doubles and holds back a share of %d', (share) => {
    const count = 4000;
    const conditioner = createConditioner({ loss: share });
    for (let i = 0; i < count; i++) conditioner.send(0, message(i));
    expect(Math.abs(conditioner.counters.lost / count - share)).toBeLessThan(share === 0 || share === 1 ? 1e-9 : 0.03);
    const other = createConditioner({ reorder: share, duplicate: share });
    for (let i = 0; i < count; i++) other.send(0, message(i));
    expect(Math.abs(other.counters.heldBack / count - share)).toBeLessThan(0.03);
    expect(Math.abs(other.counters.duplicated / count - share)).toBeLessThan(0.03);
  });

  it('reorders by the reorder setting and by jitter, and not without them', () => {
    const even = createConditioner({ latency: 0.1, loss: 0.2 });
    const order = ids(run(even, 200));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(even.counters.reordered).toBe(0);
    for (const options of [{ reorder: 0.2 }, { latency: 0.1, jitter: 0.05 }]) {
      const conditioner = createConditioner(options);
      const arrived = ids(run(conditioner, 200));
      expect(arrived).not.toEqual([...arrived].sort((a, b) => a - b));
      expect(conditioner.counters.reordered).toBeGreaterThan(10);
    }
  });

  it('can be changed while it runs: what is on its way keeps its time', () => {
    const conditioner = createConditioner({ latency: 0.5 });
    const got: number[] = [];
    const look = (now: number): void => conditioner.receive(now, (bytes) => got.push(idOf(bytes)));
    conditioner.send(0, message(1));
    conditioner.configure({ latency: 0.1 });
    conditioner.send(0, message(2));
    look(0.1);
    expect(got).toEqual([2]);
    look(0.5);
    expect(got).toEqual([2, 1]);
    conditioner.configure({ loss: 1 });
    conditioner.send(0.5, message(3));
    conditioner.configure({ loss: 0 });
    conditioner.send(0.5, message(4));
    look(0.55);
    look(0.6);
    expect(got).toEqual([2, 1, 4]);
  });

  it('starts its draws again with a seed', () => {
    const options = { seed: 5, loss: 0.5 };
    const conditioner = createConditioner(options);
    const first = ids(run(conditioner, 50));
    conditioner.configure({ seed: 5 });
    expect(ids(run(conditioner, 50, 10))).toEqual(first);
  });

  it.each([
    ['latency', -0.1, '0 to 60'],
    ['latency', 61, '0 to 60'],
    ['latency', Number.NaN, '0 to 60'],
    ['jitter', -1, '0 to 60'],
    ['jitter', Number.POSITIVE_INFINITY, '0 to 60'],
    ['loss', 1.01, '0 to 1'],
    ['loss', -0.01, '0 to 1'],
    ['reorder', 2, '0 to 1'],
    ['reorderDelay', -1, '0 to 60'],
    ['duplicate', Number.NaN, '0 to 1'],
    ['lossBurst', -1, '0 to 10000'],
    ['lossBurst', 10_001, '0 to 10000'],
    ['bandwidth', 99, '100 to 1000000000'],
    ['bandwidth', -1, '100 to 1000000000'],
    ['bandwidth', Number.NaN, '100 to 1000000000'],
    ['bandwidth', Number.POSITIVE_INFINITY, '100 to 1000000000'],
    ['queue', 0, '1 to 8388608'],
    ['queue', 8_388_609, '1 to 8388608'],
    ['seed', -1, '0 to 4294967295'],
    ['seed', 2 ** 32, '0 to 4294967295'],
    ['seed', 0.5, 'whole'],
  ])('refuses %s %d, naming the field and what it may be', (field, value, range) => {
    expect(() => createConditioner({ [field]: value })).toThrow(RangeError);
    expect(() => createConditioner({ [field]: value })).toThrow(new RegExp(`${field}.*${range}`));
    const conditioner = createConditioner({ seed: 1 });
    expect(() => conditioner.configure({ [field]: value })).toThrow(RangeError);
  });

  it('changes nothing when one of several settings is refused, and knows its settings', () => {
    const conditioner = createConditioner();
    expect(() => conditioner.configure({ latency: 1, loss: 2 })).toThrow(RangeError);
    conditioner.send(0, message(1));
    const got: number[] = [];
    conditioner.receive(0, (bytes) => got.push(idOf(bytes)));
    expect(got).toEqual([1]);
    expect(() => createConditioner({ latencie: 1 } as ConditionerOptions)).toThrow(/latency/);
    expect(() => createConditioner({ loss: '0.5' as unknown as number })).toThrow(TypeError);
    expect(() => createConditioner(5 as ConditionerOptions)).toThrow('expected network conditions');
    expect(() => createConditioner(null as unknown as ConditionerOptions)).toThrow('found null');
    expect(() => createConditioner([] as ConditionerOptions)).toThrow('found an array');
    expect(() => conditioner.send(Number.NaN, message(1))).toThrow(RangeError);
  });

  it('adds no step for sums of times that are not exact', () => {
    const conditioner = createConditioner({ latency: 0.2 });
    const got: number[] = [];
    conditioner.send(0.01, message(1));
    conditioner.receive(0.21, (bytes) => got.push(idOf(bytes)));
    expect(0.01 + 0.2).toBeGreaterThan(0.21);
    expect(got).toEqual([1]);
  });

  it('copies what is sent', () => {
    const conditioner = createConditioner({ latency: 1 });
    const bytes = message(9, 100);
    conditioner.send(0, bytes);
    bytes.fill(0);
    const got: number[] = [];
    conditioner.receive(1, (datagram) => got.push(idOf(datagram)));
    expect(got).toEqual([9]);
  });

  it('keeps a bounded number of bytes', () => {
    const conditioner = createConditioner({ latency: 1 });
    const big = new Uint8Array(60_000);
    for (let i = 0; i < 200; i++) conditioner.send(0, big);
    const { overflowed } = conditioner.counters;
    expect(conditioner.pending).toBe(200 - overflowed);
    expect(conditioner.pending * big.length).toBeLessThanOrEqual(CONDITIONER_LIMIT);
    expect(overflowed).toBeGreaterThan(0);
    conditioner.receive(1, () => {});
    conditioner.send(1, big);
    expect([conditioner.pending, conditioner.counters.overflowed]).toEqual([1, overflowed]);
    expect(() => conditioner.send(1, new Uint8Array(65_537))).toThrow(RangeError);
  });

  it('looks at what is sent while it hands over the next time, and loses nothing when that throws', () => {
    const conditioner = createConditioner();
    const got: number[] = [];
    conditioner.send(0, message(1));
    conditioner.send(0, message(2));
    expect(() =>
      conditioner.receive(0, () => {
        conditioner.send(0, message(3));
        throw new Error('no');
      }),
    ).toThrow('no');
    conditioner.receive(0, (bytes) => {
      got.push(idOf(bytes));
      if (got.length < 9) conditioner.send(0, message(10 + got.length));
    });
    expect(got).toEqual([2, 3]);
    conditioner.receive(0, (bytes) => got.push(idOf(bytes)));
    expect(got).toEqual([2, 3, 11, 12]);
  });

  it('lets no time pass when the time goes back', () => {
    const conditioner = createConditioner({ latency: 0.2 });
    const got: number[] = [];
    conditioner.receive(5, () => {});
    conditioner.send(1, message(1));
    conditioner.receive(4, (bytes) => got.push(idOf(bytes)));
    conditioner.receive(5.1, (bytes) => got.push(idOf(bytes)));
    expect(got).toEqual([]);
    conditioner.receive(5.2, (bytes) => got.push(idOf(bytes)));
    expect(got).toEqual([1]);
  });
});

/** Lengths of the rows of datagrams that were lost, of 40,000. */
function rowsOfLosses(options: ConditionerOptions): { rows: number[]; lost: number; longest: number } {
  const conditioner = createConditioner(options);
  const rows: number[] = [];
  const { counters } = conditioner;
  let row = 0;
  for (let i = 0; i < 40_000; i++) {
    const before = counters.lost;
    conditioner.send(0, message(i));
    conditioner.receive(0, () => {});
    if (counters.lost > before) row++;
    else if (row > 0) {
      rows.push(row);
      row = 0;
    }
  }
  return { rows, lost: counters.lost / 40_000, longest: counters.longestBurst };
}

const meanOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('bursts of losses', () => {
  it.each([
    [0.01, 4],
    [0.1, 3],
    [0.2, 8],
    [0.5, 6],
    [0.9, 40],
  ])('a share of %d in rows of %d on average: both come out', (loss, lossBurst) => {
    const { rows, lost, longest } = rowsOfLosses({ loss, lossBurst, seed: 9 });
    expect(Math.abs(lost / loss - 1)).toBeLessThan(0.15);
    expect(Math.abs(meanOf(rows) / lossBurst - 1)).toBeLessThan(0.15);
    expect(longest).toBe(Math.max(...rows));
    // Rows of one chain end with the same chance at every step: their spread is about their mean.
    const spread = Math.sqrt(meanOf(rows.map((row) => (row - lossBurst) ** 2)));
    expect(spread / Math.sqrt(lossBurst * (lossBurst - 1))).toBeGreaterThan(0.8);
    expect(spread / Math.sqrt(lossBurst * (lossBurst - 1))).toBeLessThan(1.25);
  });

  it('independent losses are those whose rows are no longer than chance makes them', () => {
    const independent = rowsOfLosses({ loss: 0.5, seed: 2 });
    for (const lossBurst of [0, 1, 1.5, 2]) {
      expect(rowsOfLosses({ loss: 0.5, lossBurst, seed: 2 })).toEqual(independent);
    }
    expect(Math.abs(meanOf(independent.rows) - 2)).toBeLessThan(0.1);
  });

  it('a loss of 0 loses nothing and one of 1 all, whatever the bursts, also in the middle of one', () => {
    expect(rowsOfLosses({ loss: 0, lossBurst: 100 }).lost).toBe(0);
    expect(rowsOfLosses({ loss: 1, lossBurst: 2 }).lost).toBe(1);
    const conditioner = createConditioner({ loss: 1, lossBurst: 1000 });
    conditioner.send(0, message(1));
    conditioner.configure({ loss: 0 });
    conditioner.send(0, message(2));
    expect(conditioner.counters.lost).toBe(1);
  });

  it('start again with a seed', () => {
    const options = { seed: 5, loss: 0.5, lossBurst: 20 };
    const conditioner = createConditioner(options);
    const first = ids(run(conditioner, 101));
    for (let seed = 0; seed < 20; seed++) {
      conditioner.configure({ seed });
      run(conditioner, 7 + seed, 10 + seed);
      conditioner.configure({ seed: 5 });
      expect(ids(run(conditioner, 101, 40 + 10 * seed))).toEqual(first);
    }
  });
});

describe('bandwidth', () => {
  /** Sends datagrams of 100 bytes at the given times; when each arrived, by number, NaN: it did not. */
  function through(options: ConditionerOptions, times: number[]): { arrived: number[]; conditioner: Conditioner } {
    const conditioner = createConditioner(options);
    const arrived = times.map(() => Number.NaN);
    let next = 0;
    for (let tick = 0; tick <= 20_000; tick++) {
      const now = tick / 1000;
      while (next < times.length && times[next] <= now) conditioner.send(now, message(next++, 100));
      conditioner.receive(now, (bytes) => {
        arrived[idOf(bytes)] = now;
      });
    }
    return { arrived, conditioner };
  }

  it('lets datagrams pass one after the other, each for as long as its bytes take', () => {
    const { arrived, conditioner } = through({ bandwidth: 1000 }, [0, 0, 0, 1]);
    expect(arrived).toEqual([0.1, 0.2, 0.3, 1.1]);
    expect(conditioner.counters).toMatchObject({ queued: 2, queueDropped: 0, delivered: 4 });
    expect(conditioner.counters.longestWait).toBeCloseTo(0.2, 9);
  });

  it('comes before latency, losses and copies', () => {
    const { arrived } = through({ bandwidth: 1000, latency: 0.5 }, [0, 0]);
    expect(arrived).toEqual([0.6, 0.7]);
    // What is lost on the way has used the way.
    const { arrived: some, conditioner } = through({ bandwidth: 1000, loss: 0.5, seed: 3 }, new Array(10).fill(0));
    expect(conditioner.counters.lost).toBeGreaterThan(0);
    some.forEach((at, index) => {
      if (!Number.isNaN(at)) expect(at).toBeCloseTo((index + 1) / 10, 9);
    });
    const { arrived: twice } = through({ bandwidth: 1000, duplicate: 1 }, [0, 0]);
    expect(twice).toEqual([0.1, 0.2]);
  });

  it('drops and counts what finds no room in the queue, the newest', () => {
    const { arrived, conditioner } = through({ bandwidth: 1000, queue: 350 }, [0, 0, 0, 0, 0, 0.15, 2]);
    // Three wait or pass; 350 bytes hold no fourth. At 0.15, 150 bytes have gone.
    expect(arrived).toEqual([0.1, 0.2, 0.3, Number.NaN, Number.NaN, 0.4, 2.1]);
    expect(conditioner.counters).toMatchObject({ sent: 7, queueDropped: 2, delivered: 5, lost: 0, overflowed: 0 });
  });

  it('always lets one pass that finds the way free', () => {
    const { arrived } = through({ bandwidth: 1000, queue: 50 }, [0, 0.05, 0.2]);
    expect(arrived).toEqual([0.1, Number.NaN, 0.3]);
  });

  it('never lets more through than it says, nor keeps more than its queue, whatever comes', () => {
    const traffic = fc.array(
      fc.record({ pause: fc.integer({ min: 0, max: 80 }), length: fc.integer({ min: 8, max: 900 }) }),
      {
        minLength: 1,
        maxLength: 120,
        size: 'max',
      },
    );
    fc.assert(
      fc.property(
        traffic,
        fc.integer({ min: 100, max: 50_000 }),
        fc.integer({ min: 1, max: 4000 }),
        (sent, bandwidth, queue) => {
          const conditioner = createConditioner({ bandwidth, queue });
          let now = 0;
          let delivered = 0;
          let waiting = 0;
          for (const { pause, length } of sent) {
            now += pause / 1000;
            conditioner.receive(now, (bytes) => {
              delivered += bytes.length;
              waiting -= bytes.length;
            });
            const { queueDropped } = conditioner.counters;
            conditioner.send(now, message(0, length));
            if (conditioner.counters.queueDropped === queueDropped) waiting += length;
            expect(delivered).toBeLessThanOrEqual(bandwidth * now + 1e-6);
            // The one that passes was let in whole.
            expect(waiting).toBeLessThanOrEqual(queue + 900);
            expect(conditioner.counters.longestWait).toBeLessThanOrEqual(queue / bandwidth + 1e-6);
          }
          const { counters } = conditioner;
          conditioner.receive(now + 1000, () => {});
          expect(counters.delivered + counters.queueDropped).toBe(counters.sent);
        },
      ),
      RUNS,
    );
  });

  it('can be changed and taken away: what was let in passes as it would have', () => {
    const conditioner = createConditioner({ bandwidth: 1000 });
    const got: number[] = [];
    const look = (now: number): void => conditioner.receive(now, (bytes) => got.push(idOf(bytes)));
    conditioner.send(0, message(1, 1000));
    conditioner.send(0, message(2, 1000));
    conditioner.configure({ bandwidth: 0 });
    conditioner.send(0.1, message(3, 1000));
    look(0.1);
    expect(got).toEqual([3]);
    look(2);
    expect(got).toEqual([3, 1, 2]);
  });
});
