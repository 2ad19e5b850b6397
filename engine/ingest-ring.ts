import type { Connection } from './connection.ts';
import type { ClientAction } from './wire/client-action-message.ts';
import type { ObjectCreate } from './wire/object-create.ts';
import type { ObjectDelete } from './wire/object-delete.ts';
import type { PlayerCreate } from './wire/player-create.ts';
import type { PlayerTeleport } from './wire/player-teleport.ts';
import type { PositionAndMovement } from './wire/position-and-movement.ts';
import { UpdateMotion } from './wire/update-motion.ts';
import { UpdatePosition } from './wire/update-position.ts';
import type { VectorUpdate } from './wire/vector-update.ts';

/** A decoded, checked message on its way to the gate. Records are used again, so that the hot path allocates nothing. */
export interface IngestRecord {
  /** Which message it is; the field of that name holds it. */
  opcode: number;
  /** Whom it is about; of a client action: the body that its peer controls. */
  guid: number;
  /** Of which incarnation; of messages that name one only. */
  instanceStamp: number;
  /** Where it came from; null: it was put in by hand. */
  connection: Connection | null;
  readonly updateMotion: UpdateMotion;
  readonly updatePosition: UpdatePosition;
  /** Kinds that are rare are made by their first use. */
  positionAndMovement: PositionAndMovement | null;
  vectorUpdate: VectorUpdate | null;
  objectCreate: ObjectCreate | null;
  objectDelete: ObjectDelete | null;
  playerCreate: PlayerCreate | null;
  playerTeleport: PlayerTeleport | null;
  clientAction: ClientAction | null;
}

/** Makes an empty record. */
export function createIngestRecord(): IngestRecord {
  return {
    opcode: 0,
    guid: 0,
    instanceStamp: 0,
    connection: null,
    updateMotion: new UpdateMotion(),
    updatePosition: new UpdatePosition(),
    positionAndMovement: null,
    vectorUpdate: null,
    objectCreate: null,
    objectDelete: null,
    playerCreate: null,
    playerTeleport: null,
    clientAction: null,
  };
}

/**
 * First in, first out, of records that are used again and again.
 *
 * Records are objects with numbers in them, not columns: they take as long to fill (12 ns for the 18 fields of a move,
 * either way), for V8 writes a number into the same box each time, and the gate and the rules read a whole event through
 * one pointer instead of some forty columns. Whenever the ring is empty it starts again with its first record, so that the
 * same few stay in the processor's first cache.
 */
export class IngestRing {
  private readonly records: IngestRecord[] = [];
  private readonly mask: number;
  private head = 0;
  private filled = 0;
  private shifted = 0;

  /** @param capacity Records that may wait, a power of two. They are made by their first use. */
  constructor(capacity: number) {
    this.mask = capacity - 1;
  }

  /** How many records wait. */
  get count(): number {
    return this.filled;
  }

  /** Whether no further record fits. */
  get full(): boolean {
    return this.filled > this.mask;
  }

  /** The record to decode the next message into; {@link commit} adds it. The caller has seen that the ring is not full. */
  next(): IngestRecord {
    const slot = (this.head + this.filled) & this.mask;
    if (slot === this.records.length) this.records.push(createIngestRecord());
    return this.records[slot];
  }

  /** Adds the record that {@link next} gave. */
  commit(): void {
    this.filled++;
  }

  /** The oldest record; it stays valid until the next one is decoded. */
  shift(): IngestRecord {
    const { head } = this;
    this.shifted = head;
    this.filled--;
    this.head = this.filled === 0 ? 0 : (head + 1) & this.mask;
    return this.records[head];
  }

  /** A record that waits; 0 is the oldest. */
  waiting(index: number): IngestRecord {
    return this.records[(this.head + index) & this.mask];
  }

  /** Puts a fresh record in the place of the one that {@link shift} gave last, so that the caller may keep that one. */
  detachShifted(): void {
    this.records[this.shifted] = createIngestRecord();
  }
}
