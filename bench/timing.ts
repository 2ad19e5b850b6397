import type { Subject } from './subject.ts';

/** How much is measured. */
export interface TimingPlan {
  readonly rounds: number;
  /** Timed ticks of each subject in a round. */
  readonly ticksPerRound: number;
  /** Ticks at the start of a round that are not timed: the other subjects have just filled the caches. */
  readonly untimedPerRound: number;
  /** Ticks of each subject before the first round: compiled code, settled crowd. */
  readonly warmUp: number;
}

/** Nanoseconds of each timed tick: by round, by tick. */
export type TickTimes = Float64Array[];

/** Runs `ticks` ticks without a clock. */
export function runTicks(subject: Subject, ticks: number): void {
  for (let tick = 0; tick < ticks; tick++) {
    subject.prepare();
    subject.step();
  }
}

function timeTicks(subject: Subject, ticks: number): Float64Array {
  const times = new Float64Array(ticks);
  for (let tick = 0; tick < ticks; tick++) {
    subject.prepare();
    const start = performance.now();
    subject.step();
    times[tick] = (performance.now() - start) * 1e6;
  }
  return times;
}

/**
 * Times the subjects in turns, A B C A B C ..., in one process: what slows the machine down hits all of them alike.
 *
 * @param progress Called after each round.
 * @returns The times of each subject, in the order of `subjects`.
 */
export function timeInTurns(
  subjects: readonly Subject[],
  plan: TimingPlan,
  progress: (round: number) => void = () => {},
): TickTimes[] {
  for (const subject of subjects) runTicks(subject, plan.warmUp);
  const times: TickTimes[] = subjects.map(() => []);
  for (let round = 0; round < plan.rounds; round++) {
    subjects.forEach((subject, index) => {
      runTicks(subject, plan.untimedPerRound);
      times[index]?.push(timeTicks(subject, plan.ticksPerRound));
    });
    progress(round + 1);
  }
  return times;
}
