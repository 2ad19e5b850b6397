import { describe, expect, test } from 'vitest';
import { readCapture } from '../../../engine/net/capture-file.ts';
import { createLoopback } from '../../../engine/net/loopback.ts';
import { recordTransport } from '../../../engine/net/recorded-transport.ts';
import { createRecorder, type Recorder } from '../../../engine/net/recorder.ts';
import { Inbox } from '../../support/inbox.ts';
import { messageOf } from '../../support/packets.ts';

function rowsOf(recorder: Recorder) {
  const { messages } = recorder.capture();
  return Array.from({ length: messages.count }, (_, index) => [
    messages.timeOf(index),
    messages.directionOf(index),
    messages.connectionOf(index),
    messages.lengthOf(index),
  ]);
}

const ignore = () => true;

describe('a recorded transport', () => {
  test('does what its transport does, and has both directions recorded at the times of its polls', () => {
    const inbox = new Inbox();
    const recorder = createRecorder({ startTime: 5, stepRate: 30 });
    const transport = recordTransport(inbox, recorder, 'to the server');
    const got: number[] = [];
    transport.poll(100, ignore);
    transport.send(messageOf(0xf7b1, 12));
    inbox.put(messageOf(0xf74c, 8), messageOf(0xf748, 9));
    transport.poll(100.5, (message) => got.push(message.length));
    transport.flush?.(100.75);
    transport.send(messageOf(0xf7b1, 13), true);
    expect(got).toEqual([8, 9]);
    expect(inbox.sent.map(({ length }) => length)).toEqual([12, 13]);
    expect(rowsOf(recorder)).toEqual([
      [0, 'toServer', 0, 12],
      [0.5, 'toClient', 0, 8],
      [0.5, 'toClient', 0, 9],
      [0.75, 'toServer', 0, 13],
    ]);
    expect(recorder.counters).toEqual({ messages: 4, bytes: 42, givenUp: 0, withheld: 0 });
    expect(recorder.capture()).toMatchObject({
      format: 'gait',
      startTime: 5,
      stepRate: 30,
      duration: 0.75,
      connections: [{ name: 'to the server' }],
    });
    transport.close();
    expect([inbox.closed, transport.closed]).toEqual([true, true]);
  });

  test('of a server has the directions the other way round, and a connection for each peer', () => {
    const recorder = createRecorder({ side: 'server' });
    const inboxes = [new Inbox(), new Inbox()];
    const [first, second] = inboxes.map((inbox) => recordTransport(inbox, recorder));
    inboxes[1].put(messageOf(0xf7b1, 12));
    for (const transport of [first, second]) transport.poll(1, ignore);
    first.send(messageOf(0xf74c, 8));
    expect(rowsOf(recorder)).toEqual([
      [0, 'toServer', 1, 12],
      [0, 'toClient', 0, 8],
    ]);
    expect(recorder.capture().connections).toEqual([{ name: 'connection 0' }, { name: 'connection 1' }]);
  });

  test('hands on the answer of who takes the messages, and what waits or is lost in its transport', () => {
    const [a, b] = createLoopback();
    const transport = recordTransport(b, createRecorder());
    a.send(messageOf(1));
    a.send(messageOf(2));
    let taken = 0;
    transport.poll(0, () => {
      taken++;
      return false;
    });
    expect([taken, transport.waitingCount, transport.overflowCount]).toEqual([1, 1, 0]);
  });

  test('records nothing that a closed transport did not send', () => {
    const [a] = createLoopback();
    const recorder = createRecorder();
    const transport = recordTransport(a, recorder);
    transport.close();
    transport.send(messageOf(1));
    expect(recorder.counters.messages).toBe(0);
    expect(() => recordTransport(createLoopback()[0], recorder).send(new Uint8Array(0))).toThrow(RangeError);
    expect(recorder.counters.messages).toBe(0);
  });

  test('needs a transport and a recorder', () => {
    expect(() => recordTransport({} as Inbox, createRecorder())).toThrow(
      /expected a Transport with send, poll and close/,
    );
    expect(() => recordTransport(new Inbox(), {} as Recorder)).toThrow(/expected a recorder/);
  });

  test('a clock that goes back lets no time pass', () => {
    const inbox = new Inbox();
    const recorder = createRecorder();
    const transport = recordTransport(inbox, recorder);
    for (const now of [10, 12, 3, 12.5]) {
      inbox.put(messageOf(1));
      transport.poll(now, ignore);
    }
    expect(rowsOf(recorder).map(([time]) => time)).toEqual([0, 2, 2, 2.5]);
  });
});

describe('a recorder', () => {
  test('never keeps log-in data', () => {
    const recorder = createRecorder();
    const connection = recorder.connection();
    recorder.record('toServer', connection, messageOf(0xf657, 30));
    recorder.record('toClient', connection, messageOf(0xf658, 30));
    recorder.record('toServer', connection, messageOf(0xf7b1, 30));
    expect(rowsOf(recorder)).toEqual([[0, 'toServer', 0, 30]]);
    expect(recorder.counters).toMatchObject({ messages: 1, withheld: 2 });
    expect(Buffer.from(recorder.bytes()).includes(Buffer.from([0x57, 0xf6, 0, 0]))).toBe(false);
  });

  test('keeps no more bytes than its limit: the oldest go, and the rest begins at its own time 0', () => {
    const recorder = createRecorder({ limit: 200_000, startTime: 1000 });
    const connection = recorder.connection('one');
    const message = messageOf(0xf74c, 1000);
    for (let index = 0; index < 1000; index++) {
      recorder.at(index);
      message[4] = index & 0xff;
      recorder.record('toClient', connection, message);
    }
    const { messages, startTime, duration, connections } = recorder.capture();
    expect(messages.size).toBeLessThanOrEqual(200_000);
    expect(messages.size).toBeGreaterThan(90_000);
    expect(recorder.counters.givenUp).toBe(1000 - messages.count);
    expect(messages.bytesOf(messages.count - 1)[4]).toBe(999 & 0xff);
    expect(messages.timeOf(0)).toBe(0);
    expect(startTime).toBe(1000 + 1000 - messages.count);
    expect(duration).toBe(messages.count - 1);
    expect(connections).toEqual([{ name: 'one' }]);
  });

  test('writes a file that reads as what it recorded', () => {
    const recorder = createRecorder({ startTime: 7 });
    recorder.connection('one');
    for (let index = 0; index < 50; index++) {
      recorder.at(index / 30);
      recorder.record(index % 2 ? 'toClient' : 'toServer', 0, messageOf(0xf74c, 4 + index));
    }
    const read = readCapture(recorder.bytes());
    expect(read.damage).toBeNull();
    expect(read.duration).toBeCloseTo(49 / 30, 6);
    expect(Array.from({ length: 50 }, (_, index) => read.messages.lengthOf(index))).toEqual(
      Array.from({ length: 50 }, (_, index) => 4 + index),
    );
  });

  test('with a sink keeps nothing, and ends its file when told to', () => {
    const pieces: Uint8Array[] = [];
    const recorder = createRecorder({ sink: (piece) => pieces.push(piece.slice()), startTime: 9 });
    const transport = recordTransport(new Inbox(), recorder, 'one');
    transport.poll(0, ignore);
    transport.send(messageOf(1));
    recorder.flush();
    transport.poll(2, ignore);
    transport.send(messageOf(2));
    recorder.end();
    recorder.end();
    transport.send(messageOf(3));
    const read = readCapture(Buffer.concat(pieces));
    expect(read).toMatchObject({ damage: null, startTime: 9, duration: 2, connections: [{ name: 'one' }] });
    expect(read.messages.count).toBe(2);
    expect(() => recorder.capture()).toThrow(/goes to its sink/);
    expect(() => recorder.bytes()).toThrow(/goes to its sink/);
  });

  test('whose sink throws ends, says so, and leaves the transport alone', () => {
    const error = new Error('disk full');
    const inbox = new Inbox();
    const recorder = createRecorder({
      sink: () => {
        throw error;
      },
    });
    const transport = recordTransport(inbox, recorder);
    for (let count = 0; count < 3; count++) transport.send(messageOf(0xf74c, 60_000));
    expect(inbox.sent).toHaveLength(3);
    expect(recorder.failed).toBe(error);
  });

  test.each<[object, RegExp]>([
    [{ side: 'both' }, /createRecorder\.side: expected 'client' or 'server', found 'both'/],
    [{ limit: 10 }, /createRecorder\.limit: expected a number from 131072/],
    [{ stepRate: Number.NaN }, /createRecorder\.stepRate/],
    [{ sink: 'file' }, /createRecorder\.sink: expected a function/],
    [{ limits: 1 }, /did you mean 'limit'/],
  ])('refuses %o', (options, message) => {
    expect(() => createRecorder(options)).toThrow(message);
  });
});
