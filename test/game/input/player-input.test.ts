import { describe, expect, it } from 'vitest';
import { FULL_CHARGE, LEAST_EXTENT } from '../../../game/input/jump-charge.ts';
import type { PlayerControl } from '../../../game/input/player-control.ts';
import { PlayerInput } from '../../../game/input/player-input.ts';

/** A control that only notes what it is asked for. */
function noting(): { control: PlayerControl; done: unknown[] } {
  const done: unknown[] = [];
  const control = {
    apply: () => {},
    chargeJump: () => done.push('charge'),
    jump: (_entity: number, extent: number) => done.push(extent),
    cancelJump: () => done.push('cancel'),
  };
  return { control: control as unknown as PlayerControl, done };
}

describe('what devices say', () => {
  it('is forward for W or the arrow, and ends with the last of them', () => {
    const input = new PlayerInput();
    const { control } = noting();
    const forward = () => {
      const answer = input.read(0, false).forward;
      input.step(control, 1, 0, false);
      return answer;
    };
    input.press('KeyW', 'forward', 0);
    input.press('ArrowUp', 'forward', 0);
    expect(forward()).toBe(1);
    input.release('KeyW', 0);
    expect(forward()).toBe(1);
    input.release('ArrowUp', 0);
    expect(forward()).toBe(0);
  });

  it('keeps a tap that is over before the step', () => {
    const input = new PlayerInput();
    const { control } = noting();
    input.press('KeyA', 'turnLeft', 0);
    input.release('KeyA', 0);
    expect(input.read(0, false).turn).toBe(-1);
    input.step(control, 1, 0, false);
    expect(input.read(0, false).turn).toBe(0);
  });

  it('is neither for two keys that are opposed to each other', () => {
    const input = new PlayerInput();
    input.press('KeyW', 'forward', 0);
    input.press('KeyS', 'back', 0);
    expect(input.read(0, false).forward).toBe(0);
  });

  it('runs, walks while Shift is held, and the other way round where walking is usual', () => {
    const input = new PlayerInput();
    const runs = () => input.read(0, false).run;
    expect(runs()).toBe(true);
    input.press('ShiftLeft', 'walk', 0);
    expect(runs()).toBe(false);
    input.runs = false;
    expect(runs()).toBe(true);
  });

  it('sidesteps with the turn keys and faces where the camera looks while the mouse turns the player', () => {
    const input = new PlayerInput();
    input.press('KeyD', 'turnRight', 0);
    expect(input.read(120, true)).toMatchObject({ turn: 0, sidestep: 1, facing: 120 });
    expect(input.read(120, false)).toMatchObject({ turn: 1, sidestep: 0, facing: null });
  });

  it('goes on by itself after R until R, W, S or a stick', () => {
    for (const end of ['autorun', 'forward', 'back'] as const) {
      const input = new PlayerInput();
      input.press('KeyR', 'autorun', 0);
      input.release('KeyR', 0);
      expect(input.read(0, false).forward).toBe(1);
      input.press('key', end, 1);
      input.release('key', 1);
      input.step(noting().control, 1, 0, false);
      expect(input.read(0, false).forward).toBe(0);
    }
    const input = new PlayerInput();
    input.setAutorun(true);
    input.setStick('pad', 0, 0.5);
    expect(input.autoruns).toBe(false);
  });

  it('goes where a stick points as the camera sees it: slowly for a little push', () => {
    const input = new PlayerInput();
    input.setStick('touch', 1, 0);
    expect(input.read(300, false)).toMatchObject({ towards: 30, run: true, forward: 0 });
    input.setStick('touch', 0.4, 0);
    expect(input.read(300, false)).toMatchObject({ towards: 30, run: false });
    input.press('KeyW', 'forward', 0);
    expect(input.read(300, false)).toMatchObject({ towards: null, forward: 1 });
    input.release('KeyW', 0);
    input.setStick('touch', 0.1, 0.1);
    input.step(noting().control, 1, 0, false);
    expect(input.read(300, false).towards).toBe(null);
  });

  it('charges a jump while its key is held: a tap is a hop, the whole time a full jump', () => {
    const input = new PlayerInput();
    const { control, done } = noting();
    input.press('Space', 'jump', 10);
    input.step(control, 1, 0, false);
    expect(input.chargeOf(10 + FULL_CHARGE / 2)).toBeCloseTo(0.5, 9);
    input.release('Space', 10 + FULL_CHARGE / 2);
    input.press('Space', 'jump', 20);
    input.release('Space', 20);
    input.press('Space', 'jump', 30);
    input.release('Space', 99);
    input.step(control, 1, 0, false);
    const half = LEAST_EXTENT + (1 - LEAST_EXTENT) / 2;
    expect(done).toEqual(['charge', expect.closeTo(half, 9), 'charge', LEAST_EXTENT, 'charge', 1]);
  });

  it('lets go of everything when the page is left, and jumps not', () => {
    const input = new PlayerInput();
    const { control, done } = noting();
    input.press('KeyW', 'forward', 0);
    input.press('Space', 'jump', 0);
    input.setStick('touch', 1, 0);
    input.step(control, 1, 0, false);
    input.releaseAll();
    input.step(control, 1, 0, false);
    expect(input.read(0, false)).toMatchObject({ forward: 0, towards: null });
    expect(done).toEqual(['charge', 'cancel']);
    input.release('Space', 5);
    input.step(control, 1, 0, false);
    expect(done).toHaveLength(2);
  });

  it('has what is held count only when it is pressed anew after the server was asked to walk', () => {
    const input = new PlayerInput();
    let moves = 0;
    input.onMove = () => {
      moves++;
    };
    input.press('KeyW', 'forward', 0);
    input.setStick('touch', 0, 1);
    expect(moves).toBe(2);
    input.yield();
    input.setStick('touch', 0.1, 0.9);
    expect(input.read(0, false)).toMatchObject({ forward: 0, towards: null });
    expect(moves).toBe(2);
    input.release('KeyW', 0);
    input.press('KeyW', 'forward', 0);
    input.setStick('touch', 0, 0);
    input.setStick('touch', 0, 1);
    expect(moves).toBe(4);
    input.release('KeyW', 0);
    input.step(noting().control, 1, 0, false);
    expect(input.read(0, false).towards).toBe(0);
  });
});
