import type { IngestRecord } from './ingest-ring.ts';
import { decodeObjectCreate, ObjectCreate } from './wire/object-create.ts';
import { decodeObjectDelete, ObjectDelete } from './wire/object-delete.ts';
import { Opcode, opcodeOf } from './wire/opcodes.ts';
import { decodePlayerCreate, PlayerCreate } from './wire/player-create.ts';
import { decodePlayerTeleport, PlayerTeleport } from './wire/player-teleport.ts';
import { decodePositionAndMovement, PositionAndMovement } from './wire/position-and-movement.ts';
import type { ByteReader } from './wire/reader.ts';
import { decodeUpdateMotion } from './wire/update-motion.ts';
import { decodeUpdatePosition } from './wire/update-position.ts';
import { decodeVectorUpdate, VectorUpdate } from './wire/vector-update.ts';

/** What became of a message. */
export const DecodeOutcome = { Decoded: 0, Malformed: 1, Unknown: 2 } as const;

/**
 * Decodes a server message into a record.
 *
 * @returns A {@link DecodeOutcome}. Malformed: the reader says why and where, and the record is not to be used.
 */
export function decodeMessage(reader: ByteReader, message: Uint8Array, record: IngestRecord): number {
  const opcode = opcodeOf(message);
  reader.reset(message);
  record.opcode = opcode;
  switch (opcode) {
    case Opcode.UpdateMotion:
      if (!decodeUpdateMotion(reader, record.updateMotion)) return DecodeOutcome.Malformed;
      record.guid = record.updateMotion.guid;
      return DecodeOutcome.Decoded;
    case Opcode.UpdatePosition:
      if (!decodeUpdatePosition(reader, record.updatePosition)) return DecodeOutcome.Malformed;
      record.guid = record.updatePosition.guid;
      return DecodeOutcome.Decoded;
    case Opcode.PositionAndMovement:
      record.positionAndMovement ??= new PositionAndMovement();
      if (!decodePositionAndMovement(reader, record.positionAndMovement)) return DecodeOutcome.Malformed;
      record.guid = record.positionAndMovement.guid;
      return DecodeOutcome.Decoded;
    case Opcode.VectorUpdate:
      record.vectorUpdate ??= new VectorUpdate();
      if (!decodeVectorUpdate(reader, record.vectorUpdate)) return DecodeOutcome.Malformed;
      record.guid = record.vectorUpdate.guid;
      return DecodeOutcome.Decoded;
    case Opcode.ObjectCreate:
      record.objectCreate ??= new ObjectCreate();
      if (!decodeObjectCreate(reader, record.objectCreate)) return DecodeOutcome.Malformed;
      record.guid = record.objectCreate.guid;
      return DecodeOutcome.Decoded;
    case Opcode.ObjectDelete:
      record.objectDelete ??= new ObjectDelete();
      if (!decodeObjectDelete(reader, record.objectDelete)) return DecodeOutcome.Malformed;
      record.guid = record.objectDelete.guid;
      return DecodeOutcome.Decoded;
    case Opcode.PlayerCreate:
      record.playerCreate ??= new PlayerCreate();
      if (!decodePlayerCreate(reader, record.playerCreate)) return DecodeOutcome.Malformed;
      record.guid = record.playerCreate.guid;
      return DecodeOutcome.Decoded;
    case Opcode.PlayerTeleport:
      record.playerTeleport ??= new PlayerTeleport();
      if (!decodePlayerTeleport(reader, record.playerTeleport)) return DecodeOutcome.Malformed;
      record.guid = 0;
      return DecodeOutcome.Decoded;
    default:
      return message.length < 4 ? malformedShort(reader) : DecodeOutcome.Unknown;
  }
}

/** A message without even an opcode: the reader is made to say so. */
function malformedShort(reader: ByteReader): number {
  reader.u32();
  return DecodeOutcome.Malformed;
}
