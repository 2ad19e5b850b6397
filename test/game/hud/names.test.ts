import { describe, expect, it } from 'vitest';
import { meetsAny } from '../../../game/hud/covers.ts';
import { xWithin } from '../../../game/hud/within.ts';

describe('a name', () => {
  it('is under a panel as soon as they share a pixel', () => {
    const panel = { left: 10, top: 10, right: 110, bottom: 60 };
    const name = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 20 });
    expect(meetsAny(name(50, 20), [panel])).toBe(true);
    expect(meetsAny(name(109, 59), [panel])).toBe(true);
    expect(meetsAny(name(110, 20), [panel])).toBe(false);
    expect(meetsAny(name(50, 60), [panel])).toBe(false);
    expect(meetsAny(name(-40, -30), [panel])).toBe(false);
    expect(meetsAny(name(50, 20), [])).toBe(false);
  });

  it('is whole in the picture as long as its body is, and goes out with it', () => {
    expect([200, 3, 0, 397, 400].map((x) => xWithin(x, 60, 400))).toEqual([200, 34, 34, 366, 366]);
    expect(xWithin(-10, 60, 400)).toBe(24);
    expect(xWithin(420, 60, 400)).toBe(386);
    // It does not fit: it stands where it would.
    expect(xWithin(3, 60, 50)).toBe(3);
  });
});
