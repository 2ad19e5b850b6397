/** One judged property of a subject's end state. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** What was found, and what was expected. */
  readonly detail: string;
}

/** Something whose ticks are timed. */
export interface Subject {
  readonly name: string;
  /** Entities that it moves. */
  readonly size: number;
  /** What the game does between two ticks: outside the clock. */
  prepare(): void;
  /** One tick: the only thing that is timed. */
  step(): void;
  /** Judges the state that all ticks so far have led to, so that nothing wins by doing less. */
  check(): Check[];
}

/** A check that `found` lies in [low, high]. */
export function checkBetween(name: string, found: number, low: number, high: number): Check {
  const range = high === Number.POSITIVE_INFINITY ? `at least ${low}` : low === high ? `${low}` : `${low} to ${high}`;
  return { name, ok: found >= low && found <= high, detail: `${round(found)}, expected ${range}` };
}

function round(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4));
}
