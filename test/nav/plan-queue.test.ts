import { describe, expect, it } from 'vitest';
import { PlanQueue } from '../../nav/plan-queue.ts';

describe('a queue of those who want a way', () => {
  it('lets so many a step, and those who had to wait first in the next', () => {
    const queue = new PlanQueue(2);
    const asked = (tick: number, keys: number[]) => keys.filter((key) => queue.take(key, tick));
    expect(asked(1, [1, 2, 3, 4, 5])).toEqual([1, 2]);
    expect(asked(2, [9, 5, 4, 3])).toEqual([4, 3]);
    expect(asked(3, [7, 9, 5])).toEqual([9, 5]);
    expect(asked(4, [7, 8])).toEqual([7, 8]);
    expect(queue).toMatchObject({ plans: 8, delays: 5, waiting: 0 });
  });

  it('keeps nothing for those who no longer ask', () => {
    const queue = new PlanQueue(1);
    expect(queue.take(1, 1)).toBe(true);
    for (const key of [2, 3, 4]) expect(queue.take(key, 1)).toBe(false);
    queue.forget(2);
    // 3 had its turn and did not come; 4 comes next.
    expect(queue.take(9, 2)).toBe(false);
    expect(queue.take(4, 3)).toBe(true);
    expect(queue.take(9, 4)).toBe(true);
    expect(queue.waiting).toBe(0);
  });

  it('lets everybody come in turn, however many ask again and again', () => {
    const queue = new PlanQueue(3);
    const turns = new Map<number, number>();
    for (let tick = 0; tick < 100; tick++) {
      for (let key = 0; key < 10; key++) if (queue.take(key, tick)) turns.set(key, (turns.get(key) ?? 0) + 1);
    }
    expect(Math.min(...turns.values())).toBeGreaterThanOrEqual(24);
    expect(queue.plans).toBe(300);
  });
});
