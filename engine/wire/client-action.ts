import { Opcode } from './opcodes.ts';
import type { ByteReader } from './reader.ts';
import type { ByteWriter } from './writer.ts';

/** What every client action starts with: 0xF7B1, a running number, and which action it is (an ActionType). */
export class ClientActionHeader {
  /** Running number of the action, u32, which may wrap. */
  sequence = 0;
  /** Which action it is: an ActionType. */
  actionType = 0;
}

/** Bytes of the header; the action's body follows it. */
export const CLIENT_ACTION_HEADER_BYTES = 12;

/** Reads the header; the reader is then at the action's body, where its own decoder goes on to the end of the message. */
export function decodeClientActionHeader(reader: ByteReader, out: ClientActionHeader): boolean {
  if (!reader.expect(Opcode.ClientAction)) return false;
  out.sequence = reader.u32();
  out.actionType = reader.u32();
  return reader.ok;
}

/** Writes the header; the action's own encoder goes on from there. */
export function encodeClientActionHeader(writer: ByteWriter, sequence: number, actionType: number): void {
  writer.u32(Opcode.ClientAction);
  writer.u32(sequence, 'sequence');
  writer.u32(actionType, 'action type');
}

/** The four stamps with which a client says what it had seen. */
export class ClientStamps {
  /** Instance stamp, u16, of the player's body. */
  instance = 0;
  /** Server-control stamp, u16. */
  serverControl = 0;
  /** Teleport stamp, u16. */
  teleport = 0;
  /** Force-position stamp, u16. */
  forcePosition = 0;
}

/** Reads u16 instance, server-control, teleport and force-position stamps. */
export function decodeClientStamps(reader: ByteReader, out: ClientStamps): void {
  out.instance = reader.u16();
  out.serverControl = reader.u16();
  out.teleport = reader.u16();
  out.forcePosition = reader.u16();
}

/** Writes u16 instance, server-control, teleport and force-position stamps. */
export function encodeClientStamps(writer: ByteWriter, stamps: ClientStamps): void {
  writer.u16(stamps.instance, 'instance stamp');
  writer.u16(stamps.serverControl, 'server-control stamp');
  writer.u16(stamps.teleport, 'teleport stamp');
  writer.u16(stamps.forcePosition, 'force-position stamp');
}
