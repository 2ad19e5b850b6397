import { FrameF64 } from '../../components/frame.ts';
import { NO_NODE, SequenceU8, SequenceF64 } from '../../components/sequence.ts';
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
  /** Seconds of the sequence's way by which it is ahead at the step before and after the picture. */
  secondsBefore = 0;
  secondsAfter = 0;

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

  /** Whether nothing is shown ahead now, and would not be in the next step; or all of it. */
  get isOff(): boolean {
    return this.weight === 0 && this.wanted === 0;
  }

  get isFull(): boolean {
    return this.weight === 1 && this.wanted === 1;
  }

  /** Goes on after steps that were not looked at, as it was. @param at Simulated time of the last of them. */
  resume(at: number): void {
    this.shownAt = at;
  }

  /** @param alpha 0..1, as in smoothPlace. */
  read(world: GaitWorld, entity: number, alpha: number): void {
    const { sequence } = world.components;
    const { clock } = world;
    const sequenceRow = entity * SequenceF64.row;
    const sequenceBytes = entity * SequenceU8.row;
    const current = sequence.u8[sequenceBytes + SequenceU8.current];
    const framerate = current === NO_NODE ? 0 : sequence.framerate[current * world.stride + entity];
    if (clock.tick !== this.tick) {
      this.tick = clock.tick;
      this.wanted =
        framerate !== 0 && sequence.u8[sequenceBytes + SequenceU8.moves] !== 0
          ? judgeStep(world, entity, framerate)
          : 0;
    }
    const now = clock.now - (1 - alpha) * clock.quantum;
    // Whoever is seen for the first time is where it belongs at once.
    const change = this.shownAt < 0 ? 1 : Math.max(0, now - this.shownAt) / EASE;
    this.shownAt = now;
    const weightBefore = this.weight;
    this.weight += Math.max(-change, Math.min(change, this.wanted - this.weight));
    this.secondsBefore = 0;
    this.secondsAfter = 0;
    if ((this.weight === 0 && weightBefore === 0) || framerate === 0) {
      this.right = 0;
      this.ahead = 0;
      this.up = 0;
      this.turn = 0;
      return;
    }
    // The part of a frame now and a step ago; in between it goes along with the body, which is between the two as well.
    const after = partOf(sequence.f64[sequenceRow + SequenceF64.frame], framerate);
    const before = partOf(sequence.f64[sequenceRow + SequenceF64.frame] - framerate * clock.quantum, framerate);
    const rate = Math.abs(framerate);
    const seconds = ((before + (after - before) * alpha) / rate) * this.weight;
    this.secondsBefore = (before / rate) * weightBefore;
    this.secondsAfter = (after / rate) * this.weight;
    const size = sequence.f64[sequenceRow + SequenceF64.scale];
    this.right = sequence.f64[sequenceRow + SequenceF64.velocityX] * seconds * size;
    this.ahead = sequence.f64[sequenceRow + SequenceF64.velocityY] * seconds * size;
    this.up = sequence.f64[sequenceRow + SequenceF64.velocityZ] * seconds * size;
    this.turn = -sequence.f64[sequenceRow + SequenceF64.omegaZ] * seconds;
  }
}

/** Far quicker than Math.hypot, which is made for numbers that are too large to be squared. */
function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** How much of a frame has been played since the last one was crossed, 0 to 1. */
export function partOf(frame: number, framerate: number): number {
  const part = frame - Math.floor(frame);
  return framerate < 0 ? 1 - part : part;
}

/** 1 when the last step was the sequence's alone and of no whole number of frames, else 0. */
export function judgeStep(world: GaitWorld, entity: number, framerate: number): number {
  const { sequence, frame, previousFrame } = world.components;
  const { quantum } = world.clock;
  const sequenceRow = entity * SequenceF64.row;
  const frameRow = entity * FrameF64.row;
  const frames = framerate * quantum;
  if (Math.abs(frames - Math.round(frames)) < WHOLE) return 0;
  const crossed = Math.abs(
    Math.floor(sequence.f64[sequenceRow + SequenceF64.frame]) -
      Math.floor(sequence.f64[sequenceRow + SequenceF64.frame] - frames),
  );
  const seconds = crossed / Math.abs(framerate);
  const asked =
    length(
      sequence.f64[sequenceRow + SequenceF64.velocityX],
      sequence.f64[sequenceRow + SequenceF64.velocityY],
      sequence.f64[sequenceRow + SequenceF64.velocityZ],
    ) *
    seconds *
    sequence.f64[sequenceRow + SequenceF64.scale];
  const gone = length(
    frame.f64[frameRow + FrameF64.x] - previousFrame.f64[frameRow + FrameF64.x],
    frame.f64[frameRow + FrameF64.y] - previousFrame.f64[frameRow + FrameF64.y],
    frame.f64[frameRow + FrameF64.z] - previousFrame.f64[frameRow + FrameF64.z],
  );
  if (Math.abs(gone - asked) > SAME_WAY) return 0;
  const sine =
    previousFrame.f64[frameRow + FrameF64.qw] * frame.f64[frameRow + FrameF64.qz] -
    previousFrame.f64[frameRow + FrameF64.qz] * frame.f64[frameRow + FrameF64.qw];
  const cosine =
    previousFrame.f64[frameRow + FrameF64.qw] * frame.f64[frameRow + FrameF64.qw] +
    previousFrame.f64[frameRow + FrameF64.qz] * frame.f64[frameRow + FrameF64.qz];
  // As good as 2 * asin for the turns of a step, and far quicker.
  const half = cosine < 0 ? -sine : sine;
  const turned = half * (2 + (half * half) / 3);
  return Math.abs(turned - sequence.f64[sequenceRow + SequenceF64.omegaZ] * seconds) > SAME_TURN ? 0 : 1;
}
