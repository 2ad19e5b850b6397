import { describe, expect, it } from 'vitest';
import { createGroundSubjects } from '../../bench/ground-subject.ts';
import { runTicks } from '../../bench/timing.ts';

const failures = (subject: ReturnType<typeof createGroundSubjects>[number]): string[] =>
  subject
    .check()
    .filter((check) => !check.ok)
    .map((check) => `${check.name}: ${check.detail}`);

describe('the walkers of the benchmark of the ground', () => {
  it('stand on it, and some slide along obstacles, after a hundred ticks', () => {
    for (const subject of createGroundSubjects(300, 500, 3)) {
      runTicks(subject, 100);
      expect(failures(subject), subject.name).toEqual([]);
    }
  });

  it('are found wrong when they are not swept, or not always', () => {
    const [, none] = createGroundSubjects(100, 500, 3);
    for (let tick = 0; tick < 100; tick++) none.prepare();
    expect(failures(none).map((failure) => failure.split(':')[0])).toContain('bodies in the ground');
    const [, half] = createGroundSubjects(100, 500, 3);
    for (let tick = 0; tick < 100; tick++) {
      half.prepare();
      if (tick % 2 === 0) half.step();
    }
    expect(failures(half)).toContain('ticks without sweeps: 50, expected 0');
  });
});
