import { SequenceU8, SequenceF64 } from '../../components/sequence.ts';
import { FrameF64 } from '../../components/frame.ts';
import type { GaitWorld } from '../../engine/world.ts';
import type { SceneOrigin } from './axes.ts';
import { PLACE_CELLS } from './crowd-cells.ts';
import { writePlace } from './crowd-place.ts';
import { NO_ANIMATION } from './play-head.ts';
import type { BakedClip } from './pose-clip.ts';
import { leanWanted, type ShownMotion } from './shown-motion.ts';
import { judgeStep, partOf } from './sub-frame-way.ts';

/** Cells of a body: where it was when it was written last, and, if it is steady, how it goes on. */
const CELLS = 16;
const [X, Y, Z, QZ, FRAME] = [0, 1, 2, 3, 4];
const [NODE, FRAMERATE, ANIMATION, TABLE, OMEGA, LEAN] = [5, 6, 7, 8, 9, 10];
const [FIRST_ROW, ROWS_A_FRAME, IS_AHEAD] = [11, 12, 13];

/**
 * What a crowd remembers of its bodies, to find those that it need not look at closely. Most go on as they did: the same
 * loop at the same rate, the same way, nothing fading. For them the row of the baked poses is a straight function of the
 * sequence's frame, and nothing else of what they show changes but their place. Which rows a frame has is what their
 * {@link ShownMotion} said last; whatever is different from then on makes a body another one's to write.
 */
export class SteadyBodies {
  /** Numbers of the bodies that the last look left to be written, and how many they are. */
  others = new Uint32Array(16);
  otherCount = 0;

  private readonly world: GaitWorld;
  private ids = new Uint32Array(16);
  private cells = new Float64Array(16 * CELLS);
  /** 1: it goes on steadily. */
  private flags = new Uint8Array(16);

  constructor(world: GaitWorld) {
    this.world = world;
  }

  grow(): void {
    const capacity = this.ids.length * 2;
    this.others = new Uint32Array(capacity);
    const { ids, cells, flags } = this;
    this.ids = new Uint32Array(capacity);
    this.ids.set(ids);
    this.cells = new Float64Array(capacity * CELLS);
    this.cells.set(cells);
    this.flags = new Uint8Array(capacity);
    this.flags.set(flags);
  }

  /** A body comes, or must be looked at anew. */
  put(index: number, entity: number): void {
    this.ids[index] = entity;
    this.flags[index] = 0;
  }

  move(from: number, to: number): void {
    this.ids[to] = this.ids[from];
    this.cells.copyWithin(to * CELLS, from * CELLS, (from + 1) * CELLS);
    this.flags[to] = this.flags[from];
  }

  /** Whether a body went on steadily when it was looked at last. */
  isSteady(index: number): boolean {
    return this.flags[index] === 1;
  }

  /** Leaves the first so many bodies to be written anew. */
  leaveAll(count: number): void {
    for (let index = 0; index < count; index++) this.others[index] = index;
    this.otherCount = count;
  }

  /** Finds those among the first so many bodies that are no more as they were when they were written, though no step was taken. */
  findMoved(count: number): void {
    const { ids, cells, others } = this;
    const { frame, sequence } = this.world.components;
    let left = 0;
    for (let index = 0; index < count; index++) {
      const entity = ids[index];
      const frameRow = entity * FrameF64.row;
      const at = index * CELLS;
      if (
        cells[at + X] === frame.f64[frameRow + FrameF64.x] &&
        cells[at + Y] === frame.f64[frameRow + FrameF64.y] &&
        cells[at + Z] === frame.f64[frameRow + FrameF64.z] &&
        cells[at + QZ] === frame.f64[frameRow + FrameF64.qz] &&
        cells[at + FRAME] === sequence.f64[entity * SequenceF64.row + SequenceF64.frame]
      ) {
        continue;
      }
      others[left++] = index;
    }
    this.otherCount = left;
  }

  /** After a step: writes those among the first so many bodies that go on as they did, and leaves the others. */
  goOn(count: number, anchor: SceneOrigin, places: Float32Array): void {
    const { world, ids, cells, flags, others } = this;
    const { stride, clock } = world;
    const { frame, sequence, motionState } = world.components;
    let left = 0;
    for (let index = 0; index < count; index++) {
      const entity = ids[index];
      const sequenceRow = entity * SequenceF64.row;
      const sequenceBytes = entity * SequenceU8.row;
      const frameRow = entity * FrameF64.row;
      const at = index * CELLS;
      const node = cells[at + NODE];
      const rate = cells[at + FRAMERATE];
      const isAhead = cells[at + IS_AHEAD];
      if (
        flags[index] === 0 ||
        sequence.u8[sequenceBytes + SequenceU8.current] * stride + entity !== node ||
        sequence.u8[sequenceBytes + SequenceU8.current] !== sequence.count[entity] - 1 ||
        sequence.framerate[node] !== rate ||
        sequence.animation[node] !== cells[at + ANIMATION] ||
        sequence.f64[sequenceRow + SequenceF64.omegaZ] !== cells[at + OMEGA] ||
        motionState.table[entity] !== cells[at + TABLE] ||
        (cells[at + OMEGA] !== 0 && cells[at + LEAN] !== leanWanted(world, entity)) ||
        (sequence.u8[sequenceBytes + SequenceU8.moves] === 0 ? 0 : judgeStep(world, entity, rate)) !== isAhead
      ) {
        others[left++] = index;
        continue;
      }
      const played = sequence.f64[sequenceRow + SequenceF64.frame];
      const place = index * PLACE_CELLS;
      places[place + 12] = cells[at + FIRST_ROW] + played * cells[at + ROWS_A_FRAME];
      let before = 0;
      let after = 0;
      if (isAhead === 1) {
        before = partOf(played - rate * clock.quantum, rate) / Math.abs(rate);
        after = partOf(played, rate) / Math.abs(rate);
      }
      writePlace(world, entity, anchor, before, after, places, place);
      cells[at + X] = frame.f64[frameRow + FrameF64.x];
      cells[at + Y] = frame.f64[frameRow + FrameF64.y];
      cells[at + Z] = frame.f64[frameRow + FrameF64.z];
      cells[at + QZ] = frame.f64[frameRow + FrameF64.qz];
      cells[at + FRAME] = played;
    }
    this.otherCount = left;
  }

  /** Notes how a body was written, and how it goes on if it is steady. @param fades Whether it is still led over. */
  note(index: number, motion: ShownMotion, fades: boolean): void {
    const { cells, world } = this;
    const { frame, sequence, motionState } = world.components;
    const entity = this.ids[index];
    const sequenceRow = entity * SequenceF64.row;
    const frameRow = entity * FrameF64.row;
    const at = index * CELLS;
    cells[at + X] = frame.f64[frameRow + FrameF64.x];
    cells[at + Y] = frame.f64[frameRow + FrameF64.y];
    cells[at + Z] = frame.f64[frameRow + FrameF64.z];
    cells[at + QZ] = frame.f64[frameRow + FrameF64.qz];
    cells[at + FRAME] = sequence.f64[sequenceRow + SequenceF64.frame];
    this.flags[index] = 0;
    const { head, shown, way } = motion;
    if (fades || shown === null || shown !== motion.own || shown.start !== 0 || head.animation === NO_ANIMATION) return;
    // At its very start nothing tells how many frames there are: the next step will.
    if (!head.wraps || head.frame === 0 || !(way.isOff || way.isFull) || motion.lean !== leanWanted(world, entity))
      return;
    const { first, spaces } = shown.clip.baked as BakedClip;
    const node = sequence.u8[entity * SequenceU8.row + SequenceU8.current] * world.stride + entity;
    cells[at + NODE] = node;
    cells[at + FRAMERATE] = sequence.framerate[node];
    cells[at + ANIMATION] = sequence.animation[node];
    cells[at + TABLE] = motionState.table[entity];
    cells[at + OMEGA] = sequence.f64[sequenceRow + SequenceF64.omegaZ];
    cells[at + LEAN] = motion.lean;
    cells[at + FIRST_ROW] = first + (shown.reversed ? spaces : 0);
    cells[at + ROWS_A_FRAME] = ((shown.reversed ? -1 : 1) * spaces * head.phase) / head.frame;
    cells[at + IS_AHEAD] = way.isFull ? 1 : 0;
    this.flags[index] = 1;
  }
}
