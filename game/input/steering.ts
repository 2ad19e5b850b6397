import type { Intent } from './intent.ts';

/** The motions of a body's three axes, as keys say them: 1 forward or right, -1 backward or left, 0 none. */
export interface Axes {
  forward: -1 | 0 | 1;
  sidestep: -1 | 0 | 1;
  turn: -1 | 0 | 1;
  run: boolean;
}

/** Degrees off at which a body starts to turn to where it is to face, and within which it stops: a step turns up to 6. */
export const START_TURNING = 5;
export const STOP_TURNING = 3;
/** Degrees off up to which who is to go somewhere starts to go while turning, and beyond which it only turns. */
export const START_GOING = 60;
export const STOP_GOING = 95;

/**
 * Makes axes out of an intent: where the body is to face or to go becomes turn keys that are held for as long as it takes,
 * as a hand on a keyboard would. The limits lie apart, so that nothing trembles between two answers.
 */
export class Steering {
  private turning: -1 | 0 | 1 = 0;
  private going = false;

  /**
   * The axes for an intent.
   *
   * @param heading Compass degrees that the body faces now.
   */
  steer(intent: Readonly<Intent>, heading: number, out: Axes): Axes {
    const { towards, facing } = intent;
    out.run = intent.run;
    if (towards !== null) {
      const off = shortWay(heading, towards);
      this.going = Math.abs(off) <= (this.going ? STOP_GOING : START_GOING);
      out.forward = this.going ? 1 : 0;
      out.sidestep = 0;
      out.turn = this.turnBy(off);
      return out;
    }
    this.going = false;
    out.forward = intent.forward;
    out.sidestep = intent.sidestep;
    if (facing !== null && intent.turn === 0) {
      out.turn = this.turnBy(shortWay(heading, facing));
      return out;
    }
    this.turning = 0;
    out.turn = intent.turn;
    return out;
  }

  private turnBy(off: number): -1 | 0 | 1 {
    const side = off < 0 ? -1 : 1;
    const far = Math.abs(off) > (this.turning === 0 ? START_TURNING : STOP_TURNING);
    // Who has turned past it does not turn back for less than it takes to start.
    const back = this.turning === -side && Math.abs(off) <= START_TURNING;
    this.turning = far && !back ? side : 0;
    return this.turning;
  }
}

/** Degrees from one heading to another the short way, clockwise positive. */
export function shortWay(from: number, to: number): number {
  const turn = (((to - from) % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}
