import type { Engine } from '../../index.ts';
import type { Watch } from '../../testing/index.ts';
import { guidOf, RUN } from './scene.ts';

/** How much faster than its run a body follows somebody that it sticks to. */
const STICKING = 5;
/** Metres that no other body of this scene comes along in a step. */
const FARTHEST = 0.6;
/** Metres by which a step may be longer. */
const ROUNDING = 1e-3;

/** What a spectator sees of a client's world. */
export class Picture {
  /** Steps that took a body farther than it can go: it was put there. */
  blips = 0;
  /** The longest step, metres, and the longest that was no blip. */
  largestStep = 0;
  private readonly client: Engine;
  private readonly seen: Watch;
  private readonly runRates: readonly number[];

  constructor(client: Engine, seen: Watch, runRates: readonly number[]) {
    this.client = client;
    this.seen = seen;
    this.runRates = runRates;
  }

  /** Looks at what the last step did. */
  look(): void {
    this.runRates.forEach((runRate, index) => {
      const { entity, step } = this.seen.track(guidOf(index));
      if (entity === 0) return;
      this.largestStep = Math.max(this.largestStep, step);
      if (step <= FARTHEST) return;
      const run = RUN * runRate * this.client.world.clock.quantum;
      const sticks = this.client.readMoveTo(entity).stuckTo !== 0;
      if (!sticks || step > STICKING * run + ROUNDING) this.blips++;
    });
  }
}
