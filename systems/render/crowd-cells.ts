/** Cells of an instance in its place and in each of its two fades. */
export const PLACE_CELLS = 16;
export const FADE_CELLS = 4;

/** A time so long ago that nothing fades any more. */
const LONG_AGO = -1e6;

/**
 * The numbers that the shader of a crowd reads, instance after instance: see crowd-shader.ts. A fade is the row that was
 * shown, the row that took over, when that was, and (in the newer one alone) how the body leans.
 */
export class CrowdCells {
  places = new Float32Array(16 * PLACE_CELLS);
  fades = new Float32Array(16 * FADE_CELLS);
  /** The change of clip before the last one, if that is not over yet. */
  olderFades = new Float32Array(16 * FADE_CELLS);

  /** How many instances there is room for. */
  get capacity(): number {
    return this.places.length / PLACE_CELLS;
  }

  grow(): void {
    this.places = doubled(this.places);
    this.fades = doubled(this.fades);
    this.olderFades = doubled(this.olderFades);
  }

  move(from: number, to: number): void {
    this.places.copyWithin(to * PLACE_CELLS, from * PLACE_CELLS, (from + 1) * PLACE_CELLS);
    this.fades.copyWithin(to * FADE_CELLS, from * FADE_CELLS, (from + 1) * FADE_CELLS);
    this.olderFades.copyWithin(to * FADE_CELLS, from * FADE_CELLS, (from + 1) * FADE_CELLS);
  }

  /** Whether an instance fades after a time. */
  fadesAfter(index: number, time: number): boolean {
    const at = index * FADE_CELLS + 2;
    return this.fades[at] > time || this.olderFades[at] > time;
  }

  /** @param old The row that was shown. @param begun The row that took over at a time. @param fade How long that takes. */
  beginFade(index: number, old: number, begun: number, time: number, fade: number): void {
    const { fades, olderFades } = this;
    const at = index * FADE_CELLS;
    // What is left of a change that is not over goes on beside the new one.
    if (time - fades[at + 2] < fade) {
      olderFades[at] = fades[at];
      olderFades[at + 1] = fades[at + 1];
      olderFades[at + 2] = fades[at + 2];
    }
    fades[at] = old;
    fades[at + 1] = begun;
    fades[at + 2] = time;
  }

  endFades(index: number): void {
    this.fades[index * FADE_CELLS + 2] = LONG_AGO;
    this.olderFades[index * FADE_CELLS + 2] = LONG_AGO;
  }

  /** Reckons time from another start. @param passed Seconds between the two; below 0: time was wound, and nothing fades. */
  restart(count: number, passed: number): void {
    for (const fades of [this.fades, this.olderFades]) {
      for (let at = 2; at < count * FADE_CELLS; at += FADE_CELLS) {
        fades[at] = passed < 0 || fades[at] === LONG_AGO ? LONG_AGO : fades[at] - passed;
      }
    }
  }
}

function doubled(cells: Float32Array): Float32Array<ArrayBuffer> {
  const more = new Float32Array(cells.length * 2);
  more.set(cells);
  return more;
}
