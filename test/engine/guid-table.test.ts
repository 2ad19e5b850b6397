import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GuidTable } from '../../engine/guid-table.ts';

/** Guids that crowd together, guids all over the range, and the largest. */
const guid = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 0x50000001, max: 0x50000040 }),
  fc.integer({ min: 1, max: 0xffffffff }),
  fc.constantFrom(0xffffffff, 0x80000000, 0x7fffffff),
);

describe('the table of guids', () => {
  it('is a Map, whatever is put in and taken out', () => {
    const call = fc.tuple(fc.constantFrom('set', 'set', 'set', 'delete', 'clear' as const), guid, fc.nat(9));
    fc.assert(
      fc.property(fc.array(call, { maxLength: 400, size: 'max' }), (calls) => {
        const table = new GuidTable();
        const map = new Map<number, number>();
        let entity = 0;
        for (const [what, key, rare] of calls) {
          if (what === 'set') {
            entity++;
            table.set(key, entity);
            map.set(key, entity);
          } else if (what === 'delete') {
            table.delete(key);
            map.delete(key);
          } else if (rare === 0) {
            table.clear();
            map.clear();
          }
          expect(table.size).toBe(map.size);
        }
        for (const [, key] of calls) {
          expect(table.get(key)).toBe(map.get(key) ?? 0);
          expect(table.has(key)).toBe(map.has(key));
        }
        expect(table.values()).toEqual([...map.values()].sort((a, b) => a - b));
      }),
      { seed: 20130520, numRuns: 200 },
    );
  });

  it('finds ten thousand that follow one another, and none that has gone', () => {
    const table = new GuidTable();
    for (let index = 1; index <= 10_000; index++) table.set(0x50000000 + index, index);
    for (let index = 1; index <= 10_000; index += 2) table.delete(0x50000000 + index);
    for (let index = 1; index <= 10_000; index++)
      expect(table.get(0x50000000 + index)).toBe(index % 2 === 0 ? index : 0);
    expect(table.size).toBe(5000);
  });

  it('never has guid 0, which is nobody', () => {
    const table = new GuidTable();
    for (let key = 1; key <= 1000; key++) table.set(key, key);
    table.delete(0);
    expect([table.has(0), table.get(0), table.size]).toEqual([false, 0, 1000]);
  });
});
