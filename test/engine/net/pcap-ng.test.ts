import { describe, expect, test } from 'vitest';
import { SkipLog } from '../../../engine/net/capture.ts';
import { CaptureError } from '../../../engine/net/capture-error.ts';
import { CapturedFrame } from '../../../engine/net/frame-source.ts';
import { PcapngReader } from '../../../engine/net/pcap-ng.ts';
import {
  block,
  enhancedBlock,
  interfaceBlock,
  joined,
  number,
  packetBlock,
  sectionBlock,
  simpleBlock,
} from '../../support/packets.ts';

const data = Uint8Array.of(1, 2, 3, 4, 5);

function read(...parts: Uint8Array[]) {
  const log = new SkipLog();
  const reader = new PcapngReader(joined(...parts), log);
  const frame = new CapturedFrame();
  const found: { seconds: number; bytes: number[]; wireLength: number; linkType: number }[] = [];
  while (reader.next(frame)) {
    const { micros, bytes, wireLength, linkType } = frame;
    found.push({ seconds: micros / 1e6, bytes: [...bytes], wireLength, linkType });
  }
  return { found, damage: reader.damage, bad: log.counts.skipped['bad block'], notes: log.notes };
}

const frameAt = (seconds: number, linkType = 1) => ({ seconds, bytes: [...data], wireLength: 5, linkType });

describe('pcapng', () => {
  test.each([true, false])('enhanced, obsolete and simple packets are read; little-endian: %s', (little) => {
    const { found, damage } = read(
      sectionBlock(little),
      interfaceBlock({ little, linkType: 101 }),
      enhancedBlock(data, { little, units: 1700000000.5 * 1e6 }),
      packetBlock(data, 1700000002 * 1e6, little),
      simpleBlock(data, data.length, little),
    );
    expect(damage).toBeNull();
    // A simple packet has no time of its own.
    expect(found).toEqual([frameAt(1700000000.5, 101), frameAt(1700000002, 101), frameAt(1700000002, 101)]);
  });

  test.each([
    ['microseconds when nothing is said', undefined, 2e6],
    ['nanoseconds', 9, 2e9],
    ['a power of two', 0x80 | 10, 2048],
    ['seconds', 0, 2],
  ])('times are counted in %s', (_, resolution, units) => {
    expect(read(sectionBlock(), interfaceBlock({ resolution }), enhancedBlock(data, { units })).found).toEqual([
      frameAt(2),
    ]);
  });

  test('an interface’s offset is added to its times', () => {
    const { found } = read(sectionBlock(), interfaceBlock({ offset: 1000 }), enhancedBlock(data, { units: 5e6 }));
    expect(found).toEqual([frameAt(1005)]);
  });

  test('each section has its own byte order and its own interfaces', () => {
    const { found, bad, damage } = read(
      sectionBlock(true),
      interfaceBlock({ linkType: 1 }),
      interfaceBlock({ linkType: 113 }),
      enhancedBlock(data, { units: 1e6, number: 1 }),
      sectionBlock(false),
      interfaceBlock({ little: false, linkType: 228 }),
      enhancedBlock(data, { little: false, units: 2e6, number: 0 }),
      enhancedBlock(data, { little: false, units: 3e6, number: 1 }),
    );
    expect(damage).toBeNull();
    expect(found).toEqual([frameAt(1, 113), frameAt(2, 228)]);
    expect(bad).toBe(1);
  });

  test('blocks of other types are passed over', () => {
    const { found, damage } = read(
      sectionBlock(),
      block(5, data),
      interfaceBlock(),
      block(0x40000bad, new Uint8Array(0)),
      enhancedBlock(data, { units: 1e6 }),
    );
    expect(damage).toBeNull();
    expect(found).toEqual([frameAt(1)]);
  });

  test('a simple packet is as long as its interface’s snap length lets it be', () => {
    const { found } = read(sectionBlock(), interfaceBlock({ snap: 3 }), simpleBlock(data.subarray(0, 3), 5));
    expect(found).toEqual([{ seconds: 0, bytes: [1, 2, 3], wireLength: 5, linkType: 1 }]);
  });

  test.each<[string, Uint8Array, RegExp]>([
    [
      'of an interface that is not there',
      enhancedBlock(data, { number: 4 }),
      /expected one of 1 interfaces, found number 4/,
    ],
    [
      'that says it has more bytes than its block',
      enhancedBlock(data, { captured: 9 }),
      /at most 8 captured bytes, found 9/,
    ],
    ['in a block that is too short', block(6, new Uint8Array(8)), /expected at least 20 bytes in the block, found 8/],
    ['of which a simple block holds less than it says', simpleBlock(data, 40), /at most 8 captured bytes, found 40/],
    ['in a simple block that is too short', block(3, new Uint8Array(0)), /expected at least 4 bytes/],
  ])('a packet %s is counted, with its place, and the rest is read', (_, bad, text) => {
    const start = sectionBlock().length + interfaceBlock().length;
    const result = read(sectionBlock(), interfaceBlock(), bad, enhancedBlock(data, { units: 1e6 }));
    expect(result.found).toEqual([frameAt(1)]);
    expect(result.bad).toBe(1);
    expect(result.notes[0].text).toMatch(text);
    expect(result.notes[0].offset).toBeGreaterThanOrEqual(start);
    expect(result.notes[0].offset).toBeLessThan(start + bad.length);
    expect(result.damage).toBeNull();
  });

  test('a simple packet before any interface is counted', () => {
    expect(read(sectionBlock(), simpleBlock(data)).bad).toBe(1);
  });

  test.each<[string, Uint8Array, number, RegExp]>([
    ['of length zero', block(6, data, true, 0), 4, /expected a block length of at least 12, found 0/],
    ['whose length is no multiple of 4', block(6, data, true, 21), 4, /a multiple of 4, found 21/],
    [
      'that is longer than the file',
      block(6, data, true, 4000),
      4,
      /expected a block of 4000 bytes, found 20: the file is cut/,
    ],
    ['of an absurd length', block(6, data, true, 0xfffffffc), 4, /expected a block of 4294967292 bytes/],
    [
      'whose second length is another',
      joined(block(6, data).subarray(0, 16), number(4, 24)),
      16,
      /length 20 again, found 24/,
    ],
    ['that is cut short', block(6, data).subarray(0, 8), 0, /expected a block of at least 12 bytes, found 8/],
  ])('a block %s ends the reading, and says where', (_, bad, at, text) => {
    const before = joined(sectionBlock(), interfaceBlock(), enhancedBlock(data, { units: 1e6 }));
    const { found, damage } = read(before, bad);
    expect(found).toEqual([frameAt(1)]);
    expect(damage?.offset).toBe(before.length + at);
    expect(damage?.text).toMatch(text);
  });

  test('an interface block without room for its fields ends the reading', () => {
    expect(read(sectionBlock(), block(1, new Uint8Array(4))).damage?.text).toMatch(
      /interface block of at least 20 bytes/,
    );
  });

  test('options that do not fit are left alone', () => {
    const { found, damage } = read(
      sectionBlock(),
      block(1, joined(number(2, 1), number(2, 0), number(4, 0), number(2, 9), number(2, 200), number(4, 0))),
      enhancedBlock(data, { units: 1e6 }),
    );
    expect(damage).toBeNull();
    expect(found).toEqual([frameAt(1)]);
  });

  test.each<[string, Uint8Array, RegExp]>([
    ['no section header', block(6, data), /^pcapng: byte 0: expected a section header, type 0xa0d0d0a/],
    [
      'a section of neither byte order',
      block(0x0a0d0d0a, new Uint8Array(16)),
      /^pcapng: byte 8: expected the byte-order magic/,
    ],
    [
      'a section that is too short',
      block(0x0a0d0d0a, number(4, 0x1a2b3c4d)),
      /^pcapng: byte 4: expected a section header of/,
    ],
    [
      'only the beginning of one',
      sectionBlock().subarray(0, 11),
      /^pcapng: byte 0: expected a block of at least 12 bytes/,
    ],
  ])('refuses a file that begins with %s', (_, file, message) => {
    expect(() => new PcapngReader(file, new SkipLog())).toThrow(CaptureError);
    expect(() => new PcapngReader(file, new SkipLog())).toThrow(message);
  });

  test('refuses another version', () => {
    const section = sectionBlock();
    section[12] = 2;
    expect(() => new PcapngReader(section, new SkipLog())).toThrow('byte 12: expected version 1, found version 2');
  });
});
