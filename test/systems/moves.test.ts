import { describe, expect, it } from 'vitest';
import { newEngine } from '../support/engines.ts';

describe('a move away', () => {
  it('ends beyond minDistance, not at the target: moveAway turns moveTowards off', () => {
    const { engine } = newEngine();
    const wolf = engine.spawn();
    const sheep = engine.spawn({ y: 3 });
    engine.moveTo(sheep, { target: wolf }, { moveAway: true, minDistance: 10 });
    engine.step(400);
    const { x, y } = engine.readFrame(sheep);
    expect(Math.hypot(x, y)).toBeGreaterThan(10);
    expect(engine.readMoveTo(sheep).type).toBe(0);
  });
});

describe('a snapshot with one bit that differs', () => {
  it('is refused wherever the bit is', () => {
    const { engine } = newEngine();
    engine.spawn();
    engine.step(5);
    const good = engine.snapshot();
    for (let at = 3; at < good.length; at += Math.ceil(good.length / 40)) {
      const bad = good.slice();
      bad[at] ^= 0x10;
      expect(() => newEngine().engine.restore(bad), `byte ${at}`).toThrow(/^snapshot: /);
    }
  });
});
