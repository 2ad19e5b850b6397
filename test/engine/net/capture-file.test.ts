import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Capture, createCaptureCounts } from '../../../engine/net/capture.ts';
import { CaptureError } from '../../../engine/net/capture-error.ts';
import { readCapture, writeCapture } from '../../../engine/net/capture-file.ts';
import { CaptureWriter } from '../../../engine/net/capture-writer.ts';
import { crc32 } from '../../../engine/net/crc32.ts';
import { type CaptureDirection, MessageLog } from '../../../engine/net/message-log.ts';
import { MAX_MESSAGE_BYTES } from '../../../engine/net/transport.ts';
import { messageOf, number } from '../../support/packets.ts';

interface Row {
  micros: number;
  direction: CaptureDirection;
  connection: number;
  bytes: Uint8Array;
}

function captureOf(rows: readonly Row[], changes: Partial<Capture> = {}): Capture {
  const messages = new MessageLog();
  for (const { micros, direction, connection, bytes } of rows) messages.append(micros, direction, connection, bytes);
  return {
    format: 'gait',
    startTime: 1700000000.125,
    stepRate: 30,
    duration: (rows.at(-1)?.micros ?? 0) / 1e6,
    connections: [{ name: 'first' }, { name: 'zweite Verbindung – größer' }],
    messages,
    counts: createCaptureCounts(),
    damage: null,
    notes: [],
    ...changes,
  };
}

/** Rows in a form that is compared quickly. */
function textOf(rows: readonly Row[]): string[] {
  return rows.map(({ micros, direction, connection, bytes }) =>
    [micros, direction, connection, Buffer.from(bytes).toString('hex')].join(' '),
  );
}

function rowsOf({ messages }: Capture): string[] {
  const rows = Array.from({ length: messages.count }, (_, index) => ({
    micros: messages.microsOf(index),
    direction: messages.directionOf(index),
    connection: messages.connectionOf(index),
    bytes: messages.bytesOf(index),
  }));
  return textOf(rows);
}

const few: Row[] = [
  { micros: 0, direction: 'toServer', connection: 0, bytes: messageOf(0xf7b1, 20) },
  { micros: 100, direction: 'toClient', connection: 0, bytes: messageOf(0xf74c, 5) },
  { micros: 70_000_000, direction: 'toClient', connection: 1, bytes: messageOf(0xf748, 200) },
];

describe('our capture file', () => {
  test('gives back what was written: times to the microsecond, directions, connections, bytes, header', () => {
    const row = fc.record({
      passed: fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1), fc.constant(2 ** 40)),
      direction: fc.constantFrom<CaptureDirection>('toClient', 'toServer'),
      connection: fc.constantFrom(0, 1, 2, 300),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (plan) => {
        let micros = 0;
        const rows = plan
          .filter(({ bytes }) => bytes.length < 4 || bytes[1] !== 0xf6)
          .map(({ passed, ...rest }) => {
            micros += passed;
            return { micros, ...rest };
          });
        const read = readCapture(writeCapture(captureOf(rows)));
        expect(rowsOf(read)).toEqual(textOf(rows));
        expect(read).toMatchObject({ format: 'gait', startTime: 1700000000.125, stepRate: 30, damage: null });
        expect(read.duration).toBe(micros / 1e6);
        expect(read.connections.slice(0, 2)).toEqual([{ name: 'first' }, { name: 'zweite Verbindung – größer' }]);
      }),
      { numRuns: 100 },
    );
  });

  test('holds messages of every length there is, the longest too, which fills the buffer of the writer', () => {
    const lengths = [1, 127, 128, 16383, 16384, MAX_MESSAGE_BYTES, MAX_MESSAGE_BYTES, 3];
    const rows = lengths.map((length, index) => ({
      micros: index,
      direction: 'toClient' as const,
      connection: 0,
      bytes: messageOf(0xf74c, Math.max(4, length)).subarray(0, length),
    }));
    expect(rowsOf(readCapture(writeCapture(captureOf(rows))))).toEqual(textOf(rows));
  });

  test('lies as docs/captures.md says', () => {
    const bytes = writeCapture(captureOf([few[1]], { connections: [{ name: 'é' }], duration: 1 }));
    const check = (end: number) => [...number(2, crc32(bytes, 0, end) & 0xffff)];
    const view = new DataView(bytes.buffer);
    expect(String.fromCharCode(...bytes.subarray(0, 8))).toBe('GAITCAP1');
    expect([view.getUint16(8, true), view.getUint16(10, true)]).toEqual([32, 0]);
    expect([view.getFloat32(12, true), view.getFloat64(16, true)]).toEqual([30, 1700000000.125]);
    expect([view.getUint32(24, true), view.getUint32(28, true)]).toEqual([0, crc32(bytes, 0, 28)]);
    // A name: kind 2 of connection 0, no time, two bytes of UTF-8.
    expect([...bytes.subarray(32, 39)]).toEqual([2, 0, 2, 0xc3, 0xa9, ...check(37)]);
    // A message to the client: kind 0, after 100 microseconds, five bytes.
    expect([...bytes.subarray(39, 49)]).toEqual([0, 100, 5, 0x4c, 0xf7, 0, 0, 4, ...check(47)]);
    // The end mark: kind 3, 999900 microseconds later, the number of messages.
    expect([...bytes.subarray(49)]).toEqual([3, 0xdc, 0x83, 0x3d, 4, 1, 0, 0, 0, ...check(58)]);
  });

  test('the checksum is the well-known one', () => {
    const digits = Uint8Array.from('123456789', (digit) => digit.charCodeAt(0));
    expect(crc32(digits, 0, 9)).toBe(0xcbf43926);
    expect(crc32(digits, 4, 9, crc32(digits, 0, 4))).toBe(0xcbf43926);
  });

  test('takes little more than the messages', () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      ...few[1],
      micros: index * 33_333,
      bytes: messageOf(0xf74c, 32),
    }));
    expect(writeCapture(captureOf(rows)).length / (1000 * 32)).toBeLessThan(1.25);
  });

  test('a part of a capture begins at its own start', () => {
    const part = readCapture(writeCapture(captureOf(few), { from: 0.00005, until: 70 }));
    expect(rowsOf(part)).toEqual(textOf([{ ...few[1], micros: 50 }]));
    expect(part.startTime).toBeCloseTo(1700000000.12505, 5);
    expect(part.duration).toBeCloseTo(69.99995, 6);
  });

  test('log-in messages are not written, and not read from a file that has them', () => {
    const login = { ...few[0], bytes: messageOf(0xf657, 30) };
    const written = writeCapture(captureOf([few[0], login, few[1]]));
    expect(rowsOf(readCapture(written))).toEqual(textOf([few[0], few[1]]));
    // A file of somebody else's that has one: same length, so only the opcode and the checks differ.
    const foreign = writeCapture(captureOf([{ ...login, bytes: messageOf(0xf649, 30) }], { connections: [] }));
    foreign[35] = 0x57;
    foreign[36] = 0xf6;
    for (const end of [65, 65 + 2 + 3 + 4]) foreign.set(number(2, crc32(foreign, 0, end) & 0xffff), end);
    const read = readCapture(foreign);
    expect(read.damage).toBeNull();
    expect(read.messages.count).toBe(0);
    expect(read.counts.skipped['log-in data']).toBe(1);
  });
});

describe('a capture file that is not whole', () => {
  const whole = writeCapture(captureOf(few));
  const all = rowsOf(readCapture(whole));

  test('cut at every length: the messages that are whole are read, and it says that it was cut', () => {
    let most = 0;
    for (let length = 0; length < whole.length; length++) {
      const cut = whole.subarray(0, length);
      if (length < 32) {
        expect(() => readCapture(cut), `${length} bytes`).toThrow(CaptureError);
        continue;
      }
      const read = readCapture(cut);
      expect(read.damage?.text, `${length} bytes`).toMatch(/cut short$|was not ended$/);
      expect(rowsOf(read)).toEqual(all.slice(0, read.messages.count));
      expect(read.messages.count).toBeGreaterThanOrEqual(most);
      most = read.messages.count;
    }
    expect(most).toBe(few.length);
  });

  test('with any byte changed: what is read was written so, and the damage is told with its place', () => {
    for (let at = 0; at < whole.length; at++) {
      for (const flip of [0x01, 0x80, 0xff]) {
        const damaged = whole.slice();
        damaged[at] ^= flip;
        if (at < 32) {
          expect(() => readCapture(damaged), `byte ${at}`).toThrow(CaptureError);
          continue;
        }
        const read = readCapture(damaged);
        expect(read.damage, `byte ${at}`).not.toBeNull();
        expect(read.damage?.offset).toBeLessThanOrEqual(at);
        expect(rowsOf(read)).toEqual(all.slice(0, read.messages.count));
      }
    }
  });

  test('with bytes behind its end says so', () => {
    const read = readCapture(Uint8Array.of(...whole, 1, 2));
    expect(rowsOf(read)).toEqual(all);
    expect(read.damage).toEqual({
      offset: whole.length,
      text: 'expected nothing behind the end mark, found 2 bytes',
    });
  });

  test('of another version, or with a damaged header, is refused', () => {
    const later = whole.slice();
    later[7] = 0x32;
    expect(() => readCapture(later)).toThrow('capture: byte 0: expected the magic GAITCAP1, found "GAITCAP2"');
    const damaged = whole.slice();
    damaged[20] ^= 1;
    expect(() => readCapture(damaged)).toThrow('capture: byte 28: the checksum of its header is wrong');
  });
});

describe('writing a capture', () => {
  test('goes on over many pieces, each valid inside the call', () => {
    const pieces: Uint8Array[] = [];
    const writer = new CaptureWriter((piece) => pieces.push(piece.slice()), { stepRate: 20 });
    const rows = Array.from({ length: 300 }, (_, index) => ({
      ...few[2],
      micros: index,
      bytes: messageOf(0xf74c, 1000 + index),
    }));
    for (const { micros, direction, connection, bytes } of rows) writer.message(micros, direction, connection, bytes);
    writer.end(1000);
    expect(pieces.length).toBeGreaterThan(4);
    const bytes = Buffer.concat(pieces);
    expect(bytes.length).toBe(writer.size);
    const read = readCapture(bytes);
    expect(read.damage).toBeNull();
    expect(rowsOf(read)).toEqual(textOf(rows));
    expect(read.stepRate).toBe(20);
    expect(read.duration).toBe(0.001);
  });

  test('flushed and never ended is read up to there', () => {
    const pieces: Uint8Array[] = [];
    const writer = new CaptureWriter((piece) => pieces.push(piece.slice()));
    writer.message(0, 'toClient', 0, few[1].bytes);
    writer.flush();
    writer.message(5, 'toClient', 0, few[1].bytes);
    writer.flush();
    const read = readCapture(Buffer.concat(pieces));
    expect(read.messages.count).toBe(2);
    expect(read.damage?.text).toBe('expected the end mark: the recording was not ended');
  });

  test('refuses what no capture can hold', () => {
    const writer = new CaptureWriter(() => {});
    expect(() => writer.message(0, 'toClient', 65536, few[0].bytes)).toThrow(RangeError);
    expect(() => writer.message(0, 'toClient', -1, few[0].bytes)).toThrow(RangeError);
    expect(() => writer.message(Number.NaN, 'toClient', 0, few[0].bytes)).toThrow(RangeError);
    expect(() => writer.message(0, 'toClient', 0, new Uint8Array(0))).toThrow(RangeError);
    expect(() => writer.message(0, 'toClient', 0, new Uint8Array(MAX_MESSAGE_BYTES + 1))).toThrow(RangeError);
    writer.end(0);
    expect(() => writer.message(0, 'toClient', 0, few[0].bytes)).toThrow(/it has ended/);
  });

  test('cuts a name at a whole character', () => {
    const name = `${'x'.repeat(255)}é and more`;
    const read = readCapture(writeCapture(captureOf([], { connections: [{ name }, { name: 'half \ud800 a pair' }] })));
    expect(read.connections).toEqual([{ name: 'x'.repeat(255) }, { name: 'half \ufffd a pair' }]);
  });
});
