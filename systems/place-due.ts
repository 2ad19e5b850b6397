import { FrameF64 } from '../components/frame.ts';
import type { GaitWorld } from '../engine/world.ts';

/** Places that are sent again once a body has come to rest: the pause doubles from one to the next. */
export const REST_SENDS = 8;

/** Metres, and parts of a unit quaternion, that count as having moved. */
export const MOVED = 0.005;
const TURNED = 0.001;
/** Seconds by which sums of times may be wrong. */
const ROUNDING = 1e-6;

/** Whether it is time for the next place of a body: also when it moves on while its pauses at rest are long. */
export function isPlaceDue(world: GaitWorld, entity: number): boolean {
  const { outbound, body } = world.components;
  if (world.clock.now >= outbound.nextPosition[entity] - ROUNDING) return true;
  return body.moved[entity] !== 0 && outbound.restSends[entity] < REST_SENDS && hasMoved(world, entity);
}

/** Whether a body has moved or turned since its place was told last. */
export function hasMoved(world: GaitWorld, entity: number): boolean {
  const { outbound, frame } = world.components;
  const frameRow = entity * FrameF64.row;
  return (
    Math.abs(frame.f64[frameRow + FrameF64.x] - outbound.x[entity]) > MOVED ||
    Math.abs(frame.f64[frameRow + FrameF64.y] - outbound.y[entity]) > MOVED ||
    Math.abs(frame.f64[frameRow + FrameF64.z] - outbound.z[entity]) > MOVED ||
    Math.abs(frame.f64[frameRow + FrameF64.qw] - outbound.qw[entity]) > TURNED ||
    Math.abs(frame.f64[frameRow + FrameF64.qz] - outbound.qz[entity]) > TURNED
  );
}
