import { describe, expect, it } from 'vitest';
import { createIntent } from '../../../game/input/intent.ts';
import { type Axes, shortWay, START_TURNING, Steering, STOP_TURNING } from '../../../game/input/steering.ts';

const axes = (): Axes => ({ forward: 0, sidestep: 0, turn: 0, run: false });

describe('steering', () => {
  it('hands on what keys say', () => {
    const intent = { ...createIntent(), forward: -1, sidestep: 1, turn: -1, run: false } as const;
    expect(new Steering().steer(intent, 77, axes())).toEqual({ forward: -1, sidestep: 1, turn: -1, run: false });
  });

  it.each([
    [0, 90, 1],
    [0, 270, -1],
    [350, 20, 1],
    [20, 350, -1],
  ] as const)('turns from %s to face %s the short way', (heading, facing, turn) => {
    expect(new Steering().steer({ ...createIntent(), facing }, heading, axes()).turn).toBe(turn);
  });

  it('holds the turn until it is within three degrees, and begins none below five', () => {
    const steering = new Steering();
    const turnAt = (heading: number) => steering.steer({ ...createIntent(), facing: 90 }, heading, axes()).turn;
    expect([90 - START_TURNING, 70, 86, 90 - STOP_TURNING, 86].map(turnAt)).toEqual([0, 1, 1, 0, 0]);
  });

  it('does not tremble: who turns in steps of six degrees comes to rest', () => {
    for (let start = 0; start < 360; start += 7) {
      const steering = new Steering();
      let heading = start;
      const turns: number[] = [];
      for (let step = 0; step < 80; step++) {
        const { turn } = steering.steer({ ...createIntent(), facing: 123 }, heading, axes());
        turns.push(turn);
        heading += turn * 5.73;
      }
      expect(turns.slice(-10).every((turn) => turn === 0)).toBe(true);
      expect(Math.abs(shortWay(heading, 123))).toBeLessThanOrEqual(START_TURNING);
    }
  });

  it('goes to where a stick points once it faces nearly there, and turns first when that is behind', () => {
    const steering = new Steering();
    const at = (heading: number) => {
      const { forward, sidestep, turn } = steering.steer({ ...createIntent(), towards: 180 }, heading, axes());
      return [forward, sidestep, turn];
    };
    expect(at(0)).toEqual([0, 0, 1]);
    expect(at(100)).toEqual([0, 0, 1]);
    expect(at(125)).toEqual([1, 0, 1]);
    // It goes on in an arc although it would not have set out like this.
    expect(at(90)).toEqual([1, 0, 1]);
    expect(at(80)).toEqual([0, 0, 1]);
    expect(at(179)).toEqual([1, 0, 0]);
  });

  it('has a key of the turn come before the mouse', () => {
    const intent = { ...createIntent(), facing: 90, turn: -1 } as const;
    expect(new Steering().steer(intent, 0, axes()).turn).toBe(-1);
  });
});
