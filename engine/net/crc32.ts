const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

/**
 * CRC-32 (the one of zip and PNG) of some bytes more.
 *
 * @param before What this function answered for the bytes before them; 0 at the start.
 */
export function crc32(bytes: Uint8Array, start: number, end: number, before = 0): number {
  let crc = ~before;
  for (let index = start; index < end; index++) crc = table[(crc ^ bytes[index]) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}
