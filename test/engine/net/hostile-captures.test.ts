import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { summarizeCapture } from '../../../engine/capture-summary.ts';
import type { Capture } from '../../../engine/net/capture.ts';
import { MOST_NOTES } from '../../../engine/net/capture.ts';
import { CaptureError } from '../../../engine/net/capture-error.ts';
import { readCapture, writeCapture } from '../../../engine/net/capture-file.ts';
import { MAX_MESSAGE_BYTES } from '../../../engine/net/transport.ts';
import {
  enhancedBlock,
  ethernet,
  interfaceBlock,
  ipv4,
  ipv6,
  joined,
  messageOf,
  packetOf,
  pcap,
  sectionBlock,
  smallPcap,
  smallPcapng,
  toClient,
  udp,
} from '../../support/packets.ts';

/** IP fragments, IPv6, tags and a cut frame: what the small captures do not have. */
function oddPcap(): Uint8Array {
  const datagram = udp(packetOf([messageOf(0xf74c, 60)]), toClient);
  const half = (from: number, to: number) =>
    ethernet(ipv4(datagram.subarray(from, to), toClient, { offset: from, more: to < datagram.length }), [0x8100]);
  return pcap([
    { bytes: half(0, 48) },
    { bytes: half(48, datagram.length) },
    { bytes: ethernet(ipv6(datagram)) },
    { bytes: ethernet(ipv4(datagram, toClient, { total: 0 })).subarray(0, 50), wire: 100 },
  ]);
}

const seeds: [string, Uint8Array][] = [
  ['pcap', smallPcap()],
  ['pcapng', smallPcapng()],
  ['pcap with odd frames', oddPcap()],
  ['our own', writeCapture(readCapture(smallPcap()))],
];

/** Reads bytes as a capture: a capture that keeps its promises, or the one error that there may be. */
function readSafely(bytes: Uint8Array): Capture | null {
  let capture: Capture;
  try {
    capture = readCapture(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(CaptureError);
    expect((error as CaptureError).offset).toBeLessThanOrEqual(bytes.length);
    return null;
  }
  const { messages, duration, damage, notes, connections } = capture;
  expect(messages.size).toBeLessThanOrEqual(bytes.length);
  expect(notes.length).toBeLessThanOrEqual(MOST_NOTES);
  if (damage !== null) expect(damage.offset).toBeLessThanOrEqual(bytes.length);
  expect(Number.isFinite(duration) && duration >= 0).toBe(true);
  expect(Number.isFinite(capture.startTime)).toBe(true);
  let last = 0;
  for (let index = 0; index < messages.count; index++) {
    const time = messages.timeOf(index);
    if (!(time >= last && time <= duration))
      throw new Error(`message ${index} is at ${time}, after ${last}, of ${duration}`);
    last = time;
    const length = messages.lengthOf(index);
    if (length < 1 || length > MAX_MESSAGE_BYTES) throw new Error(`message ${index} has ${length} bytes`);
    if (messages.connectionOf(index) >= connections.length) throw new Error(`message ${index} has no connection`);
  }
  // Whatever was read can be summarised and written, and reads the same again.
  expect(summarizeCapture(capture).kinds.reduce((sum, { count }) => sum + count, 0)).toBe(messages.count);
  const again = readCapture(writeCapture(capture));
  expect(again.damage).toBeNull();
  expect(again.messages.count).toBe(messages.count);
  return capture;
}

describe('files that somebody else made', () => {
  test.each(seeds)('%s: cut at every byte it is read up to there, or refused', (_, whole) => {
    const full = readSafely(whole)?.messages.count ?? 0;
    expect(full).toBeGreaterThan(0);
    let found = 0;
    for (let length = 0; length < whole.length; length++) {
      found = Math.max(found, readSafely(whole.subarray(0, length))?.messages.count ?? 0);
    }
    expect(found).toBeGreaterThanOrEqual(full - 1);
  });

  test.each(seeds)('%s: with bytes changed, taken out and put in, nothing but a CaptureError is thrown', (_, whole) => {
    const edit = fc.record({
      at: fc.nat(whole.length - 1),
      kind: fc.constantFrom('set', 'flip', 'drop', 'insert', 'word'),
      value: fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff)),
      size: fc.integer({ min: 1, max: 12 }),
    });
    let read = 0;
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
        let bytes: Uint8Array = whole.slice();
        for (const { at: place, kind, value, size } of edits) {
          const at = Math.min(place, bytes.length - 1);
          if (kind === 'set') bytes[at] = value;
          else if (kind === 'flip') bytes[at] ^= value;
          else if (kind === 'word') bytes.fill(value, at, at + 4);
          else if (kind === 'drop') bytes = joined(bytes.subarray(0, at), bytes.subarray(at + size));
          else bytes = joined(bytes.subarray(0, at), new Uint8Array(size).fill(value), bytes.subarray(at));
          if (bytes.length === 0) return;
        }
        if (readSafely(bytes) !== null) read++;
      }),
      { numRuns: 300 },
    );
    expect(read).toBeGreaterThan(50);
  });

  test('random bytes, also behind a good beginning, are refused or read as far as they go', () => {
    const beginnings = [
      new Uint8Array(0),
      pcap([]),
      joined(sectionBlock(), interfaceBlock()),
      joined(sectionBlock(), interfaceBlock(), enhancedBlock(Uint8Array.of(1))),
      (seeds[3][1] as Uint8Array).subarray(0, 32),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 400 }), (beginning, rest) => {
        readSafely(joined(beginning, rest));
      }),
      { numRuns: 500 },
    );
  });

  test('random UDP payloads, and random IP, are counted one by one', () => {
    const frames = fc.array(fc.uint8Array({ maxLength: 120 }), { maxLength: 12 });
    fc.assert(
      fc.property(frames, fc.boolean(), (payloads, raw) => {
        const bytes = payloads.map((payload) => ({ bytes: raw ? payload : ipv4(udp(payload)) }));
        const capture = readSafely(pcap(bytes, { linkType: 101 }));
        const { frames: count, packets, skipped } = capture?.counts ?? expect.fail('not read');
        const sum = Object.values(skipped).reduce((all, one) => all + one, 0);
        expect(count).toBe(payloads.length);
        expect(packets + sum).toBeGreaterThanOrEqual(payloads.length - skipped['duplicate fragment']);
      }),
      { numRuns: 200 },
    );
  });

  test('work grows with the file: a megabyte of the smallest blocks, frames and fragments is read at once', () => {
    const block = Uint8Array.of(0xad, 0x0b, 0, 0, 12, 0, 0, 0, 12, 0, 0, 0);
    const blocks = new Uint8Array(1_000_000);
    for (let at = 0; at + 12 <= blocks.length; at += 12) blocks.set(block, at);
    const emptyFrames = new Uint8Array(1_000_000);
    const fragments = Array.from({ length: 3000 }, (_, index) => {
      const bytes = new Uint8Array(16);
      new DataView(bytes.buffer).setUint32(0, index, true);
      bytes.set([2, 0, 16, 0], 8);
      return bytes;
    });
    const packets = Array.from({ length: 20 }, (_, index) => {
      const body = joined(...fragments.map((one) => joined([index], one.subarray(1))));
      const header = new Uint8Array(20);
      header[4] = 4;
      new DataView(header.buffer).setUint16(16, body.length, true);
      return { bytes: ipv4(udp(joined(header, body))) };
    });
    const started = performance.now();
    readSafely(joined(sectionBlock(), blocks));
    readSafely(joined(pcap([]), emptyFrames));
    const capture = readSafely(pcap(packets, { linkType: 101 }));
    expect(capture?.counts.fragments).toBe(60_000);
    // Generous: what grows with the square of the file takes minutes.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
