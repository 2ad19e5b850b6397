import { hex } from './frame-source.ts';
import { LOGIN_FLAGS } from './login-data.ts';

/** Bytes of a packet's header and of a fragment's. */
export const PACKET_HEADER = 20;
export const FRAGMENT_HEADER = 16;

const FLAG_FRAGMENTS = 0x4;

/**
 * Optional headers in the order in which they follow the packet's header: the flag that says one is there, and its
 * bytes; -1: a u32 count and that many times 4 bytes.
 */
const optionalHeaders: readonly (readonly [flag: number, bytes: number])[] = [
  [0x100, 8],
  [0x1000, -1],
  [0x2000, -1],
  [0x4000, 4],
  [0x400000, 8],
  [0x1000000, 8],
  [0x2000000, 4],
  [0x4000000, 8],
  [0x8000000, 6],
];

/** A part of a message as a packet carries it. */
export interface PacketFragment {
  /** Which message: numbers that its fragments share. */
  readonly sequence: number;
  readonly id: number;
  /** How many fragments the message has, and which of them this is. */
  readonly count: number;
  readonly index: number;
  readonly queue: number;
  /** A view of the packet. */
  readonly data: Uint8Array;
}

/** A transport packet that was read to its end. */
export interface TransportPacket {
  readonly sequence: number;
  readonly flags: number;
  /** Whether it belongs to logging in. Then nothing of it is read: `fragments` is empty. */
  readonly login: boolean;
  readonly fragments: readonly PacketFragment[];
}

/** Why a UDP payload is no transport packet. */
export interface BadPacket {
  /** Bytes from the payload's start. */
  readonly at: number;
  readonly text: string;
}

/**
 * Reads a retail transport packet out of a UDP payload (wire.md, "Transport packets"). The packet is taken whole or not
 * at all. Its checksum is encrypted and not looked at.
 */
export function readTransportPacket(payload: Uint8Array): TransportPacket | BadPacket {
  if (payload.length < PACKET_HEADER) {
    return bad(0, `expected a header of ${PACKET_HEADER} bytes, found ${payload.length}`);
  }
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const sequence = view.getUint32(0, true);
  const flags = view.getUint32(4, true);
  const size = view.getUint16(16, true);
  if (size !== payload.length - PACKET_HEADER) {
    return bad(16, `expected a size of ${payload.length - PACKET_HEADER}, found ${size}`);
  }
  if ((flags & LOGIN_FLAGS) !== 0) return { sequence, flags, login: true, fragments: [] };
  let at = PACKET_HEADER;
  for (const [flag, bytes] of optionalHeaders) {
    if ((flags & flag) === 0) continue;
    const left = payload.length - at;
    let length = bytes;
    if (bytes < 0) {
      if (left < 4) return bad(at, `expected the count of header ${hex(flag)}, found ${left} bytes`);
      length = 4 + 4 * view.getUint32(at, true);
    }
    if (length > left) return bad(at, `expected ${length} bytes of header ${hex(flag)}, found ${left}`);
    at += length;
  }
  const fragments: PacketFragment[] = [];
  if ((flags & FLAG_FRAGMENTS) === 0) return { sequence, flags, login: false, fragments };
  while (at < payload.length) {
    const left = payload.length - at;
    if (left < FRAGMENT_HEADER)
      return bad(at, `expected a fragment's header of ${FRAGMENT_HEADER} bytes, found ${left}`);
    const length = view.getUint16(at + 10, true);
    if (length < FRAGMENT_HEADER || length > left) {
      return bad(at + 10, `expected a fragment of ${FRAGMENT_HEADER} to ${left} bytes, found ${length}`);
    }
    fragments.push({
      sequence: view.getUint32(at, true),
      id: view.getUint32(at + 4, true),
      count: view.getUint16(at + 8, true),
      index: view.getUint16(at + 12, true),
      queue: view.getUint16(at + 14, true),
      data: payload.subarray(at + FRAGMENT_HEADER, at + length),
    });
    at += length;
  }
  return { sequence, flags, login: false, fragments };
}

/** Whether a payload was no packet. */
export function isBadPacket(packet: TransportPacket | BadPacket): packet is BadPacket {
  return 'text' in packet;
}

function bad(at: number, text: string): BadPacket {
  return { at, text };
}
