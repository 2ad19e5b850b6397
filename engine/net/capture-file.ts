import { requireBytes, requireFunction, requireKeys, requireNumber, requireObject } from '../checks.ts';
import { type Capture, requireCapture } from './capture.ts';
import { CaptureError } from './capture-error.ts';
import { CAPTURE_MAGIC, isCaptureFile } from './capture-format.ts';
import { readCaptureFile } from './capture-reader.ts';
import { CaptureWriter } from './capture-writer.ts';
import { type PacketCaptureOptions, readPacketCapture, requirePacketOptions } from './packet-capture.ts';
import { isPcap } from './pcap.ts';
import { isPcapng } from './pcap-ng.ts';

/** How a capture is read. */
export type ReadCaptureOptions = PacketCaptureOptions;

/**
 * Reads a capture: one of our own files, a pcap or a pcapng file; its first bytes say which.
 *
 * A file that ends too early or is damaged is read up to there (`damage` says where and why), and what is no message of
 * the game is counted by reason. Log-in data is never in it.
 *
 * @throws CaptureError when the bytes are none of these, or the file's own header cannot be read.
 */
export function readCapture(bytes: Uint8Array, options: ReadCaptureOptions = {}): Capture {
  requireBytes('readCapture', bytes);
  requirePacketOptions('readCapture', options);
  if (isPcap(bytes) || isPcapng(bytes)) return readPacketCapture(bytes, options);
  if (isCaptureFile(bytes)) return readCaptureFile(bytes);
  const found = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const what = bytes.length === 0 ? 'an empty file' : found;
  throw new CaptureError('capture', 0, `expected the start of a pcap, pcapng or ${CAPTURE_MAGIC} file, found ${what}`);
}

const WRITE = 'writeCapture';
/** Seconds; later than any capture. */
const LATEST = 1e12;

/** Which part of a capture is written. */
export interface WriteCaptureOptions {
  /** Seconds since its start: messages from this time on. Default 0. */
  from?: number;
  /** Seconds since its start: messages before this time. Default: all. */
  until?: number;
}

/** Writes a capture as one of our own files; to `sink` in pieces, each valid inside the call. */
export function writeCaptureTo(
  capture: Capture,
  sink: (bytes: Uint8Array) => void,
  options: WriteCaptureOptions = {},
): void {
  requireCapture(WRITE, capture);
  requireFunction(`${WRITE}: sink`, sink, 'a function that takes bytes');
  requireObject(WRITE, options, 'options such as { from: 10, until: 20 }');
  requireKeys(WRITE, options, ['from', 'until']);
  const from = requireNumber(`${WRITE}.from`, options.from ?? 0, 0, LATEST);
  const until = requireNumber(
    `${WRITE}.until`,
    options.until ?? Number.POSITIVE_INFINITY,
    from,
    Number.POSITIVE_INFINITY,
  );
  const { messages, connections, startTime, stepRate } = capture;
  const writer = new CaptureWriter(sink, { startTime: startTime === 0 ? 0 : startTime + from, stepRate });
  connections.forEach(({ name }, connection) => {
    writer.name(connection, name);
  });
  const start = Math.round(from * 1e6);
  for (let index = messages.firstFrom(start); index < messages.count; index++) {
    if (messages.timeOf(index) >= until) break;
    const micros = messages.microsOf(index) - start;
    writer.message(micros, messages.directionOf(index), messages.connectionOf(index), messages.bytesOf(index));
  }
  writer.end(Math.max(0, Math.round(Math.min(capture.duration, until) * 1e6) - start));
}

/** A capture as the bytes of one of our own files. */
export function writeCapture(capture: Capture, options: WriteCaptureOptions = {}): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  writeCaptureTo(
    capture,
    (piece) => {
      pieces.push(piece.slice());
      size += piece.length;
    },
    options,
  );
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
