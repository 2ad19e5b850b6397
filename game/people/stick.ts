import { MotionCommand } from '../../index.ts';
import type { Actor, Behaviour } from './actor.ts';

/** A stick holds for a second; it is renewed a little earlier. Simulated seconds. */
const RENEW_AFTER = 0.7;
/** Metres at which it runs after instead of sticking. */
const LOST = 2.5;
/** Metres a second of a walk. */
const WALK = 3.12;

/**
 * Runs to somebody with the sticky flag, and stays at their side as long as they are near. To be stuck moves the body and
 * no legs, so it walks along while the other one goes.
 */
export function stick(actor: Actor, name: string): Behaviour {
  let renewAt = 0;
  let walking = false;
  return {
    start() {
      renewAt = 0;
      walking = false;
    },
    think() {
      const other = actor.entityOf(name);
      if (actor.moving) return;
      if (actor.distanceTo(other) > LOST) {
        walking = false;
        actor.goAfter(other, { sticky: true, canCharge: true, distanceToObject: 0.5 });
        return;
      }
      const goes = actor.speedOf(other) > 0.5;
      if (goes !== walking) {
        walking = goes;
        if (goes) actor.perform(MotionCommand.WalkForward, actor.speedOf(other) / WALK);
        else actor.finish(MotionCommand.WalkForward);
        renewAt = 0;
      }
      if (actor.now >= renewAt) {
        renewAt = actor.now + RENEW_AFTER;
        actor.stickTo(other);
      }
    },
    arrived() {},
    failed() {},
  };
}
