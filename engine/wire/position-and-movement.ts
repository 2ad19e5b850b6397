import { decodeMovementData, encodeMovementData, MovementData } from './movement-data.ts';
import { Opcode } from './opcodes.ts';
import { decodePositionPack, encodePositionPack, PositionPack } from './position-pack.ts';
import type { ByteReader } from './reader.ts';
import type { ByteWriter } from './writer.ts';

/** 0xF619: where an entity is, and what it does there. Each half passes its own gates. */
export class PositionAndMovement {
  /** Which entity it is about: 1 to 0xffffffff; the engine takes no message about 0. */
  guid = 0;
  /** Where it is, with four stamps. */
  readonly pack = new PositionPack();
  /** What it does there, with the movement and server-control stamps. */
  readonly movement = new MovementData();
}

/** Reads a whole PositionAndMovement, opcode first. False: malformed, the reader says why, `out` is not to be used. */
export function decodePositionAndMovement(reader: ByteReader, out: PositionAndMovement): boolean {
  if (!reader.expect(Opcode.PositionAndMovement)) return false;
  out.guid = reader.u32();
  return decodePositionPack(reader, out.pack) && decodeMovementData(reader, out.movement) && reader.finish();
}

/** Writes a whole PositionAndMovement, opcode first. Throws a RangeError for a value that the format cannot hold. */
export function encodePositionAndMovement(writer: ByteWriter, message: PositionAndMovement): void {
  writer.u32(Opcode.PositionAndMovement);
  writer.u32(message.guid, 'guid');
  encodePositionPack(writer, message.pack);
  encodeMovementData(writer, message.movement);
}
