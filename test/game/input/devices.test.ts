import { describe, expect, it } from 'vitest';
import { GamepadDevice, type PadReading } from '../../../game/input/gamepad-device.ts';
import { listenToKeyboard } from '../../../game/input/keyboard-device.ts';
import { PlayerInput } from '../../../game/input/player-input.ts';

/** A key as a browser tells of it. */
function key(type: 'keydown' | 'keyup', code: string, more: Partial<KeyboardEvent> = {}): Event {
  return Object.assign(new Event(type, { cancelable: true }), { code, repeat: false, ...more });
}

function keyboard(isTaken = () => false) {
  const input = new PlayerInput();
  const keys = new EventTarget();
  const page = Object.assign(new EventTarget(), { hidden: false });
  const stop = listenToKeyboard(input, { keys, page, isTaken });
  const send = (event: Event) => {
    keys.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { input, keys, page, stop, send, forward: () => input.read(0, false).forward };
}

describe('a keyboard', () => {
  it('moves by the place of its keys, and keeps the page from scrolling and from its shortcuts', () => {
    const { send, forward, input } = keyboard();
    // On a French keyboard the key of W says z.
    expect(send(key('keydown', 'KeyW', { key: 'z' }))).toBe(true);
    expect(forward()).toBe(1);
    expect(send(key('keydown', 'Space'))).toBe(true);
    expect(send(key('keydown', 'KeyN'))).toBe(false);
    send(key('keydown', 'KeyE'));
    expect(input.read(0, false).sidestep).toBe(1);
  });

  it.each([['ctrlKey'], ['metaKey'], ['altKey']] as const)('leaves keys with %s alone', (modifier) => {
    const { send, forward } = keyboard();
    expect(send(key('keydown', 'KeyW', { [modifier]: true }))).toBe(false);
    expect(forward()).toBe(0);
  });

  it('leaves keys alone that something else takes', () => {
    const { send, forward } = keyboard(() => true);
    expect(send(key('keydown', 'KeyW'))).toBe(false);
    expect(forward()).toBe(0);
  });

  it('does not press what only repeats', () => {
    const { send, input, forward } = keyboard();
    send(key('keydown', 'KeyW'));
    input.yield();
    expect(send(key('keydown', 'KeyW', { repeat: true }))).toBe(true);
    expect(forward()).toBe(0);
  });

  it('lets go when the page loses it, is hidden, or the key of the system ends', () => {
    for (const leave of ['blur', 'hide', 'meta', 'stop']) {
      const { send, forward, keys, page, stop } = keyboard();
      send(key('keydown', 'KeyW'));
      if (leave === 'blur') keys.dispatchEvent(new Event('blur'));
      if (leave === 'hide') {
        page.hidden = true;
        page.dispatchEvent(new Event('visibilitychange'));
      }
      if (leave === 'meta') send(key('keyup', 'MetaLeft'));
      if (leave === 'stop') stop();
      expect(forward()).toBe(0);
    }
  });
});

function pad(parts: Partial<PadReading> & { down?: number[] } = {}): PadReading {
  const { down = [], ...rest } = parts;
  const buttons = Array.from({ length: 17 }, (_, index) => ({
    pressed: down.includes(index),
    value: down.includes(index) ? 1 : 0,
  }));
  return { index: 0, connected: true, mapping: 'standard', axes: [0, 0, 0, 0], buttons, ...rest };
}

describe('a gamepad', () => {
  it('goes where its left stick points: up is forward', () => {
    const input = new PlayerInput();
    const device = new GamepadDevice(input);
    device.poll([null, pad({ axes: [0, -1, 0, 0] })], 0);
    expect(input.read(50, false)).toMatchObject({ towards: 50, run: true });
    device.poll([pad({ axes: [0.5, 0, 0, 0] })], 0);
    expect(input.read(50, false)).toMatchObject({ towards: 140, run: false });
  });

  it('turns the camera with its right stick, gently near the middle and not within the dead zone', () => {
    const device = new GamepadDevice(new PlayerInput());
    const look = (right: number, down: number) => ({ ...device.poll([pad({ axes: [0, 0, right, down] })], 0) });
    expect(look(0.15, 0.1)).toEqual({ right: 0, up: 0 });
    expect(look(1, 0)).toEqual({ right: 1, up: 0 });
    expect(look(0, -1).up).toBeCloseTo(1, 9);
    expect(look(0.6, 0).right).toBeCloseTo(0.25, 9);
  });

  it('holds what its buttons are for as long as they are down', () => {
    const input = new PlayerInput();
    const device = new GamepadDevice(input);
    device.poll([pad({ down: [12, 5, 6] })], 0);
    device.poll([pad({ down: [12, 5, 6] })], 0);
    expect(input.read(0, false)).toMatchObject({ forward: 1, sidestep: 1, run: false });
    device.poll([pad({ down: [0] })], 1);
    expect(input.chargeOf(1.2)).toBeGreaterThan(0);
  });

  it('takes a trigger that is pressed half for pressed', () => {
    const input = new PlayerInput();
    const reading = pad();
    const buttons = reading.buttons.map((button, index) => (index === 6 ? { pressed: false, value: 0.6 } : button));
    new GamepadDevice(input).poll([{ ...reading, buttons }], 0);
    expect(input.read(0, false).run).toBe(false);
  });

  it('lets go of everything when it is gone', () => {
    for (const gone of [[], [null], [pad({ connected: false })]]) {
      const input = new PlayerInput();
      const device = new GamepadDevice(input);
      device.poll([pad({ down: [12], axes: [0, -1, 0, 0] })], 0);
      expect(device.count).toBe(1);
      device.poll(gone, 0);
      expect(device.count).toBe(0);
      input.step({ apply: () => {} } as never, 1, 0, false);
      expect(input.read(0, false)).toMatchObject({ forward: 0, towards: null });
    }
  });

  it('of another kind moves with its first stick and jumps, and nothing else', () => {
    const input = new PlayerInput();
    const look = new GamepadDevice(input).poll([pad({ mapping: '', down: [0, 12], axes: [0, -1, 1, Number.NaN] })], 0);
    expect(look).toEqual({ right: 0, up: 0 });
    expect(input.read(0, false)).toMatchObject({ towards: 0, forward: 0 });
    expect(input.chargeOf(0.1)).not.toBe(null);
  });
});
