import type { CaptureNote } from './capture.ts';

/** One frame of a packet capture. Readers fill the same one again and again. */
export class CapturedFrame {
  /** When: microseconds since 1970, with a fraction where the file's clock is finer. */
  micros = 0;
  /** A LINKTYPE number. */
  linkType = 0;
  /** What was captured of it; a view of the file. */
  bytes: Uint8Array = new Uint8Array(0);
  /** Where in the file its bytes are. */
  offset = 0;
  /** Bytes that it had on the wire; more than `bytes` when it was cut. */
  wireLength = 0;
}

/** Reads the frames of a packet capture one by one. */
export interface FrameSource {
  readonly format: 'pcap' | 'pcapng';
  /** Reads the next frame into `frame`. False: there is none; `damage` says whether the file was whole. */
  next(frame: CapturedFrame): boolean;
  /** Where and why reading ended too early; null: it did not. */
  readonly damage: CaptureNote | null;
}

/** The longest frame that is taken for real: what capture tools take at most. */
export const MAX_FRAME_BYTES = 262_144;

/** The bits of a link-layer field that name the link type; those above say how frames end. */
export const LINK_TYPE_BITS = 0xffff;

/** A u32 as people know it. */
export function hex(value: number): string {
  return `0x${(value >>> 0).toString(16)}`;
}
