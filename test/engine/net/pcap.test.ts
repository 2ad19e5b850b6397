import { describe, expect, test } from 'vitest';
import { CaptureError } from '../../../engine/net/capture-error.ts';
import { CapturedFrame } from '../../../engine/net/frame-source.ts';
import { PcapReader } from '../../../engine/net/pcap.ts';
import { joined, number, type PcapOptions, pcap } from '../../support/packets.ts';

const frames = [
  { time: 1700000000.25, bytes: Uint8Array.of(1, 2, 3) },
  { time: 1700000001.5, bytes: Uint8Array.of(4, 5), wire: 90 },
];

function read(file: Uint8Array) {
  const reader = new PcapReader(file);
  const frame = new CapturedFrame();
  const found: { micros: number; bytes: number[]; wireLength: number; linkType: number; offset: number }[] = [];
  while (reader.next(frame)) {
    const { micros, bytes, wireLength, linkType, offset } = frame;
    found.push({ micros, bytes: [...bytes], wireLength, linkType, offset });
  }
  return { found, damage: reader.damage };
}

describe('classic pcap', () => {
  test.each<PcapOptions>([
    { little: true, nano: false },
    { little: false, nano: false },
    { little: true, nano: true },
    { little: false, nano: true },
  ])('is read in either byte order and resolution: %o', (options) => {
    const { found, damage } = read(pcap(frames, { ...options, linkType: 113 }));
    expect(damage).toBeNull();
    expect(found).toEqual([
      { micros: 1700000000250000, bytes: [1, 2, 3], wireLength: 3, linkType: 113, offset: 40 },
      { micros: 1700000001500000, bytes: [4, 5], wireLength: 90, linkType: 113, offset: 59 },
    ]);
  });

  test('takes the link type without the bits above it that say how frames end', () => {
    const file = pcap(frames);
    file.set(number(4, 0x24000001), 20);
    expect(read(file).found[0].linkType).toBe(1);
  });

  test('a file of frames only up to its end is whole, also without any', () => {
    expect(read(pcap([]))).toEqual({ found: [], damage: null });
  });

  test.each([
    ['in a frame', -1, 'expected a frame of 2 bytes, found 1: the file is cut short', 43],
    ['in the header of a frame', -3, "expected a frame's header of 16 bytes, found 15", 43],
  ])('a file that ends %s is read up to there', (_, cut, text, offset) => {
    const { found, damage } = read(pcap(frames).subarray(0, cut));
    expect(found).toHaveLength(1);
    expect(damage).toEqual({ offset, text });
  });

  test('a frame of an absurd size ends the reading', () => {
    const file = pcap(frames);
    file.set(number(4, 0x7fffffff), 43 + 8);
    const { found, damage } = read(file);
    expect(found).toHaveLength(1);
    expect(damage).toEqual({
      offset: 51,
      text: 'expected a frame of at most 262144 bytes, found a length of 2147483647',
    });
  });

  test.each<[string, Uint8Array, RegExp]>([
    ['another magic', joined([1, 2, 3, 4], new Uint8Array(20)), /^pcap: byte 0: expected the magic 0xa1b2c3d4 or/],
    ['a cut header', pcap([]).subarray(0, 23), /^pcap: byte 0: expected a header of 24 bytes, found 23/],
    ['no bytes', new Uint8Array(0), /^pcap: byte 0: expected the magic/],
  ])('refuses %s', (_, file, message) => {
    expect(() => new PcapReader(file)).toThrow(CaptureError);
    expect(() => new PcapReader(file)).toThrow(message);
  });

  test('refuses another version', () => {
    const file = pcap([]);
    file.set(number(2, 3), 4);
    expect(() => new PcapReader(file)).toThrow('pcap: byte 4: expected version 2, found version 3');
  });
});
