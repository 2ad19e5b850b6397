import {
  CAPTURE_HEADER_BYTES,
  CAPTURE_MAGIC,
  CaptureHeader,
  CHECK_BYTES,
  LAST_MICROS,
  LONGEST_NAME,
  MOST_CONNECTIONS,
  RecordKind,
  VARINT_BYTES,
} from './capture-format.ts';
import { crc32 } from './crc32.ts';
import { isLoginMessage } from './login-data.ts';
import type { CaptureDirection } from './message-log.ts';
import { requireMessage } from './transport.ts';
import { utf8 } from './utf8.ts';

/** What a capture's header says. */
export interface CaptureHeaderFields {
  /** Seconds since 1970 (UTC) at its start; 0: not known. */
  startTime?: number;
  /** Steps a second of the world that is recorded; 0: not known. */
  stepRate?: number;
}

const BUFFER = 65_536;

/** Writes a capture as it happens: bytes go to a function, in pieces, so that a long one needs no memory. */
export class CaptureWriter {
  /** Messages that were written. */
  messages = 0;
  /** Bytes that were written, the header included. */
  size = 0;

  private readonly sink: (bytes: Uint8Array) => void;
  private readonly buffer = new Uint8Array(BUFFER);
  private readonly view = new DataView(this.buffer.buffer);
  private filled = 0;
  /** Bytes of the buffer that are in the checksum. */
  private checked = 0;
  private crc = 0;
  private micros = 0;
  private ended = false;

  /** @param sink Takes the bytes; they are only valid inside the call. */
  constructor(sink: (bytes: Uint8Array) => void, header: CaptureHeaderFields = {}) {
    this.sink = sink;
    const { view, buffer } = this;
    for (let index = 0; index < CAPTURE_MAGIC.length; index++) buffer[index] = CAPTURE_MAGIC.charCodeAt(index);
    view.setUint16(CaptureHeader.length, CAPTURE_HEADER_BYTES, true);
    view.setFloat32(CaptureHeader.stepRate, header.stepRate ?? 0, true);
    view.setFloat64(CaptureHeader.start, header.startTime ?? 0, true);
    view.setUint32(CaptureHeader.checksum, crc32(buffer, 0, CaptureHeader.checksum), true);
    this.filled = CAPTURE_HEADER_BYTES;
    this.size = CAPTURE_HEADER_BYTES;
  }

  /** Names a connection; before its first message. */
  name(connection: number, name: string): void {
    this.record(this.micros, RecordKind.Name, connection, utf8(name, LONGEST_NAME));
  }

  /**
   * Writes a message, unless it belongs to logging in: those are never stored.
   *
   * @param micros Whole microseconds since the start; an earlier time than that of the message before counts as that.
   * @returns Whether it was written.
   */
  message(micros: number, direction: CaptureDirection, connection: number, bytes: Uint8Array): boolean {
    requireMessage(bytes);
    if (isLoginMessage(bytes)) return false;
    this.record(micros, direction === 'toServer' ? RecordKind.ToServer : RecordKind.ToClient, connection, bytes);
    this.messages++;
    return true;
  }

  /** Hands over what is still in the buffer. */
  flush(): void {
    if (this.filled === 0) return;
    this.check();
    const { filled } = this;
    this.filled = 0;
    this.checked = 0;
    this.sink(this.buffer.subarray(0, filled));
  }

  /** Writes the end mark; nothing can be written after it. */
  end(micros: number): void {
    if (this.ended) return;
    const count = new Uint8Array(4);
    new DataView(count.buffer).setUint32(0, this.messages >>> 0, true);
    this.record(micros, RecordKind.End, 0, count);
    this.ended = true;
    this.flush();
  }

  private record(micros: number, kind: number, connection: number, bytes: Uint8Array): void {
    if (this.ended) throw new Error('capture: it has ended; nothing can be added to it');
    if (!(connection >= 0 && connection < MOST_CONNECTIONS)) {
      throw new RangeError(`capture: expected a connection from 0 to ${MOST_CONNECTIONS - 1}, found ${connection}`);
    }
    if (!(micros <= LAST_MICROS)) throw new RangeError(`capture: expected a time in microseconds, found ${micros}`);
    this.makeRoom(3 * VARINT_BYTES);
    const start = this.filled;
    const time = Math.max(this.micros, Math.round(micros));
    this.varint(connection * 4 + kind);
    this.varint(time - this.micros);
    this.varint(bytes.length);
    this.micros = time;
    this.size += this.filled - start + bytes.length + CHECK_BYTES;
    for (let from = 0; from < bytes.length; ) {
      this.makeRoom(1);
      const part = Math.min(bytes.length - from, BUFFER - this.filled);
      this.buffer.set(from === 0 && part === bytes.length ? bytes : bytes.subarray(from, from + part), this.filled);
      this.filled += part;
      from += part;
    }
    this.check();
    const check = this.crc & 0xffff;
    this.makeRoom(CHECK_BYTES);
    this.view.setUint16(this.filled, check, true);
    this.filled += CHECK_BYTES;
  }

  private varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.filled++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.filled++] = rest;
  }

  /** Brings the checksum up to what is in the buffer. */
  private check(): void {
    this.crc = crc32(this.buffer, this.checked, this.filled, this.crc);
    this.checked = this.filled;
  }

  private makeRoom(wanted: number): void {
    if (this.filled + wanted > BUFFER) this.flush();
  }
}
