import { Opcode } from './opcodes.ts';
import type { ByteReader } from './reader.ts';
import type { ByteWriter } from './writer.ts';

/** 0xF747: an entity is gone. */
export class ObjectDelete {
  /** Which entity it is about: 1 to 0xffffffff; the engine takes no message about 0. */
  guid = 0;
  /** Instance stamp, u16: of which incarnation of the entity. */
  instanceStamp = 0;
}

/** Reads a whole ObjectDelete, opcode first. False: malformed, the reader says why, and `out` is not to be used. */
export function decodeObjectDelete(reader: ByteReader, out: ObjectDelete): boolean {
  if (!reader.expect(Opcode.ObjectDelete)) return false;
  out.guid = reader.u32();
  out.instanceStamp = reader.u16();
  return reader.align() && reader.finish();
}

/** Writes a whole ObjectDelete, opcode first. Throws a RangeError for a value that the format cannot hold. */
export function encodeObjectDelete(writer: ByteWriter, message: ObjectDelete): void {
  writer.u32(Opcode.ObjectDelete);
  writer.u32(message.guid, 'guid');
  writer.u16(message.instanceStamp, 'instance stamp');
  writer.align();
}
