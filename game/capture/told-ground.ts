import { type GaitWorld, type Ground, TransientState, FrameF64, BodyF32 } from '../../index.ts';

/** Metres a second upwards above which a body is on its way off the ground. */
const LIFT_OFF = 0.01;

/** Places that are looked at for somebody who comes down. */
const MOST_PLACES = 1000;

/** A place of which the messages tell that somebody was there, world metres. */
export interface ToldPlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * The ground of a capture, of which nothing is known but what the messages say. Who stands goes on standing at their height
 * until they leap; who comes down lands at the height of the place that they are told to be at, else of the nearest known.
 */
export function toldGround(places: readonly ToldPlace[] = []): Ground {
  const known = places.slice(0, MOST_PLACES);
  return {
    sweep(world, entity) {
      const { body, frame, transientState } = world.components;
      const frameRow = entity * FrameF64.row;
      const bodyRow = entity * BodyF32.row;
      if (body.f32[bodyRow + BodyF32.velocityZ] > LIFT_OFF) return false;
      if ((transientState.bits[entity] & TransientState.OnWalkable) === 0) {
        const height =
          queuedHeight(world, entity) ??
          nearestHeight(known, frame.f64[frameRow + FrameF64.x], frame.f64[frameRow + FrameF64.y]);
        if (frame.f64[frameRow + FrameF64.z] > height) return false;
        frame.f64[frameRow + FrameF64.z] = height;
      }
      body.f32[bodyRow + BodyF32.contactNormalX] = 0;
      body.f32[bodyRow + BodyF32.contactNormalY] = 0;
      body.f32[bodyRow + BodyF32.contactNormalZ] = 1;
      return true;
    },
    heightAt: (_x, _y, z) => z,
  };
}

/** The height of the last place that a body is told to be at, while it is on its way there. */
function queuedHeight(world: GaitWorld, entity: number): number | null {
  const { interpolationQueues, interpolationCapacity } = world;
  const slot = world.components.interpolation.slot[entity];
  const count = slot === 0 ? 0 : interpolationQueues.count[slot];
  return count === 0 ? null : interpolationQueues.z[(count - 1) * (interpolationCapacity + 1) + slot];
}

function nearestHeight(places: readonly ToldPlace[], x: number, y: number): number {
  let height = Number.NEGATIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const distance = (place.x - x) ** 2 + (place.y - y) ** 2;
    if (distance >= least) continue;
    least = distance;
    height = place.z;
  }
  return height;
}
