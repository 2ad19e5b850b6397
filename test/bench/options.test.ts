import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOptions, UsageError } from '../../bench/options.ts';

describe('the command line of the benchmark', () => {
  it('measures the three sizes of the goals when nothing else is said', () => {
    expect(readOptions([])).toMatchObject({ sizes: [1000, 10000, 100000], seed: 1, mix: 'CCCCPPFFTI', strict: false });
  });

  it('takes sizes, ticks, seed, mix and file', () => {
    const options = readOptions(
      '--sizes 500,2000 --ticks 240 --seed 3 --mix PPPPPPPPPP --json a/b.json --strict'.split(' '),
    );
    expect(options).toMatchObject({ sizes: [500, 2000], ticks: 240, seed: 3, mix: 'PPPPPPPPPP', strict: true });
    expect(isAbsolute(options?.json ?? '')).toBe(true);
  });

  it('asks for nothing else with --help', () => {
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it.each([
    ['--sizes', '12'],
    ['--sizes', '1000,,'],
    ['--sizes', '1e4'],
    ['--ticks', '-5'],
    ['--ticks', '239'],
    ['--seed', 'x'],
    ['--mix', 'CCCCCCCCCC'],
    ['--mix', 'PPP'],
    ['--fast', 'yes'],
  ])('refuses %s %s and says what was expected', (...args) => {
    expect(() => readOptions(args)).toThrow(UsageError);
  });
});
