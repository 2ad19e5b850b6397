import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_MESSAGE_BYTES } from '../../../engine/net/transport.ts';
import { BadNetwork, idOf, message } from './messages.ts';
import { part, receiveAll, recorded, reliablePacket, seal } from './datagrams.ts';

const RUNS = { seed: 20130131, numRuns: 60 };

describe('what comes from outside', () => {
  it('throws nothing and counts as malformed when it is noise', () => {
    const { end } = recorded();
    let count = 0;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1500, size: 'max' }), (noise) => {
        end.receive(noise, () => expect.unreachable());
        expect(end.counters.malformed).toBe(++count);
      }),
      { ...RUNS, numRuns: 300 },
    );
  });

  it('throws nothing and takes a bounded amount of memory when it is sealed noise', () => {
    const header = fc.record({
      kind: fc.integer({ min: 0, max: 3 }),
      words: fc.integer({ min: 0, max: 18 }),
      number: fc.oneof(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 0xffffffff })),
      expected: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 0xffffffff })),
      rest: fc.uint8Array({ minLength: 10, maxLength: 200, size: 'max' }),
    });
    fc.assert(
      fc.property(fc.array(header, { minLength: 1, maxLength: 40, size: 'max' }), (datagrams) => {
        const { end } = recorded();
        for (let id = 0; id < 4; id++) {
          end.send(message(id, 800));
          end.update(id);
        }
        datagrams.forEach(({ kind, words, number, expected, rest }, i) => {
          const datagram = new Uint8Array(16 + rest.length);
          const view = new DataView(datagram.buffer);
          view.setUint16(0, 0x6447, true);
          view.setUint8(2, kind);
          view.setUint8(3, words);
          view.setUint32(8, number, true);
          datagram.set(rest, 16);
          if (datagram.length >= 20) view.setUint32(16, expected, true);
          end.receive(seal(datagram), (bytes) => expect(bytes.length).toBeGreaterThan(0));
          end.update(4 + i);
        });
        expect(end.waiting).toBeLessThanOrEqual(4);
        expect(end.resendTime).toBeLessThanOrEqual(4);
        expect(end.send(message(9))).toBe(true);
        end.update(100);
      }),
      RUNS,
    );
  });

  it.each([
    ['an acknowledgement of what was not sent', (d: DataView) => d.setUint32(16, 2, true)],
    ['no such kind', (d: DataView) => d.setUint8(2, 3)],
    ['another magic', (d: DataView) => d.setUint16(0, 0x6448, true)],
    ['more words than there are', (d: DataView) => d.setUint8(3, 1)],
    ['a packet past the window', (d: DataView) => d.setUint32(8, 512, true)],
    ['an empty message', (d: DataView) => d.setUint16(26, 0, true)],
    ['a message past the end', (d: DataView) => d.setUint16(26, 9, true)],
    ['a part of what is too long', (d: DataView) => d.setUint16(26, 0x8008, true)],
  ])('is malformed and dropped whole: %s', (_, change) => {
    const { end } = recorded();
    end.send(message(0));
    end.update(0);
    const good = reliablePacket(0, [8, 0, ...message(7)]);
    const bad = good.slice();
    change(new DataView(bad.buffer));
    expect(receiveAll(end, [seal(bad)])).toEqual([]);
    expect([end.counters.malformed, end.waiting]).toEqual([1, 1]);
    expect(receiveAll(end, [good])).toEqual([7]);
    expect(end.counters.malformed).toBe(1);
  });

  it('is not believed about packets that were never sent', () => {
    const { end } = recorded();
    for (let id = 0; id < 2; id++) {
      end.send(message(id));
      end.update(id * 0.01);
    }
    const datagram = new Uint8Array(30);
    datagram.set(reliablePacket(0, [], 0));
    const view = new DataView(datagram.buffer);
    view.setUint8(3, 1);
    // Packets 1 and 2 are said to be there; there is no 2.
    view.setUint32(26, 0b11, true);
    receiveAll(end, [seal(datagram)]);
    expect([end.counters.malformed, end.waiting]).toEqual([1, 2]);
    view.setUint32(26, 0b1, true);
    receiveAll(end, [seal(datagram)]);
    expect([end.counters.malformed, end.waiting]).toEqual([1, 2]);
    view.setUint8(3, 0);
    view.setUint32(16, 1, true);
    receiveAll(end, [seal(datagram.slice(0, 26))]);
    expect([end.counters.malformed, end.waiting]).toEqual([1, 0]);
  });

  it('cannot make it keep more parts than a peer has in flight', () => {
    const { end } = recorded();
    for (let number = 0; number < 500; number++) {
      receiveAll(end, [reliablePacket(number, part(number, MAX_MESSAGE_BYTES, 0))]);
      receiveAll(end, [reliablePacket(number, part(number, MAX_MESSAGE_BYTES, 0), 2)]);
    }
    expect(end.unfinished).toBeLessThan(2 * 1024 * 1024);
    expect(end.counters.refused).toBeGreaterThan(400);
    expect(end.counters.malformed).toBe(0);
  });

  it('cannot change the length of a message that has begun, or write past its end', () => {
    const { end } = recorded();
    receiveAll(end, [reliablePacket(0, part(1, 100, 0))]);
    receiveAll(end, [reliablePacket(1, part(1, 200, 150))]);
    receiveAll(end, [reliablePacket(1, part(1, 100, 100))]);
    expect(end.counters.malformed).toBe(2);
    // In one packet, where the check cannot know the first length yet.
    expect(receiveAll(end, [reliablePacket(1, [...part(2, 10, 0), ...part(2, 1000, 900)])])).toEqual([]);
  });
});

describe('limits', () => {
  it('what is not acknowledged waits up to a limit, and what was taken arrives', () => {
    const network = new BadNetwork({ latency: 0.02 }, { queue: 512 });
    let taken = 0;
    while (network.ends[0].send(message(taken, 1000))) taken++;
    expect(taken).toBe(512);
    expect([network.ends[0].waiting, network.ends[0].counters.overflowed]).toEqual([512, 1]);
    expect(network.ends[0].send(message(taken, 65_536))).toBe(false);
    expect(network.settle(10)).toBeLessThan(10);
    expect(network.got[1].length).toBe(512);
    expect(network.ends[0].send(message(taken, 65_536))).toBe(true);
  });

  it('unreliable messages wait for an update up to a limit', () => {
    const { end, out } = recorded();
    let taken = 0;
    while (end.send(message(taken, 1000), true)) taken++;
    expect(taken).toBe(256);
    end.update(0);
    expect(out.length).toBe(256);
    expect(end.send(message(0), true)).toBe(true);
  });

  it('at most a window of packets is on its way', () => {
    const { end, out } = recorded();
    for (let id = 0; id < 1000; id++) end.send(message(id, 1000));
    end.update(0);
    expect(out.length).toBe(64);
    for (let update = 1; update < 20; update++) end.update(update / 1000);
    expect(out.length).toBe(512);
  });

  it('a datagram that is handed in while one is read is taken for lost', () => {
    const { end, out } = recorded();
    end.send(message(1));
    end.update(0);
    end.send(message(2));
    end.update(0.01);
    const { end: peer } = recorded();
    const got: number[] = [];
    peer.receive(out[0], (bytes) => {
      peer.receive(out[1], () => expect.unreachable());
      got.push(idOf(bytes));
    });
    peer.receive(out[1], (bytes) => got.push(idOf(bytes)));
    expect(got).toEqual([1, 2]);
  });

  it.each([
    [{ mtu: 255 }, 'mtu'],
    [{ mtu: 20_000 }, 'mtu'],
    [{ queue: 256 }, 'queue'],
    [{ queue: 1000 }, 'queue'],
    [{ leastResendTime: 0 }, 'leastResendTime'],
    [{ leastResendTime: 1, mostResendTime: 0.5 }, 'mostResendTime'],
    [{ firstNumber: -1 }, 'firstNumber'],
  ])('options that cannot be are refused: %o', (options, name) => {
    expect(() => recorded(options)).toThrow(RangeError);
    expect(() => recorded(options)).toThrow(name);
  });

  it('messages that cannot be carried are refused at the call', () => {
    const { end } = recorded();
    expect(() => end.send(new Uint8Array(0))).toThrow(RangeError);
    expect(() => end.send(new Uint8Array(MAX_MESSAGE_BYTES + 1))).toThrow(RangeError);
    expect(() => end.update(Number.NaN)).toThrow(RangeError);
  });
});
