/** Packet captures made by hand: what tests feed to the readers. */

/** Bytes one after the other. */
export function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const arrays = parts.map((part) => Uint8Array.from(part));
  const bytes = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    bytes.set(array, at);
    at += array.length;
  }
  return bytes;
}

/** A number as bytes. */
export function number(bytes: 1 | 2 | 4, value: number, little = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value, true);
  const array = new Uint8Array(view.buffer, 0, bytes);
  return little ? array : array.slice().reverse();
}

const u16 = (value: number, little = true) => number(2, value, little);
const u32 = (value: number, little = true) => number(4, value, little);

// ---------------------------------------------------------------------------------------------- transport packets

/** One fragment; whole messages unless it says otherwise. */
export interface FragmentParts {
  sequence?: number;
  id?: number;
  count?: number;
  index?: number;
  queue?: number;
  data?: readonly number[] | Uint8Array;
}

export function fragment(parts: FragmentParts = {}): Uint8Array {
  const { sequence = 1, id = 0x80000000, count = 1, index = 0, queue = 5, data = [1, 2, 3, 4] } = parts;
  return joined(u32(sequence), u32(id), u16(count), u16(16 + data.length), u16(index), u16(queue), data);
}

export const FRAGMENTS = 4;

/** A transport packet: its header, `headers` (optional ones), then fragments. The size is right unless it says otherwise. */
export function packet(
  fragments: readonly Uint8Array[],
  options: { sequence?: number; flags?: number; headers?: readonly number[] | Uint8Array; size?: number } = {},
): Uint8Array {
  const body = joined(options.headers ?? [], ...fragments);
  const flags = (options.flags ?? 0) | (fragments.length > 0 ? FRAGMENTS : 0);
  return joined(
    u32(options.sequence ?? 1),
    u32(flags >>> 0),
    u32(0),
    u16(0),
    u16(0),
    u16(options.size ?? body.length),
    u16(1),
    body,
  );
}

/** A packet that carries whole messages, numbered from `sequence`. */
export function packetOf(messages: readonly Uint8Array[], sequence = 1): Uint8Array {
  return packet(
    messages.map((data, index) => fragment({ sequence: sequence + index, data })),
    { sequence },
  );
}

/** A message of so many bytes that begins with an opcode. */
export function messageOf(opcode: number, length = 8): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set(u32(opcode).subarray(0, length));
  for (let index = 4; index < length; index++) bytes[index] = index & 0xff;
  return bytes;
}

// ---------------------------------------------------------------------------------------------------- UDP, IP, links

/** Where a datagram comes from and goes to. Default: from a client to a server. */
export interface Ends {
  from?: string;
  fromPort?: number;
  to?: string;
  toPort?: number;
}

export const toServer: Ends = { from: '10.0.0.2', fromPort: 50000, to: '10.0.0.1', toPort: 9000 };
export const toClient: Ends = { from: '10.0.0.1', fromPort: 9000, to: '10.0.0.2', toPort: 50000 };

export function udp(payload: Uint8Array, { fromPort = 50000, toPort = 9000 }: Ends = {}, length?: number): Uint8Array {
  return joined(u16(fromPort, false), u16(toPort, false), u16(length ?? 8 + payload.length, false), u16(0), payload);
}

const address = (text: string): number[] => text.split('.').map(Number);

/** An IPv4 packet around something; `total` is its stated length, `offset` that of a fragment in bytes. */
export function ipv4(
  payload: Uint8Array,
  { from = '10.0.0.2', to = '10.0.0.1' }: Ends = {},
  options: { total?: number; protocol?: number; id?: number; offset?: number; more?: boolean; options?: number } = {},
): Uint8Array {
  const extra = new Uint8Array(options.options ?? 0);
  const flags = (options.more ? 0x2000 : 0) | ((options.offset ?? 0) / 8);
  const header = 20 + extra.length;
  return joined(
    [0x40 | (header / 4), 0],
    u16(options.total ?? header + payload.length, false),
    u16(options.id ?? 7, false),
    u16(flags, false),
    [64, options.protocol ?? 17, 0, 0],
    address(from),
    address(to),
    extra,
    payload,
  );
}

/** An IPv6 packet around something; `headers` come before it, and `next` is the type of the first of them. */
export function ipv6(payload: Uint8Array, next = 17, headers: readonly number[] = [], stated?: number): Uint8Array {
  const length = stated ?? headers.length + payload.length;
  const source = [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
  const destination = [...source.slice(0, 15), 1];
  return joined([0x60, 0, 0, 0], u16(length, false), [next, 64], source, destination, headers, payload);
}

/** An Ethernet frame around an IP packet, with tags before its type. */
export function ethernet(ip: Uint8Array, tags: readonly number[] = []): Uint8Array {
  const type = ip[0] >> 4 === 6 ? 0x86dd : 0x0800;
  return joined(new Uint8Array(12), ...tags.map((tag) => joined(u16(tag, false), u16(5, false))), u16(type, false), ip);
}

/** The Ethernet frame of a UDP payload. */
export function udpFrame(payload: Uint8Array, ends: Ends = toServer): Uint8Array {
  return ethernet(ipv4(udp(payload, ends), ends));
}

// --------------------------------------------------------------------------------------------------------- files

/** A frame in a file. */
export interface FileFrame {
  /** Seconds. */
  time?: number;
  bytes: Uint8Array;
  /** Bytes that it had on the wire. */
  wire?: number;
}

export interface PcapOptions {
  little?: boolean;
  nano?: boolean;
  linkType?: number;
}

/** A classic pcap file. */
export function pcap(frames: readonly FileFrame[], { little = true, nano = false, linkType = 1 }: PcapOptions = {}) {
  const header = joined(
    u32(nano ? 0xa1b23c4d : 0xa1b2c3d4, little),
    u16(2, little),
    u16(4, little),
    u32(0),
    u32(0),
    u32(65535, little),
    u32(linkType, little),
  );
  const records = frames.map(({ time = 0, bytes, wire }) =>
    joined(
      u32(Math.floor(time), little),
      u32(Math.round((time % 1) * (nano ? 1e9 : 1e6)), little),
      u32(bytes.length, little),
      u32(wire ?? bytes.length, little),
      bytes,
    ),
  );
  return joined(header, ...records);
}

/** A pcapng block; its length is right unless it says otherwise. */
export function block(type: number, body: Uint8Array, little = true, length?: number): Uint8Array {
  const padded = joined(body, new Uint8Array(-body.length & 3));
  const total = u32(length ?? padded.length + 12, little);
  return joined(u32(type, little), total, padded, total);
}

export function sectionBlock(little = true): Uint8Array {
  const unknownLength = new Uint8Array(8).fill(0xff);
  return block(0x0a0d0d0a, joined(u32(0x1a2b3c4d, little), u16(1, little), u16(0), unknownLength), little);
}

/** An interface; `resolution` is the byte of if_tsresol, `offset` the seconds of if_tsoffset. */
export function interfaceBlock(
  options: { little?: boolean; linkType?: number; snap?: number; resolution?: number; offset?: number } = {},
): Uint8Array {
  const { little = true, linkType = 1, snap = 0, resolution, offset } = options;
  const parts = [u16(linkType, little), u16(0), u32(snap, little)];
  if (resolution !== undefined) parts.push(u16(9, little), u16(1, little), Uint8Array.of(resolution, 0, 0, 0));
  if (offset !== undefined) {
    const seconds = new DataView(new ArrayBuffer(8));
    seconds.setBigInt64(0, BigInt(offset), little);
    parts.push(u16(14, little), u16(8, little), new Uint8Array(seconds.buffer));
  }
  if (parts.length > 3) parts.push(u32(0));
  return block(1, joined(...parts), little);
}

/** An enhanced packet; `units` is its time in the interface's own. */
export function enhancedBlock(
  bytes: Uint8Array,
  options: { little?: boolean; units?: number; number?: number; wire?: number; captured?: number } = {},
): Uint8Array {
  const {
    little = true,
    units = 0,
    number: interfaceNumber = 0,
    wire = bytes.length,
    captured = bytes.length,
  } = options;
  return block(
    6,
    joined(
      u32(interfaceNumber, little),
      u32(Math.floor(units / 2 ** 32), little),
      u32(units % 2 ** 32, little),
      u32(captured, little),
      u32(wire, little),
      bytes,
    ),
    little,
  );
}

/** An obsolete packet block. */
export function packetBlock(bytes: Uint8Array, units: number, little = true): Uint8Array {
  return block(
    2,
    joined(
      u16(0, little),
      u16(3, little),
      u32(Math.floor(units / 2 ** 32), little),
      u32(units % 2 ** 32, little),
      u32(bytes.length, little),
      u32(bytes.length, little),
      bytes,
    ),
    little,
  );
}

/** A simple packet block. */
export function simpleBlock(bytes: Uint8Array, wire = bytes.length, little = true): Uint8Array {
  return block(3, joined(u32(wire, little), bytes), little);
}

/** A small capture with everything in it: both directions, a message in three fragments out of order, a duplicate. */
export function smallPcap(): Uint8Array {
  const part = (index: number) => fragment({ sequence: 9, count: 3, index, data: [index + 1, 2, 3, 4] });
  return pcap([
    { time: 100, bytes: udpFrame(packetOf([messageOf(0xf7b1, 16)]), toServer) },
    { time: 100.25, bytes: udpFrame(packetOf([messageOf(0xf74c), messageOf(0xf748)]), toClient) },
    { time: 100.5, bytes: udpFrame(packet([part(2), part(0)], { sequence: 3 }), toClient) },
    {
      time: 100.5,
      bytes: udpFrame(packet([part(0)], { sequence: 4, flags: 0x4000, headers: [9, 0, 0, 0] }), toClient),
    },
    { time: 101, bytes: udpFrame(packet([part(1)], { sequence: 5 }), toClient) },
  ]);
}

/** The same in pcapng, with a block of an unknown type in the middle. */
export function smallPcapng(): Uint8Array {
  const frame = (sequence: number) => udpFrame(packetOf([messageOf(0xf74c)], sequence), toClient);
  return joined(
    sectionBlock(),
    interfaceBlock({ resolution: 6 }),
    enhancedBlock(frame(1), { units: 100e6 }),
    block(0xbad, Uint8Array.of(1, 2, 3)),
    simpleBlock(frame(2)),
    packetBlock(frame(3), 101e6),
  );
}
