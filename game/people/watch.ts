import { MotionCommand } from '../../index.ts';
import type { Actor, Behaviour } from './actor.ts';

/** Degrees by which somebody may be off before it turns again. */
const TOLERANCE = 14;

/** Turns to somebody wherever they go, and waves when they come near. */
export function watch(actor: Actor, name: string): Behaviour {
  let greetAt = 0;
  return {
    start() {},
    think() {
      const watched = actor.entityOf(name);
      if (actor.moving) return;
      if (actor.angleTo(watched) > TOLERANCE) actor.turnTo(watched);
      else if (actor.now >= greetAt && actor.distanceTo(watched) < 6) {
        greetAt = actor.now + 9 + actor.random() * 4;
        actor.perform(actor.random() < 0.6 ? MotionCommand.Wave : MotionCommand.BowDeep);
      }
    },
    arrived() {},
    failed() {},
  };
}
