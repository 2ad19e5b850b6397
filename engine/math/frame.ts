import { FrameF64 } from '../../components/frame.ts';
import type { ColumnsOf } from '../../components/columns.ts';
import type { frameColumns } from '../../components/frame.ts';
import { DEGREES, EPSILON, RADIANS } from './heading.ts';
import { atan2ToScratch, cos, sin, trigScratch } from './trigonometry.ts';

/** Columns that hold frames. */
export type FrameColumns = ColumnsOf<typeof frameColumns>;

/** A vector that functions here write their result to; copy it before the next call. */
export const vectorScratch = new Float64Array(3);

/** What {@link frameHeadingToScratch} found: an array, so that the number is not put on the heap. */
export const headingScratch = new Float64Array(1);

/** As {@link frameHeading}, into {@link headingScratch}. */
export function frameHeadingToScratch(frame: FrameColumns, entity: number): void {
  const frameRow = entity * FrameF64.row;
  const w = frame.f64[frameRow + FrameF64.qw];
  const x = frame.f64[frameRow + FrameF64.qx];
  const y = frame.f64[frameRow + FrameF64.qy];
  const z = frame.f64[frameRow + FrameF64.qz];
  const east = 2 * (x * y - w * z);
  const north = 1 - 2 * (x * x + z * z);
  if (east * east + north * north < EPSILON * EPSILON) {
    headingScratch[0] = 0;
    return;
  }
  trigScratch[0] = north;
  trigScratch[1] = east;
  atan2ToScratch();
  const degrees = 450 - trigScratch[0] * DEGREES;
  headingScratch[0] = degrees >= 360 ? degrees - 360 : degrees;
}

/** Heading of the frame's forward axis in compass degrees [0, 360) (retail Frame::get_heading 0x00535760). */
export function frameHeading(frame: FrameColumns, entity: number): number {
  frameHeadingToScratch(frame, entity);
  return headingScratch[0];
}

/** Turns the frame upright to face a heading in degrees (retail Frame::set_heading 0x00535e40). */
export function setFrameHeading(frame: FrameColumns, entity: number, degrees: number): void {
  const frameRow = entity * FrameF64.row;
  const half = -0.5 * RADIANS * degrees;
  frame.f64[frameRow + FrameF64.qw] = cos(half);
  frame.f64[frameRow + FrameF64.qx] = 0;
  frame.f64[frameRow + FrameF64.qy] = 0;
  frame.f64[frameRow + FrameF64.qz] = sin(half);
}

/** Turns a vector in the frame's axes into world axes; writes {@link vectorScratch}. */
export function localToGlobal(frame: FrameColumns, entity: number, vx: number, vy: number, vz: number): void {
  const frameRow = entity * FrameF64.row;
  rotate(
    frame.f64[frameRow + FrameF64.qw],
    frame.f64[frameRow + FrameF64.qx],
    frame.f64[frameRow + FrameF64.qy],
    frame.f64[frameRow + FrameF64.qz],
    vx,
    vy,
    vz,
  );
}

/** Turns a vector in world axes into the frame's axes; writes {@link vectorScratch}. */
export function globalToLocal(frame: FrameColumns, entity: number, vx: number, vy: number, vz: number): void {
  const frameRow = entity * FrameF64.row;
  rotate(
    frame.f64[frameRow + FrameF64.qw],
    -frame.f64[frameRow + FrameF64.qx],
    -frame.f64[frameRow + FrameF64.qy],
    -frame.f64[frameRow + FrameF64.qz],
    vx,
    vy,
    vz,
  );
}

/** Turns a vector by a unit quaternion; writes {@link vectorScratch}. */
export function rotate(w: number, x: number, y: number, z: number, vx: number, vy: number, vz: number): void {
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  vectorScratch[0] = vx + w * tx + (y * tz - z * ty);
  vectorScratch[1] = vy + w * ty + (z * tx - x * tz);
  vectorScratch[2] = vz + w * tz + (x * ty - y * tx);
}

/** Copies a frame from one entity's cells to another's. */
export function copyFrame(from: FrameColumns, source: number, to: FrameColumns, destination: number): void {
  const sourceFrameRow = source * FrameF64.row;
  const destinationFrameRow = destination * FrameF64.row;
  to.f64[destinationFrameRow + FrameF64.x] = from.f64[sourceFrameRow + FrameF64.x];
  to.f64[destinationFrameRow + FrameF64.y] = from.f64[sourceFrameRow + FrameF64.y];
  to.f64[destinationFrameRow + FrameF64.z] = from.f64[sourceFrameRow + FrameF64.z];
  to.f64[destinationFrameRow + FrameF64.qw] = from.f64[sourceFrameRow + FrameF64.qw];
  to.f64[destinationFrameRow + FrameF64.qx] = from.f64[sourceFrameRow + FrameF64.qx];
  to.f64[destinationFrameRow + FrameF64.qy] = from.f64[sourceFrameRow + FrameF64.qy];
  to.f64[destinationFrameRow + FrameF64.qz] = from.f64[sourceFrameRow + FrameF64.qz];
}

/** Distance in metres from the frame's origin to a point. */
export function distanceToPoint(frame: FrameColumns, entity: number, x: number, y: number, z: number): number {
  const frameRow = entity * FrameF64.row;
  const dx = x - frame.f64[frameRow + FrameF64.x];
  const dy = y - frame.f64[frameRow + FrameF64.y];
  const dz = z - frame.f64[frameRow + FrameF64.z];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
