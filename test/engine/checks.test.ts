import { describe, expect, it } from 'vitest';
import { checks } from '../../index.ts';

describe('the name that was probably meant', () => {
  it.each<[string, readonly string[], string]>([
    ['motionTable', ['motionTables', 'stepRate'], 'motionTables'],
    ['widht', ['height', 'width'], 'width'],
    ['messagesPerSec', ['messagesPerStep', 'messagesPerSecond'], 'messagesPerSecond'],
    ['table', ['ground', 'motionTables'], 'motionTables'],
    ['runRateOfThePlayer', ['runRate', 'radius'], 'runRate'],
    ['Sticky', ['sticky'], 'sticky'],
    ['z', ['x', 'y', 'radius'], 'x'],
    ['colour', ['motionTables', 'stepRate', 'role'], ''],
    ['no', ['ground', 'snow'], ''],
    ['anything', [], ''],
  ])('for %s of %j: %s', (name, known, near) => {
    expect(checks.nearest(name, known)).toBe(near);
  });

  it('is named; when none is near, those are that there are', () => {
    const require = (key: string, known: readonly string[]) => () => checks.requireKeys('call', { [key]: 1 }, known);
    expect(require('stepRat', ['stepRate', 'role'])).toThrow("call: unknown 'stepRat'; did you mean 'stepRate'?");
    expect(require('colour', ['stepRate', 'role'])).toThrow("call: unknown 'colour'; known are stepRate, role");
  });
});

describe('a number that is out of range', () => {
  it.each<[number, number, string]>([
    [-Number.MAX_VALUE, Number.MAX_VALUE, 'a finite number'],
    [0, 3.4e38, 'a finite number from 0 on'],
    [1, 5, 'a number from 1 to 5'],
    [1, Number.POSITIVE_INFINITY, 'a number from 1 to Infinity'],
  ])('from %d to %d: %s was expected', (least, most, expected) => {
    expect(() => checks.requireNumber('n', Number.NaN, least, most)).toThrow(`n: expected ${expected}, found NaN`);
  });
});
