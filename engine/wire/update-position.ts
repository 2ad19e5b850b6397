import { Opcode } from './opcodes.ts';
import { decodePositionPack, encodePositionPack, PositionPack } from './position-pack.ts';
import type { ByteReader } from './reader.ts';
import type { ByteWriter } from './writer.ts';

/** 0xF748: where an entity is. */
export class UpdatePosition {
  /** Which entity it is about: 1 to 0xffffffff; the engine takes no message about 0. */
  guid = 0;
  /** Where it is, with four stamps. */
  readonly pack = new PositionPack();
}

/** Reads a whole UpdatePosition, opcode first. False: malformed, the reader says why, and `out` is not to be used. */
export function decodeUpdatePosition(reader: ByteReader, out: UpdatePosition): boolean {
  if (!reader.expect(Opcode.UpdatePosition)) return false;
  out.guid = reader.u32();
  return decodePositionPack(reader, out.pack) && reader.finish();
}

/** Writes a whole UpdatePosition, opcode first. Throws a RangeError for a value that the format cannot hold. */
export function encodeUpdatePosition(writer: ByteWriter, message: UpdatePosition): void {
  writer.u32(Opcode.UpdatePosition);
  writer.u32(message.guid, 'guid');
  encodePositionPack(writer, message.pack);
}
