import { describe, expect, it } from 'vitest';
import { Stepper } from '../../engine/stepper.ts';
import { type Engine, MotionCommand } from '../../index.ts';
import { newEngine } from '../support/engines.ts';

/** Lets frames of one length pass and answers how many steps each brought. */
function dueOf(stepper: Stepper, frames: number, rate: number): number[] {
  stepper.advance(0);
  return Array.from({ length: frames }, (_, frame) => stepper.advance((frame + 1) / rate));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A world in which bodies walk, chase, turn and jump as its ticks come, the same at every frame rate. */
function newScene(): Engine {
  const { engine } = newEngine();
  const walker = engine.spawn({ guid: 1 });
  const chaser = engine.spawn({ guid: 2, x: -10, runRate: 1.7 });
  engine.moveTo(walker, { x: 40, y: 25 });
  engine.moveTo(chaser, { target: walker }, { sticky: true });
  engine.on('arrived', ({ guid, movementType }) => {
    const tick = engine.world.clock.tick;
    if (guid === 1) engine.moveTo(walker, { x: (tick * 7) % 60, y: (tick * 13) % 50 });
    else if (movementType === 6) {
      engine.setMotion(chaser, MotionCommand.Wave);
      engine.turnTo(chaser, tick % 360);
    } else engine.moveTo(chaser, { target: walker });
  });
  return engine;
}

describe('the fixed clock (H11)', () => {
  it.each([
    [60, 36_000],
    [144, 86_400],
    [30, 18_000],
    [240, 144_000],
    [59.94, 35_964],
  ])('frames of 1/%d s for ten minutes give 18,000 steps, never two where one is due', (rate, frames) => {
    const due = dueOf(new Stepper(30), frames, rate);
    expect(Math.abs(sum(due) - 18_000)).toBeLessThanOrEqual(1);
    expect(Math.max(...due.slice(0, 5000))).toBeLessThanOrEqual(Math.ceil(30 / rate));
    // At no time more than a step away from what the time says: no drift.
    let steps = 0;
    let farthest = 0;
    due.forEach((count, frame) => {
      steps += count;
      farthest = Math.max(farthest, Math.abs(steps - ((frame + 1) / rate) * 30));
    });
    expect(farthest).toBeLessThanOrEqual(1.001);
  });

  it('the same tick has the same state whatever the frames are', () => {
    const hashes = (rate: number, ticks: number): string[] => {
      const engine = newScene();
      const all: string[] = [];
      for (let frame = 0; all.length < ticks; frame++) {
        const before = engine.world.clock.tick;
        const due = engine.update(frame / rate);
        expect(engine.world.clock.tick).toBe(before + due);
        for (let tick = before + 1; tick <= engine.world.clock.tick; tick++) {
          // A frame that brings two steps shows only the second one's state.
          all[tick - 1] = tick === engine.world.clock.tick ? engine.hash() : '';
        }
      }
      return all.slice(0, ticks);
    };
    const expected = hashes(30, 900);
    expect(new Set(expected).size).toBe(900);
    for (const rate of [60, 144, 29.97, 20]) {
      hashes(rate, 900).forEach((hash, index) => {
        if (hash !== '') expect(hash, `${rate} frames a second, tick ${index + 1}`).toBe(expected[index]);
      });
    }
  });

  it('ticks rise by exactly one, and the time of a tick is its number times the step', () => {
    const { engine } = newEngine();
    const ticks: number[] = [];
    engine.on('spawned', () => ticks.push(engine.world.clock.tick));
    for (let frame = 0; frame < 300; frame++) {
      // A body that is spawned tells of each step that ran: the event comes at its end.
      if (engine.entities().length === 0) engine.spawn();
      if (engine.update(frame / 60) > 0) engine.despawn(engine.entities()[0]);
    }
    expect(ticks).toEqual(Array.from({ length: ticks.length }, (_, index) => index + 1));
    expect(ticks.length).toBe(149);
    expect(engine.world.clock.now).toBeCloseTo(149 / 30, 9);
  });

  it.each([[2.0001], [20], [3600]])('a gap of %d s is thrown away, not simulated', (gap) => {
    const engine = newScene();
    engine.update(0);
    engine.update(1);
    const { tick } = engine.world.clock;
    expect(engine.update(1 + gap)).toBe(0);
    expect(engine.world.clock.tick).toBe(tick);
    expect(engine.update(1 + gap + 1 / 30)).toBe(1);
  });

  it('a frame never runs more steps than fit in two seconds, at any time scale', () => {
    for (const timeScale of [1, 3, 10]) {
      const stepper = new Stepper(30);
      stepper.timeScale = timeScale;
      stepper.advance(0);
      expect(stepper.advance(1.999)).toBeLessThanOrEqual(60);
      expect(stepper.advance(3.998)).toBeLessThanOrEqual(60);
    }
  });

  it('a clock that goes backwards lets no time pass', () => {
    const stepper = new Stepper(30);
    stepper.advance(10);
    expect(stepper.advance(9)).toBe(0);
    expect(stepper.advance(9 + 1 / 30)).toBe(1);
  });

  it('the first frame only starts the clock', () => {
    expect(new Stepper(30).advance(12345)).toBe(0);
  });

  it.each([10, 15, 20, 30])('steps %i times a second if it is told to', (rate) => {
    expect(sum(dueOf(new Stepper(rate), 600, 60))).toBe(rate * 10);
  });

  it('alpha rises from 0 to 1 between two steps', () => {
    const stepper = new Stepper(30);
    stepper.advance(0);
    stepper.advance(1 / 120);
    expect(stepper.alpha).toBeCloseTo(0.25, 6);
    stepper.advance(3 / 120);
    expect(stepper.alpha).toBeCloseTo(0.75, 6);
    stepper.advance(4 / 120);
    expect(stepper.alpha).toBeCloseTo(0, 4);
  });
});

describe('pause', () => {
  it('lets no time pass, and none is made up for afterwards; step still steps', () => {
    const engine = newScene();
    engine.update(0);
    engine.update(0.5);
    const { tick } = engine.world.clock;
    expect(tick).toBe(15);
    engine.pause();
    expect(engine.paused).toBe(true);
    for (let second = 1; second < 100; second++) expect(engine.update(second)).toBe(0);
    engine.step();
    expect(engine.world.clock.tick).toBe(tick + 1);
    engine.resume();
    expect(engine.update(99 + 1 / 30)).toBe(1);
  });
});

describe('the time scale', () => {
  it.each([
    [0.25, 75],
    [2, 600],
    [0, 0],
  ])('%d gives %i steps in ten seconds', (timeScale, steps) => {
    const { engine } = newEngine();
    engine.timeScale = timeScale;
    for (let frame = 0; frame <= 600; frame++) engine.update(frame / 60);
    expect(engine.world.clock.tick).toBe(steps);
    expect(engine.timeScale).toBe(timeScale);
  });
});
