/**
 * Our capture file (docs/captures.md): a header, then records up to the end mark, all little-endian.
 *
 * Header: 8 bytes {@link CAPTURE_MAGIC}; u16 length of the header; u16 0; f32 steps a second; f64 start; u32 0; u32
 * CRC-32 of all before it. Record: varint connection * 4 + kind; varint microseconds since the record before; varint
 * length; that many bytes; u16, the low half of the CRC-32 of all bytes of the file before it.
 */
export const CAPTURE_MAGIC = 'GAITCAP1';

/** Offsets of the header's fields. */
export const CaptureHeader = { length: 8, stepRate: 12, start: 16, checksum: 28 } as const;
export const CAPTURE_HEADER_BYTES = 32;
/** The longest header that a later version of this format may have. */
export const LONGEST_HEADER = 1024;

export const RecordKind = {
  ToClient: 0,
  ToServer: 1,
  /** The name of a connection, as UTF-8; before its first message. */
  Name: 2,
  /** The end mark: u32 number of messages. Its time is the capture's end. */
  End: 3,
} as const;

/** Bytes behind a record that check it. */
export const CHECK_BYTES = 2;
/** A number of 7 bits a byte, lowest first, has at most so many: 53 bits. */
export const VARINT_BYTES = 8;
export const MOST_CONNECTIONS = 65_536;
/** Bytes of a connection's name. */
export const LONGEST_NAME = 256;
/** Microseconds: a time beyond that is no time (285 years). */
export const LAST_MICROS = Number.MAX_SAFE_INTEGER;

/** Whether bytes begin as one of our captures does, of whatever version. */
export function isCaptureFile(bytes: Uint8Array): boolean {
  const family = CAPTURE_MAGIC.slice(0, -1);
  if (bytes.length < family.length) return false;
  for (let index = 0; index < family.length; index++) if (bytes[index] !== family.charCodeAt(index)) return false;
  return true;
}
