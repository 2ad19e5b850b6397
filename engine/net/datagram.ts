/**
 * How a datagram of {@link Delivery} lies, little-endian: the header; the words of the selective acknowledgement; then,
 * unless it only acknowledges, entries up to its end. An entry is a u16 length and a message, or a u16 length with the
 * top bit set, u32 message id, u32 length of the whole message, u32 offset in it, and that part of it.
 *
 * Reliable and unreliable packets are numbered apart, each from the same first number, by ones, wrapping.
 */
export const Header = {
  /** u16, {@link MAGIC}. */
  magic: 0,
  /** u8, a {@link PacketKind}. */
  kind: 2,
  /** u8, how many words of 32 bits follow the header. */
  words: 3,
  /** u32 over all of the datagram but itself. */
  checksum: 4,
  /** u32, the packet's number; 0 in one that only acknowledges. */
  number: 8,
  /** u32, when it was sent: milliseconds on the sender's clock. */
  time: 12,
  /** u32, the reliable packet that the sender waits for: all before it have arrived. Bit i: number + 1 + i has, too. */
  expected: 16,
  /** u32, the time of the datagram that arrived last. */
  echo: 20,
  /** u16, milliseconds since it arrived; {@link NO_ECHO}: none has, or too long ago. */
  held: 24,
} as const;

/** Bytes of the header. */
export const HEADER_BYTES = 26;
/** What a datagram begins with ("Gd"). */
export const MAGIC = 0x6447;
export const NO_ECHO = 0xffff;

export const PacketKind = { acknowledgement: 0, reliable: 1, unreliable: 2 } as const;

/** Reliable packets that may be on their way at once, and unreliable ones that a late one may be behind. */
export const WINDOW = 512;
/** The most words of a selective acknowledgement. */
export const MAX_WORDS = WINDOW / 32;

/** Bytes before a message, and before a part of one. */
export const ENTRY_BYTES = 2;
export const PART_BYTES = 14;
/** The bit of an entry's length that says that it is a part. */
export const PART = 0x8000;

/** FNV-1a over a datagram without its checksum: what is not ours, or was damaged, is not taken for a packet. */
export function datagramChecksum(bytes: Uint8Array, start: number, length: number): number {
  let hash = 0x811c9dc5;
  const end = start + length;
  for (let i = start; i < start + Header.checksum; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  for (let i = start + Header.number; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash >>> 0;
}

/** How far number `a` is past number `b`, with wraparound; negative when it is before. */
export function numbersPast(a: number, b: number): number {
  return (a - b) | 0;
}
