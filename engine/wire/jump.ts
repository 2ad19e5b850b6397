import { ClientStamps, decodeClientStamps, encodeClientStamps } from './client-action.ts';
import type { ByteReader } from './reader.ts';
import type { ByteWriter } from './writer.ts';

/** Client action 0xF61B: the player jumps. */
export class Jump {
  /** How far the jump was charged. What is allowed is the rules' matter. */
  extent = 0;
  /** Part of the velocity, east: m/s within {@link MAX_RATE}. A Gait server works out its own. */
  velocityX = 0;
  /** Part of the velocity, north: m/s. */
  velocityY = 0;
  /** Part of the velocity, up: m/s. */
  velocityZ = 0;
  /** What the client had seen. */
  readonly stamps = new ClientStamps();
  /** The connection's own entity, or the jump is refused. */
  objectGuid = 0;
  /** Spell id, u32; not used. */
  spellId = 0;
}

/** Reads the body of a Jump, to the message's end. False: malformed, the reader says why. */
export function decodeJump(reader: ByteReader, out: Jump): boolean {
  out.extent = reader.rate();
  out.velocityX = reader.rate();
  out.velocityY = reader.rate();
  out.velocityZ = reader.rate();
  decodeClientStamps(reader, out.stamps);
  out.objectGuid = reader.u32();
  out.spellId = reader.u32();
  return reader.finish();
}

/** Writes the body of a Jump. Throws a RangeError for a value that the format cannot hold. */
export function encodeJump(writer: ByteWriter, message: Jump): void {
  writer.rate(message.extent, 'extent');
  writer.rate(message.velocityX, 'velocity x');
  writer.rate(message.velocityY, 'velocity y');
  writer.rate(message.velocityZ, 'velocity z');
  encodeClientStamps(writer, message.stamps);
  writer.u32(message.objectGuid, 'guid');
  writer.u32(message.spellId, 'spell id');
}
