import { locate } from '../math/located-bytes.ts';

/**
 * Views of the first bytes of one buffer, made once for each length: what is handed over again and again needs no new
 * object each time, and readers see the same buffer behind all of them.
 */
export class LengthViews {
  private readonly buffer: ArrayBuffer;
  private readonly whole: DataView;
  private readonly views = new Map<number, Uint8Array>();

  constructor(buffer: ArrayBuffer) {
    this.buffer = buffer;
    this.whole = new DataView(buffer);
  }

  /** The first `length` bytes. */
  of(length: number): Uint8Array {
    let view = this.views.get(length);
    if (view === undefined) {
      view = locate(new Uint8Array(this.buffer, 0, length), this.whole);
      this.views.set(length, view);
    }
    return view;
  }
}
