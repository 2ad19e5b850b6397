import { type Engine, MotionCommand } from '../../index.ts';
import type { Intent } from './intent.ts';
import { type Axes, Steering } from './steering.ts';

const { WalkForward, WalkBackwards, SideStepRight, SideStepLeft, TurnRight, TurnLeft } = MotionCommand;

/** The motions of each axis: ahead of and behind zero. */
const motions = {
  forward: [WalkForward, WalkBackwards],
  sidestep: [SideStepRight, SideStepLeft],
  turn: [TurnRight, TurnLeft],
} as const;

type AxisName = keyof typeof motions;

/** In the order in which they are told. */
const axisNames = ['forward', 'sidestep', 'turn'] as const satisfies readonly AxisName[];

/**
 * Plays a player's intent on a body: each change of an axis is a motion that is pressed or let go of by the engine's public
 * calls, as a game would press it. Whether the body is the local player, or one of the server's own, makes no difference
 * here. Call {@link apply} once a step, before the bodies move; `addSystem({ before: 'moveToUseTime' })` does so.
 */
export class PlayerControl {
  private readonly engine: Engine;
  private readonly steering = new Steering();
  private readonly wanted: Axes = { forward: 0, sidestep: 0, turn: 0, run: false };
  private readonly pressed = { forward: 0, sidestep: 0, turn: 0 };
  private readonly place = { x: 0, y: 0, z: 0, heading: 0, qw: 1, qx: 0, qy: 0, qz: 0 };
  private runs = false;
  private entity = 0;
  private generation = -1;

  constructor(engine: Engine) {
    this.engine = engine;
    // Its keys have been let go of by the rules: what is still held is pressed anew.
    engine.on('inputHeld', ({ entity }) => {
      if (entity === this.entity) this.forget();
    });
  }

  /** Brings the body's motions in line with an intent. Only what has changed is told. @param entity 0: nobody. */
  apply(entity: number, intent: Readonly<Intent>): void {
    if (!this.attend(entity)) return;
    const { engine, wanted, pressed } = this;
    this.steering.steer(intent, engine.readFrame(entity, this.place).heading, wanted);
    // The gait first: a step that begins is then begun in it.
    if (wanted.run !== this.runs) {
      this.runs = wanted.run;
      engine.setHoldRun(entity, wanted.run);
    }
    for (const axis of axisNames) {
      const before = pressed[axis];
      const now = wanted[axis];
      if (before === now) continue;
      const [ahead, behind] = motions[axis];
      pressed[axis] = now;
      // A motion takes the place of another one of its axis; letting go of that first would be seen as a halt.
      if (now !== 0) engine.setMotion(entity, now > 0 ? ahead : behind);
      else engine.clearMotion(entity, before > 0 ? ahead : behind);
    }
  }

  /** Lets go of every motion that it has pressed. */
  release(entity: number): void {
    if (!this.attend(entity)) return;
    for (const axis of axisNames) {
      const before = this.pressed[axis];
      if (before === 0) continue;
      const [ahead, behind] = motions[axis];
      this.pressed[axis] = 0;
      this.engine.clearMotion(entity, before > 0 ? ahead : behind);
    }
  }

  /** Starts to charge a jump. Answers 0 or a MovementError. */
  chargeJump(entity: number): number {
    return this.attend(entity) ? this.engine.chargeJump(entity) : 0;
  }

  /** Jumps. @param extent 0 to 1. Answers 0 or a MovementError. */
  jump(entity: number, extent: number): number {
    return this.attend(entity) ? this.engine.jump(entity, extent) : 0;
  }

  /** Ends a charge without a jump: a body that waits for its standing long jump does a jump of no height. */
  cancelJump(entity: number): void {
    if (!this.attend(entity)) return;
    if (this.engine.world.components.motionInterp.standingLongJump[entity] === 1) this.engine.jump(entity, 0);
  }

  /** Makes sure that what is remembered is about this body. */
  private attend(entity: number): boolean {
    if (entity === 0 || !this.engine.isAlive(entity)) return false;
    const generation = this.engine.world.components.identity.generation[entity];
    if (entity !== this.entity || generation !== this.generation) {
      this.entity = entity;
      this.generation = generation;
      this.runs = false;
      this.forget();
    }
    return true;
  }

  private forget(): void {
    this.pressed.forward = 0;
    this.pressed.sidestep = 0;
    this.pressed.turn = 0;
  }
}
