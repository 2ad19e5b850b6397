import { FrameF64 } from '../components/frame.ts';
import type { GaitWorld } from '../engine/world.ts';

/** A world position in metres (x east, y north, z up) and a heading in compass degrees (0 north, 90 east). */
export interface WorldPlace {
  /** East. */
  x: number;
  /** North. */
  y: number;
  /** Up. */
  z: number;
  /** 0 to 360. */
  heading: number;
}

/** A step that takes a body farther than this was a jump, which is shown as one: metres. */
export const LONGEST_SMOOTHED_STEP = 3;

const DEGREES = 180 / Math.PI;

/**
 * Writes where a body is to be shown: between its frame before the last step and the one after it, the heading the
 * short way round. Reads the simulation only. What went farther than {@link LONGEST_SMOOTHED_STEP} in a step (a
 * teleport, a blip) is shown at its new place at once.
 *
 * @param entity A live body; it is not checked, as this is called for every body in every picture.
 * @param alpha 0 (the frame before the last step) to 1 (the frame after it): `engine.alpha`.
 * @param out Is written to, and answered.
 */
export function smoothPlace(world: GaitWorld, entity: number, alpha: number, out: WorldPlace): WorldPlace {
  const { frame, previousFrame } = world.components;
  const frameRow = entity * FrameF64.row;
  const dx = frame.f64[frameRow + FrameF64.x] - previousFrame.f64[frameRow + FrameF64.x];
  const dy = frame.f64[frameRow + FrameF64.y] - previousFrame.f64[frameRow + FrameF64.y];
  const dz = frame.f64[frameRow + FrameF64.z] - previousFrame.f64[frameRow + FrameF64.z];
  const to = yaw(frame.f64[frameRow + FrameF64.qw], frame.f64[frameRow + FrameF64.qz]);
  if (dx * dx + dy * dy + dz * dz > LONGEST_SMOOTHED_STEP * LONGEST_SMOOTHED_STEP) {
    out.x = frame.f64[frameRow + FrameF64.x];
    out.y = frame.f64[frameRow + FrameF64.y];
    out.z = frame.f64[frameRow + FrameF64.z];
    out.heading = to;
    return out;
  }
  const from = yaw(previousFrame.f64[frameRow + FrameF64.qw], previousFrame.f64[frameRow + FrameF64.qz]);
  out.x = previousFrame.f64[frameRow + FrameF64.x] + dx * alpha;
  out.y = previousFrame.f64[frameRow + FrameF64.y] + dy * alpha;
  out.z = previousFrame.f64[frameRow + FrameF64.z] + dz * alpha;
  out.heading = wrapDegrees(from + shortTurn(from, to) * alpha);
  return out;
}

/** The same angle in [0, 360). */
export function wrapDegrees(angle: number): number {
  const wrapped = angle % 360;
  return wrapped < 0 ? wrapped + 360 : wrapped;
}

/** How far to turn from one heading to another the short way, in degrees: (-180, 180], clockwise positive. */
export function shortTurn(from: number, to: number): number {
  const turn = wrapDegrees(to - from);
  return turn > 180 ? turn - 360 : turn;
}

/** Compass heading of a rotation that turns about z alone. */
function yaw(qw: number, qz: number): number {
  return wrapDegrees(-2 * Math.atan2(qz, qw) * DEGREES);
}
