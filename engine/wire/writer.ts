import { indexFromCommand } from '../../components/motion-command.ts';
import { FLOAT_MAX, MAX_ANGLE, MAX_POSITION, MAX_RATE, MIN_QUATERNION_SQUARED } from './limits.ts';

/**
 * Writes a message's fields in order, little-endian, into a buffer that grows. Holds the limits that the readers hold, so
 * nothing that it writes is refused: a value that the format has no room for is a mistake of the caller, and throws a
 * RangeError that names it. The message is then unfinished: `reset` before the next one.
 */
export class ByteWriter {
  private buffer: Uint8Array;
  private view: DataView;
  private position = 0;

  /** @param capacity bytes to begin with; it doubles when a message needs more. */
  constructor(capacity = 256) {
    this.buffer = new Uint8Array(Math.max(16, capacity));
    this.view = new DataView(this.buffer.buffer);
  }

  /** Starts the next message. */
  reset(): this {
    this.position = 0;
    return this;
  }

  /** Bytes written since `reset`. */
  get length(): number {
    return this.position;
  }

  /** What was written since `reset`: a view on the writer's own buffer, valid until it is written to again. */
  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.position);
  }

  /** A byte. `what` names it in the error of a value outside 0 to 255. */
  u8(value: number, what = 'value'): void {
    if (!(Number.isInteger(value) && value >= 0 && value <= 0xff))
      throw rangeError(what, value, 'a whole number of 8 bits');
    const at = this.room(1);
    this.view.setUint8(at, value);
  }

  /** Two bytes. `what` names the value in the error of one outside 0 to 65535. */
  u16(value: number, what = 'value'): void {
    if (!(Number.isInteger(value) && value >= 0 && value <= 0xffff)) {
      throw rangeError(what, value, 'a whole number of 16 bits');
    }
    const at = this.room(2);
    this.view.setUint16(at, value, true);
  }

  /** Four bytes. `what` names the value in the error of one outside 0 to 0xffffffff. */
  u32(value: number, what = 'value'): void {
    if (!(Number.isInteger(value) && value >= 0 && value <= 0xffffffff)) {
      throw rangeError(what, value, 'a whole number of 32 bits, not negative');
    }
    const at = this.room(4);
    this.view.setUint32(at, value, true);
  }

  /** A whole number in u32, at most `most`. */
  u32UpTo(value: number, most: number, what: string): void {
    if (!(value <= most)) throw rangeError(what, value, `at most ${most}`);
    this.u32(value, what);
  }

  /** A whole number in a byte, at most `most`. */
  u8UpTo(value: number, most: number, what: string): void {
    if (!(value <= most)) throw rangeError(what, value, `at most ${most}`);
    this.u8(value, what);
  }

  /** A float of any finite size. */
  f32(value: number, what = 'value'): void {
    this.within(value, FLOAT_MAX, what);
  }

  /** A speed, a rate, or a component of a velocity or an omega. */
  rate(value: number, what: string): void {
    this.within(value, MAX_RATE, what);
  }

  /** An angle in degrees. */
  angle(value: number, what: string): void {
    this.within(value, MAX_ANGLE, what);
  }

  /** A local coordinate in metres; `origin` makes it a world coordinate. */
  coordinate(value: number, origin: number, what: string): void {
    const world = origin + Math.fround(value);
    if (!(world >= -MAX_POSITION && world <= MAX_POSITION)) throw rangeError(what, value, `within ${MAX_POSITION} m`);
    const at = this.room(4);
    this.view.setFloat32(at, value, true);
  }

  /** A command as its u16 index. */
  command(command: number, what: string): void {
    const index = indexFromCommand(command);
    if (index < 0) throw rangeError(what, command, 'a command of the client');
    const at = this.room(2);
    this.view.setUint16(at, index, true);
  }

  /** A command in full. */
  wholeCommand(command: number, what: string): void {
    if (indexFromCommand(command) < 0) throw rangeError(what, command, 'a command of the client');
    this.u32(command >>> 0, what);
  }

  /** A command in full, or 0 for none, as sidesteps and turns may be. */
  wholeCommandOrNone(command: number, what: string): void {
    if (command === 0) this.u32(0);
    else this.wholeCommand(command, what);
  }

  /** Throws when a quaternion is too short to be a rotation. */
  checkQuaternion(w: number, x: number, y: number, z: number): void {
    const fw = Math.fround(w);
    const fx = Math.fround(x);
    const fy = Math.fround(y);
    const fz = Math.fround(z);
    if (!(fw * fw + fx * fx + fy * fy + fz * fz >= MIN_QUATERNION_SQUARED)) {
      throw new RangeError(`rotation (${w}, ${x}, ${y}, ${z}) must be a quaternion of length 0.01 or more`);
    }
  }

  /** u16 if below 0x8000, else the high part with the top bit set, then the low part. */
  packedDword(value: number, what: string): void {
    if (!(Number.isInteger(value) && value >= 0 && value <= 0x7fffffff)) {
      throw rangeError(what, value, 'a whole number of 31 bits');
    }
    if (value >= 0x8000) this.u16((value >>> 16) | 0x8000);
    this.u16(value & 0xffff);
  }

  /** Bytes as they are. */
  raw(bytes: Uint8Array, count: number = bytes.length): void {
    const at = this.room(count);
    for (let i = 0; i < count; i++) this.buffer[at + i] = bytes[i];
  }

  /** Leaves a u32 open; `closeLength` fills in how many bytes have followed it. */
  openLength(): number {
    this.u32(0);
    return this.position;
  }

  /** Fills in the length that {@link openLength} has left open. `opened` is its answer. */
  closeLength(opened: number): void {
    this.view.setUint32(opened - 4, this.position - opened, true);
  }

  /** Zero bytes up to the next multiple of four, counted from the message's start. */
  align(): void {
    while ((this.position & 3) !== 0) this.u8(0);
  }

  private within(value: number, limit: number, what: string): void {
    const float = Math.fround(value);
    if (!(float >= -limit && float <= limit)) throw rangeError(what, value, `a number within ${limit}`);
    const at = this.room(4);
    this.view.setFloat32(at, float, true);
  }

  /** Offset of `count` new bytes. */
  private room(count: number): number {
    const at = this.position;
    const needed = at + count;
    if (needed > this.buffer.length) {
      const grown = new Uint8Array(Math.max(needed, this.buffer.length * 2));
      grown.set(this.buffer);
      this.buffer = grown;
      this.view = new DataView(grown.buffer);
    }
    this.position = needed;
    return at;
  }
}

function rangeError(what: string, value: number, rule: string): RangeError {
  return new RangeError(`${what} ${value} must be ${rule}`);
}
