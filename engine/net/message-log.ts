/** Which way a message went. */
export type CaptureDirection = 'toClient' | 'toServer';

const FIRST_ROWS = 64;
const FIRST_BYTES = 4096;

/** The messages of a capture in the order of their times; what a reader of captures may see of a {@link MessageLog}. */
export interface CapturedMessages {
  /** How many there are. */
  readonly count: number;
  /** Bytes of all of them. */
  readonly size: number;
  /** When it went by: whole microseconds since the capture's start. */
  microsOf(index: number): number;
  /** When it went by: seconds since the capture's start. */
  timeOf(index: number): number;
  /** Whom a message was for. */
  directionOf(index: number): CaptureDirection;
  /** Which connection it belongs to: an index into the capture's connections. */
  connectionOf(index: number): number;
  /** Bytes of a message, its opcode with them. */
  lengthOf(index: number): number;
  /** The whole message, opcode first: a view of bytes that must not be changed. */
  bytesOf(index: number): Uint8Array;
  /** Index of the first message at this time or later; `count`: there is none. */
  firstFrom(micros: number): number;
}

/**
 * Messages with their times, in columns and one buffer of bytes: a million of them cost their bytes and 19 more each.
 * Times never go back.
 */
export class MessageLog implements CapturedMessages {
  count = 0;
  size = 0;

  private micros = new Float64Array(FIRST_ROWS);
  private starts = new Float64Array(FIRST_ROWS + 1);
  private directions = new Uint8Array(FIRST_ROWS);
  private connections = new Uint16Array(FIRST_ROWS);
  private bytes = new Uint8Array(FIRST_BYTES);

  /**
   * Adds a message; its bytes are copied.
   *
   * @param micros Whole microseconds; an earlier time than the last message's counts as that one's.
   */
  append(micros: number, direction: CaptureDirection, connection: number, message: Uint8Array): void {
    const index = this.count;
    if (index === this.micros.length) this.growRows();
    if (this.size + message.length > this.bytes.length) this.growBytes(this.size + message.length);
    this.micros[index] = index > 0 ? Math.max(micros, this.micros[index - 1]) : micros;
    this.directions[index] = direction === 'toServer' ? 1 : 0;
    this.connections[index] = connection;
    this.bytes.set(message, this.size);
    this.size += message.length;
    this.count = index + 1;
    this.starts[this.count] = this.size;
  }

  microsOf(index: number): number {
    return this.micros[index];
  }

  timeOf(index: number): number {
    return this.micros[index] / 1e6;
  }

  directionOf(index: number): CaptureDirection {
    return this.directions[index] === 1 ? 'toServer' : 'toClient';
  }

  connectionOf(index: number): number {
    return this.connections[index];
  }

  lengthOf(index: number): number {
    return this.starts[index + 1] - this.starts[index];
  }

  bytesOf(index: number): Uint8Array {
    return this.bytes.subarray(this.starts[index], this.starts[index + 1]);
  }

  firstFrom(micros: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.micros[middle] < micros) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Gives every message another direction and connection. */
  relabel(label: (direction: CaptureDirection, connection: number) => readonly [CaptureDirection, number]): void {
    for (let index = 0; index < this.count; index++) {
      const [direction, connection] = label(this.directionOf(index), this.connections[index]);
      this.directions[index] = direction === 'toServer' ? 1 : 0;
      this.connections[index] = connection;
    }
  }

  /** Forgets everything and keeps its memory. */
  clear(): void {
    this.count = 0;
    this.size = 0;
  }

  private growRows(): void {
    const rows = this.micros.length * 2;
    this.micros = grown(this.micros, new Float64Array(rows));
    this.starts = grown(this.starts, new Float64Array(rows + 1));
    this.directions = grown(this.directions, new Uint8Array(rows));
    this.connections = grown(this.connections, new Uint16Array(rows));
  }

  private growBytes(wanted: number): void {
    let size = this.bytes.length * 2;
    while (size < wanted) size *= 2;
    this.bytes = grown(this.bytes, new Uint8Array(size));
  }
}

function grown<Cells extends Float64Array | Uint16Array | Uint8Array>(from: Cells, to: Cells): Cells {
  to.set(from);
  return to;
}
