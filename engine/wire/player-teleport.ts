import { Opcode } from './opcodes.ts';
import type { ByteReader } from './reader.ts';
import type { ByteWriter } from './writer.ts';

/** 0xF751: the player is being moved elsewhere; the position that carries this stamp ends it. */
export class PlayerTeleport {
  /** Teleport stamp, u16: newer than the last; the position with it ends the teleport. */
  teleportStamp = 0;
}

/** Reads a whole PlayerTeleport, opcode first. False: malformed, the reader says why, and `out` is not to be used. */
export function decodePlayerTeleport(reader: ByteReader, out: PlayerTeleport): boolean {
  if (!reader.expect(Opcode.PlayerTeleport)) return false;
  out.teleportStamp = reader.u16();
  return reader.align() && reader.finish();
}

/** Writes a whole PlayerTeleport, opcode first. Throws a RangeError for a value that the format cannot hold. */
export function encodePlayerTeleport(writer: ByteWriter, message: PlayerTeleport): void {
  writer.u32(Opcode.PlayerTeleport);
  writer.u16(message.teleportStamp, 'teleport stamp');
  writer.align();
}
