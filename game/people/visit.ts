import { MotionCommand } from '../../index.ts';
import type { Spot } from '../routes.ts';
import type { Actor, Behaviour } from './actor.ts';

/** Metres from the middle that it strays. */
const REACH = 12;

/** A behaviour that can be told where to go. */
export interface Callable extends Behaviour {
  call(spot: Spot): void;
}

/** Walks about, stands a while, waves now and then; comes when called. */
export function visit(actor: Actor): Callable {
  let goal: Spot | null = null;
  let leaveAt = 0;
  const leave = () => {
    leaveAt = Number.POSITIVE_INFINITY;
    goal ??= somewhere();
    actor.goTo(goal, { walkRunThreshold: 9 });
  };
  const somewhere = (): Spot => {
    const angle = actor.random() * Math.PI * 2;
    const away = REACH * Math.sqrt(actor.random());
    return { x: Math.sin(angle) * away, y: Math.cos(angle) * away };
  };
  return {
    start: leave,
    call(spot) {
      goal = spot;
      leave();
    },
    think() {
      if (actor.now >= leaveAt) leave();
    },
    arrived() {
      goal = null;
      leaveAt = actor.now + 1.5 + actor.random() * 2.5;
      if (actor.random() < 0.5) actor.perform(MotionCommand.Wave);
    },
    failed() {
      leaveAt = actor.now + 0.5;
    },
  };
}
