import { ByteReader } from '../../engine/wire/reader.ts';

/** A view that counts what is read of it, and notes reads outside the message. */
class CheckedView extends DataView<ArrayBufferLike> {
  start = 0;
  end = 0;
  reads = 0;
  /** Reads that touched a byte before or behind the message. */
  outside = 0;

  private note(at: number, bytes: number): void {
    this.reads++;
    if (at < this.start || at + bytes > this.end) this.outside++;
  }

  override getUint8(at: number): number {
    this.note(at, 1);
    return super.getUint8(at);
  }

  override getUint16(at: number, littleEndian?: boolean): number {
    this.note(at, 2);
    return super.getUint16(at, littleEndian);
  }

  override getUint32(at: number, littleEndian?: boolean): number {
    this.note(at, 4);
    return super.getUint32(at, littleEndian);
  }

  override getFloat32(at: number, littleEndian?: boolean): number {
    this.note(at, 4);
    return super.getFloat32(at, littleEndian);
  }

  override getInt8(at: number): number {
    this.note(at, 1);
    return super.getInt8(at);
  }

  override getInt16(at: number, littleEndian?: boolean): number {
    this.note(at, 2);
    return super.getInt16(at, littleEndian);
  }

  override getInt32(at: number, littleEndian?: boolean): number {
    this.note(at, 4);
    return super.getInt32(at, littleEndian);
  }

  override getFloat64(at: number, littleEndian?: boolean): number {
    this.note(at, 8);
    return super.getFloat64(at, littleEndian);
  }
}

/**
 * A reader that is watched: every byte that a decoder reads goes through a view that knows where the message begins and
 * ends, so that a read into what lies around it is seen whether it matters or not; and every step that a decoder takes is
 * counted.
 */
export class CheckedReader extends ByteReader {
  private checked = new CheckedView(new ArrayBuffer(0));
  private taken = 0;

  override reset(bytes: Uint8Array): this {
    super.reset(bytes);
    if (this.checked.buffer !== bytes.buffer) this.checked = new CheckedView(bytes.buffer);
    this.checked.start = bytes.byteOffset;
    this.checked.end = bytes.byteOffset + bytes.length;
    this.checked.reads = 0;
    this.checked.outside = 0;
    this.taken = 0;
    this.view = this.checked;
    this.start = bytes.byteOffset;
    this.position = bytes.byteOffset;
    this.end = this.checked.end;
    return this;
  }

  override take(count: number): number {
    this.taken++;
    return super.take(count);
  }

  /** How often the decoder of the last message read the buffer. */
  get reads(): number {
    return this.checked.reads;
  }

  /** What the decoder of the last message did: bytes or fields asked for, and reads of the buffer. */
  get steps(): number {
    return this.taken + this.checked.reads;
  }

  /** Reads of the last message that touched a byte outside it. */
  get outside(): number {
    return this.checked.outside;
  }
}
