import {
  AutonomousPosition,
  decodeAutonomousPosition,
  encodeAutonomousPosition,
} from '../../../engine/wire/autonomous-position.ts';
import { decodeJump, encodeJump, Jump } from '../../../engine/wire/jump.ts';
import { decodeMoveToState, encodeMoveToState, MoveToState } from '../../../engine/wire/move-to-state.ts';
import { decodeObjectCreate, encodeObjectCreate, ObjectCreate } from '../../../engine/wire/object-create.ts';
import { decodeObjectDelete, encodeObjectDelete, ObjectDelete } from '../../../engine/wire/object-delete.ts';
import { decodePlayerCreate, encodePlayerCreate, PlayerCreate } from '../../../engine/wire/player-create.ts';
import { decodePlayerTeleport, encodePlayerTeleport, PlayerTeleport } from '../../../engine/wire/player-teleport.ts';
import {
  decodePositionAndMovement,
  encodePositionAndMovement,
  PositionAndMovement,
} from '../../../engine/wire/position-and-movement.ts';
import { ByteReader } from '../../../engine/wire/reader.ts';
import { decodeUpdateMotion, encodeUpdateMotion, UpdateMotion } from '../../../engine/wire/update-motion.ts';
import { decodeUpdatePosition, encodeUpdatePosition, UpdatePosition } from '../../../engine/wire/update-position.ts';
import { decodeVectorUpdate, encodeVectorUpdate, VectorUpdate } from '../../../engine/wire/vector-update.ts';
import { ByteWriter } from '../../../engine/wire/writer.ts';

/** What decoding some bytes came to, and the same message encoded again. */
export interface Decoded {
  ok: boolean;
  reason: number;
  errorOffset: number;
  message: unknown;
  /** Null when decoding failed. */
  again: Uint8Array | null;
}

/** One message's codec without its type. Every call decodes into the same instance, as the pipeline does. */
export type Codec = (bytes: Uint8Array) => Decoded;

function codec<T>(
  message: T,
  decode: (reader: ByteReader, out: T) => boolean,
  encode: (writer: ByteWriter, message: T) => void,
): Codec {
  const reader = new ByteReader();
  return (bytes) => {
    const ok = decode(reader.reset(bytes), message);
    const { reason, errorOffset } = reader;
    if (!ok) return { ok, reason, errorOffset, message, again: null };
    const writer = new ByteWriter(16);
    encode(writer, message);
    return { ok, reason, errorOffset, message, again: writer.bytes() };
  };
}

/** Every message of the wire room by name. */
export const codecs: Record<string, Codec> = {
  UpdateMotion: codec(new UpdateMotion(), decodeUpdateMotion, encodeUpdateMotion),
  UpdatePosition: codec(new UpdatePosition(), decodeUpdatePosition, encodeUpdatePosition),
  PositionAndMovement: codec(new PositionAndMovement(), decodePositionAndMovement, encodePositionAndMovement),
  VectorUpdate: codec(new VectorUpdate(), decodeVectorUpdate, encodeVectorUpdate),
  ObjectCreate: codec(new ObjectCreate(), decodeObjectCreate, encodeObjectCreate),
  PlayerCreate: codec(new PlayerCreate(), decodePlayerCreate, encodePlayerCreate),
  ObjectDelete: codec(new ObjectDelete(), decodeObjectDelete, encodeObjectDelete),
  PlayerTeleport: codec(new PlayerTeleport(), decodePlayerTeleport, encodePlayerTeleport),
  MoveToState: codec(new MoveToState(), decodeMoveToState, encodeMoveToState),
  AutonomousPosition: codec(new AutonomousPosition(), decodeAutonomousPosition, encodeAutonomousPosition),
  Jump: codec(new Jump(), decodeJump, encodeJump),
};

/** Bytes of a hexadecimal string; blanks are ignored. */
export function bytes(hex: string): Uint8Array {
  const digits = hex.replaceAll(/\s/g, '');
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

/** Lower-case hexadecimal digits of bytes. */
export function hex(of: Uint8Array): string {
  return [...of].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
