import { Opcode } from './opcodes.ts';
import type { ByteReader } from './reader.ts';
import type { ByteWriter } from './writer.ts';

/** 0xF746: this entity is you; 0: you have none any more. */
export class PlayerCreate {
  /** The entity that the client plays, 1 to 0xffffffff; 0: none. */
  guid = 0;
}

/** Reads a whole PlayerCreate, opcode first. False: malformed, the reader says why, and `out` is not to be used. */
export function decodePlayerCreate(reader: ByteReader, out: PlayerCreate): boolean {
  if (!reader.expect(Opcode.PlayerCreate)) return false;
  out.guid = reader.u32();
  return reader.finish();
}

/** Writes a whole PlayerCreate, opcode first. Throws a RangeError for a value that the format cannot hold. */
export function encodePlayerCreate(writer: ByteWriter, message: PlayerCreate): void {
  writer.u32(Opcode.PlayerCreate);
  writer.u32(message.guid, 'guid');
}
