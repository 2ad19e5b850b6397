import { MotionCommand } from '../../index.ts';
import type { Actor, Behaviour } from './actor.ts';

const TRIUMPHS = [MotionCommand.Cheer, MotionCommand.Wave, MotionCommand.ClapHands] as const;

/** Runs after one of the given people until it reaches them, is glad of it, and takes the next. */
export function chase(actor: Actor, names: readonly string[]): Behaviour {
  let prey = 0;
  let leaveAt = Number.POSITIVE_INFINITY;
  const set = () => {
    leaveAt = Number.POSITIVE_INFINITY;
    actor.goAfter(actor.entityOf(names[prey]), { canCharge: true, distanceToObject: 0.7 });
  };
  return {
    start: set,
    think() {
      if (actor.now >= leaveAt) set();
    },
    arrived() {
      prey = (prey + 1) % names.length;
      leaveAt = actor.now + 2.5 + actor.random() * 2;
      actor.perform(TRIUMPHS[Math.floor(actor.random() * TRIUMPHS.length)]);
    },
    failed() {
      leaveAt = actor.now + 1;
    },
  };
}
