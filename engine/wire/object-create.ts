import { decodeModelData, encodeModelData, ModelData } from './model-data.ts';
import { Opcode } from './opcodes.ts';
import { decodePhysicsData, encodePhysicsData, PhysicsData } from './physics-data.ts';
import type { ByteReader } from './reader.ts';
import type { ByteWriter } from './writer.ts';

/** 0xF745: a new entity. Of its weenie data only the start is understood; the rest is kept as bytes. */
export class ObjectCreate {
  /** The new entity: 1 to 0xffffffff. */
  guid = 0;
  /** How it looks; kept, not used. */
  readonly model = new ModelData();
  /** Where and what it is, with its nine stamps. */
  readonly physics = new PhysicsData();
  /** Flags of the weenie data, u32; kept, not used. */
  weenieFlags = 0;
  /** Characters of one byte each. */
  name = '';
  /** The rest of the weenie data: the first `restLength` bytes. Grows as needed. */
  rest = new Uint8Array(0);
  /** How many bytes of `rest` belong to this message. */
  restLength = 0;
}

/** Reads a whole ObjectCreate, opcode first. False: malformed, the reader says why, and `out` is not to be used. */
export function decodeObjectCreate(reader: ByteReader, out: ObjectCreate): boolean {
  if (!reader.expect(Opcode.ObjectCreate)) return false;
  out.guid = reader.u32();
  if (!decodeModelData(reader, out.model) || !decodePhysicsData(reader, out.physics)) return false;
  out.weenieFlags = reader.u32();
  const length = reader.u16();
  const at = reader.take(length);
  if (at < 0) return false;
  let name = '';
  for (let i = 0; i < length; i++) name += String.fromCharCode(reader.view.getUint8(at + i));
  out.name = name;
  if (!reader.align()) return false;

  const restLength = reader.remaining;
  const restAt = reader.take(restLength);
  if (out.rest.length < restLength) out.rest = new Uint8Array(restLength);
  for (let i = 0; i < restLength; i++) out.rest[i] = reader.view.getUint8(restAt + i);
  out.restLength = restLength;
  return reader.finish();
}

/** Writes a whole ObjectCreate, opcode first. Throws a RangeError for a value that the format cannot hold. */
export function encodeObjectCreate(writer: ByteWriter, message: ObjectCreate): void {
  writer.u32(Opcode.ObjectCreate);
  writer.u32(message.guid, 'guid');
  encodeModelData(writer, message.model);
  encodePhysicsData(writer, message.physics);
  writer.u32(message.weenieFlags, 'weenie flags');
  writer.u16(message.name.length, 'length of the name');
  for (let i = 0; i < message.name.length; i++) writer.u8(message.name.charCodeAt(i), 'character of the name');
  writer.align();
  const { rest, restLength } = message;
  if (!(Number.isInteger(restLength) && restLength >= 0 && restLength <= rest.length)) {
    throw new RangeError(`restLength: expected a whole number from 0 to ${rest.length}, found ${restLength}`);
  }
  writer.raw(rest, restLength);
}
