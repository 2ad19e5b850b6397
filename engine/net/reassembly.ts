interface Incomplete {
  readonly bytes: Uint8Array;
  /** Bytes that are not there yet. */
  missing: number;
}

/** Puts messages together that came in parts. Bounded: there is never more than `limit` bytes of unfinished ones. */
export class Reassembly {
  /** Bytes of the unfinished messages, whole. */
  bytes = 0;
  readonly limit: number;

  private readonly unfinished = new Map<number, Incomplete>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Length of the unfinished message with this id; 0 when there is none. */
  lengthOf(id: number): number {
    return this.unfinished.get(id)?.bytes.length ?? 0;
  }

  /**
   * Takes one part, which must lie inside the message; it is ignored when another length is known for its id. Where
   * there is no room for a new message, the oldest unfinished ones are given up: for reliable parts the caller makes
   * sure first that there is.
   *
   * @returns The whole message, when this was its last part.
   */
  add(id: number, length: number, offset: number, part: Uint8Array): Uint8Array | undefined {
    let message = this.unfinished.get(id);
    if (message === undefined) {
      for (const oldest of this.unfinished.keys()) {
        if (this.bytes + length <= this.limit) break;
        this.remove(oldest);
      }
      message = { bytes: new Uint8Array(length), missing: length };
      this.unfinished.set(id, message);
      this.bytes += length;
    }
    if (message.bytes.length !== length) return undefined;
    message.bytes.set(part, offset);
    message.missing -= part.length;
    if (message.missing > 0) return undefined;
    this.remove(id);
    return message.bytes;
  }

  private remove(id: number): void {
    this.bytes -= this.lengthOf(id);
    this.unfinished.delete(id);
  }
}
