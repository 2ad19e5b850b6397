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
  /** Whom it is about. */
  guid: number;
  readonly updateMotion: UpdateMotion;
  readonly updatePosition: UpdatePosition;
  /** Kinds that are rare are made by their first use. */
  positionAndMovement: PositionAndMovement | null;
  vectorUpdate: VectorUpdate | null;
  objectCreate: ObjectCreate | null;
  objectDelete: ObjectDelete | null;
  playerCreate: PlayerCreate | null;
  playerTeleport: PlayerTeleport | null;
}

/** Makes an empty record. */
export function createIngestRecord(): IngestRecord {
  return {
    opcode: 0,
    guid: 0,
    updateMotion: new UpdateMotion(),
    updatePosition: new UpdatePosition(),
    positionAndMovement: null,
    vectorUpdate: null,
    objectCreate: null,
    objectDelete: null,
    playerCreate: null,
    playerTeleport: null,
  };
}

/** First in, first out, of records that are used again and again; grows to its limit. */
export class IngestRing {
  private records: IngestRecord[] = [];
  private head = 0;
  private filled = 0;
  private readonly limit: number;

  /** @param limit Most records that may wait. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** How many records wait. */
  get count(): number {
    return this.filled;
  }

  /** Whether another record fits. */
  get full(): boolean {
    return this.filled >= this.limit;
  }

  /** The record to decode the next message into; {@link commit} adds it. The caller has seen that the ring is not full. */
  next(): IngestRecord {
    if (this.filled === this.records.length) this.grow();
    return this.records[(this.head + this.filled) % this.records.length];
  }

  /** Adds the record that {@link next} gave. */
  commit(): void {
    this.filled++;
  }

  /** The oldest record; it stays valid until the ring has gone round. */
  shift(): IngestRecord {
    const record = this.records[this.head];
    this.head = (this.head + 1) % this.records.length;
    this.filled--;
    return record;
  }

  /** Puts a fresh record in the place of the one that {@link shift} gave last, so that the caller may keep that one. */
  detachShifted(): void {
    const slot = (this.head + this.records.length - 1) % this.records.length;
    this.records[slot] = createIngestRecord();
  }

  private grow(): void {
    const ordered: IngestRecord[] = [];
    for (let index = 0; index < this.filled; index++) {
      ordered.push(this.records[(this.head + index) % this.records.length]);
    }
    const size = Math.max(16, this.records.length * 2);
    while (ordered.length < size) ordered.push(createIngestRecord());
    this.records = ordered;
    this.head = 0;
  }
}
