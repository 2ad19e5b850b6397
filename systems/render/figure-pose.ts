import { SequenceF64 } from '../../components/sequence.ts';
import { MotionStateU32 } from '../../components/motion-state.ts';
import { BodyF32 } from '../../components/body.ts';
import type { GaitWorld } from '../../engine/world.ts';
import { type PlayingAnimation, playingAnimation } from './playing-animation.ts';
import { type Clip, Joint, POSE_CELLS, type PoseSet, samplePose } from './poses.ts';

/** Simulated seconds that a change of animation takes to be taken over in full. */
const TAKE_OVER = 0.18;
/** How fast the lean into a curve follows the turn, per simulated second. */
const LEAN_RATE = 7;
const MOST_LEAN = 14;
const GRAVITY = 9.8;
const DEGREES = 180 / Math.PI;

/**
 * The pose of one figure over time. It follows the body's animation exactly, save that a change of animation is not a
 * jump: what the old pose differs by is carried along and fades, in simulated time.
 */
export class FigurePose {
  private readonly pose = new Float64Array(POSE_CELLS);
  private readonly carried = new Float64Array(POSE_CELLS);
  private readonly playing: PlayingAnimation = { animation: 0, phase: 0 };
  private clip: Clip | undefined;
  private changedAt = -1;
  private shownAt = -1;
  private lean = 0;

  /**
   * The pose of a body at the time that is shown; the array is this figure's own and changes with the next call.
   *
   * @param alpha 0..1, as in smoothPlace.
   */
  update(world: GaitWorld, entity: number, alpha: number, poses: PoseSet): Float64Array {
    const { pose, carried } = this;
    const now = world.clock.now - (1 - alpha) * world.clock.quantum;
    const { animation, phase } = playingAnimation(world, entity, alpha, this.playing);
    const clip = poses.clip(
      animation,
      world.components.motionState.u32[entity * MotionStateU32.row + MotionStateU32.substate],
    );
    const changed = clip !== this.clip;
    this.clip = clip;
    if (changed && this.shownAt >= 0) {
      carried.set(pose);
      this.changedAt = now;
    }
    if (clip === undefined) pose.fill(0);
    else samplePose(clip, phase, pose);
    this.leanIntoCurve(world, entity, now);
    if (changed && this.shownAt >= 0) for (let cell = 0; cell < POSE_CELLS; cell++) carried[cell] -= pose[cell];
    const rest = this.changedAt < 0 ? 0 : fade((now - this.changedAt) / TAKE_OVER);
    if (rest > 0) for (let cell = 0; cell < POSE_CELLS; cell++) pose[cell] += carried[cell] * rest;
    this.shownAt = now;
    return pose;
  }

  /** A body that turns while it goes leans to the inside, as far as its speed and its turn ask for. */
  private leanIntoCurve(world: GaitWorld, entity: number, now: number): void {
    const { sequence, body } = world.components;
    const bodyRow = entity * BodyF32.row;
    const speed = Math.hypot(body.f32[bodyRow + BodyF32.cachedVelocityX], body.f32[bodyRow + BodyF32.cachedVelocityY]);
    // Omega is positive to the left, a lean to the right.
    const wanted =
      -Math.atan((speed * sequence.f64[entity * SequenceF64.row + SequenceF64.omegaZ]) / GRAVITY) * DEGREES;
    const bounded = Math.max(-MOST_LEAN, Math.min(MOST_LEAN, wanted));
    const passed = this.shownAt < 0 ? 1 : Math.max(0, now - this.shownAt);
    this.lean += (bounded - this.lean) * (1 - Math.exp(-passed * LEAN_RATE));
    this.pose[Joint.spineRoll] += this.lean * 0.7;
    this.pose[Joint.roll] += this.lean * 0.3;
    this.pose[Joint.headTwist] += this.lean * 1.2;
    this.pose[Joint.headRoll] -= this.lean * 0.5;
  }
}

function fade(time: number): number {
  if (time >= 1) return 0;
  const left = 1 - Math.max(0, time);
  return left * left * (3 - 2 * left);
}
