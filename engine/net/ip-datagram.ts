import type { SkipLog } from './capture.ts';
import { IpReassembly } from './ip-reassembly.ts';

const PROTOCOL_UDP = 17;
const UDP_HEADER = 8;
const IPV4_HEADER = 20;
const IPV6_HEADER = 40;
const MORE_FRAGMENTS = 0x2000;
const FRAGMENT_OFFSET = 0x1fff;

/** IPv6 headers that may stand before UDP, each with the next one's type and its own length. */
const ipv6Options = new Set([0, 43, 60]);
const IPV6_FRAGMENT = 44;
const MOST_IPV6_HEADERS = 8;

/** A UDP datagram: from where, to where, and what it carries (a view). */
export class UdpDatagram {
  source = '';
  sourcePort = 0;
  destination = '';
  destinationPort = 0;
  payload: Uint8Array = new Uint8Array(0);
}

/** Reads UDP datagrams out of IP packets; what is in fragments is put together. */
export class IpReader {
  private readonly log: SkipLog;
  private readonly reassembly: IpReassembly;

  constructor(log: SkipLog) {
    this.log = log;
    this.reassembly = new IpReassembly(log);
  }

  /**
   * Reads the datagram of one IP packet.
   *
   * @param packet The IP packet and whatever follows it in its frame.
   * @param offset Where it is in the file, for what is told of it.
   * @param whole Whether all of the frame was captured.
   * @returns Whether `out` holds a datagram now; if not, why is counted.
   */
  read(packet: Uint8Array, offset: number, whole: boolean, out: UdpDatagram): boolean {
    const version = packet.length > 0 ? packet[0] >> 4 : 0;
    if (version === 4) return this.readIpv4(packet, offset, whole, out);
    if (version === 6) return this.readIpv6(packet, offset, whole, out);
    return this.skip(packet.length === 0 ? 'cut frame' : 'not IP', offset);
  }

  /** Counts what is still waiting for its other fragments. */
  end(): void {
    this.reassembly.end();
  }

  private readIpv4(packet: Uint8Array, offset: number, whole: boolean, out: UdpDatagram): boolean {
    if (packet.length < IPV4_HEADER) return this.skip('cut frame', offset);
    const header = (packet[0] & 0xf) * 4;
    const stated = packet[2] * 256 + packet[3];
    // Captured before the network card filled it in, the length is 0: then UDP's own says it.
    const length = stated === 0 ? packet.length : stated;
    if (header < IPV4_HEADER || length < header) {
      const text = `expected an IPv4 header of 20 to ${length} bytes, found ${header}`;
      return this.skip('bad IP or UDP header', offset, text);
    }
    if (packet.length < header) return this.skip('cut frame', offset);
    if (packet[9] !== PROTOCOL_UDP) return this.skip('not UDP', offset);
    out.source = ipv4Address(packet, 12);
    out.destination = ipv4Address(packet, 16);
    const payload = packet.subarray(header, Math.min(length, packet.length));
    const fragment = packet[6] * 256 + packet[7];
    if ((fragment & (MORE_FRAGMENTS | FRAGMENT_OFFSET)) === 0) return this.readUdp(payload, offset, whole, out);
    if (packet.length < length) return this.skip('cut frame', offset);
    const key = `${out.source}>${out.destination}#${packet[4] * 256 + packet[5]}`;
    const more = (fragment & MORE_FRAGMENTS) !== 0;
    return this.readFragment(key, (fragment & FRAGMENT_OFFSET) * 8, more, payload, offset, out);
  }

  private readIpv6(packet: Uint8Array, offset: number, whole: boolean, out: UdpDatagram): boolean {
    if (packet.length < IPV6_HEADER) return this.skip('cut frame', offset);
    const stated = packet[4] * 256 + packet[5];
    const length = stated === 0 ? packet.length : IPV6_HEADER + stated;
    const end = Math.min(length, packet.length);
    out.source = ipv6Address(packet, 8);
    out.destination = ipv6Address(packet, 24);
    let next = packet[6];
    let at = IPV6_HEADER;
    for (let headers = 0; headers < MOST_IPV6_HEADERS && ipv6Options.has(next); headers++) {
      if (at + 8 > end) return this.skip('cut frame', offset);
      next = packet[at];
      at += 8 + packet[at + 1] * 8;
    }
    if (at > end) return this.skip('cut frame', offset);
    if (next === PROTOCOL_UDP) return this.readUdp(packet.subarray(at, end), offset, whole, out);
    if (next !== IPV6_FRAGMENT) return this.skip('not UDP', offset);
    if (packet.length < length || at + 8 > end) return this.skip('cut frame', offset);
    if (packet[at] !== PROTOCOL_UDP) return this.skip('not UDP', offset);
    const fragment = packet[at + 2] * 256 + packet[at + 3];
    const id = [packet[at + 4], packet[at + 5], packet[at + 6], packet[at + 7]].join('.');
    const key = `${out.source}>${out.destination}#${id}`;
    const payload = packet.subarray(at + 8, end);
    return this.readFragment(key, fragment & 0xfff8, (fragment & 1) !== 0, payload, offset, out);
  }

  private readFragment(
    key: string,
    at: number,
    more: boolean,
    payload: Uint8Array,
    offset: number,
    out: UdpDatagram,
  ): boolean {
    const whole = this.reassembly.add(key, at, more, payload, offset);
    if (whole === null) return false;
    this.log.counts.ipReassembled++;
    return this.readUdp(whole, offset, true, out);
  }

  private readUdp(payload: Uint8Array, offset: number, whole: boolean, out: UdpDatagram): boolean {
    if (payload.length < UDP_HEADER) return this.skip(whole ? 'bad IP or UDP header' : 'cut frame', offset);
    const length = payload[4] * 256 + payload[5];
    if (length < UDP_HEADER || (length > payload.length && whole)) {
      const text = `expected a UDP length of ${UDP_HEADER} to ${payload.length}, found ${length}`;
      return this.skip('bad IP or UDP header', offset, text);
    }
    if (length > payload.length) {
      return this.skip('cut frame', offset, `expected ${length} bytes of UDP, found ${payload.length}`);
    }
    out.sourcePort = payload[0] * 256 + payload[1];
    out.destinationPort = payload[2] * 256 + payload[3];
    out.payload = payload.subarray(UDP_HEADER, length);
    return true;
  }

  private skip(reason: Parameters<SkipLog['skip']>[0], offset: number, text?: string): false {
    this.log.skip(reason, offset, text);
    return false;
  }
}

function ipv4Address(packet: Uint8Array, at: number): string {
  return `${packet[at]}.${packet[at + 1]}.${packet[at + 2]}.${packet[at + 3]}`;
}

function ipv6Address(packet: Uint8Array, at: number): string {
  const groups = Array.from({ length: 8 }, (_, group) => {
    return (packet[at + 2 * group] * 256 + packet[at + 2 * group + 1]).toString(16);
  });
  return `[${groups.join(':')}]`;
}
