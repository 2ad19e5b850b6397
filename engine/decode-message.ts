import type { IngestRecord } from './ingest-ring.ts';
import { ClientAction, decodeClientAction } from './wire/client-action-message.ts';
import { decodeObjectCreate, ObjectCreate } from './wire/object-create.ts';
import { decodeObjectDelete, ObjectDelete } from './wire/object-delete.ts';
import { Opcode, opcodeOf } from './wire/opcodes.ts';
import { decodePlayerCreate, PlayerCreate } from './wire/player-create.ts';
import { decodePlayerTeleport, PlayerTeleport } from './wire/player-teleport.ts';
import { decodePositionAndMovement, PositionAndMovement } from './wire/position-and-movement.ts';
import type { ByteReader } from './wire/reader.ts';
import { decodeSoundUpdateMotion } from './wire/sound-update-motion.ts';
import { decodeUpdateMotion } from './wire/update-motion.ts';
import { decodeUpdatePosition } from './wire/update-position.ts';
import { decodeVectorUpdate, VectorUpdate } from './wire/vector-update.ts';

/** What became of a message, or of a client action. */
export const DecodeOutcome = { Decoded: 0, Malformed: 1, Unknown: 2 } as const;

/**
 * Decodes a message, of a server or of a client, into a record. Who may send which is the caller's matter, and so is
 * whom a client action is about.
 *
 * Of a movement, the fields that its type does not have are left as they were.
 *
 * @returns A {@link DecodeOutcome}. Malformed: the reader says why and where, and the record is not to be used.
 */
export function decodeMessage(reader: ByteReader, message: Uint8Array, record: IngestRecord): number {
  return decodeRecord(reader.reset(message), opcodeOf(message), record);
}

/** As {@link decodeMessage}, with a reader that stands at the message's start and has seen its opcode. */
export function decodeRecord(reader: ByteReader, opcode: number, record: IngestRecord): number {
  record.opcode = opcode;
  // The most frequent one first, in a function small enough to become a part of its caller.
  if (opcode !== Opcode.UpdateMotion) return decodeOther(reader, opcode, record);
  const { updateMotion } = record;
  if (!decodeSoundUpdateMotion(reader, updateMotion) && !decodeUpdateMotion(reader, updateMotion)) {
    return DecodeOutcome.Malformed;
  }
  record.guid = updateMotion.guid;
  record.instanceStamp = updateMotion.instanceStamp;
  return DecodeOutcome.Decoded;
}

function decodeOther(reader: ByteReader, opcode: number, record: IngestRecord): number {
  switch (opcode) {
    case Opcode.UpdatePosition:
      if (!decodeUpdatePosition(reader, record.updatePosition)) return DecodeOutcome.Malformed;
      record.guid = record.updatePosition.guid;
      record.instanceStamp = record.updatePosition.pack.instanceStamp;
      return DecodeOutcome.Decoded;
    case Opcode.PositionAndMovement:
      record.positionAndMovement ??= new PositionAndMovement();
      if (!decodePositionAndMovement(reader, record.positionAndMovement)) return DecodeOutcome.Malformed;
      record.guid = record.positionAndMovement.guid;
      record.instanceStamp = record.positionAndMovement.pack.instanceStamp;
      return DecodeOutcome.Decoded;
    case Opcode.VectorUpdate:
      record.vectorUpdate ??= new VectorUpdate();
      if (!decodeVectorUpdate(reader, record.vectorUpdate)) return DecodeOutcome.Malformed;
      record.guid = record.vectorUpdate.guid;
      record.instanceStamp = record.vectorUpdate.instanceStamp;
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
      record.instanceStamp = record.objectDelete.instanceStamp;
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
    case Opcode.ClientAction:
      record.clientAction ??= new ClientAction();
      record.guid = 0;
      return decodeClientAction(reader, record.clientAction);
    default:
      return reader.remaining < 4 ? malformedShort(reader) : DecodeOutcome.Unknown;
  }
}

/** A message without even an opcode: the reader is made to say so. */
function malformedShort(reader: ByteReader): number {
  reader.u32();
  return DecodeOutcome.Malformed;
}
