import { describe, expect, test } from 'vitest';
import { MotionCommand } from '../../../index.ts';
import { playingAnimation } from '../../../systems/render/index.ts';
import { createHumanEngine } from './support.ts';

const playing = { animation: 0, phase: 0 };
const WALK = 2;
const STAND_TO_WALK = 32;
const WALK_FRAMES = 18;

describe('the animation that is shown', () => {
  test('is the one that the sequence plays: the link first, then the loop', () => {
    const engine = createHumanEngine();
    const walker = engine.spawn();
    engine.setMotion(walker, MotionCommand.WalkForward);
    engine.step();
    expect(playingAnimation(engine.world, walker, 1, playing).animation).toBe(STAND_TO_WALK);
    engine.step(10);
    expect(playingAnimation(engine.world, walker, 1, playing).animation).toBe(WALK);
  });

  test('has come as far as the sequence’s frame says', () => {
    const engine = createHumanEngine();
    const walker = engine.spawn();
    engine.setMotion(walker, MotionCommand.WalkForward);
    engine.step(15);
    const { frame } = engine.readMotion(walker);
    expect(playingAnimation(engine.world, walker, 1, playing).phase).toBeCloseTo(frame / WALK_FRAMES, 6);
  });

  test('between two steps lies as far before that as the frame rate makes it', () => {
    const engine = createHumanEngine();
    const walker = engine.spawn();
    engine.setMotion(walker, MotionCommand.WalkForward);
    engine.step(15);
    // 30 frames and 30 steps a second: a quarter of a step is a quarter of a frame.
    const { frame } = engine.readMotion(walker);
    expect(playingAnimation(engine.world, walker, 0.75, playing).phase).toBeCloseTo((frame - 0.25) / WALK_FRAMES, 6);
  });

  test('runs smoothly over the seam of a loop', () => {
    const engine = createHumanEngine();
    const walker = engine.spawn();
    engine.setMotion(walker, MotionCommand.WalkForward);
    engine.step(12);
    let before = playingAnimation(engine.world, walker, 1, playing).phase;
    for (let step = 0; step < 40; step++) {
      engine.step();
      for (const alpha of [0.25, 0.5, 0.75, 1]) {
        const { phase } = playingAnimation(engine.world, walker, alpha, playing);
        const gone = (phase - before + 1) % 1;
        expect(gone).toBeCloseTo(0.25 / WALK_FRAMES, 6);
        before = phase;
      }
    }
  });

  test('plays backwards for someone who walks backwards', () => {
    const engine = createHumanEngine();
    const walker = engine.spawn();
    engine.setMotion(walker, MotionCommand.WalkBackwards);
    engine.step(20);
    const before = playingAnimation(engine.world, walker, 0.5, playing).phase;
    const after = playingAnimation(engine.world, walker, 1, playing).phase;
    // Backwards is 0.65 of the pace: a third of a frame in half a step.
    expect((before - after + 1) % 1).toBeCloseTo((0.65 * 0.5) / WALK_FRAMES, 6);
  });
});
