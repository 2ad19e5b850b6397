import type { Action } from './actions.ts';
import type { PlayerInput } from './player-input.ts';
import { DEAD_ZONE } from './stick.ts';

/** What of a Gamepad is read. */
export interface PadReading {
  readonly index: number;
  readonly connected: boolean;
  /** 'standard': its buttons lie as the specification says. */
  readonly mapping: string;
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean; readonly value: number }[];
}

/** What buttons of a standard pad do, by their numbers. */
const padActions: Readonly<Record<number, Action>> = {
  0: 'jump',
  3: 'autorun',
  4: 'stepLeft',
  5: 'stepRight',
  6: 'walk',
  10: 'autorun',
  12: 'forward',
  13: 'back',
  14: 'turnLeft',
  15: 'turnRight',
};

/** Of a pad whose buttons lie otherwise only the first one is known. */
const unknownPadActions: Readonly<Record<number, Action>> = { 0: 'jump' };

/** A button that tells how far it is pressed is down from here on. */
const PRESSED = 0.5;

/** How the right stick turns the camera: shares of full speed, right and up. */
export interface PadLook {
  right: number;
  up: number;
}

/**
 * Reads gamepads once a frame: the left stick and the buttons move the player, the right stick the camera. One whose
 * stick is pushed counts; sticks that rest beside their middle (within the dead zone) do nothing.
 */
export class GamepadDevice {
  private readonly input: PlayerInput;
  private readonly known = new Map<number, Set<number>>();
  private readonly look: PadLook = { right: 0, up: 0 };

  constructor(input: PlayerInput) {
    this.input = input;
  }

  /** How many pads there are. */
  get count(): number {
    return this.known.size;
  }

  /** @param pads What `navigator.getGamepads()` answers. @param now Seconds. */
  poll(pads: Iterable<PadReading | null>, now: number): Readonly<PadLook> {
    const { look } = this;
    look.right = 0;
    look.up = 0;
    const here = new Set<number>();
    for (const pad of pads) {
      if (pad === null || !pad.connected) continue;
      here.add(pad.index);
      this.read(pad, now);
    }
    for (const index of this.known.keys()) if (!here.has(index)) this.lose(index, now);
    return look;
  }

  /** Lets go of everything that pads hold. @param now Seconds. */
  release(now: number): void {
    for (const index of [...this.known.keys()]) this.lose(index, now);
  }

  private read({ index, mapping, axes, buttons }: PadReading, now: number): void {
    let down = this.known.get(index);
    if (down === undefined) {
      down = new Set();
      this.known.set(index, down);
    }
    const actions = mapping === 'standard' ? padActions : unknownPadActions;
    buttons.forEach(({ pressed, value }, button) => {
      const action = actions[button];
      if (action === undefined) return;
      const isDown = pressed || value > PRESSED;
      if (isDown && !down.has(button)) {
        down.add(button);
        this.input.press(sourceOf(index, button), action, now);
      } else if (!isDown && down.delete(button)) this.input.release(sourceOf(index, button), now);
    });
    // Pads count downwards.
    this.input.setStick(`pad ${index}`, finite(axes[0]), -finite(axes[1]));
    if (mapping !== 'standard') return;
    const right = finite(axes[2]);
    const up = -finite(axes[3]);
    const length = Math.hypot(right, up);
    if (length <= DEAD_ZONE) return;
    // Gently near the middle.
    const strength = Math.min(1, (length - DEAD_ZONE) / (1 - DEAD_ZONE)) ** 2 / length;
    this.look.right += right * strength;
    this.look.up += up * strength;
  }

  private lose(index: number, now: number): void {
    for (const button of this.known.get(index) ?? []) this.input.release(sourceOf(index, button), now);
    this.known.delete(index);
    this.input.setStick(`pad ${index}`, 0, 0);
  }
}

function sourceOf(pad: number, button: number): string {
  return `pad ${pad} button ${button}`;
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}
