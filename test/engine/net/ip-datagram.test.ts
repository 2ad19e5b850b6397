import { describe, expect, test } from 'vitest';
import { SkipLog } from '../../../engine/net/capture.ts';
import { IpReader, UdpDatagram } from '../../../engine/net/ip-datagram.ts';
import { findIp, LinkType } from '../../../engine/net/link-layer.ts';
import { ethernet, ipv4, ipv6, joined, toServer, udp } from '../../support/packets.ts';

const payload = Uint8Array.of(1, 2, 3, 4, 5);
const datagram = udp(payload, toServer);

function skippedOf(log: SkipLog) {
  return Object.fromEntries(Object.entries(log.counts.skipped).filter(([, count]) => count > 0));
}

/** Reads IP packets one after the other; what each gave. */
function read(...packets: Uint8Array[]) {
  const log = new SkipLog();
  const reader = new IpReader(log);
  const out = new UdpDatagram();
  const found = packets.map((packet, index) =>
    reader.read(packet, index, true, out)
      ? {
          from: `${out.source}:${out.sourcePort}`,
          to: `${out.destination}:${out.destinationPort}`,
          bytes: [...out.payload],
        }
      : null,
  );
  reader.end();
  return { found, skipped: skippedOf(log), reassembled: log.counts.ipReassembled, notes: log.notes };
}

const whole = { from: '10.0.0.2:50000', to: '10.0.0.1:9000', bytes: [1, 2, 3, 4, 5] };

describe('the link layer', () => {
  const packet = ipv4(datagram);

  test.each<[string, number, Uint8Array, number | string]>([
    ['Ethernet', LinkType.Ethernet, ethernet(packet), 14],
    ['Ethernet with a VLAN tag', LinkType.Ethernet, ethernet(packet, [0x8100]), 18],
    ['Ethernet with two tags', LinkType.Ethernet, ethernet(packet, [0x88a8, 0x8100]), 22],
    ['Ethernet with IPv6', LinkType.Ethernet, ethernet(ipv6(datagram)), 14],
    ['Ethernet with something else', LinkType.Ethernet, joined(new Uint8Array(12), [0x08, 0x06], packet), 'not IP'],
    ['Ethernet that ends in its addresses', LinkType.Ethernet, new Uint8Array(13), 'cut frame'],
    ['Ethernet of tags only', LinkType.Ethernet, ethernet(packet, new Array(12).fill(0x8100)), 'not IP'],
    ['raw IP of BSD', LinkType.RawBsd, packet, 0],
    ['raw IP of OpenBSD', LinkType.RawOpenBsd, packet, 0],
    ['raw IP', LinkType.Raw, packet, 0],
    ['IPv4', LinkType.IPv4, packet, 0],
    ['IPv6', LinkType.IPv6, ipv6(datagram), 0],
    ['loopback, little-endian', LinkType.Null, joined([2, 0, 0, 0], packet), 4],
    ['loopback, big-endian', LinkType.Null, joined([0, 0, 0, 2], packet), 4],
    ['loopback of macOS with IPv6', LinkType.Null, joined([30, 0, 0, 0], ipv6(datagram)), 4],
    ['loopback of OpenBSD', LinkType.Loop, joined([0, 0, 0, 24], ipv6(datagram)), 4],
    ['loopback with something else', LinkType.Null, joined([7, 0, 0, 0], packet), 'not IP'],
    ['loopback of two bytes', LinkType.Null, Uint8Array.of(2, 0), 'cut frame'],
    ['Linux cooked', LinkType.LinuxCooked, joined(new Uint8Array(14), [0x08, 0x00], packet), 16],
    ['Linux cooked, second version', LinkType.LinuxCooked2, joined([0x08, 0x00], new Uint8Array(18), packet), 20],
    ['Linux cooked with something else', LinkType.LinuxCooked2, joined([0, 4], new Uint8Array(18), packet), 'not IP'],
    ['Linux cooked that is cut short', LinkType.LinuxCooked2, new Uint8Array(19), 'cut frame'],
    ['another link type', 105, packet, 'unknown link type'],
  ])('%s: where its IP packet is, or why there is none', (_, linkType, frame, expected) => {
    expect(findIp(frame, linkType)).toBe(expected);
  });
});

describe('UDP in IP', () => {
  test.each<[string, Uint8Array]>([
    ['IPv4', ipv4(datagram)],
    ['IPv4 with options in its header', ipv4(datagram, {}, { options: 8 })],
    ['IPv4 whose total length is 0, as captured before the card filled it in', ipv4(datagram, {}, { total: 0 })],
    ['IPv4 with a trailer behind it', joined(ipv4(datagram), [9, 9, 9])],
    ['IPv4 of total length 0 with a trailer', joined(ipv4(datagram, {}, { total: 0 }), [9, 9, 9])],
  ])('%s: the UDP length rules', (_, packet) => {
    expect(read(packet)).toMatchObject({ found: [whole], skipped: {} });
  });

  test.each<[string, Uint8Array]>([
    ['IPv6', ipv6(datagram)],
    ['IPv6 with a stated length of 0', ipv6(datagram, 17, [], 0)],
    ['IPv6 with two headers before UDP', ipv6(datagram, 0, [60, 0, 0, 0, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0, 0])],
    ['IPv6 with a longer header', ipv6(datagram, 43, [17, 1, ...new Array(14).fill(0)])],
  ])('%s is read, too', (_, packet) => {
    const { found } = read(packet);
    expect(found).toEqual([
      { from: '[fe80:0:0:0:0:0:0:2]:50000', to: '[fe80:0:0:0:0:0:0:1]:9000', bytes: whole.bytes },
    ]);
  });

  test.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(0), 'cut frame'],
    ['another version of IP', Uint8Array.of(0x50, 0, 0, 0), 'not IP'],
    ['TCP', ipv4(datagram, {}, { protocol: 6 }), 'not UDP'],
    ['TCP in IPv6', ipv6(datagram, 6), 'not UDP'],
    ['half an IPv4 header', ipv4(datagram).subarray(0, 19), 'cut frame'],
    ['half an IPv6 header', ipv6(datagram).subarray(0, 39), 'cut frame'],
    ['IPv6 headers that never end', ipv6(datagram, 0, [0, 200, 0, 0, 0, 0, 0, 0]), 'cut frame'],
    ['an IPv4 header of less than 20 bytes', joined([0x44], ipv4(datagram).subarray(1)), 'bad IP or UDP header'],
    ['a total length that ends in the header', ipv4(datagram, {}, { total: 19 }), 'bad IP or UDP header'],
    ['a UDP header that is cut by the total length', ipv4(datagram, {}, { total: 27 }), 'bad IP or UDP header'],
    ['a UDP length of less than its header', ipv4(udp(payload, {}, 7)), 'bad IP or UDP header'],
    ['a UDP length beyond its packet', ipv4(udp(payload, {}, 14)), 'bad IP or UDP header'],
  ])('%s is counted by its reason', (_, packet, reason) => {
    expect(read(packet)).toMatchObject({ found: [null], skipped: { [reason]: 1 } });
  });

  test('what is missing of a frame that was cut says so, with what was expected', () => {
    const log = new SkipLog();
    const cut = ipv4(datagram).subarray(0, 31);
    expect(new IpReader(log).read(cut, 77, false, new UdpDatagram())).toBe(false);
    expect(skippedOf(log)).toEqual({ 'cut frame': 1 });
    expect(log.notes).toEqual([{ offset: 77, text: 'cut frame: expected 13 bytes of UDP, found 11' }]);
  });

  test('a frame that was cut behind the datagram is as good as whole', () => {
    const log = new SkipLog();
    expect(new IpReader(log).read(joined(ipv4(datagram)), 0, false, new UdpDatagram())).toBe(true);
  });
});

describe('IP fragments', () => {
  const long = udp(new Uint8Array(40).map((_, index) => index));
  const part = (from: number, to: number, id = 7) =>
    ipv4(long.subarray(from, to), {}, { id, offset: from, more: to < long.length });
  const bytes = [...long.subarray(8)];

  test.each([
    ['in order', [part(0, 16), part(16, 32), part(32, 48)]],
    ['backwards', [part(32, 48), part(16, 32), part(0, 16)]],
    ['with a duplicate', [part(0, 16), part(0, 16), part(32, 48), part(16, 32)]],
  ])('are put together %s', (_, packets) => {
    const { found, skipped, reassembled } = read(...packets);
    expect(found.filter((one) => one !== null)).toEqual([{ from: '10.0.0.2:50000', to: '10.0.0.1:9000', bytes }]);
    expect(found[found.length - 1]).not.toBeNull();
    expect({ skipped, reassembled }).toEqual({ skipped: {}, reassembled: 1 });
  });

  test('of IPv6 are put together, too', () => {
    const half = (from: number, to: number) =>
      ipv6(long.subarray(from, to), 44, [17, 0, 0, from | (to < long.length ? 1 : 0), 0, 0, 0, 9]);
    expect(read(half(0, 24), half(24, 48)).found[1]?.bytes).toEqual(bytes);
  });

  test('of two datagrams do not mix', () => {
    const { found } = read(
      part(0, 16, 1),
      part(16, 32, 2),
      part(32, 48, 1),
      part(0, 16, 2),
      part(16, 32, 1),
      part(32, 48, 2),
    );
    expect(found.map((one) => one !== null)).toEqual([false, false, false, false, true, true]);
  });

  test('whose others never come are counted', () => {
    expect(read(part(0, 16), part(16, 32))).toMatchObject({
      found: [null, null],
      skipped: { 'IP fragment left over': 2 },
    });
  });

  test.each([
    ['overlap', [part(0, 24), part(16, 48)]],
    ['go on behind the last one', [part(32, 48), part(0, 16), ipv4(long, {}, { offset: 16, more: true })]],
    ['are of an odd length in the middle', [ipv4(long.subarray(0, 13), {}, { more: true })]],
    ['end beyond what a datagram can be', [ipv4(new Uint8Array(2000), {}, { offset: 64000 })]],
    ['say two ends', [part(32, 48), ipv4(long.subarray(0, 8), {}, { offset: 24 })]],
    ['contradict their end', [part(0, 16), part(16, 32), ipv4(new Uint8Array(0), {}, { offset: 8 })]],
  ])('that %s are refused', (_, packets) => {
    const { found, skipped } = read(...packets);
    expect(found.every((one) => one === null)).toBe(true);
    expect(skipped['bad IP or UDP header']).toBeGreaterThan(0);
  });

  test('of ever more datagrams keep no more than 64 of them', () => {
    const { skipped } = read(...Array.from({ length: 500 }, (_, id) => part(0, 16, id)));
    expect(skipped).toEqual({ 'IP fragment left over': 500 });
  });
});
