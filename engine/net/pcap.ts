import type { CaptureNote } from './capture.ts';
import { CaptureError } from './capture-error.ts';
import { type CapturedFrame, type FrameSource, hex, LINK_TYPE_BITS, MAX_FRAME_BYTES } from './frame-source.ts';

const FILE_HEADER = 24;
const FRAME_HEADER = 16;
const VERSION_MAJOR = 2;

/** The first u32 of a file, as its writer's byte order has it: frame times in microseconds, or in nanoseconds. */
const MICRO_MAGIC = 0xa1b2c3d4;
const NANO_MAGIC = 0xa1b23c4d;

/** Whether bytes begin as a classic pcap file does, in either byte order. */
export function isPcap(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return [true, false].some((little) => [MICRO_MAGIC, NANO_MAGIC].includes(view.getUint32(0, little)));
}

/**
 * Classic pcap: a header, then frames up to the end of the file. Both byte orders, times in microseconds or nanoseconds.
 */
export class PcapReader implements FrameSource {
  readonly format = 'pcap';
  damage: CaptureNote | null = null;

  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly little: boolean;
  /** Parts of a second in the second word of a frame's time. */
  private readonly unit: number;
  private readonly linkType: number;
  private at = FILE_HEADER;

  /** @throws CaptureError when the file's header cannot be read. */
  constructor(bytes: Uint8Array) {
    if (!isPcap(bytes))
      throw new CaptureError('pcap', 0, `expected the magic ${hex(MICRO_MAGIC)} or ${hex(NANO_MAGIC)}`);
    if (bytes.length < FILE_HEADER) {
      throw new CaptureError('pcap', 0, `expected a header of ${FILE_HEADER} bytes, found ${bytes.length}`);
    }
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const magic = this.view.getUint32(0, true);
    this.little = magic === MICRO_MAGIC || magic === NANO_MAGIC;
    this.unit = this.view.getUint32(0, this.little) === NANO_MAGIC ? 1e9 : 1e6;
    const major = this.view.getUint16(4, this.little);
    if (major !== VERSION_MAJOR) {
      throw new CaptureError('pcap', 4, `expected version ${VERSION_MAJOR}, found version ${major}`);
    }
    this.linkType = this.view.getUint32(20, this.little) & LINK_TYPE_BITS;
  }

  next(frame: CapturedFrame): boolean {
    if (this.damage !== null) return false;
    const { at, view, little } = this;
    const left = this.bytes.length - at;
    if (left === 0) return false;
    if (left < FRAME_HEADER) return this.stop(at, `expected a frame's header of ${FRAME_HEADER} bytes, found ${left}`);
    const captured = view.getUint32(at + 8, little);
    const wire = view.getUint32(at + 12, little);
    if (captured > MAX_FRAME_BYTES) {
      return this.stop(at + 8, `expected a frame of at most ${MAX_FRAME_BYTES} bytes, found a length of ${captured}`);
    }
    if (captured > left - FRAME_HEADER) {
      return this.stop(
        at,
        `expected a frame of ${captured} bytes, found ${left - FRAME_HEADER}: the file is cut short`,
      );
    }
    frame.micros = view.getUint32(at, little) * 1e6 + view.getUint32(at + 4, little) * (1e6 / this.unit);
    frame.linkType = this.linkType;
    frame.offset = at + FRAME_HEADER;
    frame.bytes = this.bytes.subarray(frame.offset, frame.offset + captured);
    frame.wireLength = Math.max(captured, wire);
    this.at = frame.offset + captured;
    return true;
  }

  private stop(offset: number, text: string): false {
    this.damage = { offset, text };
    return false;
  }
}
