import { describe, expect, it } from 'vitest';
import { judgeWire } from '../../bench/goals.ts';
import { reportGoals, reportWire } from '../../bench/report.ts';
import type { WireResult } from '../../bench/result.ts';
import { createRandom } from '../../bench/random.ts';
import { sumOfFields } from '../../bench/wire-fields.ts';
import { createMotionMessages } from '../../bench/wire-messages.ts';
import { createIngest, createWalk } from '../../bench/wire-subjects.ts';
import { walkMessages, walkPlaces } from '../../bench/wire-walk.ts';

const result: WireResult = {
  size: 10_000,
  ticks: 600,
  walkNs: 25,
  placesNs: 16,
  ingestNs: 100,
  perSecond: 1e6,
  timesTheWalk: 4,
  timesThePlaces: 6,
  bytesPerMessage: 0.5,
  subjects: [{ name: 'ingest', checks: [{ name: 'admitted', ok: true, detail: '' }] }],
};
const missed = (changes: Partial<WireResult>) =>
  judgeWire({ ...result, ...changes })
    .filter(({ met }) => !met)
    .map(({ name }) => name);

describe('the goals of the wire', () => {
  it('are met by their own figures, and missed by each alone', () => {
    expect(missed({})).toEqual([]);
    expect(missed({ perSecond: 999_999 })).toEqual(['UpdateMotion a second, decoded and gated']);
    expect(missed({ timesTheWalk: 4.01 })).toEqual(['times a DataView walk']);
    expect(missed({ bytesPerMessage: 0.51 })).toEqual(['bytes allocated per message']);
    expect(missed({ perSecond: Number.NaN, timesTheWalk: Number.NaN, bytesPerMessage: Number.NaN })).toHaveLength(3);
  });

  it('are told in words', () => {
    const text = reportGoals(judgeWire({ ...result, perSecond: 5e5 }));
    expect(text).toMatch(/decoded and gated\s+10,000\s+500,000\s+at least 1,000,000\s+not met/);
    const checks = [{ name: 'admitted', ok: false, detail: '3, expected 0' }];
    expect(reportWire({ ...result, subjects: [{ name: 'ingest', checks }] })).toContain('ingest: admitted: 3');
  });
});

describe('the subjects of the wire', () => {
  it('all do all of the work', () => {
    const subjects = [createWalk(200, 3, walkMessages), createWalk(200, 3, walkPlaces), createIngest(200, 3)];
    for (const subject of subjects) {
      for (let tick = 0; tick < 3; tick++) {
        subject.prepare();
        subject.step();
      }
      expect(subject.check().filter(({ ok }) => !ok)).toEqual([]);
    }
  });

  it('a walk that leaves a field out is found out', () => {
    const lazy = createWalk(200, 3, (messages) => walkMessages(messages) - messages.bytes.getUint16(8, true) - 1);
    lazy.prepare();
    lazy.step();
    expect(lazy.check().some(({ ok }) => !ok)).toBe(true);
  });

  it('read a mix in which every type and every part of a state is', () => {
    const messages = createMotionMessages(
      Uint32Array.from({ length: 2000 }, (_, index) => index),
      createRandom(1),
    );
    expect([...messages.byType.keys()].sort()).toEqual([0, 6, 7, 8, 9]);
    expect(messages.byType.get(0)).toBeGreaterThan(1000);
    const words = messages.views.filter((view) => view[16] === 0).map((view) => view[20] | (view[21] << 8));
    let flags = 0;
    for (const word of words) flags |= word;
    expect(flags & 0x7f).toBe(0x7f);
    expect(words.some((word) => word >> 7 >= 2)).toBe(true);
    expect(messages.views.some((view) => (view[17] & 1) !== 0)).toBe(true);
    expect(Number.isFinite(sumOfFields(messages))).toBe(true);
  });
});
