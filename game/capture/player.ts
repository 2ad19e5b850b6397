import type { CapturedMoment, Replay } from '../../index.ts';
import { Seeker } from './seeker.ts';

/** Factors on time that a capture can be played with. */
export const REPLAY_SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16] as const;

/** Milliseconds of a frame that a seek may take. */
const SEEK_BUDGET = 12;

/** Plays a replay as its user wants it: runs, stands still while the line is held, and goes elsewhere in pieces. */
export class Player {
  private readonly replay: Replay;
  private readonly seeker: Seeker;
  /** Steps after which each moment has been taken, ascending. */
  private readonly marks: readonly number[];
  private wanted = true;
  private held = false;
  private waiting: (() => void)[] = [];

  constructor(replay: Replay, moments: readonly CapturedMoment[]) {
    this.replay = replay;
    this.seeker = new Seeker(replay);
    this.marks = [...new Set(moments.map(({ time }) => this.tickOf(time)))];
  }

  /** Seconds: where it is, or is going to be. */
  get time(): number {
    return this.seeker.time;
  }

  /** Seconds to which it has come. */
  get reached(): number {
    return this.replay.time;
  }

  get seeking(): boolean {
    return this.seeker.active;
  }

  /** How much of a seek lies behind, 0 to 1. */
  get share(): number {
    return this.seeker.share;
  }

  get ended(): boolean {
    return this.replay.ended && !this.seeking;
  }

  /** Whether time goes on, or will once the seek is over or the line is let go of. */
  get playing(): boolean {
    return this.wanted && !this.ended;
  }

  /**
   * Lets time pass, or goes on with a seek. Call it once a frame.
   *
   * @param now Seconds on a steady clock.
   * @returns Whether time has jumped.
   */
  update(now: number): boolean {
    const { replay, seeker } = this;
    const jumped = seeker.active;
    if (jumped && seeker.advance(SEEK_BUDGET)) {
      for (const arrived of this.waiting.splice(0)) arrived();
    }
    // Also while it stands still, so that the time that passes meanwhile is not made up for.
    replay.paused = !this.wanted || this.held || jumped;
    replay.update(now);
    return jumped;
  }

  /** Has time stand still, or go on. */
  setPaused(paused: boolean): void {
    this.wanted = !paused;
  }

  /** Plays or pauses; at the end it plays again. */
  toggle(): void {
    if (this.ended) {
      this.wanted = true;
      this.goTo(0);
    } else this.wanted = !this.wanted;
  }

  /** Holds time while somebody drags the line. */
  hold(on: boolean): void {
    this.held = on;
  }

  /** Goes to a time, seconds. @returns Fulfilled when it is there. */
  goTo(time: number): Promise<void> {
    this.seeker.start(time);
    return new Promise((arrived) => {
      this.waiting.push(arrived);
    });
  }

  /** Goes to where the message of a moment has just been taken. */
  goToMoment(time: number): Promise<void> {
    return this.goTo(this.tickOf(time) * this.replay.quantum);
  }

  /** Goes to the next moment (1), or the one before (-1). */
  goToMark(by: number): void {
    const { marks, replay } = this;
    const now = Math.round(this.time / replay.quantum);
    // While it plays, one that has just begun is not the one before.
    const slack = this.playing ? Math.round(0.5 / replay.quantum) : 0;
    const found = by > 0 ? marks.find((tick) => tick > now) : marks.filter((tick) => tick < now - slack).at(-1);
    const end = by > 0 ? replay.duration : 0;
    this.goTo(found === undefined ? end : found * replay.quantum);
  }

  /** Whole steps on or back; time stands still from then on. */
  step(by: number): void {
    this.wanted = false;
    this.goTo((Math.round(this.time / this.replay.quantum) + by) * this.replay.quantum);
  }

  setSpeed(factor: number): void {
    this.replay.speed = factor;
  }

  /** The next speed up (1) or down (-1). */
  changeSpeed(by: number): void {
    const speeds: readonly number[] = REPLAY_SPEEDS;
    const index = speeds.indexOf(this.replay.speed) + by;
    this.setSpeed(speeds[Math.min(speeds.length - 1, Math.max(0, index))]);
  }

  /** Steps from the start after which a message of a time has been taken. */
  private tickOf(time: number): number {
    return Math.ceil(time / this.replay.quantum - 1e-6) + 1;
  }
}
