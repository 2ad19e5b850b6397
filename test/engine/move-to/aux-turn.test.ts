import { describe, expect, it } from 'vitest';
import { MotionCommand, MovementType } from '../../../index.ts';
import { newEngine } from '../../support/engines.ts';

describe('divergence: an aux turn of exactly 180 degrees turns right', () => {
  /** A body that flees from one exactly ahead of it; the first ticks of what it does. */
  function flee(headingOfBody: number, x: number, y: number): { aux: number; heading: number } {
    const { engine } = newEngine();
    const body = engine.spawn({ heading: headingOfBody });
    const threat = engine.spawn({ x, y });
    engine.step(30);
    engine.moveTo(body, { target: threat }, { moveAway: true, moveTowards: false, minDistance: 30 });
    // The turn of the first node comes first; a move away then steers by the aux turn alone.
    let { auxCommand } = engine.readMoveTo(body);
    for (let tick = 0; tick < 60 && auxCommand === 0; tick++) {
      engine.step();
      auxCommand = engine.readMoveTo(body).auxCommand;
    }
    expect(engine.readMoveTo(body).type).toBe(MovementType.MoveToObject);
    engine.step(5);
    return { aux: auxCommand, heading: engine.readFrame(body).heading };
  }

  it.each([
    [0, 0, 5],
    [90, 5, 0],
    [180, 0, -5],
    [270, -5, 0],
  ])('a body that faces %i flees from (%i, %i) by a turn to the right', (heading, x, y) => {
    const { aux, heading: turned } = flee(heading, x, y);
    expect(aux).toBe(MotionCommand.TurnRight);
    const right = (turned - heading + 360) % 360;
    expect(right).toBeGreaterThan(1);
    expect(right).toBeLessThan(60);
  });

  it('whatever the direction, where rounding puts the angle on either side of 180', () => {
    for (let degrees = 3; degrees < 360; degrees += 7) {
      const angle = (degrees * Math.PI) / 180;
      const { aux } = flee(degrees, 7 * Math.sin(angle), 7 * Math.cos(angle));
      expect(aux, `${degrees} degrees`).toBe(MotionCommand.TurnRight);
    }
  });
});
