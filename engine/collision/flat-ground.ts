import { BodyF32 } from '../../components/body.ts';
import { FrameF64 } from '../../components/frame.ts';
import { TransientState } from '../../components/transient-state.ts';
import { Limit, requireNumber } from '../checks.ts';
import type { GaitWorld, Ground } from '../world.ts';

/** Metres that a walking body steps down without losing the ground. */
const STEP_DOWN = 1.5;
/** Metres above the ground that still touch it. */
const CONTACT_DISTANCE = 0.005;
/** Metres a second upwards above which a body is on its way off the ground. */
const LIFT_OFF = 0.01;

/** The heights of level grounds, by their sweeps. */
const levels = new WeakMap<Ground['sweep'], number>();

/**
 * The height of ground that is level everywhere, so that bodies that walk on it need not be swept one by one; undefined:
 * each is; null: there is no ground. Found by its sweep: what is made of {@link flatGround} with a sweep of its own is a
 * ground like others.
 */
export function levelOf(ground: Ground | null): number | null | undefined {
  return ground === null ? null : levels.get(ground.sweep);
}

/** Endless level ground. @param height Its z in metres. @throws RangeError when that is no finite number up to 1e7. */
export function flatGround(height = 0): Ground {
  requireNumber('flatGround: height', height, -Limit.position, Limit.position);
  const ground: Ground = {
    sweep(world: GaitWorld, entity: number): boolean {
      const { frame, body, transientState } = world.components;
      const bodyRow = entity * BodyF32.row;
      const frameRow = entity * FrameF64.row;
      const z = frame.f64[frameRow + FrameF64.z];
      const walks = (transientState.bits[entity] & TransientState.OnWalkable) !== 0;
      const touches = z <= height + (walks ? STEP_DOWN : CONTACT_DISTANCE);
      if (touches) {
        if (body.f32[bodyRow + BodyF32.velocityZ] > LIFT_OFF) {
          if (z < height) frame.f64[frameRow + FrameF64.z] = height;
          return false;
        }
        if (z !== height) frame.f64[frameRow + FrameF64.z] = height;
        if (body.f32[bodyRow + BodyF32.contactNormalZ] !== 1) {
          body.f32[bodyRow + BodyF32.contactNormalX] = 0;
          body.f32[bodyRow + BodyF32.contactNormalY] = 0;
          body.f32[bodyRow + BodyF32.contactNormalZ] = 1;
        }
      }
      return touches;
    },
    heightAt: () => height,
  };
  levels.set(ground.sweep, height);
  return ground;
}
