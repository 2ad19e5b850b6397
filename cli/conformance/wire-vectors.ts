import {
  AutonomousPosition,
  decodeAutonomousPosition,
  encodeAutonomousPosition,
} from '../../engine/wire/autonomous-position.ts';
import { decodeJump, encodeJump, Jump } from '../../engine/wire/jump.ts';
import { decodeMoveToState, encodeMoveToState, MoveToState } from '../../engine/wire/move-to-state.ts';
import { ActionType, Opcode } from '../../engine/wire/opcodes.ts';
import { PositionFlag } from '../../engine/wire/position-pack.ts';
import { ByteReader } from '../../engine/wire/reader.ts';
import { decodeUpdateMotion, encodeUpdateMotion, UpdateMotion } from '../../engine/wire/update-motion.ts';
import { decodeUpdatePosition, encodeUpdatePosition, UpdatePosition } from '../../engine/wire/update-position.ts';
import { decodeVectorUpdate, encodeVectorUpdate, VectorUpdate } from '../../engine/wire/vector-update.ts';
import { wireReasonName } from '../../engine/wire/wire-reason.ts';
import { ByteWriter } from '../../engine/wire/writer.ts';
import {
  bytesOfHex,
  compare,
  type Fields,
  hexOfBytes,
  isAbsent,
  isFields,
  number,
  numberOr,
  numbers,
  object,
  yes,
} from './wire-fields.ts';
import {
  fieldsOfPosition,
  fieldsOfRaw,
  fieldsOfStamps,
  fieldsOfUpdateMotion,
  fillPosition,
  fillRaw,
  fillStamps,
  updateMotionOf,
} from './wire-message-fields.ts';

/** One message: our bytes to a vector's fields, and a vector's fields to our bytes. */
interface Codec {
  decode(reader: ByteReader): Fields | null;
  encode(writer: ByteWriter, fields: Fields): void;
}

/**
 * Checks one vector of `golden/wire/*.json` against the codec: its bytes must decode to its fields, its fields must
 * encode to its bytes, and what was decoded must encode to the same bytes again.
 *
 * @returns null when all agree, else the first difference.
 */
export function checkWireVector(vector: unknown): string | null {
  if (
    !isFields(vector) ||
    typeof vector.message !== 'string' ||
    typeof vector.hex !== 'string' ||
    !isFields(vector.fields)
  ) {
    return 'not a wire vector: it needs message, fields and hex';
  }
  const codec = codecs[vector.message];
  if (codec === undefined) return `unknown message ${vector.message}`;
  const bytes = bytesOfHex(vector.hex);
  if (bytes === null) return `hex: ${vector.hex} is not hexadecimal`;

  const reader = new ByteReader().reset(bytes);
  const decoded = codec.decode(reader);
  if (decoded === null) return `decoding: ${wireReasonName(reader.reason)} at byte ${reader.errorOffset}`;
  const difference = compare('', decoded, vector.fields);
  if (difference !== null) return `decoding: ${difference}`;
  for (const [what, fields] of [
    ['encoding', vector.fields],
    ['encoding what was decoded', decoded],
  ] as const) {
    const writer = new ByteWriter();
    try {
      codec.encode(writer, fields);
    } catch (error) {
      return `${what}: ${error instanceof Error ? error.message : String(error)}`;
    }
    const ours = hexOfBytes(writer.bytes());
    if (ours !== vector.hex.toLowerCase()) return `${what}: hex: ours ${ours}, theirs ${vector.hex}`;
  }
  return null;
}

const codecs: Record<string, Codec> = {
  UpdateMotion: {
    decode(reader) {
      const message = new UpdateMotion();
      return decodeUpdateMotion(reader, message) ? fieldsOfUpdateMotion(message) : null;
    },
    encode: (writer, fields) => encodeUpdateMotion(writer, updateMotionOf(fields)),
  },
  UpdatePosition: {
    decode(reader) {
      const message = new UpdatePosition();
      if (!decodeUpdatePosition(reader, message)) return null;
      const pack = message.pack;
      return {
        opcode: Opcode.UpdatePosition,
        guid: message.guid,
        flags: pack.flags,
        cell: pack.cell,
        origin: [pack.x, pack.y, pack.z],
        rotationWXYZ: [pack.qw, pack.qx, pack.qy, pack.qz],
        velocity: pack.flags & PositionFlag.Velocity ? [pack.velocityX, pack.velocityY, pack.velocityZ] : null,
        placementId: pack.flags & PositionFlag.PlacementId ? pack.placementId : null,
        isGrounded: (pack.flags & PositionFlag.Grounded) !== 0,
        instanceSequence: pack.instanceStamp,
        positionSequence: pack.positionStamp,
        teleportSequence: pack.teleportStamp,
        forcePositionSequence: pack.forcePositionStamp,
      };
    },
    encode(writer, fields) {
      const message = new UpdatePosition();
      const pack = message.pack;
      message.guid = number(fields, 'guid');
      pack.flags = number(fields, 'flags');
      pack.cell = number(fields, 'cell');
      [pack.x, pack.y, pack.z] = numbers(fields, 'origin', 3);
      [pack.qw, pack.qx, pack.qy, pack.qz] = numbers(fields, 'rotationWXYZ', 4);
      if (!isAbsent(fields, 'velocity')) {
        [pack.velocityX, pack.velocityY, pack.velocityZ] = numbers(fields, 'velocity', 3);
      }
      pack.placementId = numberOr(fields, 'placementId', 0);
      pack.instanceStamp = number(fields, 'instanceSequence');
      pack.positionStamp = number(fields, 'positionSequence');
      pack.teleportStamp = number(fields, 'teleportSequence');
      pack.forcePositionStamp = number(fields, 'forcePositionSequence');
      encodeUpdatePosition(writer, message);
    },
  },
  VectorUpdate: {
    decode(reader) {
      const message = new VectorUpdate();
      if (!decodeVectorUpdate(reader, message)) return null;
      return {
        opcode: Opcode.VectorUpdate,
        guid: message.guid,
        velocity: [message.velocityX, message.velocityY, message.velocityZ],
        omega: [message.omegaX, message.omegaY, message.omegaZ],
        instanceSequence: message.instanceStamp,
        vectorSequence: message.vectorStamp,
      };
    },
    encode(writer, fields) {
      const message = new VectorUpdate();
      message.guid = number(fields, 'guid');
      [message.velocityX, message.velocityY, message.velocityZ] = numbers(fields, 'velocity', 3);
      [message.omegaX, message.omegaY, message.omegaZ] = numbers(fields, 'omega', 3);
      message.instanceStamp = number(fields, 'instanceSequence');
      message.vectorStamp = number(fields, 'vectorSequence');
      encodeVectorUpdate(writer, message);
    },
  },
  MoveToState: {
    decode(reader) {
      const message = new MoveToState();
      if (!decodeMoveToState(reader, message)) return null;
      return {
        actionType: ActionType.MoveToState,
        rawState: fieldsOfRaw(message.raw),
        ...fieldsOfPosition(message.position),
        ...fieldsOfStamps(message.stamps),
        contact: message.contact,
        standingLongJump: message.standingLongJump,
      };
    },
    encode(writer, fields) {
      const message = new MoveToState();
      fillRaw(message.raw, object(fields, 'rawState'));
      fillPosition(message.position, fields);
      fillStamps(message.stamps, fields);
      message.contact = yes(fields, 'contact');
      message.standingLongJump = yes(fields, 'standingLongJump');
      encodeMoveToState(writer, message);
    },
  },
  AutonomousPosition: {
    decode(reader) {
      const message = new AutonomousPosition();
      if (!decodeAutonomousPosition(reader, message)) return null;
      return {
        actionType: ActionType.AutonomousPosition,
        ...fieldsOfPosition(message.position),
        ...fieldsOfStamps(message.stamps),
        contact: message.contact,
      };
    },
    encode(writer, fields) {
      const message = new AutonomousPosition();
      fillPosition(message.position, fields);
      fillStamps(message.stamps, fields);
      message.contact = yes(fields, 'contact');
      encodeAutonomousPosition(writer, message);
    },
  },
  Jump: {
    decode(reader) {
      const message = new Jump();
      if (!decodeJump(reader, message)) return null;
      return {
        actionType: ActionType.Jump,
        extent: message.extent,
        velocity: [message.velocityX, message.velocityY, message.velocityZ],
        ...fieldsOfStamps(message.stamps),
        objectGuid: message.objectGuid,
        spellId: message.spellId,
      };
    },
    encode(writer, fields) {
      const message = new Jump();
      message.extent = number(fields, 'extent');
      [message.velocityX, message.velocityY, message.velocityZ] = numbers(fields, 'velocity', 3);
      fillStamps(message.stamps, fields);
      message.objectGuid = number(fields, 'objectGuid');
      message.spellId = number(fields, 'spellId');
      encodeJump(writer, message);
    },
  },
};
