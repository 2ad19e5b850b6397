import { inflateSync } from 'node:zlib';

/** A picture: three or four bytes a pixel, row by row from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Bytes a pixel: 3 (red, green, blue) or 4 (and alpha). */
  readonly channels: number;
  readonly bytes: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Reads a PNG as browsers write screenshots: 8 bits a channel, colour with or without alpha, not interlaced.
 *
 * @throws Error for any other.
 */
export function readPng(png: Uint8Array): Picture {
  if (!SIGNATURE.every((byte, index) => png[index] === byte)) throw new Error('this is no PNG');
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const data: Uint8Array[] = [];
  let width = 0;
  let height = 0;
  let channels = 0;
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = view.getUint32(at);
    const kind = String.fromCharCode(...png.subarray(at + 4, at + 8));
    const start = at + 8;
    if (kind === 'IHDR') {
      width = view.getUint32(start);
      height = view.getUint32(start + 4);
      const [depth, colour, , , interlaced] = png.subarray(start + 8, start + 13);
      channels = colour === 2 ? 3 : 4;
      if (depth !== 8 || (colour !== 2 && colour !== 6) || interlaced !== 0) {
        throw new Error(`PNG: expected 8 bits of colour, not interlaced; found depth ${depth}, colour type ${colour}`);
      }
    } else if (kind === 'IDAT') data.push(png.subarray(start, start + length));
    at = start + length + 4;
  }
  return { width, height, channels, bytes: unfilter(inflateSync(Buffer.concat(data)), width, height, channels) };
}

/** Takes back the filter of each row (PNG, section 9). */
function unfilter(filtered: Uint8Array, width: number, height: number, channels: number): Uint8Array {
  const stride = width * channels;
  const bytes = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = filtered[row * (stride + 1)];
    for (let column = 0; column < stride; column++) {
      const at = row * stride + column;
      const left = column >= channels ? bytes[at - channels] : 0;
      const above = row > 0 ? bytes[at - stride] : 0;
      const aboveLeft = row > 0 && column >= channels ? bytes[at - stride - channels] : 0;
      bytes[at] = filtered[row * (stride + 1) + 1 + column] + predict(filter, left, above, aboveLeft);
    }
  }
  return bytes;
}

function predict(filter: number, left: number, above: number, aboveLeft: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4:
      return paeth(left, above, aboveLeft);
    default:
      throw new Error(`PNG: there is no filter ${filter}`);
  }
}

function paeth(left: number, above: number, aboveLeft: number): number {
  const estimate = left + above - aboveLeft;
  const toLeft = Math.abs(estimate - left);
  const toAbove = Math.abs(estimate - above);
  const toAboveLeft = Math.abs(estimate - aboveLeft);
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
  return toAbove <= toAboveLeft ? above : aboveLeft;
}
