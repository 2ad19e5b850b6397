import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_MESSAGE_BYTES } from '../../../engine/net/transport.ts';
import { seededUnit } from '../../support/trig-digest.ts';
import { BadNetwork, message, STEP } from './messages.ts';
import { receiveAll, recorded } from './datagrams.ts';

const RUNS = { seed: 20130131, numRuns: 60 };

const lossy = (most: number) =>
  fc.record({
    seed: fc.integer({ min: 0, max: 0xffffffff }),
    latency: fc.double({ min: 0, max: 0.4, noNaN: true }),
    jitter: fc.double({ min: 0, max: 0.2, noNaN: true }),
    loss: fc.double({ min: 0, max: most, noNaN: true }),
    lossBurst: fc.oneof(fc.constant(0), fc.double({ min: 1, max: 12, noNaN: true })),
    bandwidth: fc.oneof(fc.constant(0), fc.integer({ min: 20_000, max: 200_000 })),
    queue: fc.integer({ min: 3000, max: 65_536 }),
    reorder: fc.double({ min: 0, max: 0.5, noNaN: true }),
    duplicate: fc.double({ min: 0, max: 0.5, noNaN: true }),
  });

const traffic = fc.array(
  fc.record({
    side: fc.constantFrom(0 as const, 1 as const),
    length: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 8, max: 200 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1000, max: 8000 }) },
    ),
    unreliable: fc.boolean(),
    pause: fc.integer({ min: 0, max: 2 }),
  }),
  { minLength: 1, maxLength: 60, size: 'max' },
);

describe('delivery under loss, delay, doubling, reordering and damage', () => {
  it('brings every reliable message once and every unreliable one at most once, whole', () => {
    fc.assert(
      fc.property(lossy(0.8), traffic, fc.integer({ min: 0, max: 30 }), (conditions, messages, damaged) => {
        const network = new BadNetwork(conditions);
        const unit = seededUnit(conditions.seed);
        network.damage = (datagram) => {
          if (unit() * 100 < damaged) datagram[Math.floor(unit() * datagram.length)] ^= 1 << Math.floor(unit() * 8);
        };
        messages.forEach(({ side, length, unreliable, pause }, id) => {
          expect(network.ends[side].send(message(id, length), unreliable)).toBe(true);
          network.step(pause);
        });
        expect(network.settle(180)).toBeLessThan(180);
        network.step(60);
        for (const side of [0, 1] as const) {
          const got = network.got[side].sort((a, b) => a - b);
          const wanted = messages.flatMap((sent, id) => (sent.side !== side && !sent.unreliable ? [id] : []));
          const allowed = messages.flatMap((sent, id) => (sent.side !== side ? [id] : []));
          expect(got.filter((id) => !messages[id]?.unreliable)).toEqual(wanted);
          expect(new Set(got).size).toBe(got.length);
          expect(allowed).toEqual(expect.arrayContaining(got));
          expect(network.ends[side].counters.delivered).toBe(got.length);
        }
      }),
      RUNS,
    );
  });

  it.each([
    [0, 0.2],
    [0.3, 3],
    [0.6, 6],
    [0.9, 60],
  ])('at a loss of %d each way, 300 messages over 10 s have all come %d s later', (loss, most) => {
    const network = new BadNetwork({ seed: 4, latency: 0.08, jitter: 0.02, loss });
    for (let id = 0; id < 300; id++) {
      network.ends[0].send(message(id, 40));
      network.step();
    }
    expect(network.until(() => network.got[1].length === 300, most)).toBeLessThan(most);
    expect(network.got[1].sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, id) => id));
  });

  it.each([
    ['10 s, little to say', 300, 9, 8],
    ['20 s, a message a step', 600, 1, 8],
    ['40 s, a packet a step: more than a window', 1200, 1, 1000],
    ['120 s', 400, 9, 200],
  ])('comes back within two seconds after the network was cut for %s', (_, count, pause, length) => {
    const network = new BadNetwork({ latency: 0.05 });
    for (let id = 0; id < 30; id++) {
      network.ends[id & 1].send(message(100_000 + id));
      network.step();
    }
    network.settle(1);
    network.got.forEach((ids) => {
      ids.length = 0;
    });
    for (const conditioner of network.conditioners) conditioner.configure({ loss: 1 });
    for (let id = 0; id < count; id++) {
      network.ends[0].send(message(id, length));
      network.step(pause);
    }
    expect(network.got[1]).toEqual([]);
    expect(network.ends[0].counters.overflowed).toBe(0);
    for (const conditioner of network.conditioners) conditioner.configure({ loss: 0 });
    expect(network.until(() => network.got[1].length === count, 2)).toBeLessThan(2);
    expect(network.settle(1)).toBeLessThan(1);
    expect(network.got[1].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, id) => id));
  });

  it('sends a peer that is silent only so much again, and takes up all when it is back', () => {
    const network = new BadNetwork({ latency: 0.1 });
    for (const conditioner of network.conditioners) conditioner.configure({ loss: 1 });
    const [end] = network.ends;
    for (let id = 0; id < 500; id++) {
      end.send(message(id, 1000));
      network.step();
    }
    network.step(150);
    const { bytesSent } = end.counters;
    network.step(300);
    expect(end.counters.bytesSent).toBeGreaterThan(bytesSent);
    // Ten seconds; 500 packets were waiting, which is 550,000 bytes.
    expect(end.counters.bytesSent - bytesSent).toBeLessThan(700_000);
    for (const conditioner of network.conditioners) conditioner.configure({ loss: 0 });
    expect(network.settle(2)).toBeLessThan(2);
    expect(network.got[1].length).toBe(500);
  });

  it('brings a whole world through a narrow way, as fast as that allows, and no slower for its short queue', () => {
    const network = new BadNetwork({ latency: 0.05, bandwidth: 100_000, queue: 8000 });
    for (let id = 0; id < 300; id++) network.ends[0].send(message(id, 1000));
    // 300,000 bytes and their headers take 3.3 s.
    expect(network.until(() => network.got[1].length === 300, 12)).toBeLessThan(12);
    expect(network.conditioners[1].counters.queueDropped).toBeGreaterThan(0);
    expect(network.settle(5)).toBeLessThan(5);
    expect(network.got[1].sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, id) => id));
  });

  it('keeps a bounded amount for a peer that is never heard of, and says what found no room', () => {
    const { end } = recorded();
    let taken = 0;
    for (let id = 0; id < 6000; id++) {
      if (end.send(message(id, 1000))) taken++;
      end.update(id * STEP);
    }
    expect(taken).toBe(4096);
    expect(end.waiting).toBe(4096);
    expect(end.counters.overflowed).toBe(6000 - 4096);
  });

  it('gives the same trace for the same seed, and another for another', () => {
    const trace = (seed: number): number => {
      const network = new BadNetwork({ seed, latency: 0.1, jitter: 0.05, loss: 0.3, reorder: 0.2, duplicate: 0.2 });
      for (let id = 0; id < 100; id++) {
        network.ends[id & 1].send(message(id, 8 + id * 20), id % 3 === 0);
        network.step();
      }
      network.settle(60);
      return network.trace;
    };
    expect(trace(11)).toBe(trace(11));
    expect(trace(11)).not.toBe(trace(12));
  });

  it('numbers wrap', () => {
    const network = new BadNetwork({ seed: 2, latency: 0.05, loss: 0.4, duplicate: 0.2 }, { firstNumber: 0xfffffff0 });
    for (let id = 0; id < 200; id++) {
      network.ends[0].send(message(id), id % 2 === 1);
      network.step();
    }
    expect(network.settle(30)).toBeLessThan(30);
    expect(network.got[1].filter((id) => id % 2 === 0).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, i) => 2 * i),
    );
    expect(network.got[1].filter((id) => id % 2 === 1).length).toBeGreaterThan(40);
    expect(new Set(network.got[1]).size).toBe(network.got[1].length);
  });
});

describe('packets', () => {
  it('hold several messages', () => {
    const { end, out } = recorded();
    for (let id = 0; id < 20; id++) end.send(message(id, 40));
    end.update(0);
    expect(out.length).toBe(1);
    expect(receiveAll(recorded().end, out)).toEqual(Array.from({ length: 20 }, (_, id) => id));
  });

  it('are never longer than the MTU, whatever the messages', () => {
    for (const mtu of [256, 1200, 16384]) {
      const { end, out } = recorded({ mtu });
      const lengths = [8, mtu - 106, mtu - 92, mtu - 91, mtu - 90, mtu, 3 * mtu];
      lengths.forEach((length, id) => {
        end.send(message(id, length));
        end.send(message(id + 100, length), true);
      });
      end.update(0);
      expect(Math.max(...out.map(({ length }) => length))).toBeLessThanOrEqual(mtu);
      const got = receiveAll(recorded({ mtu }).end, out);
      expect(got.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 100, 101, 102, 103, 104, 105, 106]);
    }
  });

  it('carry the longest message in parts, which may come in any order', () => {
    const { end, out } = recorded();
    end.send(message(1, MAX_MESSAGE_BYTES));
    end.update(0);
    expect(out.length).toBeGreaterThan(50);
    const peer = recorded().end;
    expect(receiveAll(peer, out.slice(1).reverse())).toEqual([]);
    expect(peer.unfinished).toBe(MAX_MESSAGE_BYTES);
    expect(receiveAll(peer, out.slice(0, 1))).toEqual([1]);
    expect(peer.unfinished).toBe(0);
  });

  it('are handed on as they come, without waiting for those before them', () => {
    const { end, out } = recorded();
    for (let id = 0; id < 5; id++) {
      end.send(message(id));
      end.update(id * STEP);
    }
    expect(receiveAll(recorded().end, [...out].reverse())).toEqual([4, 3, 2, 1, 0]);
  });

  it('that come again are dropped, at once or much later', () => {
    const { end, out } = recorded();
    const { end: peer, out: answers } = recorded();
    const got: number[] = [];
    for (let id = 0; id < 3000; id++) {
      end.send(message(id), id % 2 === 1);
      end.update(id * STEP);
      peer.update(id * STEP);
      got.push(...receiveAll(peer, out.slice(-1)), ...receiveAll(peer, out.slice(-1)));
      receiveAll(end, answers.splice(0));
    }
    expect(got).toEqual(Array.from({ length: 3000 }, (_, id) => id));
    expect(receiveAll(peer, out)).toEqual([]);
    expect(peer.counters.duplicates).toBe(3000 + out.length);
  });
});

describe('sending again', () => {
  it('happens to reliable messages until they are acknowledged, and never to unreliable ones', () => {
    const { end, out } = recorded();
    end.send(message(1));
    end.send(message(2), true);
    for (let step = 0; step < 300; step++) end.update(step * STEP);
    const got = out.map((datagram) => receiveAll(recorded().end, [datagram])[0]);
    expect(got.filter((id) => id === 2).length).toBe(1);
    expect(got.filter((id) => id === 1).length).toBe(1 + end.counters.resent);
    expect(end.counters.resent).toBeGreaterThan(5);

    const { end: peer, out: answers } = recorded();
    receiveAll(peer, out);
    peer.update(0);
    receiveAll(end, answers);
    expect(end.waiting).toBe(0);
    const { resent } = end.counters;
    for (let step = 300; step < 600; step++) end.update(step * STEP);
    expect(end.counters.resent).toBe(resent);
  });

  it('comes at once when later packets have arrived and it was asked for', () => {
    const options = { leastResendTime: 2 };
    const { end, out } = recorded(options);
    const { end: peer, out: answers } = recorded(options);
    for (let id = 0; id < 5; id++) {
      end.send(message(id));
      end.update(id * STEP);
    }
    expect(receiveAll(peer, out.slice(1, 3))).toEqual([1, 2]);
    peer.update(0.2);
    receiveAll(end, answers.splice(0));
    end.update(0.2);
    // Two have only overtaken it.
    expect(end.counters.resent).toBe(0);
    expect(receiveAll(peer, out.slice(3, 5))).toEqual([3, 4]);
    peer.update(0.3);
    receiveAll(end, answers.splice(0));
    end.update(0.3);
    expect(end.counters.resent).toBe(1);
    expect(receiveAll(peer, out.slice(5))).toEqual([0]);
  });

  it('comes again as soon when a packet is lost once more', () => {
    const options = { leastResendTime: 5, mostResendTime: 5 };
    const network = new BadNetwork({ latency: 0.05 }, options);
    let seen = 0;
    network.damage = (datagram) => {
      // The first packet, the first three times.
      const isFirst = datagram[2] === 1 && new DataView(datagram.buffer).getUint32(8, true) === 0;
      if (isFirst && seen++ < 3) datagram[30] ^= 1;
    };
    for (let id = 0; id < 60; id++) {
      network.ends[0].send(message(id));
      network.step();
    }
    expect(seen).toBe(4);
    expect(network.got[1]).toContain(0);
    // Each time after the round trip and what may have overtaken it, without waiting for the resend time.
    expect(network.got[1].indexOf(0)).toBeLessThan(36);
  });

  it('waits for the measured round trip, within its bounds', () => {
    const measured = [0.02, 0.2, 0.6, 3].map((latency) => {
      const network = new BadNetwork({ latency });
      for (let id = 0; id < 900; id++) {
        network.ends[0].send(message(id));
        network.step();
      }
      const [end] = network.ends;
      expect(end.roundTrip).toBeGreaterThan(2 * latency - 0.01);
      expect(end.roundTrip).toBeLessThan(2 * latency + 3 * STEP);
      return end.resendTime;
    });
    for (const [index, least, most] of [
      [0, 0.1, 0.2],
      [1, 0.4, 0.6],
      [2, 1.2, 1.5],
      [3, 4, 4],
    ]) {
      expect(measured[index]).toBeGreaterThanOrEqual(least);
      expect(measured[index]).toBeLessThanOrEqual(most);
    }
  });

  it('is not done without need: on a good network with a long way nothing is sent twice once that is known', () => {
    const network = new BadNetwork({ latency: 0.5, jitter: 0.02 });
    for (let id = 0; id < 120; id++) {
      network.ends[0].send(message(id));
      network.step();
    }
    const { resent } = network.ends[0].counters;
    for (let id = 120; id < 420; id++) {
      network.ends[0].send(message(id));
      network.step();
    }
    expect(network.ends[0].counters.resent - resent).toBeLessThanOrEqual(3);
  });

  it('is hardly done for what only takes longer than what was sent after it', () => {
    const network = new BadNetwork({ latency: 0.15, jitter: 0.1 });
    for (let id = 0; id < 600; id++) {
      network.ends[0].send(message(id));
      network.step();
    }
    expect(network.conditioners[1].counters.reordered).toBeGreaterThan(100);
    expect(network.ends[0].counters.resent).toBeLessThan(30);
  });

  it('ends: two sides with nothing to say are silent', () => {
    const network = new BadNetwork({ latency: 0.1, loss: 0.3, duplicate: 0.3 });
    for (let id = 0; id < 20; id++) network.ends[id & 1].send(message(id));
    network.settle(30);
    network.step(60);
    const sent = network.ends.map((end) => end.counters.datagramsSent);
    network.step(300);
    expect(network.ends.map((end) => end.counters.datagramsSent)).toEqual(sent);
  });

  it('does not happen when time goes back', () => {
    const { end, out } = recorded();
    end.send(message(1));
    end.update(100);
    end.update(50);
    end.update(50.05);
    expect(out.length).toBe(1);
    end.update(51);
    expect(out.length).toBe(2);
  });
});
