import { describe, expect, test } from 'vitest';
import { isBadPacket, readTransportPacket } from '../../../engine/net/transport-packet.ts';
import { fragment, joined, packet } from '../../support/packets.ts';

function good(payload: Uint8Array) {
  const read = readTransportPacket(payload);
  if (isBadPacket(read)) throw new Error(`byte ${read.at}: ${read.text}`);
  return read;
}

function bad(payload: Uint8Array): string {
  const read = readTransportPacket(payload);
  return isBadPacket(read) ? `byte ${read.at}: ${read.text}` : 'good';
}

/** The optional headers of wire.md, by flag, as bytes. */
const headers: [flag: number, bytes: number[]][] = [
  [0x100, new Array(8).fill(1)],
  [0x1000, [2, 0, 0, 0, ...new Array(8).fill(2)]],
  [0x2000, [1, 0, 0, 0, ...new Array(4).fill(3)]],
  [0x4000, new Array(4).fill(4)],
  [0x400000, new Array(8).fill(5)],
  [0x1000000, new Array(8).fill(6)],
  [0x2000000, new Array(4).fill(7)],
  [0x4000000, new Array(8).fill(8)],
  [0x8000000, new Array(6).fill(9)],
];

describe('a transport packet', () => {
  test('has its fragments with all their fields', () => {
    const first = fragment({ sequence: 0xfffffffe, id: 0x80000001, count: 3, index: 2, queue: 9, data: [1, 2] });
    const read = good(packet([first, fragment({ data: [] })], { sequence: 77 }));
    expect(read).toMatchObject({ sequence: 77, flags: 4, login: false });
    expect(read.fragments).toEqual([
      { sequence: 0xfffffffe, id: 0x80000001, count: 3, index: 2, queue: 9, data: Uint8Array.of(1, 2) },
      { sequence: 1, id: 0x80000000, count: 1, index: 0, queue: 5, data: new Uint8Array(0) },
    ]);
  });

  test.each(headers)('finds its fragments behind the optional header of flag %i', (flag, bytes) => {
    expect(good(packet([fragment({ data: [42] })], { flags: flag, headers: bytes })).fragments[0].data[0]).toBe(42);
  });

  test('finds them behind all optional headers together, which lie in the order of the format', () => {
    const flags = headers.reduce((sum, [flag]) => sum + flag, 2);
    const bytes = headers.flatMap(([, header]) => header);
    expect(good(packet([fragment({ data: [42] })], { flags, headers: bytes })).fragments[0].data[0]).toBe(42);
  });

  test('without the flag of fragments has none, whatever follows its headers', () => {
    expect(good(packet([], { flags: 0x4000, headers: [1, 2, 3, 4, 5, 6] })).fragments).toEqual([]);
  });

  test.each([0x10000, 0x20000, 0x40000, 0x80000, 0xf0004])('with the log-in flags %i is not read further', (flags) => {
    // Behind the header lies what would be no headers and no fragments at all.
    const read = good(packet([], { flags, headers: [0xff, 0xff, 0xff, 0xff, 1] }));
    expect(read).toEqual({ sequence: 1, flags, login: true, fragments: [] });
  });

  test.each<[string, Uint8Array, string]>([
    ['is shorter than its header', new Uint8Array(19), 'byte 0: expected a header of 20 bytes, found 19'],
    ['says a smaller size', packet([fragment()], { size: 19 }), 'byte 16: expected a size of 20, found 19'],
    ['says a larger size', packet([fragment()], { size: 21 }), 'byte 16: expected a size of 20, found 21'],
    [
      'ends in an optional header',
      packet([], { flags: 0x100, headers: [1] }),
      'byte 20: expected 8 bytes of header 0x100, found 1',
    ],
    [
      'ends before a count',
      packet([], { flags: 0x1000, headers: [1, 0] }),
      'byte 20: expected the count of header 0x1000, found 2 bytes',
    ],
    [
      'has an absurd count',
      packet([], { flags: 0x2000, headers: [0xff, 0xff, 0xff, 0xff] }),
      'byte 20: expected 17179869184 bytes of header 0x2000, found 4',
    ],
    [
      'ends in a fragment’s header',
      packet([fragment().subarray(0, 15)]),
      "byte 20: expected a fragment's header of 16 bytes, found 15",
    ],
    [
      'has a fragment that is too long',
      packet([fragment().subarray(0, 19)]),
      'byte 30: expected a fragment of 16 to 19 bytes, found 20',
    ],
    [
      'has a fragment of less than its header',
      packet([joined(fragment().subarray(0, 10), [15, 0], fragment().subarray(12))]),
      'byte 30: expected a fragment of 16 to 20 bytes, found 15',
    ],
    [
      'has bytes behind its last fragment',
      packet([fragment(), Uint8Array.of(0)]),
      "byte 40: expected a fragment's header of 16 bytes, found 1",
    ],
  ])('that %s is refused as a whole', (_, payload, text) => {
    expect(bad(payload)).toBe(text);
  });
});
