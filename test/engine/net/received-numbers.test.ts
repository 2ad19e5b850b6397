import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WINDOW } from '../../../engine/net/datagram.ts';
import { ReceivedNumbers, RecentNumbers } from '../../../engine/net/received-numbers.ts';

const RUNS = { seed: 20130131, numRuns: 100 };
/** Numbers wrap in the middle of a run. */
const FIRST = 0xffffff00;

const wrap = (number: number): number => (FIRST + number) >>> 0;

describe('numbers of packets that have arrived', () => {
  it('are known exactly, as long as none is sent that is not waited for', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -40, max: WINDOW - 1 }), { maxLength: 800, size: 'max' }), (offsets) => {
        const received = new ReceivedNumbers(FIRST);
        const model = new Set<number>();
        let expected = 0;
        for (const offset of offsets) {
          // Mostly close to what is waited for, so that it moves on.
          const number = expected + (offset > 60 ? offset % 4 : offset === 60 ? WINDOW - 1 : offset);
          if (number < 0) continue;
          expect(received.has(wrap(number))).toBe(model.has(number));
          expect(received.add(wrap(number))).toBe(!model.has(number));
          model.add(number);
          while (model.has(expected)) expected++;
          expect(received.expected).toBe(wrap(expected));
        }
        const end = Math.max(expected, ...[...model].map((number) => number + 1));
        expect(received.words).toBe(Math.ceil(Math.max(0, end - expected - 1) / 32));
        for (let index = 0; index < received.words; index++) {
          const word = received.word(index);
          for (let bit = 0; bit < 32; bit++) {
            expect(((word >>> bit) & 1) === 1).toBe(model.has(expected + 1 + 32 * index + bit));
          }
        }
      }),
      RUNS,
    );
  });

  it('are known for the last window of an endless row, and count as arrived before it', () => {
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: -8, max: 8 }) },
      { weight: 2, arbitrary: fc.integer({ min: -WINDOW - 4, max: WINDOW + 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: WINDOW, max: 5000 }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
        const recent = new RecentNumbers(FIRST);
        const model = new Set<number>();
        let end = 0;
        for (const offset of steps) {
          const number = end + offset;
          // Before the first there is nothing.
          if (number < 0) continue;
          expect(recent.add(wrap(number))).toBe(number >= end - WINDOW && !model.has(number));
          model.add(number);
          end = Math.max(end, number + 1);
        }
      }),
      RUNS,
    );
  });
});
