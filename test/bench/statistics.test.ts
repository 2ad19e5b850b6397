import { describe, expect, it } from 'vitest';
import { flatten, mean, median, medianRatio, percentile } from '../../bench/statistics.ts';

describe('median', () => {
  it('is the middle value, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('of an even number of values is the mean of the two in the middle', () => {
    expect(median([10, 1, 4, 2])).toBe(3);
  });

  it('leaves the values as they were', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('sorts as numbers, not as text', () => {
    expect(median([100, 9, 20])).toBe(20);
  });

  it('is NaN without values', () => {
    expect(median([])).toBeNaN();
  });
});

describe('percentile', () => {
  const hundred = Float64Array.from({ length: 100 }, (_, index) => 100 - index);

  it('is the nearest rank', () => {
    expect(percentile(hundred, 99)).toBe(99);
    expect(percentile(hundred, 50)).toBe(50);
    expect(percentile([5, 1, 3], 99)).toBe(5);
  });

  it('ends at the smallest and the largest value', () => {
    expect(percentile(hundred, 0)).toBe(1);
    expect(percentile(hundred, 100)).toBe(100);
  });

  it('is NaN without values', () => {
    expect(percentile([], 99)).toBeNaN();
  });
});

describe('mean', () => {
  it('is the sum over the number', () => {
    expect(mean([1, 2, 6])).toBe(3);
  });
});

describe('medianRatio', () => {
  it('compares within a round, so that a slow spell of the machine drops out', () => {
    const fast = [
      [10, 11, 12],
      [30, 33, 36],
      [10, 11, 12],
    ];
    const slow = [
      [20, 22, 24],
      [60, 66, 72],
      [20, 22, 24],
    ];
    expect(medianRatio(slow, fast)).toBe(2);
  });

  it('is not moved by one bad tick or one bad round', () => {
    const numerator = [
      [2, 2, 900],
      [2, 2, 2],
      [800, 800, 800],
    ];
    const denominator = [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ];
    expect(medianRatio(numerator, denominator)).toBe(2);
  });

  it('refuses rounds that do not pair up', () => {
    expect(() => medianRatio([[1]], [[1], [2]])).toThrow(RangeError);
  });
});

describe('flatten', () => {
  it('keeps every value in order', () => {
    expect(Array.from(flatten([[1, 2], Float64Array.of(3), []]))).toEqual([1, 2, 3]);
  });
});
