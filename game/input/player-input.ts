import { type Action, movingActions } from './actions.ts';
import { HeldActions } from './held-actions.ts';
import { createIntent, type Intent } from './intent.ts';
import { JumpCharge } from './jump-charge.ts';
import type { PlayerControl } from './player-control.ts';
import { readStick, RUN_FROM, type StickPush } from './stick.ts';

/** Something that is done once, in the order in which it was asked for. */
type Deed =
  | { readonly kind: 'charge' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'jump'; readonly extent: number };

/** Deeds that wait for a step at most: a page that rests for long has forgotten the older ones. */
const MOST_DEEDS = 16;

/**
 * Everything that devices say about the player, put together to one intent. Knows no device and no clock of its own:
 * keyboard, gamepad, stick and mouse call it, and once a step {@link step} plays it on a body.
 */
export class PlayerInput {
  /** Called when a key or stick begins to move the player by itself. */
  onMove: () => void = () => {};
  /** Whether the player runs unless `walk` is held; else the other way round. */
  runs = true;

  private readonly held = new HeldActions();
  private readonly sticks = new Map<string, StickPush>();
  private readonly ignoredSticks = new Set<string>();
  private readonly charge = new JumpCharge();
  private readonly intent = createIntent();
  private deeds: Deed[] = [];
  private autorun = false;

  /** A key or button is pressed. @param now Seconds. */
  press(source: string, action: Action, now: number): void {
    const begins = this.held.press(source, action);
    if (!begins) return;
    if (action === 'autorun') this.setAutorun(!this.autorun);
    else if (action === 'forward' || action === 'back') this.autorun = false;
    if (action === 'jump') {
      this.charge.begin(now);
      this.do({ kind: 'charge' });
    }
    if (movingActions.has(action)) this.onMove();
  }

  /** A key or button is let go of. @param now Seconds. */
  release(source: string, now: number): void {
    if (this.held.release(source) !== 'jump') return;
    const extent = this.charge.end(now);
    if (extent !== null) this.do({ kind: 'jump', extent });
  }

  /** A stick is somewhere. @param right 1: to the right. @param up 1: up. */
  setStick(source: string, right: number, up: number): void {
    const push = readStick(right, up);
    if (push.strength === 0) {
      this.sticks.delete(source);
      this.ignoredSticks.delete(source);
      return;
    }
    const begins = !this.sticks.has(source) && !this.ignoredSticks.has(source);
    this.sticks.set(source, push);
    if (!begins) return;
    this.autorun = false;
    this.onMove();
  }

  /** Everything is let go of: the page has lost the keyboard, or is hidden. A jump that is charged is not done. */
  releaseAll(): void {
    this.held.releaseAll();
    this.sticks.clear();
    this.ignoredSticks.clear();
    this.autorun = false;
    if (this.charge.cancel()) this.do({ kind: 'cancel' });
  }

  /** What is held now does not count until it is pressed anew: the player was asked to walk somewhere by itself. */
  yield(): void {
    this.held.ignore();
    for (const source of this.sticks.keys()) this.ignoredSticks.add(source);
    this.autorun = false;
    if (this.charge.cancel()) this.do({ kind: 'cancel' });
  }

  /** Goes on forwards without a key, or not any more. */
  setAutorun(on: boolean): void {
    this.autorun = on;
    if (on) this.onMove();
  }

  get autoruns(): boolean {
    return this.autorun;
  }

  /** Whether a jump is being charged, and how far: 0 to 1. */
  chargeOf(now: number): number | null {
    return this.charge.charging ? this.charge.share(now) : null;
  }

  /**
   * What is wanted now.
   *
   * @param view Compass degrees that the camera looks: what sticks are pushed in relation to.
   * @param mouseTurns Whether the mouse turns the body: it faces where the camera looks, and the turn keys step aside.
   */
  read(view: number, mouseTurns: boolean): Readonly<Intent> {
    const { held, intent } = this;
    const turn = held.axis('turnRight', 'turnLeft');
    const step = held.axis('stepRight', 'stepLeft');
    const forward = held.axis('forward', 'back');
    intent.forward = forward === 0 && this.autorun ? 1 : forward;
    intent.turn = mouseTurns ? 0 : turn;
    intent.sidestep = mouseTurns && step === 0 ? turn : step;
    intent.facing = mouseTurns ? view : null;
    intent.towards = null;
    intent.run = held.isOn('walk') ? !this.runs : this.runs;
    const push = this.strongestPush();
    if (push !== null && forward === 0 && turn === 0 && step === 0) {
      intent.towards = (((view + push.angle) % 360) + 360) % 360;
      if (push.strength < RUN_FROM) intent.run = false;
    }
    return intent;
  }

  /** Plays what is wanted on a body, in the step that is about to run. */
  step(control: PlayerControl, entity: number, view: number, mouseTurns: boolean): void {
    const intent = this.read(view, mouseTurns);
    control.apply(entity, intent);
    this.held.looked();
    if (this.deeds.length === 0) return;
    const { deeds } = this;
    this.deeds = [];
    for (const deed of deeds) {
      if (deed.kind === 'charge') control.chargeJump(entity);
      else if (deed.kind === 'cancel') control.cancelJump(entity);
      else control.jump(entity, deed.extent);
    }
  }

  private do(deed: Deed): void {
    if (this.deeds.length >= MOST_DEEDS) this.deeds.shift();
    this.deeds.push(deed);
  }

  private strongestPush(): StickPush | null {
    let best: StickPush | null = null;
    for (const [source, push] of this.sticks) {
      if (!this.ignoredSticks.has(source) && push.strength > (best?.strength ?? 0)) best = push;
    }
    return best;
  }
}
