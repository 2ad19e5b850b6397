import { type DropReason, dropReasons } from './net/drop-reasons.ts';

/** What a world, or one of its connections, has received. Counts since the start, but for `held` and `waiting`. */
export class NetCounters {
  /** Messages that were taken in. */
  received = 0;
  /** Their bytes. */
  bytes = 0;
  /** Messages that were read, for the gate. */
  decoded = 0;
  /** Messages that could not be read. */
  malformed = 0;
  /** Messages with an opcode, or a client action, that is not known; they are skipped. */
  unknown = 0;
  /** Messages that passed the gate. */
  applied = 0;
  /** Creations, among those that passed, whose motion table is not there: their bodies have the usual one. */
  unknownTables = 0;
  /** Messages that are being held now for a body that is not there yet. */
  held = 0;
  /** Messages that had arrived and were left waiting at the end of the last step, because its budget was used up. */
  waiting = 0;
  /** Messages that were dropped, by the reason's number (DropCode). */
  readonly droppedByCode = new Uint32Array(dropReasons.length);

  /** Messages that were dropped, by reason. Made anew by each reading; every reason is in it. */
  get dropped(): Record<DropReason, number> {
    return Object.fromEntries(dropReasons.map((reason, code) => [reason, this.droppedByCode[code]])) as Record<
      DropReason,
      number
    >;
  }

  /** Messages that were dropped, for whatever reason. */
  get droppedInAll(): number {
    let sum = 0;
    for (let code = 0; code < this.droppedByCode.length; code++) sum += this.droppedByCode[code];
    return sum;
  }

  /** With the reasons by name. */
  toJSON(): object {
    const { received, bytes, decoded, malformed, unknown, applied, unknownTables, held, waiting, dropped } = this;
    return { received, bytes, decoded, malformed, unknown, applied, unknownTables, held, waiting, dropped };
  }
}
