/**
 * What is left of the pose before a change of clip: how it differed from the pose that took over, which is carried along
 * and fades. So a change is no jump, the new clip is followed from its first moment on, and nothing else has a say: the
 * old pose with `rest` and the new clip with `1 - rest` make the pose that is shown.
 */
export class CarriedPose {
  private readonly difference: Float32Array;
  private readonly rotations: Uint16Array;
  private readonly others: Uint16Array;

  /** @param rotations First cells of the rotations of a pose; all other cells are plain numbers. */
  constructor(cells: number, rotations: Uint16Array) {
    this.difference = new Float32Array(cells);
    this.rotations = rotations;
    const turning = new Set<number>();
    for (const at of rotations) for (let part = 0; part < 4; part++) turning.add(at + part);
    this.others = Uint16Array.from(
      Array.from({ length: cells }, (_, cell) => cell).filter((cell) => !turning.has(cell)),
    );
  }

  /** Remembers by what the pose that was shown differs from the one that takes over. */
  take(shown: Float32Array, next: Float32Array): void {
    const { difference, rotations, others } = this;
    for (let index = 0; index < others.length; index++) {
      const cell = others[index];
      difference[cell] = shown[cell] - next[cell];
    }
    for (let index = 0; index < rotations.length; index++) {
      const at = rotations[index];
      // The rotation that comes after the next one to make the one that was shown: shown times the inverse of next.
      const ax = shown[at];
      const ay = shown[at + 1];
      const az = shown[at + 2];
      const aw = shown[at + 3];
      const bx = -next[at];
      const by = -next[at + 1];
      const bz = -next[at + 2];
      const bw = next[at + 3];
      const w = aw * bw - ax * bx - ay * by - az * bz;
      const sign = w < 0 ? -1 : 1;
      difference[at] = sign * (aw * bx + ax * bw + ay * bz - az * by);
      difference[at + 1] = sign * (aw * by - ax * bz + ay * bw + az * bx);
      difference[at + 2] = sign * (aw * bz + ax * by - ay * bx + az * bw);
      difference[at + 3] = sign * w;
    }
  }

  /** Adds what is left to a pose. @param rest 1: all of it; 0: nothing. */
  apply(pose: Float32Array, rest: number): void {
    const { difference, rotations, others } = this;
    for (let index = 0; index < others.length; index++) {
      const cell = others[index];
      pose[cell] += difference[cell] * rest;
    }
    for (let index = 0; index < rotations.length; index++) {
      const at = rotations[index];
      // Part of the way from no rotation to the difference.
      let ax = difference[at] * rest;
      let ay = difference[at + 1] * rest;
      let az = difference[at + 2] * rest;
      let aw = difference[at + 3] * rest + 1 - rest;
      const short = 1 / Math.sqrt(ax * ax + ay * ay + az * az + aw * aw);
      ax *= short;
      ay *= short;
      az *= short;
      aw *= short;
      const bx = pose[at];
      const by = pose[at + 1];
      const bz = pose[at + 2];
      const bw = pose[at + 3];
      pose[at] = aw * bx + ax * bw + ay * bz - az * by;
      pose[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
      pose[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
      pose[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
    }
  }
}
