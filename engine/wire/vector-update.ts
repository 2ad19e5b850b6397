import { Opcode } from './opcodes.ts';
import type { ByteReader } from './reader.ts';
import type { ByteWriter } from './writer.ts';

/** 0xF74E: an entity's velocity (m/s) and omega (radians/s) are set, as by a jump. */
export class VectorUpdate {
  guid = 0;
  velocityX = 0;
  velocityY = 0;
  velocityZ = 0;
  omegaX = 0;
  omegaY = 0;
  omegaZ = 0;
  instanceStamp = 0;
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
