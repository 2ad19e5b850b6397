import { ClientStamps, decodeClientStamps, encodeClientStamps } from './client-action.ts';
import { decodeRawMotionState, encodeRawMotionState, RawMotionState } from './raw-motion-state.ts';
import type { ByteReader } from './reader.ts';
import { decodeWirePosition, encodeWirePosition, WirePosition } from './wire-position.ts';
import { WireReason } from './wire-reason.ts';
import type { ByteWriter } from './writer.ts';

const CONTACT = 0x1;
const STANDING_LONG_JUMP = 0x2;

/** Client action 0xF61C: the player's own input changed. */
export class MoveToState {
  /** What the keys say. */
  readonly raw = new RawMotionState();
  /** Where the body was when they changed. */
  readonly position = new WirePosition();
  /** What the client had seen. */
  readonly stamps = new ClientStamps();
  /** Whether the body stands on something. */
  contact = false;
  /** Whether it charges a jump from standing. */
  standingLongJump = false;
}

/** Reads the body of a MoveToState, to the message's end. False: malformed, the reader says why. */
export function decodeMoveToState(reader: ByteReader, out: MoveToState): boolean {
  if (!decodeRawMotionState(reader, out.raw) || !decodeWirePosition(reader, out.position)) return false;
  decodeClientStamps(reader, out.stamps);
  const bits = reader.u8UpTo(CONTACT | STANDING_LONG_JUMP, WireReason.BadFlags);
  out.contact = (bits & CONTACT) !== 0;
  out.standingLongJump = (bits & STANDING_LONG_JUMP) !== 0;
  return reader.align() && reader.finish();
}

/** Writes the body of a MoveToState. Throws a RangeError for a value that the format cannot hold. */
export function encodeMoveToState(writer: ByteWriter, message: MoveToState): void {
  encodeRawMotionState(writer, message.raw);
  encodeWirePosition(writer, message.position);
  encodeClientStamps(writer, message.stamps);
  writer.u8((message.contact ? CONTACT : 0) | (message.standingLongJump ? STANDING_LONG_JUMP : 0));
  writer.align();
}
