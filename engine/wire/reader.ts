import { commandFromIndex, indexFromCommand } from '../../components/motion-command.ts';
import { startOf, viewOf } from '../math/located-bytes.ts';
import { MAX_ANGLE, MAX_POSITION, MAX_RATE, MIN_QUATERNION_SQUARED } from './limits.ts';
import { WireReason } from './wire-reason.ts';

/**
 * Reads a message's fields in order, little-endian. Nothing is ever thrown: the first error is kept (`reason`, a
 * WireReason, and `errorOffset`, bytes from the message's start), and every later read gives 0. One reader serves all
 * messages; reading allocates nothing.
 *
 * Decoders that run for every message of a busy server take a block at once: `take(n)`, then the view itself.
 */
export class ByteReader {
  /** The whole buffer that the message lies in. Read it at `take`'s offsets only. */
  view: DataView = new DataView(new ArrayBuffer(0));
  /** The view that was made last, and what it is of: asking the view for that is slow. */
  private ownView = this.view;
  private buffer: ArrayBufferLike | null = null;
  /** The first error, or 0. */
  reason: number = WireReason.None;
  /** Where the first error is, in bytes from the message's start. */
  errorOffset = 0;
  /** Where the message starts, as an offset into the view. */
  start = 0;
  /** Where the next byte is, as an offset into the view. */
  position = 0;
  /** Where what may be read ends, as an offset into the view. */
  end = 0;

  /** Starts on a message, opcode first. */
  reset(bytes: Uint8Array): this {
    const view = viewOf(bytes);
    if (view !== undefined) {
      this.view = view;
      this.start = startOf(bytes);
    } else this.findOut(bytes);
    this.position = this.start;
    this.end = this.start + bytes.length;
    this.reason = WireReason.None;
    this.errorOffset = 0;
    return this;
  }

  /** Where bytes lie that nobody has noted it of; a new view is made only for another buffer than the last one. */
  private findOut(bytes: Uint8Array): void {
    const { buffer } = bytes;
    if (this.buffer !== buffer) {
      this.buffer = buffer;
      this.ownView = new DataView(buffer);
    }
    this.view = this.ownView;
    this.start = bytes.byteOffset;
  }

  /** The u32 that comes next, which stays unread; 0 when there is none. */
  peekOpcode(): number {
    return this.end - this.position < 4 ? 0 : this.view.getUint32(this.position, true);
  }

  /** Bytes from the message's start to the next byte. */
  get offset(): number {
    return this.position - this.start;
  }

  /** Bytes that are left. */
  get remaining(): number {
    return this.end - this.position;
  }

  /** Whether nothing has been wrong so far. */
  get ok(): boolean {
    return this.reason === WireReason.None;
  }

  /**
   * Records an error, if it is the first, and gives up on the rest of the message.
   *
   * @param at view offset of the field at fault.
   * @returns false, for the decoder to return.
   */
  fail(reason: number, at: number = this.position): false {
    if (this.reason === WireReason.None) {
      this.reason = reason;
      this.errorOffset = at - this.start;
    }
    this.position = this.end;
    return false;
  }

  /** The error of a number that is not within its limits. */
  failNumber(value: number, at: number): false {
    return this.fail(Number.isFinite(value) ? WireReason.OutOfRange : WireReason.NotFinite, at);
  }

  /** Takes the next `count` bytes: their view offset, or -1 when the message is shorter. */
  take(count: number): number {
    const at = this.position;
    if (count > this.end - at) {
      this.fail(WireReason.Truncated);
      return -1;
    }
    this.position = at + count;
    return at;
  }

  /** The next byte; 0 when there is none. */
  u8(): number {
    const at = this.take(1);
    return at < 0 ? 0 : this.view.getUint8(at);
  }

  /** The next two bytes as a whole number; 0 when there are none. */
  u16(): number {
    const at = this.take(2);
    return at < 0 ? 0 : this.view.getUint16(at, true);
  }

  /** The next four bytes as a whole number; 0 when there are none. */
  u32(): number {
    const at = this.take(4);
    return at < 0 ? 0 : this.view.getUint32(at, true);
  }

  /** A float of any finite size. */
  f32(): number {
    const at = this.take(4);
    if (at < 0) return 0;
    const value = this.view.getFloat32(at, true);
    if (Number.isFinite(value)) return value;
    this.failNumber(value, at);
    return 0;
  }

  /** A speed, a rate, or a component of a velocity or an omega. */
  rate(): number {
    const at = this.take(4);
    if (at < 0) return 0;
    const value = this.view.getFloat32(at, true);
    if (value >= -MAX_RATE && value <= MAX_RATE) return value;
    this.failNumber(value, at);
    return 0;
  }

  /** An angle in degrees. */
  angle(): number {
    const at = this.take(4);
    if (at < 0) return 0;
    const value = this.view.getFloat32(at, true);
    if (value >= -MAX_ANGLE && value <= MAX_ANGLE) return value;
    this.failNumber(value, at);
    return 0;
  }

  /**
   * A local coordinate in metres.
   *
   * @param origin what makes it a world coordinate: the landblock's origin, or 0 for z.
   */
  coordinate(origin: number): number {
    const at = this.take(4);
    if (at < 0) return 0;
    const value = this.view.getFloat32(at, true);
    if (origin + value >= -MAX_POSITION && origin + value <= MAX_POSITION) return value;
    this.failNumber(value, at);
    return 0;
  }

  /** A command as its u16 index: the 32-bit command. */
  command(): number {
    const at = this.take(2);
    if (at < 0) return 0;
    const command = commandFromIndex(this.view.getUint16(at, true));
    if (command === 0) this.fail(WireReason.UnknownCommand, at);
    return command;
  }

  /** A command in full. */
  wholeCommand(): number {
    const at = this.take(4);
    if (at < 0) return 0;
    const command = this.view.getUint32(at, true);
    if (indexFromCommand(command) >= 0) return command;
    this.fail(WireReason.UnknownCommand, at);
    return 0;
  }

  /** A command in full, or 0 for none, as sidesteps and turns may be. */
  wholeCommandOrNone(): number {
    const at = this.take(4);
    if (at < 0) return 0;
    const command = this.view.getUint32(at, true);
    if (command === 0 || indexFromCommand(command) >= 0) return command;
    this.fail(WireReason.UnknownCommand, at);
    return 0;
  }

  /** A whole number that may be at most `most`: otherwise the error is `reason`. */
  u32UpTo(most: number, reason: number): number {
    const at = this.take(4);
    if (at < 0) return 0;
    const value = this.view.getUint32(at, true);
    if (value <= most) return value;
    this.fail(reason, at);
    return 0;
  }

  /** A byte that may be at most `most`: otherwise the error is `reason`. */
  u8UpTo(most: number, reason: number): number {
    const at = this.take(1);
    if (at < 0) return 0;
    const value = this.view.getUint8(at);
    if (value <= most) return value;
    this.fail(reason, at);
    return 0;
  }

  /** Whether a quaternion is long enough; otherwise the error is at `at`. */
  quaternion(w: number, x: number, y: number, z: number, at: number): boolean {
    if (w * w + x * x + y * y + z * z >= MIN_QUATERNION_SQUARED) return true;
    return this.fail(WireReason.BadQuaternion, at);
  }

  /** The opcode or the action type that must come next. */
  expect(code: number): boolean {
    const at = this.take(4);
    if (at < 0) return false;
    return this.view.getUint32(at, true) === code || this.fail(WireReason.WrongOpcode, at);
  }

  /** u16 if below 0x8000, else the high part with the top bit set, then the low part. */
  packedDword(): number {
    const first = this.u16();
    if (first < 0x8000) return first;
    return (first & 0x7fff) * 0x10000 + this.u16();
  }

  /** Skips the zero bytes up to the next multiple of four, counted from the message's start. */
  align(): boolean {
    const at = this.position;
    const pad = -(at - this.start) & 3;
    if (pad === 0) return this.reason === WireReason.None;
    if (this.take(pad) < 0) return false;
    for (let i = 0; i < pad; i++) {
      if (this.view.getUint8(at + i) !== 0) return this.fail(WireReason.BadPadding, at + i);
    }
    return true;
  }

  /** Ends a message: true when all was well and no byte is left. */
  finish(): boolean {
    if (this.position !== this.end) return this.fail(WireReason.TrailingBytes);
    return this.reason === WireReason.None;
  }
}
