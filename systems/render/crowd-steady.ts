import type { GaitWorld } from '../../engine/world.ts';
import { NO_ANIMATION } from './play-head.ts';
import type { BakedClip } from './pose-clip.ts';
import type { ShownMotion } from './shown-motion.ts';
import { partOf } from './sub-frame-way.ts';

/** Numbers of a body: see {@link SteadyBodies.note}. */
const CELLS = 8;

/**
 * Bodies of a crowd that go on as they did: the same loop at the same rate, straight on, nothing fading. For them the row of
 * the baked poses is a straight function of the sequence's frame, and nothing else of what they show changes; so most of a
 * crowd can be written without looking at each body's {@link ShownMotion}. Which rows a frame has is what that said last.
 */
export class SteadyBodies {
  private readonly world: GaitWorld;
  private cells = new Float64Array(16 * CELLS);
  private flags = new Uint8Array(16);

  constructor(world: GaitWorld) {
    this.world = world;
  }

  grow(capacity: number): void {
    const cells = new Float64Array(capacity * CELLS);
    cells.set(this.cells);
    this.cells = cells;
    const flags = new Uint8Array(capacity);
    flags.set(this.flags);
    this.flags = flags;
  }

  move(from: number, to: number): void {
    this.cells.copyWithin(to * CELLS, from * CELLS, (from + 1) * CELLS);
    this.flags[to] = this.flags[from];
  }

  /** Whether a body went on steadily when it was looked at last. */
  isSteady(index: number): boolean {
    return this.flags[index] === 1;
  }

  forget(index: number): void {
    this.flags[index] = 0;
  }

  /** Notes how a body goes on, if it is steady. @param fades Whether something is still fading. */
  note(index: number, entity: number, motion: ShownMotion, fades: boolean): void {
    const { sequence, motionState } = this.world.components;
    const { head, shown, way, lean } = motion;
    this.flags[index] = 0;
    if (shown === null || fades || lean !== 0 || shown.start !== 0 || head.animation === NO_ANIMATION) return;
    if (!head.wraps || sequence.omegaZ[entity] !== 0 || !(way.isOff || way.isFull)) return;
    const cell = sequence.current[entity] * this.world.stride + entity;
    const { first, spaces } = shown.clip.baked as BakedClip;
    const aFrame = head.frame === 0 ? 0 : head.phase / head.frame;
    // At its very start nothing tells how many frames there are: the next step will.
    if (aFrame === 0) return;
    const { cells } = this;
    const at = index * CELLS;
    cells[at] = cell;
    cells[at + 1] = sequence.framerate[cell];
    cells[at + 2] = sequence.animation[cell];
    cells[at + 3] = motionState.table[entity];
    cells[at + 4] = first + (shown.reversed ? spaces : 0);
    cells[at + 5] = (shown.reversed ? -1 : 1) * spaces * aFrame;
    cells[at + 6] = way.isFull ? way.secondsAfter : 0;
    cells[at + 7] = way.isFull ? 1 : 0;
    this.flags[index] = shown === motion.own ? 1 : 0;
  }

  /** The row of a body that goes on as it did, or NaN: it does not. Then also {@link secondsBefore} and after are told. */
  rowOf(index: number, entity: number): number {
    const { cells } = this;
    const { sequence, motionState } = this.world.components;
    const at = index * CELLS;
    const cell = cells[at];
    const current = sequence.current[entity];
    if (
      current * this.world.stride + entity !== cell ||
      current !== sequence.count[entity] - 1 ||
      sequence.framerate[cell] !== cells[at + 1] ||
      sequence.animation[cell] !== cells[at + 2] ||
      motionState.table[entity] !== cells[at + 3] ||
      sequence.omegaZ[entity] !== 0
    ) {
      return Number.NaN;
    }
    return cells[at + 4] + sequence.frame[entity] * cells[at + 5];
  }

  /** Whether a body is shown a part of a frame ahead. */
  goesAhead(index: number): boolean {
    return this.cells[index * CELLS + 7] === 1;
  }

  /** Seconds by which it was ahead after the step before. */
  secondsBefore(index: number): number {
    return this.cells[index * CELLS + 6];
  }

  /** Seconds by which it is ahead after the step; they are remembered. */
  nextSeconds(index: number, entity: number): number {
    const at = index * CELLS;
    const rate = this.cells[at + 1];
    const seconds = partOf(this.world.components.sequence.frame[entity], rate) / Math.abs(rate);
    this.cells[at + 6] = seconds;
    return seconds;
  }
}
