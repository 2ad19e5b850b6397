import { TransientState } from '../../components/transient-state.ts';
import type { GaitWorld, Ground } from '../world.ts';

/** Metres that a walking body steps down without losing the ground. */
const STEP_DOWN = 1.5;
/** Metres above the ground that still touch it. */
const CONTACT_DISTANCE = 0.005;
/** Metres a second upwards above which a body is on its way off the ground. */
const LIFT_OFF = 0.01;

/** Endless level ground. @param height Its z in metres. */
export function flatGround(height = 0): Ground {
  return {
    sweep(world: GaitWorld, entity: number): boolean {
      const { frame, body, transientState } = world.components;
      const z = frame.z[entity];
      const walks = (transientState.bits[entity] & TransientState.OnWalkable) !== 0;
      const touches = z <= height + (walks ? STEP_DOWN : CONTACT_DISTANCE);
      if (touches) {
        if (body.velocityZ[entity] > LIFT_OFF) {
          if (z < height) frame.z[entity] = height;
          return false;
        }
        if (z !== height) frame.z[entity] = height;
        if (body.contactNormalZ[entity] !== 1) {
          body.contactNormalX[entity] = 0;
          body.contactNormalY[entity] = 0;
          body.contactNormalZ[entity] = 1;
        }
      }
      return touches;
    },
    heightAt: () => height,
  };
}
