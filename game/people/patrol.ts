import { MotionCommand } from '../../index.ts';
import type { Spot } from '../routes.ts';
import type { Actor, Behaviour } from './actor.ts';

/** Goes from post to post, and looks around at each. */
export function patrol(actor: Actor, route: readonly Spot[]): Behaviour {
  let next = 1;
  let leaveAt = Number.POSITIVE_INFINITY;
  const set = () => {
    leaveAt = Number.POSITIVE_INFINITY;
    actor.goTo(route[next]);
  };
  return {
    start: set,
    think() {
      if (actor.now >= leaveAt) set();
    },
    arrived() {
      next = (next + 1) % route.length;
      leaveAt = actor.now + 1.2 + actor.random() * 1.6;
      if (actor.random() < 0.4) actor.perform(MotionCommand.Nod);
      else if (actor.random() < 0.5) actor.perform(MotionCommand.ShakeHead);
    },
    failed() {
      leaveAt = actor.now + 1;
    },
  };
}
