import { ClientStamps, decodeClientStamps, encodeClientStamps } from './client-action.ts';
import type { ByteReader } from './reader.ts';
import { decodeWirePosition, encodeWirePosition, WirePosition } from './wire-position.ts';
import { WireReason } from './wire-reason.ts';
import type { ByteWriter } from './writer.ts';

/** Client action 0xF753: where the player is, about once a second. */
export class AutonomousPosition {
  /** Where the body is. */
  readonly position = new WirePosition();
  /** What the client had seen. */
  readonly stamps = new ClientStamps();
  /** Whether the body stands on something. */
  contact = false;
}

/** Reads the body of an AutonomousPosition, to the message's end. False: malformed, the reader says why. */
export function decodeAutonomousPosition(reader: ByteReader, out: AutonomousPosition): boolean {
  if (!decodeWirePosition(reader, out.position)) return false;
  decodeClientStamps(reader, out.stamps);
  out.contact = reader.u8UpTo(1, WireReason.BadFlags) === 1;
  return reader.align() && reader.finish();
}

/** Writes the body of an AutonomousPosition. Throws a RangeError for a value that the format cannot hold. */
export function encodeAutonomousPosition(writer: ByteWriter, message: AutonomousPosition): void {
  encodeWirePosition(writer, message.position);
  encodeClientStamps(writer, message.stamps);
  writer.u8(message.contact ? 1 : 0);
  writer.align();
}
