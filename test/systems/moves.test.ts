import { MotionU32 } from '../../components/motion-interp.ts';
import { describe, expect, it } from 'vitest';
import { MotionCommand } from '../../index.ts';
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

describe('a move with a heading for its end', () => {
  it.each([
    [{ desiredHeading: 90 }, 90],
    [{ desiredHeading: 90, useFinalHeading: true }, 90],
    [{ desiredHeading: 90, useFinalHeading: false }, 0],
  ])('%o ends at %d degrees', (options, heading) => {
    const { engine } = newEngine();
    const body = engine.spawn();
    engine.moveTo(body, { x: 0, y: 5 }, options);
    engine.step(400);
    expect(engine.readMoveTo(body).type).toBe(0);
    expect(engine.readFrame(body).heading).toBeCloseTo(heading, 3);
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

describe("the run key of a body that is nobody's player", () => {
  it('changes the gait that goes on, and letting go of the gait ends it', () => {
    const { engine } = newEngine();
    const body = engine.spawn({ runRate: 2 });
    const metres = () => {
      const from = engine.readFrame(body).y;
      engine.step(30);
      return engine.readFrame(body).y - from;
    };
    engine.setMotion(body, MotionCommand.WalkForward);
    engine.step(15);
    const walked = metres();
    engine.setHoldRun(body, true);
    engine.step(15);
    expect(engine.readMotion(body).forwardCommand).toBe(MotionCommand.RunForward);
    expect(metres()).toBeGreaterThan(1.5 * walked);
    engine.setHoldRun(body, false);
    engine.step(15);
    expect(metres()).toBeCloseTo(walked, 6);
    engine.setHoldRun(body, true);
    expect(engine.clearMotion(body, MotionCommand.WalkForward)).toBe(0);
    engine.step(30);
    expect(metres()).toBe(0);
  });

  it('makes a turn faster', () => {
    const { engine } = newEngine();
    const body = engine.spawn();
    engine.setMotion(body, MotionCommand.TurnRight);
    engine.setHoldRun(body, true);
    expect(engine.readMotion(body).turnSpeed).toBe(1.5);
  });

  it("is only noted where a server's message says what the body performs", () => {
    const { engine } = newEngine();
    const body = engine.spawn();
    engine.setMotion(body, MotionCommand.WalkForward);
    engine.step(5);
    // As a message does it: the raw state keeps what the keys said.
    const { interpretedMotion } = engine.world.components;
    interpretedMotion.u32[body * MotionU32.row + MotionU32.forwardCommand] = MotionCommand.Ready;
    engine.setHoldRun(body, true);
    expect(engine.readMotion(body).forwardCommand).toBe(MotionCommand.Ready);
  });
});
