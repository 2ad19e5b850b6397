import { TransientState } from '../../components/transient-state.ts';
import type { GaitWorld, Ground, SweepResult } from '../world.ts';

/** Metres that a walking body steps down without losing the ground. */
const STEP_DOWN = 1.5;
/** Metres above the ground that still touch it. */
const CONTACT_DISTANCE = 0.005;
/** Metres a second upwards above which a body is on its way off the ground. */
const LIFT_OFF = 0.01;

/** Endless level ground. @param height Its z in metres. */
export function flatGround(height = 0): Ground {
  return {
    sweep(world: GaitWorld, entity: number, result: SweepResult): void {
      const { frame, body, transientState } = world.components;
      const z = frame.z[entity];
      result.x = frame.x[entity];
      result.y = frame.y[entity];
      result.normalX = 0;
      result.normalY = 0;
      result.normalZ = 1;
      const rises = body.velocityZ[entity] > LIFT_OFF;
      const walks = (transientState.bits[entity] & TransientState.OnWalkable) !== 0;
      const reach = walks ? STEP_DOWN : CONTACT_DISTANCE;
      result.contact = !rises && z <= height + reach;
      result.z = result.contact || z < height ? height : z;
    },
    heightAt: () => height,
  };
}
