import { NO_NODE, SequenceU8, SequenceF64 } from '../../components/sequence.ts';
import type { GaitWorld } from '../../engine/world.ts';

/** Value of {@link PlayHead.animation} when a sequence plays nothing. */
export const NO_ANIMATION = -1;

/**
 * Where a body's sequence is at the time of a picture: the node that plays and a frame between those of the last two steps.
 * No clock runs here: the frame number of the last step is led back by the node's own frame rate.
 */
export class PlayHead {
  /** Index of the animation in the body's motion table, or {@link NO_ANIMATION}. */
  animation = NO_ANIMATION;
  /** Frame in the animation. */
  frame = 0;
  /** Where in the animation that is: 0 (its start) to 1 (its end). */
  phase = 0;
  /** How much that changes in a simulated second; between which two it lies, and whether it comes round from the one to the other. */
  speed = 0;
  low = 0;
  high = 1;
  wraps = false;
  /** Whether it plays backwards. */
  backwards = false;
  /** Whether it is the node that loops. */
  loops = false;
  /** Frames that the node still plays a second, negative backwards. */
  framerate = 0;
  /** Simulated seconds that it has played since its start, or since a loop came round last. */
  played = 0;
  /** Whether another node plays than at the last look, or the same one from its start again. */
  changed = false;

  private tick = -1;
  private stepFrame = 0;
  /** The node was entered in the step that was looked at last. */
  private entered = false;

  /** Goes on after steps that were not looked at, in which a loop went round. @param tick The last of them. */
  resume(tick: number, frame: number): void {
    this.tick = tick;
    this.stepFrame = frame;
    this.entered = false;
  }

  /** Stays at the start: what plays is shown by the first picture of what it leads to. */
  hold(): void {
    this.phase = 0;
    this.speed = 0;
    this.low = 0;
    this.high = 1;
    this.wraps = false;
  }

  /** @param alpha 0..1, as in smoothPlace. */
  read(world: GaitWorld, entity: number, alpha: number): void {
    const { sequence, motionState } = world.components;
    const sequenceBytes = entity * SequenceU8.row;
    const current = sequence.u8[sequenceBytes + SequenceU8.current];
    if (current === NO_NODE || current >= sequence.count[entity]) {
      this.changed = this.animation !== NO_ANIMATION;
      this.animation = NO_ANIMATION;
      this.speed = 0;
      this.low = 0;
      this.high = 1;
      this.wraps = false;
      this.tick = world.clock.tick;
      return;
    }
    const cell = current * world.stride + entity;
    const animation = sequence.animation[cell];
    const framerate = sequence.framerate[cell];
    const low = sequence.low[cell];
    const length = sequence.high[cell] + 1 - low;
    const loops = current === sequence.count[entity] - 1;
    const stepFrame = sequence.f64[entity * SequenceF64.row + SequenceF64.frame];

    const other = animation !== this.animation || loops !== this.loops;
    const newTick = world.clock.tick !== this.tick;
    // A link that is found before where it was has been started again.
    const again = !other && newTick && !loops && (stepFrame - this.stepFrame) * framerate < 0;
    this.changed = other || again;
    if (newTick) this.entered = other || again;
    else if (other || again) this.entered = true;
    this.tick = world.clock.tick;
    this.stepFrame = stepFrame;
    this.animation = animation;
    this.loops = loops;
    this.framerate = framerate;
    this.backwards = framerate < 0;

    let frame = stepFrame - low - framerate * world.clock.quantum * (1 - alpha);
    // What was entered in this step was not there before its start; a loop that was there comes round from its end.
    this.wraps = loops && !this.entered;
    if (this.wraps) frame -= Math.floor(frame / length) * length;
    else frame = Math.min(length, Math.max(0, frame));
    this.frame = low + frame;
    this.played = framerate === 0 ? 0 : (framerate < 0 ? length - frame : frame) / Math.abs(framerate);
    const frames = world.motionTables[motionState.table[entity]].animationFrames[animation];
    this.phase = this.frame / frames;
    this.speed = framerate / frames;
    this.low = low / frames;
    this.high = (low + length) / frames;
  }
}
