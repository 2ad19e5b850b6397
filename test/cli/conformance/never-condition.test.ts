import { describe, expect, test } from 'vitest';
import { parseCondition } from '../../../cli/conformance/never-condition.ts';
import { record } from './support.ts';

const now = record({ moveType: 6, stickyTarget: 2, pos: [1, 5, 0], pendingMotions: [] });
const before = record({ moveType: 0, pos: [1, 4, 0] });
const holds = (text: string) => parseCondition(text).holds(now, before);

describe('a condition on a tick', () => {
  test.each([
    ['moveType != 0 && stickyTarget != 0', true],
    ['moveType == 0 && stickyTarget != 0', false],
    ['moveType == 0 || stickyTarget === 2', true],
    ['moveType !== 6', false],
    ['pos.1 <= previous pos.1', false],
    ['pos.0 <= previous pos.0', true],
    ['pos.1 - previous pos.1 >= 1', true],
    ['pos.1 - previous pos.1 > 1', false],
    ['previous moveType == 0 && moveType == 6', true],
    ['pos.1 * 2 + 1 == 11', true],
    ['1 + pos.1 * 2 == 12', false],
    ['10 / pos.1 < 3', true],
    ['-pos.1 < -4.5', true],
    ['!initialized', false],
    ['!(initialized && movingAway)', true],
    ['initialized == true', true],
    ['false || true && false', false],
    ['currentCommand == 0x45000005', true],
    ['nodes.length > 1 && nodes.1.0 == 9', true],
    ['pendingMotions.length', false],
    ['pos.0 < 1e-3', false],
  ])('%s is %s', (text, expected) => {
    expect(holds(text)).toBe(expected);
  });

  test('what is not there compares with nothing', () => {
    expect(holds('pendingMotions.0 < 5')).toBe(false);
    expect(holds('pendingMotions.0 >= 5')).toBe(false);
    expect(holds('pendingMotions.0 == 5')).toBe(false);
    expect(holds('pendingMotions.0 != 5')).toBe(true);
  });

  test('tells whether it looks back', () => {
    expect(parseCondition('pos.1 < previous pos.1').usesPrevious).toBe(true);
    expect(parseCondition('pos.1 < 3').usesPrevious).toBe(false);
  });

  test.each([
    '',
    'moveType ==',
    'moveType = 3',
    '(moveType == 1',
    'moveType == 1 )',
    'previous',
    'mood == 3',
    'pos.3 < 1',
  ])('is refused when it cannot be read or names no field: "%s"', (text) => {
    expect(() => parseCondition(text)).toThrow(SyntaxError);
  });
});
