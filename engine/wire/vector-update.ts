import { Opcode } from './opcodes.ts';
import type { ByteReader } from './reader.ts';
import type { ByteWriter } from './writer.ts';

/** 0xF74E: an entity's velocity (m/s) and omega (radians/s) are set, as by a jump. */
export class VectorUpdate {
  /** Which entity it is about: 1 to 0xffffffff; the engine takes no message about 0. */
  guid = 0;
  /** Part of the velocity, east: m/s within {@link MAX_RATE}. */
  velocityX = 0;
  /** Part of the velocity, north: m/s. */
  velocityY = 0;
  /** Part of the velocity, up: m/s. */
  velocityZ = 0;
  /** Part of the turning about the x axis: radians/s within {@link MAX_RATE}. */
  omegaX = 0;
  /** Part of the turning about the y axis: radians/s. */
  omegaY = 0;
  /** Part of the turning about the z axis: radians/s. */
  omegaZ = 0;
  /** Instance stamp, u16: of which incarnation of the entity. */
  instanceStamp = 0;
  /** Vector stamp, u16: must be newer than the last. */
  vectorStamp = 0;
}

/** Reads a whole VectorUpdate, opcode first. False: malformed, the reader says why, and `out` is not to be used. */
export function decodeVectorUpdate(reader: ByteReader, out: VectorUpdate): boolean {
  if (!reader.expect(Opcode.VectorUpdate)) return false;
  out.guid = reader.u32();
  out.velocityX = reader.rate();
  out.velocityY = reader.rate();
  out.velocityZ = reader.rate();
  out.omegaX = reader.rate();
  out.omegaY = reader.rate();
  out.omegaZ = reader.rate();
  out.instanceStamp = reader.u16();
  out.vectorStamp = reader.u16();
  return reader.finish();
}

/** Writes a whole VectorUpdate, opcode first. Throws a RangeError for a value that the format cannot hold. */
export function encodeVectorUpdate(writer: ByteWriter, message: VectorUpdate): void {
  writer.u32(Opcode.VectorUpdate);
  writer.u32(message.guid, 'guid');
  writer.rate(message.velocityX, 'velocity x');
  writer.rate(message.velocityY, 'velocity y');
  writer.rate(message.velocityZ, 'velocity z');
  writer.rate(message.omegaX, 'omega x');
  writer.rate(message.omegaY, 'omega y');
  writer.rate(message.omegaZ, 'omega z');
  writer.u16(message.instanceStamp, 'instance stamp');
  writer.u16(message.vectorStamp, 'vector stamp');
}
