import { describe, expect, test } from 'vitest';
import { createRecorder } from '../../../engine/net/recorder.ts';
import { createReplayTransport } from '../../../engine/net/replay-transport.ts';
import type { Transport } from '../../../engine/net/transport.ts';
import { messageOf } from '../../support/packets.ts';

/** Two connections: messages to the client at seconds 0, 1, 1, 3 of the second one, and some others. */
function capture() {
  const recorder = createRecorder();
  const [few, many] = [recorder.connection('few'), recorder.connection('many')];
  const put = (time: number, connection: number, length: number, toServer = false) => {
    recorder.at(time);
    recorder.record(toServer ? 'toServer' : 'toClient', connection, messageOf(0xf74c, length));
  };
  put(0, many, 10);
  put(0.5, many, 90, true);
  put(1, many, 11);
  put(1, few, 50);
  put(1, many, 12);
  put(2, many, 91, true);
  put(2, many, 92, true);
  put(3, many, 13);
  return recorder.capture();
}

function polled(transport: Transport, now: number): number[] {
  const lengths: number[] = [];
  transport.poll(now, (message) => {
    lengths.push(message.length);
  });
  return lengths;
}

describe('a replay transport', () => {
  test('hands over what has come since its first poll, in order, of the busiest connection', () => {
    const transport = createReplayTransport(capture());
    expect(transport.connection).toBe(1);
    expect([1000, 1000.4, 1000.999, 1001, 1002, 1003].map((now) => polled(transport, now))).toEqual([
      [10],
      [],
      [],
      [11, 12],
      [],
      [13],
    ]);
    expect(transport.ended).toBe(true);
    expect(polled(transport, 5000)).toEqual([]);
  });

  test('plays another connection, or the other direction, when told to', () => {
    expect(polled(createReplayTransport(capture(), { connection: 0 }), 0)).toEqual([]);
    const other = createReplayTransport(capture(), { direction: 'toServer' });
    expect([0, 0.5, 9].map((now) => polled(other, now))).toEqual([[], [90], [91, 92]]);
  });

  test('stops when told to wait, and goes on from there', () => {
    const transport = createReplayTransport(capture());
    const taken: number[] = [];
    const one = (message: Uint8Array) => {
      taken.push(message.length);
      return false;
    };
    transport.poll(0, one);
    transport.poll(1, one);
    expect(taken).toEqual([10, 11]);
    expect(polled(transport, 1)).toEqual([12]);
  });

  test('a clock that goes back lets no time pass, and what is sent goes nowhere', () => {
    const transport = createReplayTransport(capture());
    polled(transport, 10);
    expect(polled(transport, 5)).toEqual([]);
    expect(polled(transport, 6)).toEqual([11, 12]);
    transport.send(messageOf(1));
    expect(() => transport.send(new Uint8Array(0))).toThrow(RangeError);
    transport.close();
    expect([transport.closed, polled(transport, 100)]).toEqual([true, []]);
  });

  test('of a capture without anything for a client has nothing to say', () => {
    const transport = createReplayTransport(createRecorder().capture());
    expect(transport.connection).toBe(-1);
    expect(polled(transport, 0)).toEqual([]);
  });

  test('refuses a connection that is not there, and a time that is none', () => {
    expect(() => createReplayTransport(capture(), { connection: 2 })).toThrow(
      /createReplayTransport\.connection: expected a number from 0 to 1/,
    );
    expect(() => polled(createReplayTransport(capture()), Number.NaN)).toThrow(RangeError);
  });
});
