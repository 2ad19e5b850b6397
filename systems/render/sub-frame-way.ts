import { NO_NODE } from '../../components/sequence.ts';
import type { GaitWorld } from '../../engine/world.ts';

/** Simulated seconds in which the correction comes and goes. */
const EASE = 0.15;
/** A step that differs by more from what the sequence asked for was made by something else: metres, radians. */
const SAME_WAY = 0.004;
const SAME_TURN = 0.004;
/** Frames a step that are as good as whole. */
const WHOLE = 1e-6;

/**
 * Retail moves bodies in whole animation frames: at 34.5 frames a second and 30 steps, six steps have one frame and the
 * seventh has two, and the body jerks. This finds how far a body would have come in the part of a frame that is not over
 * yet; shown that much ahead, it goes evenly, and its feet stay where they are put. What does not move by its sequence (a
 * correction from the network, a fall) is left alone, and so is what has whole frames in every step.
 */
export class SubFrameWay {
  /** Metres to the right, ahead and up of the body, and radians clockwise, by which it is shown ahead. */
  right = 0;
  ahead = 0;
  up = 0;
  turn = 0;

  private weight = 0;
  private wanted = 0;
  private tick = -1;
  private shownAt = -1;

  /** Forgets what the body did last. */
  cut(): void {
    this.weight = 0;
    this.tick = -1;
    this.shownAt = -1;
  }

  /** @param alpha 0..1, as in smoothPlace. */
  read(world: GaitWorld, entity: number, alpha: number): void {
    const { sequence, body } = world.components;
    const { clock } = world;
    const current = sequence.current[entity];
    const framerate = current === NO_NODE ? 0 : sequence.framerate[current * world.stride + entity];
    if (clock.tick !== this.tick) {
      this.tick = clock.tick;
      this.wanted = framerate !== 0 && sequence.moves[entity] !== 0 ? this.judge(world, entity, framerate) : 0;
    }
    const now = clock.now - (1 - alpha) * clock.quantum;
    const passed = this.shownAt < 0 ? 0 : Math.max(0, now - this.shownAt);
    this.shownAt = now;
    const change = passed / EASE;
    this.weight += Math.max(-change, Math.min(change, this.wanted - this.weight));
    if (this.weight === 0 || framerate === 0) {
      this.right = 0;
      this.ahead = 0;
      this.up = 0;
      this.turn = 0;
      return;
    }
    // The part of a frame now and a step ago; in between it goes along with the body, which is between the two as well.
    const after = partOf(sequence.frame[entity], framerate);
    const before = partOf(sequence.frame[entity] - framerate * clock.quantum, framerate);
    const seconds = ((before + (after - before) * alpha) / Math.abs(framerate)) * this.weight;
    const size = body.scale[entity];
    this.right = sequence.velocityX[entity] * seconds * size;
    this.ahead = sequence.velocityY[entity] * seconds * size;
    this.up = sequence.velocityZ[entity] * seconds * size;
    this.turn = -sequence.omegaZ[entity] * seconds;
  }

  /** 1 when the last step was the sequence's alone and of no whole number of frames, else 0. */
  private judge(world: GaitWorld, entity: number, framerate: number): number {
    const { sequence, body, frame, previousFrame } = world.components;
    const { quantum } = world.clock;
    const frames = framerate * quantum;
    if (Math.abs(frames - Math.round(frames)) < WHOLE) return 0;
    const crossed = Math.abs(Math.floor(sequence.frame[entity]) - Math.floor(sequence.frame[entity] - frames));
    const seconds = crossed / Math.abs(framerate);
    const asked =
      Math.hypot(sequence.velocityX[entity], sequence.velocityY[entity], sequence.velocityZ[entity]) *
      seconds *
      body.scale[entity];
    const gone = Math.hypot(
      frame.x[entity] - previousFrame.x[entity],
      frame.y[entity] - previousFrame.y[entity],
      frame.z[entity] - previousFrame.z[entity],
    );
    if (Math.abs(gone - asked) > SAME_WAY) return 0;
    const turned =
      2 *
      (Math.atan2(frame.qz[entity], frame.qw[entity]) - Math.atan2(previousFrame.qz[entity], previousFrame.qw[entity]));
    const short = turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
    return Math.abs(short - sequence.omegaZ[entity] * seconds) > SAME_TURN ? 0 : 1;
  }
}

/** How much of a frame has been played since the last one was crossed, 0 to 1. */
function partOf(frame: number, framerate: number): number {
  const part = frame - Math.floor(frame);
  return framerate < 0 ? 1 - part : part;
}
