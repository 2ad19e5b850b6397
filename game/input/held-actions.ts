import type { Action } from './actions.ts';

/** Something that is held down: a key, a button. */
interface Hold {
  readonly action: Action;
  /** Does not count until it is pressed anew. */
  ignored: boolean;
}

/**
 * What is held down, from however many devices. Several may hold the same action: it ends with the last of them. What is
 * pressed and let go of again between two looks counts at the next look.
 */
export class HeldActions {
  private readonly holds = new Map<string, Hold>();
  private readonly tapped = new Set<Action>();

  /**
   * Something was pressed.
   *
   * @param source Which key or button of which device. One that is down already is not pressed again.
   * @returns Whether the action begins with it: nothing else held it.
   */
  press(source: string, action: Action): boolean {
    const hold = this.holds.get(source);
    if (hold !== undefined && !hold.ignored && hold.action === action) return false;
    const begins = !this.isHeld(action);
    this.holds.set(source, { action, ignored: false });
    this.tapped.add(action);
    return begins;
  }

  /** Something was let go of. @returns The action that ends with it; null: it goes on, or was not on. */
  release(source: string): Action | null {
    const hold = this.holds.get(source);
    if (hold === undefined) return null;
    this.holds.delete(source);
    return hold.ignored || this.isHeld(hold.action) ? null : hold.action;
  }

  /** Everything is let go of, as far as one can tell: the page is not listened to any more. */
  releaseAll(): void {
    this.holds.clear();
    this.tapped.clear();
  }

  /** What is down now does not count until it is pressed anew. */
  ignore(): void {
    for (const hold of this.holds.values()) hold.ignored = true;
    this.tapped.clear();
  }

  /** Whether an action is on, or has been since the last look. */
  isOn(action: Action): boolean {
    return this.tapped.has(action) || this.isHeld(action);
  }

  /** 1, -1 or 0: one of two actions that are opposed to each other. Both are none. */
  axis(positive: Action, negative: Action): -1 | 0 | 1 {
    const up = this.isOn(positive);
    const down = this.isOn(negative);
    if (up === down) return 0;
    return up ? 1 : -1;
  }

  /** A look is over: taps from before it have counted. */
  looked(): void {
    this.tapped.clear();
  }

  private isHeld(action: Action): boolean {
    for (const hold of this.holds.values()) if (hold.action === action && !hold.ignored) return true;
    return false;
  }
}
