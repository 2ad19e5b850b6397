import { MotionStateU32 } from '../../components/motion-state.ts';
import { SequenceF64 } from '../../components/sequence.ts';
import type { GaitWorld } from '../../engine/world.ts';
import type { CharacterModel, ShownClip } from './character-model.ts';
import { ClipMix } from './clip-mix.ts';
import { NO_ANIMATION, PlayHead } from './play-head.ts';
import { SubFrameWay } from './sub-frame-way.ts';

/** How fast the lean into a curve follows the turn, per simulated second, and radians that it may have. */
const LEAN_RATE = 7;
const MOST_LEAN = (9 * Math.PI) / 180;
/** A lean that is as near as this to the one that is wanted is as good as that: radians. */
const LEAN_END = 5e-5;
const GRAVITY = 9.8;
/** Simulated seconds between two pictures after which they do not belong together. */
const LONGEST_GAP = 1;

/**
 * What a body's sequence plays, as its model shows it: which clip and where in it, what is left of the clip before, how far
 * ahead of its frame the body is, how it leans. The same for those who have a skeleton and for those in the crowd, and kept
 * when a body goes from the one to the other. Animation and frame come from the sequence alone: no clock runs here.
 */
export class ShownMotion {
  readonly head = new PlayHead();
  readonly way = new SubFrameWay();
  readonly mix = new ClipMix();
  /** What is shown, and what was shown before it took over. */
  shown: ShownClip | null = null;
  before: ShownClip | null = null;
  /** The clip of the animation itself; null: it has none, and something else is shown. */
  own: ShownClip | null = null;
  /** Whether something else is shown since the last look: the pose must lead over to it. */
  began = false;
  /** What is left of the pose before, 1 to 0. */
  rest = 0;
  /** Simulated time when it took over; below 0: nothing leads over. */
  changedAt = -1;
  /** Radians, to the right. */
  lean = 0;

  private shownAt = -1;
  private readonly missing: (animation: number) => void;

  /** @param missing Told of an animation (its id; 0: none at all) that has no clip. */
  constructor(missing: (animation: number) => void) {
    this.missing = missing;
  }

  /** Forgets what the body did last: what comes follows its sequence alone. */
  cut(): void {
    this.shownAt = -1;
    this.changedAt = -1;
    this.way.cut();
  }

  /**
   * Goes on after steps that were not looked at, in which nothing changed.
   *
   * @param tick The last of them, at simulated time `at`; `frame` is where its sequence was.
   */
  resume(tick: number, at: number, frame: number): void {
    this.shownAt = at;
    this.head.resume(tick, frame);
    this.way.resume(at);
  }

  /** Is done with what leads over. */
  settle(): void {
    this.changedAt = -1;
    this.rest = 0;
  }

  /** @param alpha 0..1, how far the time of this picture lies between the last two steps. */
  read(world: GaitWorld, entity: number, model: CharacterModel, alpha: number): void {
    const { clock } = world;
    const { head } = this;
    const now = clock.now - (1 - alpha) * clock.quantum;
    // Time that runs backwards, or leaves much out, was wound: nothing leads over from before.
    if (this.shownAt >= 0 && (now < this.shownAt - clock.quantum || now > this.shownAt + LONGEST_GAP)) this.cut();
    head.read(world, entity, alpha);
    const shown = this.clipToShow(world, entity, model);
    this.began = false;
    if (shown !== null && (shown !== this.shown || head.changed)) {
      if (this.shownAt >= 0) {
        // It may have changed a while ago: where few pictures are drawn, not each step has one.
        this.changedAt = Math.max(this.shownAt, now - head.played);
        this.before = this.shown;
        this.began = true;
      }
      this.mix.begin(shown.clip.name);
    }
    this.shown = shown;
    if (this.changedAt < 0) this.rest = 0;
    else {
      const { fade } = model.map;
      this.rest = left(fade > 0 ? (now - this.changedAt) / fade : 1);
      if (this.rest === 0) this.changedAt = -1;
    }
    this.mix.fade(this.rest);
    this.way.read(world, entity, alpha);
    this.leanInto(leanWanted(world, entity), this.shownAt < 0 ? 1 : Math.max(0, now - this.shownAt));
    this.shownAt = now;
  }

  /** Where in its clip the pose is, 0 to 1. */
  get phase(): number {
    return phaseIn(this.shown as ShownClip, this.head.phase);
  }

  /** The clip of what plays; of a link without one, that of the loop it leads to, which is still at its start. */
  private clipToShow(world: GaitWorld, entity: number, model: CharacterModel): ShownClip | null {
    const { head } = this;
    const { sequence, motionState } = world.components;
    const motionStateWords = entity * MotionStateU32.row;
    const table = world.motionTables[motionState.table[entity]];
    const clips = model.clipsFor(table);
    this.own = null;
    if (head.animation !== NO_ANIMATION) {
      const own = (head.backwards ? clips.backwards : clips.forwards)[head.animation];
      if (own !== null) {
        this.own = own;
        return own;
      }
      if (!head.loops) {
        const cell = (sequence.count[entity] - 1) * world.stride + entity;
        const loop =
          clips.forwards[sequence.animation[cell]] ??
          model.clipOfSubstate(motionState.u32[motionStateWords + MotionStateU32.substate]);
        if (loop !== null) {
          head.hold();
          return loop;
        }
      }
    }
    const instead = model.clipOfSubstate(motionState.u32[motionStateWords + MotionStateU32.substate]);
    if (instead === null) this.missing(head.animation === NO_ANIMATION ? 0 : table.animationIds[head.animation]);
    return instead ?? this.shown;
  }

  private leanInto(wanted: number, passed: number): void {
    if (this.lean === wanted) return;
    this.lean += (wanted - this.lean) * (1 - Math.exp(-passed * LEAN_RATE));
    if (Math.abs(this.lean - wanted) < LEAN_END) this.lean = wanted;
  }
}

/**
 * The lean that suits a body's curve, in radians to the right. Where its sequence leads it counts, not how far it came in the
 * last step: retail moves bodies in whole frames, now one and now two.
 */
export function leanWanted(world: GaitWorld, entity: number): number {
  const { sequence } = world.components;
  const sequenceRow = entity * SequenceF64.row;
  const omega = sequence.f64[sequenceRow + SequenceF64.omegaZ];
  if (omega === 0) return 0;
  const x = sequence.f64[sequenceRow + SequenceF64.velocityX];
  const y = sequence.f64[sequenceRow + SequenceF64.velocityY];
  if (x === 0 && y === 0) return 0;
  // Omega is positive to the left, a lean to the right.
  const wanted =
    -Math.atan((Math.sqrt(x * x + y * y) * sequence.f64[sequenceRow + SequenceF64.scale] * omega) / GRAVITY) * 0.6;
  return Math.max(-MOST_LEAN, Math.min(MOST_LEAN, wanted));
}

/** Where in a clip an animation is that is at a phase from 0 to 1. */
export function phaseIn({ start, reversed }: ShownClip, at: number): number {
  let phase = reversed ? 1 - at : at;
  if (start > 0) {
    phase += start;
    phase -= Math.floor(phase);
  }
  return phase;
}

/** What is left of the pose before, after a share of the time that a change takes. */
export function left(time: number): number {
  if (time >= 1) return 0;
  const rest = 1 - Math.max(0, time);
  return rest * rest * (3 - 2 * rest);
}
