import { describe, expect, it } from 'vitest';
import { createKernel } from '../../bench/kernel.ts';
import { createMix } from '../../bench/mix.ts';
import { planMix } from '../../bench/mix-plan.ts';
import { createNpcSubject } from '../../bench/npc-subject.ts';
import type { Subject } from '../../bench/subject.ts';
import { runTicks } from '../../bench/timing.ts';
import { createYukaArrive } from '../../bench/yuka-arrive.ts';

const SIZE = 200;

function failures(subject: Subject): string[] {
  return subject
    .check()
    .filter((check) => !check.ok)
    .map((check) => `${check.name}: ${check.detail}`);
}

describe.each([
  ['kernel', () => createKernel(SIZE, 7)],
  ["yuka's Arrive", () => createYukaArrive(SIZE, 7)],
  ['gait', () => createMix(planMix(SIZE, 7))],
])('the end state of %s', (_name, create) => {
  it('is as it must be after six hundred ticks', () => {
    const subject = create();
    runTicks(subject, 600);
    expect(failures(subject)).toEqual([]);
  });

  it('is found wrong when ticks do nothing', () => {
    const subject = create();
    for (let tick = 0; tick < 600; tick++) subject.prepare();
    expect(failures(subject)).not.toEqual([]);
  });

  it('is found wrong when half of the ticks are left out', () => {
    const subject = create();
    for (let tick = 0; tick < 600; tick++) {
      subject.prepare();
      if (tick % 2 === 0) subject.step();
    }
    expect(failures(subject)).not.toEqual([]);
  });
});

describe.each(['behaviours', 'step'] as const)('NPCs with behaviours, of which %s is timed', (part) => {
  it('think, look and walk while nothing changes', () => {
    const subject = createNpcSubject(part, 400, 7);
    runTicks(subject, 90);
    expect(failures(subject)).toEqual([]);
  });

  it('are found wrong when ticks do nothing', () => {
    const subject = createNpcSubject(part, 400, 7);
    for (let tick = 0; tick < 90; tick++) subject.prepare();
    expect(failures(subject)).not.toEqual([]);
  });
});
