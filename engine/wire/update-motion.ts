import { decodeMovementData, encodeMovementData, MovementData } from './movement-data.ts';
import { Opcode } from './opcodes.ts';
import type { ByteReader } from './reader.ts';
import type { ByteWriter } from './writer.ts';

/** 0xF74C: an entity's motion changes. */
export class UpdateMotion {
  /** Which entity it is about: 1 to 0xffffffff; the engine takes no message about 0. */
  guid = 0;
  /** Instance stamp, u16: of which incarnation of the entity. */
  instanceStamp = 0;
  /** What it does from now on, with the movement and server-control stamps. */
  readonly movement = new MovementData();
}

/** Reads a whole UpdateMotion, opcode first. False: malformed, the reader says why, and `out` is not to be used. */
export function decodeUpdateMotion(reader: ByteReader, out: UpdateMotion): boolean {
  if (!reader.expect(Opcode.UpdateMotion)) return false;
  const at = reader.take(6);
  if (at < 0) return false;
  out.guid = reader.view.getUint32(at, true);
  out.instanceStamp = reader.view.getUint16(at + 4, true);
  return decodeMovementData(reader, out.movement) && reader.finish();
}

/** Writes a whole UpdateMotion, opcode first. Throws a RangeError for a value that the format cannot hold. */
export function encodeUpdateMotion(writer: ByteWriter, message: UpdateMotion): void {
  writer.u32(Opcode.UpdateMotion);
  writer.u32(message.guid, 'guid');
  writer.u16(message.instanceStamp, 'instance stamp');
  encodeMovementData(writer, message.movement);
}
