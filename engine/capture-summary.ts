import { requireNumber } from './checks.ts';
import { DecodeOutcome, decodeMessage } from './decode-message.ts';
import { createIngestRecord, type IngestRecord } from './ingest-ring.ts';
import { headingOfDirection } from './math/heading.ts';
import { movementText, rawMotionText } from './movement-text.ts';
import { type Capture, requireCapture } from './net/capture.ts';
import type { CaptureDirection } from './net/message-log.ts';
import { worldX, worldY } from './wire/cell.ts';
import { ActionType, messageName, Opcode, opcodeOf } from './wire/opcodes.ts';
import { PhysicsFlag } from './wire/physics-data.ts';
import { ByteReader } from './wire/reader.ts';
import { wireReasonName } from './wire/wire-reason.ts';

/** Messages of one kind that went one way. */
export interface CapturedKind {
  /** Whom the messages are for. */
  readonly direction: CaptureDirection;
  /** The first number of such messages, unsigned 32 bits. */
  readonly opcode: number;
  /** Of a client action: which one it is; else 0. */
  readonly action: number;
  /** What wire.md calls it; hexadecimal for what is not read. */
  readonly name: string;
  /** Messages of this kind. */
  count: number;
  /** Bytes of these messages. */
  bytes: number;
  /** Those that could not be read. */
  malformed: number;
}

/** Where a body was said to be: world metres, compass degrees. */
export interface CapturedPlace {
  /** Seconds since the capture's start. */
  readonly time: number;
  /** World metres, east. */
  readonly x: number;
  /** World metres, north. */
  readonly y: number;
  /** World metres, up. */
  readonly z: number;
  /** Compass degrees. */
  readonly heading: number;
}

/** What the messages of a capture say about one body. */
export interface CapturedEntity {
  /** 0: a player whose guid was never told. */
  readonly guid: number;
  /** From its creation; empty when none was captured. */
  name: string;
  /** Whether it is the player of a connection. */
  player: boolean;
  /** Messages about it, or from its client. */
  messages: number;
  /** Seconds since the capture's start: the first of them. */
  readonly firstTime: number;
  /** Seconds since the capture's start: the last message about it. */
  lastTime: number;
  /** How often it came into the world. */
  created: number;
  /** How often it went out of it. */
  deleted: number;
  /** How often each motion was told, by its name, in the order in which they first were; at most 64 names. */
  readonly motions: Map<string, number>;
  /** The first place that was told; null: none was. */
  first: CapturedPlace | null;
  /** The last place that was told; null: none was. */
  last: CapturedPlace | null;
}

/** A message that could not be read. */
export interface CapturedFault {
  /** Index of the message in the capture. */
  readonly index: number;
  /** Seconds since the capture's start. */
  readonly time: number;
  /** Whom the message was for. */
  readonly direction: CaptureDirection;
  /** What wire.md calls the message; hexadecimal for what is not read. */
  readonly name: string;
  /** Bytes from the message's start. */
  readonly offset: number;
  /** What was found and what was expected. */
  readonly reason: string;
}

/** What is in a capture. */
export interface CaptureSummary {
  /** Messages by direction and kind: first those to the client, the most frequent first. */
  readonly kinds: readonly CapturedKind[];
  /** The bodies that messages are about, in the order in which they appear. */
  readonly entities: readonly CapturedEntity[];
  /** Bodies beyond the most that are kept. */
  readonly entitiesLeftOut: number;
  /** Messages that could not be read. */
  readonly malformed: number;
  /** The first of those that could not be read, in their order. */
  readonly faults: readonly CapturedFault[];
}

const MOST_ENTITIES = 65_536;
const MOST_MOTIONS = 64;
const MOST_KINDS = 4096;
const MOST_FAULTS = 32;

/**
 * Reads the messages of a capture and says what is in them. Nothing of it is applied to a world.
 *
 * @param from Seconds: messages from this time on. @param until Messages before this time.
 */
export function summarizeCapture(capture: Capture, from = 0, until = Number.POSITIVE_INFINITY): CaptureSummary {
  requireCapture('summarizeCapture', capture);
  requireNumber('summarizeCapture: from', from, 0, Number.POSITIVE_INFINITY);
  requireNumber('summarizeCapture: until', until, 0, Number.POSITIVE_INFINITY);
  return new Summary(capture).make(from, until);
}

class Summary {
  private readonly capture: Capture;
  private readonly kinds = new Map<string, CapturedKind>();
  private readonly entities = new Map<number, CapturedEntity>();
  private readonly leftOut = new Set<number>();
  private readonly faults: CapturedFault[] = [];
  /** Guid of each connection's player, once it was told. */
  private readonly players = new Map<number, number>();
  private readonly reader = new ByteReader();
  private readonly record = createIngestRecord();
  private malformed = 0;
  private index = 0;

  constructor(capture: Capture) {
    this.capture = capture;
  }

  make(from: number, until: number): CaptureSummary {
    const { messages } = this.capture;
    for (this.index = messages.firstFrom(from * 1e6); this.index < messages.count; this.index++) {
      if (messages.timeOf(this.index) >= until) break;
      this.take(messages.bytesOf(this.index));
    }
    const rank = { toClient: 0, toServer: 1 };
    const kinds = [...this.kinds.values()].sort(
      (a, b) =>
        rank[a.direction] - rank[b.direction] || b.count - a.count || a.opcode - b.opcode || a.action - b.action,
    );
    const { malformed, faults } = this;
    return { kinds, entities: [...this.entities.values()], entitiesLeftOut: this.leftOut.size, malformed, faults };
  }

  private take(bytes: Uint8Array): void {
    const { record, reader } = this;
    const outcome = decodeMessage(reader, bytes, record);
    const opcode = opcodeOf(bytes);
    const isAction = opcode === Opcode.ClientAction && bytes.length >= 12;
    const action = isAction ? opcodeOf(bytes.subarray(8)) : 0;
    const kind = this.kindOf(opcode, action);
    kind.count++;
    kind.bytes += bytes.length;
    if (outcome === DecodeOutcome.Decoded) this.note(record);
    else if (outcome === DecodeOutcome.Malformed) {
      kind.malformed++;
      this.malformed++;
      const { errorOffset: offset, reason } = reader;
      const { index } = this;
      const time = this.capture.messages.timeOf(index);
      const { direction, name } = kind;
      if (this.faults.length < MOST_FAULTS) {
        this.faults.push({ index, time, direction, name, offset, reason: wireReasonName(reason) });
      }
    }
  }

  private kindOf(opcode: number, action: number): CapturedKind {
    const direction = this.capture.messages.directionOf(this.index);
    const key = `${direction}/${opcode}/${action}`;
    const known = this.kinds.get(key) ?? this.kinds.get(`${direction}/others`);
    if (known !== undefined) return known;
    const full = this.kinds.size >= MOST_KINDS;
    const name = full ? 'others' : action === 0 ? messageName(opcode) : actionName(action);
    const kind: CapturedKind = { direction, opcode, action, name, count: 0, bytes: 0, malformed: 0 };
    this.kinds.set(full ? `${direction}/others` : key, kind);
    return kind;
  }

  /** Notes what a message that could be read says about its body. */
  private note(record: IngestRecord): void {
    const connection = this.capture.messages.connectionOf(this.index);
    switch (record.opcode) {
      case Opcode.PlayerCreate: {
        this.players.set(connection, record.guid);
        const entity = this.entityOf(record.guid);
        if (entity !== null) entity.player = true;
        return;
      }
      case Opcode.PlayerTeleport:
        this.entityOf(this.players.get(connection) ?? 0, true);
        return;
      case Opcode.ClientAction: {
        const entity = this.entityOf(this.players.get(connection) ?? 0, true);
        if (entity !== null) this.noteAction(entity, record);
        return;
      }
      default: {
        const entity = this.entityOf(record.guid);
        if (entity !== null) this.noteServerMessage(entity, record);
      }
    }
  }

  private noteServerMessage(entity: CapturedEntity, record: IngestRecord): void {
    const { updateMotion, updatePosition, positionAndMovement, objectCreate } = record;
    switch (record.opcode) {
      case Opcode.UpdateMotion:
        countMotion(entity, movementText(updateMotion.movement));
        break;
      case Opcode.UpdatePosition:
        this.place(entity, updatePosition.pack);
        break;
      case Opcode.PositionAndMovement:
        if (positionAndMovement === null) break;
        this.place(entity, positionAndMovement.pack);
        countMotion(entity, movementText(positionAndMovement.movement));
        break;
      case Opcode.ObjectCreate:
        if (objectCreate === null) break;
        entity.created++;
        entity.name = objectCreate.name;
        if ((objectCreate.physics.flags & PhysicsFlag.Position) !== 0)
          this.place(entity, objectCreate.physics.position);
        if (objectCreate.physics.hasMovement) countMotion(entity, movementText(objectCreate.physics.movement));
        break;
      case Opcode.ObjectDelete:
        entity.deleted++;
        break;
      default:
    }
  }

  private noteAction(entity: CapturedEntity, { clientAction }: IngestRecord): void {
    if (clientAction === null) return;
    switch (clientAction.actionType) {
      case ActionType.MoveToState:
        this.place(entity, clientAction.moveToState.position);
        countMotion(entity, rawMotionText(clientAction.moveToState.raw));
        break;
      case ActionType.AutonomousPosition:
        this.place(entity, clientAction.autonomousPosition.position);
        break;
      case ActionType.Jump:
        countMotion(entity, 'Jump');
        break;
      default:
    }
  }

  /** The entry of a body; null: there are too many, or it is nobody. */
  private entityOf(guid: number, player = false): CapturedEntity | null {
    if (guid === 0 && !player) return null;
    const time = this.capture.messages.timeOf(this.index);
    let entity = this.entities.get(guid);
    if (entity === undefined) {
      if (this.entities.size >= MOST_ENTITIES) {
        if (this.leftOut.size < MOST_ENTITIES) this.leftOut.add(guid);
        return null;
      }
      entity = {
        guid,
        name: '',
        player,
        messages: 0,
        firstTime: time,
        lastTime: time,
        created: 0,
        deleted: 0,
        motions: new Map(),
        first: null,
        last: null,
      };
      this.entities.set(guid, entity);
    }
    entity.messages++;
    entity.lastTime = time;
    return entity;
  }

  private place(entity: CapturedEntity, at: WirePlace): void {
    const { qw, qx, qy, qz } = at;
    entity.last = {
      time: this.capture.messages.timeOf(this.index),
      x: worldX(at.cell, at.x),
      y: worldY(at.cell, at.y),
      z: at.z,
      heading: headingOfDirection(2 * (qx * qy - qw * qz), qw * qw - qx * qx + qy * qy - qz * qz),
    };
    entity.first ??= entity.last;
  }
}

/** What positions of all messages have. */
interface WirePlace {
  readonly cell: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly qw: number;
  readonly qx: number;
  readonly qy: number;
  readonly qz: number;
}

function actionName(action: number): string {
  const known = Object.values(ActionType).some((type) => type === action);
  return known ? messageName(action) : `action 0x${action.toString(16)}`;
}

function countMotion(entity: CapturedEntity, motion: string): void {
  const { motions } = entity;
  if (!motions.has(motion) && motions.size >= MOST_MOTIONS) return;
  motions.set(motion, (motions.get(motion) ?? 0) + 1);
}
