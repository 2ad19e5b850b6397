import type { Connection } from './connection.ts';
import type { IngestRecord } from './ingest-ring.ts';

/** A record that waits for its body. */
export interface HeldRecord {
  readonly record: IngestRecord;
  /** When it is given up, on the network's clock, seconds. */
  readonly expires: number;
}

/** Records that wait for bodies that are not there yet, oldest first. */
export class HeldRecords {
  private entries: HeldRecord[] = [];
  private readonly byGuid = new Map<number, number>();

  /** How many there are. */
  get count(): number {
    return this.entries.length;
  }

  /** How many there are about a guid. */
  countOf(guid: number): number {
    return this.byGuid.get(guid) ?? 0;
  }

  /** Adds one behind the others. */
  add(entry: HeldRecord): void {
    const { guid, connection } = entry.record;
    this.entries.push(entry);
    this.byGuid.set(guid, this.countOf(guid) + 1);
    if (connection !== null) connection.counters.held++;
  }

  /** Takes out those for which `wanted` holds, oldest first. */
  takeWhere(wanted: (entry: HeldRecord) => boolean): readonly HeldRecord[] {
    return this.entries.some(wanted) ? this.take(wanted) : [];
  }

  /** Takes out those about a guid, oldest first. */
  takeOf(guid: number): readonly HeldRecord[] {
    if (this.countOf(guid) === 0) return [];
    return this.take(({ record }) => record.guid === guid);
  }

  /** Takes out those that came from a connection, oldest first. */
  takeFrom(connection: Connection): readonly HeldRecord[] {
    if (connection.counters.held === 0) return [];
    return this.take(({ record }) => record.connection === connection);
  }

  private take(wanted: (entry: HeldRecord) => boolean): HeldRecord[] {
    const taken = this.entries.filter(wanted);
    this.entries = this.entries.filter((entry) => !wanted(entry));
    for (const { record } of taken) {
      const left = this.countOf(record.guid) - 1;
      if (left > 0) this.byGuid.set(record.guid, left);
      else this.byGuid.delete(record.guid);
      if (record.connection !== null) record.connection.counters.held--;
    }
    return taken;
  }
}
