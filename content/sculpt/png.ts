/** The bytes of a picture of one row, its colours as '#rrggbb'. Nothing is compressed, so the bytes are the same everywhere. */
export function pngRow(colours: readonly string[]): Uint8Array {
  const row = [0];
  for (const colour of colours) {
    const value = Number.parseInt(colour.slice(1), 16);
    row.push((value >> 16) & 255, (value >> 8) & 255, value & 255);
  }
  // zlib: one stored block.
  const data = [0x78, 0x01, 1, row.length & 255, row.length >> 8, ~row.length & 255, (~row.length >> 8) & 255];
  data.push(...row, ...bytesOf(adler32(row)));
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [...bytesOf(colours.length), ...bytesOf(1), 8, 2, 0, 0, 0]),
    ...chunk('IDAT', data),
    ...chunk('IEND', []),
  ]);
}

function chunk(name: string, data: readonly number[]): number[] {
  const body = [...Array.from(name, (letter) => letter.charCodeAt(0)), ...data];
  return [...bytesOf(data.length), ...body, ...bytesOf(crc32(body))];
}

function bytesOf(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function adler32(bytes: readonly number[]): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}

function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
