import { type Capture, type CapturedConnection, type CaptureNote, SkipLog } from './capture.ts';
import { CaptureError } from './capture-error.ts';
import {
  CAPTURE_HEADER_BYTES,
  CAPTURE_MAGIC,
  CaptureHeader,
  CHECK_BYTES,
  isCaptureFile,
  LAST_MICROS,
  LONGEST_HEADER,
  LONGEST_NAME,
  MOST_CONNECTIONS,
  RecordKind,
  VARINT_BYTES,
} from './capture-format.ts';
import { crc32 } from './crc32.ts';
import { isLoginMessage } from './login-data.ts';
import { type CaptureDirection, MessageLog } from './message-log.ts';
import { MAX_MESSAGE_BYTES } from './transport.ts';
import { utf8Text } from './utf8.ts';

/** Reads our capture files message by message, without keeping any. */
export class CaptureReader {
  /** Seconds since 1970 (UTC) at its start; 0: not known. */
  readonly startTime: number;
  /** Steps a second of the world that was recorded; 0: not known. */
  readonly stepRate: number;
  /** The connections that have been named or used so far. */
  readonly connections: CapturedConnection[] = [];
  /** The message that {@link next} has read. */
  micros = 0;
  direction: CaptureDirection = 'toClient';
  connection = 0;
  bytes: Uint8Array = new Uint8Array(0);
  /** Where in the file it is. */
  offset = 0;
  /** Messages that were read. */
  messages = 0;
  /** Messages that were passed over because they belong to logging in. */
  login = 0;
  /** Whether the end mark was reached. */
  ended = false;
  damage: CaptureNote | null = null;

  private readonly file: Uint8Array;
  private at: number;
  private crc: number;

  /** @throws CaptureError when the bytes are no capture of this version, or its header is damaged. */
  constructor(file: Uint8Array) {
    if (!isCaptureFile(file)) throw new CaptureError('capture', 0, `expected the magic ${CAPTURE_MAGIC}`);
    const version = String.fromCharCode(...file.subarray(0, CAPTURE_MAGIC.length));
    if (version !== CAPTURE_MAGIC) {
      throw new CaptureError('capture', 0, `expected the magic ${CAPTURE_MAGIC}, found ${JSON.stringify(version)}`);
    }
    if (file.length < CAPTURE_HEADER_BYTES) {
      throw new CaptureError('capture', 0, `expected a header of ${CAPTURE_HEADER_BYTES} bytes, found ${file.length}`);
    }
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    if (view.getUint32(CaptureHeader.checksum, true) !== crc32(file, 0, CaptureHeader.checksum)) {
      throw new CaptureError('capture', CaptureHeader.checksum, 'the checksum of its header is wrong: it is damaged');
    }
    const length = view.getUint16(CaptureHeader.length, true);
    if (length < CAPTURE_HEADER_BYTES || length > Math.min(LONGEST_HEADER, file.length)) {
      const text = `expected a header of ${CAPTURE_HEADER_BYTES} to ${LONGEST_HEADER} bytes, found ${length}`;
      throw new CaptureError('capture', CaptureHeader.length, text);
    }
    this.startTime = finite(view.getFloat64(CaptureHeader.start, true));
    this.stepRate = finite(view.getFloat32(CaptureHeader.stepRate, true));
    this.file = file;
    this.at = length;
    this.crc = crc32(file, 0, length);
  }

  /** Reads the next message. False: there is none; `damage` says whether that is because the file is not whole. */
  next(): boolean {
    while (!this.ended && this.damage === null) {
      const start = this.at;
      if (start === this.file.length) return this.stop(start, 'expected the end mark: the recording was not ended');
      const tag = this.varint();
      const passed = this.varint();
      const length = this.varint();
      if (tag < 0 || passed < 0 || length < 0) return this.stopShort(start);
      const kind = tag % 4;
      const connection = (tag - kind) / 4;
      const most = kind === RecordKind.Name ? LONGEST_NAME : kind === RecordKind.End ? 4 : MAX_MESSAGE_BYTES;
      if (length > most) return this.stop(start, `expected a record of at most ${most} bytes, found ${length}`);
      if (connection >= MOST_CONNECTIONS) {
        return this.stop(start, `expected a connection below ${MOST_CONNECTIONS}, found ${connection}`);
      }
      if (this.micros + passed > LAST_MICROS) return this.stop(start, 'expected a time within 285 years');
      const body = this.at;
      const end = body + length;
      if (end + CHECK_BYTES > this.file.length) return this.stopShort(start);
      const crc = crc32(this.file, start, end, this.crc);
      if ((crc & 0xffff) !== (this.file[end] | (this.file[end + 1] << 8))) {
        return this.stop(start, 'the checksum of the record that begins here is wrong: it is damaged');
      }
      this.crc = crc32(this.file, end, end + CHECK_BYTES, crc);
      this.at = end + CHECK_BYTES;
      this.offset = start;
      this.micros += passed;
      const bytes = this.file.subarray(body, end);
      if (kind === RecordKind.End) return this.end(bytes, start);
      this.know(connection);
      if (kind === RecordKind.Name) this.connections[connection] = { name: utf8Text(bytes) };
      else if (length === 0) return this.stop(start, 'expected a message of at least 1 byte, found none');
      else if (isLoginMessage(bytes)) this.login++;
      else {
        this.direction = kind === RecordKind.ToServer ? 'toServer' : 'toClient';
        this.connection = connection;
        this.bytes = bytes;
        this.messages++;
        return true;
      }
    }
    return false;
  }

  private end(bytes: Uint8Array, start: number): false {
    this.ended = true;
    const stated = bytes.length === 4 ? (bytes[0] | (bytes[1] << 8) | (bytes[2] << 16) | (bytes[3] << 24)) >>> 0 : -1;
    const found = (this.messages + this.login) >>> 0;
    if (stated !== found) return this.stop(start, `expected ${stated} messages before the end mark, found ${found}`);
    const rest = this.file.length - this.at;
    return rest > 0 ? this.stop(this.at, `expected nothing behind the end mark, found ${rest} bytes`) : false;
  }

  /** Makes room in the list of connections; those that were not named get a number. */
  private know(connection: number): void {
    while (this.connections.length <= connection) {
      this.connections.push({ name: `connection ${this.connections.length}` });
    }
  }

  /** Seven bits a byte, lowest first. @returns -1 when it is cut short or longer than 53 bits. */
  private varint(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < VARINT_BYTES && this.at < this.file.length; count++) {
      const byte = this.file[this.at++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value <= LAST_MICROS ? value : -1;
      scale *= 0x80;
    }
    return -1;
  }

  private stopShort(start: number): false {
    return this.stop(start, `expected a whole record, found ${this.file.length - start} bytes: the file is cut short`);
  }

  private stop(offset: number, text: string): false {
    this.damage = { offset, text };
    return false;
  }
}

/**
 * Reads one of our capture files as a whole. Damage, or a missing end, ends the reading and is told of; what came before
 * it is there.
 *
 * @throws CaptureError when the bytes are no capture of this version, or its header is damaged.
 */
export function readCaptureFile(file: Uint8Array): Capture {
  const reader = new CaptureReader(file);
  const messages = new MessageLog();
  const log = new SkipLog();
  while (reader.next()) messages.append(reader.micros, reader.direction, reader.connection, reader.bytes);
  log.counts.skipped['log-in data'] = reader.login;
  return {
    format: 'gait',
    startTime: reader.startTime,
    stepRate: reader.stepRate,
    duration: reader.micros / 1e6,
    connections: reader.connections,
    messages,
    counts: log.counts,
    damage: reader.damage,
    notes: log.notes,
  };
}

function finite(value: number): number {
  return Number.isFinite(value) && value >= 0 ? value : 0;
}
