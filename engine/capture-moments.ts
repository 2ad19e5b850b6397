import { requireInteger, requireNumber } from './checks.ts';
import { DecodeOutcome, decodeMessage } from './decode-message.ts';
import { createIngestRecord, type IngestRecord } from './ingest-ring.ts';
import { movementText } from './movement-text.ts';
import { type Capture, requireCapture } from './net/capture.ts';
import { Opcode, opcodeOf } from './wire/opcodes.ts';
import { ByteReader } from './wire/reader.ts';

/** A message of a capture that says what a body does from then on, or that it comes or goes. */
export interface CapturedMoment {
  /** Seconds since the capture's start. */
  readonly time: number;
  /** Index of the message in the capture. */
  readonly index: number;
  /** The body that it is about. */
  readonly guid: number;
  /** A motion or move of the body, its coming into the world, or its going. */
  readonly kind: 'motion' | 'comes' | 'goes';
  /** What it does: motions by name, joined by `+` (`Ready`: a full stop), or the kind of a move. Of `goes`: empty. */
  readonly text: string;
}

/** Moments that are told at most, unless the caller wants another number. */
const MOST_MOMENTS = 100_000;

/**
 * The moments of a capture at which a server tells what bodies do, in the order of their times: what a time line shows.
 * Messages that cannot be read are passed over, as the world does; nothing is applied to a world.
 *
 * @param connection Number of the connection that is looked at. Default: all.
 * @param most Moments that are told at most; the first ones are.
 */
export function captureMoments(capture: Capture, connection?: number, most = MOST_MOMENTS): CapturedMoment[] {
  requireCapture('captureMoments', capture);
  // A replay of a capture that has nothing for a client has the connection -1.
  requireInteger('captureMoments: connection', connection ?? -1, -1, capture.connections.length - 1);
  requireNumber('captureMoments: most', most, 0, Number.POSITIVE_INFINITY);
  const { messages } = capture;
  const reader = new ByteReader();
  const record = createIngestRecord();
  const moments: CapturedMoment[] = [];
  for (let index = 0; index < messages.count && moments.length < most; index++) {
    if (messages.directionOf(index) !== 'toClient') continue;
    if (connection !== undefined && messages.connectionOf(index) !== connection) continue;
    const bytes = messages.bytesOf(index);
    if (!telling.has(opcodeOf(bytes))) continue;
    if (decodeMessage(reader, bytes, record) !== DecodeOutcome.Decoded) continue;
    const { guid } = record;
    moments.push({ time: messages.timeOf(index), index, guid, kind: kindOf(record.opcode), text: textOf(record) });
  }
  return moments;
}

const telling: ReadonlySet<number> = new Set([
  Opcode.UpdateMotion,
  Opcode.PositionAndMovement,
  Opcode.ObjectCreate,
  Opcode.ObjectDelete,
]);

function kindOf(opcode: number): CapturedMoment['kind'] {
  if (opcode === Opcode.ObjectCreate) return 'comes';
  return opcode === Opcode.ObjectDelete ? 'goes' : 'motion';
}

function textOf({ opcode, updateMotion, positionAndMovement, objectCreate }: IngestRecord): string {
  switch (opcode) {
    case Opcode.UpdateMotion:
      return movementText(updateMotion.movement);
    case Opcode.PositionAndMovement:
      return positionAndMovement === null ? '' : movementText(positionAndMovement.movement);
    case Opcode.ObjectCreate:
      return objectCreate?.physics.hasMovement ? movementText(objectCreate.physics.movement) : '';
    default:
      return '';
  }
}
