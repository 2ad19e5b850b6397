import { FrameF64 } from '../../components/frame.ts';
import { describe, expect, test } from 'vitest';
import { MotionCommand, smoothPlace } from '../../index.ts';
import { LONGEST_SMOOTHED_STEP } from '../../systems/smooth-place.ts';
import { createHumanEngine } from './render/support.ts';

const place = { x: 0, y: 0, z: 0, heading: 0 };

describe('the smoothed place of a body', () => {
  test('alpha 0 is the frame before the last step, 1 the frame after it, and a half lies between', () => {
    const engine = createHumanEngine();
    const walker = engine.spawn({ x: 3, y: 4, heading: 0 });
    engine.setMotion(walker, MotionCommand.WalkForward);
    engine.step(20);
    const before = engine.readFrame(walker);
    engine.step();
    const after = engine.readFrame(walker);
    expect(after.y - before.y).toBeGreaterThan(0.09);
    expect({ ...smoothPlace(engine.world, walker, 0, place) }).toMatchObject({ x: before.x, y: before.y });
    expect(smoothPlace(engine.world, walker, 1, place).y).toBeCloseTo(after.y, 9);
    expect(smoothPlace(engine.world, walker, 0.5, place).y).toBeCloseTo((before.y + after.y) / 2, 9);
  });

  test('a heading goes the short way round through north, either way', () => {
    const engine = createHumanEngine();
    const turner = engine.spawn({ heading: 355 });
    for (const [command, direction] of [
      [MotionCommand.TurnRight, 1],
      [MotionCommand.TurnLeft, -1],
    ] as const) {
      engine.setMotion(turner, command);
      let crossed = false;
      for (let step = 0; step < 60 && !crossed; step++) {
        const before = engine.readFrame(turner).heading;
        engine.step();
        const after = engine.readFrame(turner).heading;
        crossed = Math.abs(after - before) > 180;
        if (!crossed) continue;
        // A sixth of the way is still near the start: it did not go round through south.
        const { heading } = smoothPlace(engine.world, turner, 1 / 6, place);
        const gone = ((heading - before) * direction + 360) % 360;
        expect(gone).toBeGreaterThan(0);
        expect(gone).toBeLessThan(2);
      }
      expect(crossed).toBe(true);
      engine.clearMotion(turner, command);
      engine.step(5);
    }
  });

  test('a jump is shown as a jump: nothing is drawn on the way', () => {
    const engine = createHumanEngine();
    const body = engine.spawn({ x: 0, y: 0, heading: 10 });
    const bodyFrameRow = body * FrameF64.row;
    engine.step(2);
    const { frame } = engine.world.components;
    frame.f64[bodyFrameRow + FrameF64.x] += LONGEST_SMOOTHED_STEP * 2;
    expect(smoothPlace(engine.world, body, 0.1, place).x).toBe(LONGEST_SMOOTHED_STEP * 2);
    frame.f64[bodyFrameRow + FrameF64.x] = LONGEST_SMOOTHED_STEP * 0.9;
    expect(smoothPlace(engine.world, body, 0.1, place).x).toBeCloseTo(LONGEST_SMOOTHED_STEP * 0.09, 9);
  });
});
