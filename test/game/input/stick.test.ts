import { describe, expect, it } from 'vitest';
import { DEAD_ZONE, pushOfFinger, readStick } from '../../../game/input/stick.ts';

describe('a stick', () => {
  it('means nothing within its dead zone, nor with numbers that are none', () => {
    expect(readStick(DEAD_ZONE * 0.7, DEAD_ZONE * 0.7).strength).toBe(0);
    expect(readStick(Number.NaN, 1).strength).toBe(0);
    expect(readStick(0, 0)).toEqual({ angle: 0, strength: 0 });
  });

  it.each([
    [0, 1, 0],
    [1, 0, 90],
    [0, -1, 180],
    [-1, 0, -90],
    [1, 1, 45],
  ])('pushed %s right and %s up points to %s degrees', (right, up, angle) => {
    expect(readStick(right, up).angle).toBeCloseTo(angle, 9);
  });

  it('has full strength at its end and grows from nothing at the edge of the dead zone', () => {
    expect(readStick(0, 1).strength).toBe(1);
    expect(readStick(1, 1).strength).toBe(1);
    expect(readStick(0, DEAD_ZONE + 0.008).strength).toBeCloseTo(0.01, 6);
  });

  it('on a screen goes as far as its reach, and up is where the page counts downwards', () => {
    expect(pushOfFinger(0, -23, 46)).toEqual({ right: 0, up: 0.5 });
    const { right, up } = pushOfFinger(300, 400, 46);
    expect([right, up]).toEqual([0.6, -0.8]);
  });
});
