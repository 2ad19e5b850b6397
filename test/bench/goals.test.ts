import { describe, expect, it } from 'vitest';
import { judgeGoals, judgeGround, judgeNpcs, judgeRender } from '../../bench/goals.ts';
import { reportGoals, reportGround, reportNpcs, reportSize, reportRender } from '../../bench/report.ts';
import type { GroundResult, NpcResult, SizeResult, RenderResult } from '../../bench/result.ts';

function resultOf(size: number, changes: Partial<SizeResult> = {}): SizeResult {
  return {
    size,
    recipe: 'CCCCPPFFTI',
    ticks: 300,
    subjects: [
      { name: 'kernel', medianNs: 40, p99Ns: 50, checks: [] },
      { name: 'yuka', medianNs: 250, p99Ns: 300, checks: [] },
      { name: 'gait', medianNs: 200, p99Ns: 590, checks: [{ name: 'idle', ok: true, detail: '' }] },
    ],
    ratios: { toYuka: 0.9, toKernel: 6.5, yukaToKernel: 7 },
    events: { motionNs: 100, positionNs: 90, events: 1000 },
    messagesPerTick: 900,
    allocation: { bytesPerTick: 0, bytesPerEntityAndTick: 4, ticks: 100 },
    bytesPerEntity: 2560,
    ...changes,
  };
}

const missed = (result: SizeResult): string[] =>
  judgeGoals(result)
    .filter((goal) => !goal.met)
    .map((goal) => goal.name);

describe('the goals', () => {
  it('are met by their own figures', () => {
    expect(judgeGoals(resultOf(10_000))).toHaveLength(5);
    expect(missed(resultOf(10_000))).toEqual([]);
  });

  it.each<[string, Partial<SizeResult>]>([
    ["times yuka's Arrive", { ratios: { toYuka: 0.91, toKernel: 6, yukaToKernel: 7 } }],
    ['times the kernel', { ratios: { toYuka: 0.9, toKernel: 6.6, yukaToKernel: 7 } }],
    ['p99 to median', { subjects: [{ name: 'gait', medianNs: 100, p99Ns: 301, checks: [] }] }],
    [
      'bytes allocated per entity and tick',
      { allocation: { bytesPerTick: 41_000, bytesPerEntityAndTick: 4.1, ticks: 9 } },
    ],
    ['bytes per entity', { bytesPerEntity: 2561 }],
  ])('miss by %s alone', (name, changes) => {
    expect(missed(resultOf(10_000, changes))).toEqual([name]);
  });

  it('are wider at 100,000', () => {
    expect(missed(resultOf(100_000, { ratios: { toYuka: 1, toKernel: 7.5, yukaToKernel: 7 } }))).toEqual([]);
  });

  it('state no ratios for other numbers of entities, and nothing for another mix', () => {
    expect(judgeGoals(resultOf(1000)).map((goal) => goal.name)).not.toContain('times the kernel');
    expect(judgeGoals(resultOf(10_000, { recipe: 'PPPPPPPPPP' }))).toEqual([]);
  });

  it('are not met by what could not be measured', () => {
    const allocation = { bytesPerTick: Number.NaN, bytesPerEntityAndTick: Number.NaN, ticks: 0 };
    expect(missed(resultOf(10_000, { allocation }))).toEqual(['bytes allocated per entity and tick']);
  });
});

describe('the goals of the ground', () => {
  const ground: GroundResult = {
    ...{ size: 10_000, obstacles: 500, ticks: 300, flatNs: 20, sweepNs: 1500, p99Ns: 3000, bytesPerSweep: 4 },
    subjects: [{ name: 'terrain', checks: [{ name: 'bodies in the ground', ok: false, detail: '2, expected 0' }] }],
  };

  it('are met by their own figures, and missed by more', () => {
    const met = (changes: Partial<GroundResult>) => judgeGround({ ...ground, ...changes }).map((goal) => goal.met);
    expect(met({})).toEqual([true, true]);
    expect(met({ sweepNs: 1501 })).toEqual([false, true]);
    expect(met({ bytesPerSweep: Number.NaN })).toEqual([true, false]);
  });

  it('are told with what was measured, and with what is wrong', () => {
    expect(reportGoals(judgeGround(ground))).toMatch(
      /nanoseconds a sweep, 500 obstacles\s+10,000\s+1,500\s+1,500\s+met/,
    );
    expect(reportGround(ground)).toContain('terrain: bodies in the ground: 2, expected 0');
  });
});

describe('the goal of NPCs', () => {
  const npcs: NpcResult = {
    ...{ size: 10_000, ticks: 300, behavioursNs: 130, p99Ns: 700, stepNs: 400, bytesPerNpc: 0 },
    subjects: [{ name: 'step', checks: [{ name: 'behaviours that changed', ok: false, detail: '2, expected 0' }] }],
  };

  it('is met by its own figure for the whole step, and missed by more or by what could not be measured', () => {
    const met = (changes: Partial<NpcResult>) => judgeNpcs({ ...npcs, ...changes }).map((goal) => goal.met);
    expect(met({})).toEqual([true]);
    expect(met({ stepNs: 401 })).toEqual([false]);
    expect(met({ stepNs: Number.NaN })).toEqual([false]);
  });

  it('is told with what was measured, and with what is wrong', () => {
    expect(reportGoals(judgeNpcs(npcs))).toMatch(/an NPC, nothing changes\s+10,000\s+400\s+400\s+met/);
    expect(reportNpcs(npcs)).toContain('step: behaviours that changed: 2, expected 0');
  });
});

describe('the goals of what is shown', () => {
  const render: RenderResult = {
    ...{
      crowd: 10_000,
      near: 100,
      pictures: 300,
      crowdMs: 2,
      crowdP99Ms: 5,
      crowdBetweenMs: 0.1,
      crowdMeanMs: 0.8,
      nearMs: 4,
      nearP99Ms: 6,
    },
    subjects: [{ name: 'crowd', checks: [{ name: 'bodies that are shown', ok: false, detail: '9, expected 10' }] }],
  };

  it('are met by their own figures, and missed by more or by what could not be measured', () => {
    const met = (changes: Partial<RenderResult>) => judgeRender({ ...render, ...changes }).map((goal) => goal.met);
    expect(met({})).toEqual([true, true]);
    expect(met({ crowdMs: 2.01 })).toEqual([false, true]);
    expect(met({ nearMs: Number.NaN })).toEqual([true, false]);
  });

  it('are told with what was measured, and with what is wrong', () => {
    expect(reportGoals(judgeRender(render))).toMatch(/picture of skeletons, JavaScript\s+100\s+4\.00\s+4\.00\s+met/);
    expect(reportRender(render)).toContain('crowd: bodies that are shown: 9, expected 10');
  });
});

describe('the report', () => {
  it('says in words what is met and what is not', () => {
    const text = reportGoals(judgeGoals(resultOf(10_000, { bytesPerEntity: 3000 })));
    expect(text).toMatch(/bytes per entity\s+10,000\s+3,000\s+2,560\s+not met/);
    expect(text).toMatch(/times the kernel\s+10,000\s+6\.50\s+6\.50\s+met/);
  });

  it('names the failed check of a wrong end state', () => {
    const checks = [{ name: 'idle: farthest moved (m)', ok: false, detail: '3, expected 0' }];
    const text = reportSize(resultOf(1000, { subjects: [{ name: 'gait', medianNs: 1, p99Ns: 2, checks }] }));
    expect(text).toContain('WRONG');
    expect(text).toContain('gait: idle: farthest moved (m): 3, expected 0');
  });
});
