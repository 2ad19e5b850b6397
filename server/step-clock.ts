import type { Engine } from '../index.ts';

/** How long the steps of a world take. */
export interface StepTimes {
  /** Milliseconds of a step, on average over the last second or so. */
  readonly average: number;
  /** Milliseconds of the longest of those steps. */
  readonly most: number;
  /** Steps a second that were run, on average since then. */
  readonly rate: number;
}

/** Seconds over which times are gathered. */
const SPAN = 1;

/** Runs a world's steps when they are due, by the machine's clock. */
export class StepClock {
  private readonly engine: Engine;
  private readonly onStep: () => void;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private gathered = { since: 0, steps: 0, spent: 0, most: 0 };
  private latest: StepTimes = { average: 0, most: 0, rate: 0 };

  /** @param onStep Called after steps were run. */
  constructor(engine: Engine, onStep: () => void) {
    this.engine = engine;
    this.onStep = onStep;
  }

  /** Times of the last span that is over. */
  get times(): StepTimes {
    return this.latest;
  }

  start(): void {
    if (this.timer !== null) return;
    this.gathered = { since: now(), steps: 0, spent: 0, most: 0 };
    this.run();
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private run(): void {
    const start = now();
    const steps = this.engine.update(start);
    const spent = now() - start;
    if (steps > 0) {
      this.gather(start, steps, spent);
      this.onStep();
    }
    const { quantum } = this.engine.world.clock;
    const rest = quantum * (1 - this.engine.alpha) - (now() - start);
    this.timer = setTimeout(() => this.run(), Math.max(0, Math.ceil(rest * 1000)));
  }

  private gather(start: number, steps: number, spent: number): void {
    const { gathered } = this;
    gathered.steps += steps;
    gathered.spent += spent;
    gathered.most = Math.max(gathered.most, spent / steps);
    const span = start - gathered.since;
    if (span < SPAN) return;
    const average = (gathered.spent / gathered.steps) * 1000;
    this.latest = { average, most: gathered.most * 1000, rate: gathered.steps / span };
    this.gathered = { since: start, steps: 0, spent: 0, most: 0 };
  }
}

/** Seconds of a clock that never goes back. */
export function now(): number {
  return performance.now() / 1000;
}
