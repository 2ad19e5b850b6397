import type { GaitWorld } from '../../engine/world.ts';
import type { SceneOrigin } from './axes.ts';
import type { CharacterModel } from './character-model.ts';
import { SteadyBodies } from './crowd-steady.ts';
import { LEAN_STEP, LEAN_STEPS } from './crowd-shader.ts';
import type { BakedClip } from './pose-clip.ts';
import type { EntityView } from './scene-sync.ts';
import { phaseIn, type ShownMotion } from './shown-motion.ts';
import { LONGEST_SMOOTHED_STEP } from './smooth-place.ts';
import { judgeStep } from './sub-frame-way.ts';

/** Cells of an instance in each of the two arrays. */
export const PLACE_CELLS = 16;
export const FADE_CELLS = 4;

/** Cells that are remembered of a body, to find out whether it is still where it was. */
const SEEN_CELLS = 5;
/** A time so long ago that nothing fades any more. */
const LONG_AGO = -1e6;
/** Metres from the looker after which the anchor follows, and the grid that it lies on. */
const FAR = 512;
const GRID = 64;
/** Simulated seconds after which the crowd's own time starts anew, so that it stays exact. */
const LONGEST_TIME = 1024;

interface Member {
  readonly view: EntityView;
  readonly motion: ShownMotion;
  readonly look: number;
  /** Its lean after the step before, in steps. */
  lean: number;
}

/**
 * What the shader of a crowd is told of each body: where it was before the last step and after it, and where its sequence is.
 * It is written once a step, by the same code as for those who have skeletons; in between the shader goes from the one to the
 * other. Places are told from an anchor near the looker, which keeps their single-precision numbers small.
 */
export class CrowdInstances {
  /** See crowd-shader.ts. */
  places = new Float32Array(16 * PLACE_CELLS);
  fades = new Float32Array(16 * FADE_CELLS);
  /** The change of clip before the last one, if that is not over yet. */
  olderFades = new Float32Array(16 * FADE_CELLS);
  /** The world position from which places are told. */
  readonly anchor: SceneOrigin = { x: 0, y: 0, z: 0 };

  private readonly world: GaitWorld;
  private readonly model: CharacterModel;
  private readonly members: Member[] = [];
  private readonly indices = new Map<EntityView, number>();
  private readonly steady: SteadyBodies;
  private ids = new Uint32Array(16);
  private seen = new Float64Array(16 * SEEN_CELLS);
  private tick = -1;
  private stale = true;
  private start = 0;

  /** @param model One whose clips have been baked. */
  constructor(world: GaitWorld, model: CharacterModel) {
    this.world = world;
    this.model = model;
    this.start = world.clock.now;
    this.steady = new SteadyBodies(world);
  }

  get count(): number {
    return this.members.length;
  }

  /** Number of a body's instance; -1: it is not here. */
  indexOf(view: EntityView): number {
    return this.indices.get(view) ?? -1;
  }

  /** @internal What is shown by an instance. */
  memberAt(index: number): Readonly<Member> {
    return this.members[index];
  }

  /** Simulated time of a picture, from the crowd's own start. */
  timeAt(alpha: number): number {
    const { clock } = this.world;
    return clock.now - (1 - alpha) * clock.quantum - this.start;
  }

  add(view: EntityView, look: number, motion: ShownMotion): void {
    const index = this.members.length;
    if ((index + 1) * PLACE_CELLS > this.places.length) this.grow();
    this.members.push({ view, motion, look, lean: leanOf(motion) });
    this.indices.set(view, index);
    this.ids[index] = view.entity;
    this.steady.forget(index);
    this.fades[index * FADE_CELLS + 2] = LONG_AGO;
    this.olderFades[index * FADE_CELLS + 2] = LONG_AGO;
    this.seen[index * SEEN_CELLS] = Number.NaN;
    if (index === 0 && distance(this.placeOf(view), this.anchor) > FAR) this.moveAnchor(this.placeOf(view));
    this.stale = true;
    this.write(index);
  }

  /** @returns The number of its look. */
  remove(view: EntityView): number {
    const index = this.indices.get(view);
    if (index === undefined) throw new Error(`entity ${view.entity} is not in this crowd`);
    const { look, motion } = this.members[index];
    const { clock } = this.world;
    if (this.steady.isSteady(index)) motion.resume(clock.tick, clock.now, motion.head.frame);
    const last = this.members.length - 1;
    this.indices.delete(view);
    if (index < last) {
      const moved = this.members[last];
      this.members[index] = moved;
      this.indices.set(moved.view, index);
      this.ids[index] = moved.view.entity;
      this.steady.move(last, index);
      this.places.copyWithin(index * PLACE_CELLS, last * PLACE_CELLS, (last + 1) * PLACE_CELLS);
      this.fades.copyWithin(index * FADE_CELLS, last * FADE_CELLS, (last + 1) * FADE_CELLS);
      this.olderFades.copyWithin(index * FADE_CELLS, last * FADE_CELLS, (last + 1) * FADE_CELLS);
      this.seen.copyWithin(index * SEEN_CELLS, last * SEEN_CELLS, (last + 1) * SEEN_CELLS);
    }
    this.members.pop();
    this.stale = true;
    return look;
  }

  /** @returns Whether anything has changed since the last time. */
  update(eye: SceneOrigin | undefined): boolean {
    const { world, members } = this;
    const { clock } = world;
    const around = eye ?? (members.length > 0 ? this.placeOf(members[0].view) : this.anchor);
    if (distance(around, this.anchor) > FAR) this.moveAnchor(around);
    if (clock.now - this.start > LONGEST_TIME || clock.now < this.start) this.restart();
    const stepped = clock.tick !== this.tick;
    const oneStep = clock.tick === this.tick + 1;
    this.tick = clock.tick;
    let changed = this.stale;
    this.stale = false;
    for (let index = 0; index < members.length; index++) {
      if (!stepped && this.isAsSeen(index)) continue;
      changed = true;
      if (oneStep && this.steady.isSteady(index) && this.goOn(index)) continue;
      this.write(index);
    }
    return changed;
  }

  /** Forgets what everybody did last. */
  cut(): void {
    for (const { motion } of this.members) motion.cut();
    for (let index = 0; index < this.members.length; index++) {
      this.fades[index * FADE_CELLS + 2] = LONG_AGO;
      this.olderFades[index * FADE_CELLS + 2] = LONG_AGO;
    }
    this.forget();
  }

  private isAsSeen(index: number): boolean {
    const { entity } = this.members[index].view;
    const { frame, sequence } = this.world.components;
    const at = index * SEEN_CELLS;
    const { seen } = this;
    return (
      seen[at] === frame.x[entity] &&
      seen[at + 1] === frame.y[entity] &&
      seen[at + 2] === frame.z[entity] &&
      seen[at + 3] === frame.qz[entity] &&
      seen[at + 4] === sequence.frame[entity] + sequence.current[entity]
    );
  }

  /** Writes a body that goes on as it did. @returns Whether it does. */
  private goOn(index: number): boolean {
    const { steady, places, seen, world } = this;
    const entity = this.ids[index];
    const row = steady.rowOf(index, entity);
    const mark = index * SEEN_CELLS;
    // Not a number: it does not, or it is to be written anew.
    if (!(row >= 0) || Number.isNaN(seen[mark])) return this.resume(index);
    const { frame, previousFrame, body, sequence } = world.components;
    const at = index * PLACE_CELLS;
    const ahead = steady.goesAhead(index);
    const { x, y, z, qz } = frame;
    const rests =
      body.moved[entity] === 0 &&
      seen[mark] === x[entity] &&
      seen[mark + 1] === y[entity] &&
      seen[mark + 2] === z[entity] &&
      seen[mark + 3] === qz[entity] &&
      previousFrame.x[entity] === x[entity] &&
      places[at] === places[at + 4] &&
      places[at + 2] === places[at + 6];
    if (!rests || ahead) {
      const wanted =
        sequence.moves[entity] === 0
          ? 0
          : judgeStep(world, entity, sequence.framerate[sequence.current[entity] * world.stride + entity]);
      if (wanted !== (ahead ? 1 : 0)) return this.resume(index);
      this.writeFrames(at, entity);
      if (ahead) {
        this.goAhead(at, at + 8, steady.secondsBefore(index), entity);
        this.goAhead(at + 4, at + 10, steady.nextSeconds(index, entity), entity);
      }
    }
    places[at + 3] = body.scale[entity];
    places[at + 12] = row;
    seen[mark] = x[entity];
    seen[mark + 1] = y[entity];
    seen[mark + 2] = z[entity];
    seen[mark + 3] = qz[entity];
    seen[mark + 4] = sequence.frame[entity] + sequence.current[entity];
    return true;
  }

  /** Has a body's motion go on where it was left. */
  private resume(index: number): false {
    const { clock } = this.world;
    const { motion } = this.members[index];
    const { frame } = motion.head;
    motion.resume(clock.tick - 1, clock.now - clock.quantum, frame);
    this.steady.forget(index);
    return false;
  }

  private write(index: number): void {
    const member = this.members[index];
    const { motion } = member;
    const { entity } = member.view;
    const { world, fades, seen } = this;
    const { frame, sequence } = world.components;
    motion.read(world, entity, this.model, 1);
    this.writePlace(index * PLACE_CELLS, entity, motion);
    this.places[index * PLACE_CELLS + 7] = member.look;
    if (motion.shown !== null) this.writePose(index, member, motion.shown.clip.baked as BakedClip);
    const lean = leanOf(motion);
    fades[index * FADE_CELLS + 3] = member.lean * LEAN_STEPS + lean;
    member.lean = lean;
    const faded = world.clock.now - this.start - this.model.map.fade;
    const isFading = fades[index * FADE_CELLS + 2] > faded || this.olderFades[index * FADE_CELLS + 2] > faded;
    this.steady.note(index, entity, motion, isFading || lean !== LEAN_STEPS / 2);
    const mark = index * SEEN_CELLS;
    seen[mark] = frame.x[entity];
    seen[mark + 1] = frame.y[entity];
    seen[mark + 2] = frame.z[entity];
    seen[mark + 3] = frame.qz[entity];
    seen[mark + 4] = sequence.frame[entity] + sequence.current[entity];
  }

  private writePlace(at: number, entity: number, { way }: ShownMotion): void {
    this.writeFrames(at, entity);
    if (way.secondsBefore !== 0) this.goAhead(at, at + 8, way.secondsBefore, entity);
    if (way.secondsAfter !== 0) this.goAhead(at + 4, at + 10, way.secondsAfter, entity);
  }

  private writeFrames(at: number, entity: number): void {
    const { places, anchor } = this;
    const { frame, previousFrame, body } = this.world.components;
    const x = frame.x[entity];
    const y = frame.y[entity];
    const z = frame.z[entity];
    const dx = x - previousFrame.x[entity];
    const dy = y - previousFrame.y[entity];
    const dz = z - previousFrame.z[entity];
    // What went so far was put there, and is shown there at once.
    const from = dx * dx + dy * dy + dz * dz > LONGEST_SMOOTHED_STEP * LONGEST_SMOOTHED_STEP ? frame : previousFrame;
    places[at] = from.x[entity] - anchor.x;
    places[at + 1] = from.z[entity] - anchor.z;
    places[at + 2] = from.y[entity] - anchor.y;
    places[at + 3] = body.scale[entity];
    places[at + 4] = x - anchor.x;
    places[at + 5] = z - anchor.z;
    places[at + 6] = y - anchor.y;
    places[at + 8] = from.qz[entity];
    places[at + 9] = from.qw[entity];
    places[at + 10] = frame.qz[entity];
    places[at + 11] = frame.qw[entity];
  }

  /** Shows a body as much farther as it goes in some seconds: see {@link SubFrameWay}. */
  private goAhead(at: number, atTurn: number, seconds: number, entity: number): void {
    const { places } = this;
    const { sequence, body } = this.world.components;
    const metres = seconds * body.scale[entity];
    const right = sequence.velocityX[entity] * metres;
    const ahead = sequence.velocityY[entity] * metres;
    const qz = places[atTurn];
    const qw = places[atTurn + 1];
    const sine = -2 * qz * qw;
    const cosine = qw * qw - qz * qz;
    places[at] += right * cosine + ahead * sine;
    places[at + 1] += sequence.velocityZ[entity] * metres;
    places[at + 2] += ahead * cosine - right * sine;
    const half = (sequence.omegaZ[entity] * seconds) / 2;
    if (half === 0) return;
    places[atTurn] = qz * Math.cos(half) + qw * Math.sin(half);
    places[atTurn + 1] = qw * Math.cos(half) - qz * Math.sin(half);
  }

  private writePose(index: number, member: Member, { first, spaces }: BakedClip): void {
    const { places, world } = this;
    const { motion } = member;
    const { head } = motion;
    const shown = motion.shown as NonNullable<typeof motion.shown>;
    const at = index * PLACE_CELLS + 12;
    let low = head.low;
    let high = head.high;
    let perSecond = head.speed * spaces;
    if (shown.reversed) {
      low = 1 - head.high;
      high = 1 - head.low;
      perSecond = -perSecond;
    }
    // A loop that starts somewhere else in its clip comes round where the clip ends.
    const shifted = shown.start > 0;
    if (shifted) {
      low = 0;
      high = 1;
    }
    const row = first + phaseIn(shown, head.phase) * spaces;
    const lowest = first + low * spaces;
    const span = (high - low) * spaces;
    const rowBefore = places[at];
    places[at] = row;
    places[at + 1] = perSecond * world.clock.quantum;
    places[at + 2] = lowest;
    places[at + 3] = head.wraps || shifted ? span : -span;
    if (motion.began) {
      const since = world.clock.now - motion.changedAt;
      const begun = Math.min(lowest + span, Math.max(lowest, row - perSecond * since));
      this.beginFade(index * FADE_CELLS, rowBefore, begun, motion.changedAt - this.start);
    }
  }

  private beginFade(at: number, old: number, begun: number, time: number): void {
    const { fades, olderFades } = this;
    // What is left of a change that is not over goes on beside the new one.
    if (time - fades[at + 2] < this.model.map.fade) {
      olderFades[at] = fades[at];
      olderFades[at + 1] = fades[at + 1];
      olderFades[at + 2] = fades[at + 2];
    }
    fades[at] = old;
    fades[at + 1] = begun;
    fades[at + 2] = time;
  }

  private placeOf({ entity }: EntityView): SceneOrigin {
    const { frame } = this.world.components;
    return { x: frame.x[entity], y: frame.y[entity], z: frame.z[entity] };
  }

  /** Tells places from somewhere else from now on. */
  private moveAnchor(to: SceneOrigin): void {
    this.anchor.x = Math.round(to.x / GRID) * GRID;
    this.anchor.y = Math.round(to.y / GRID) * GRID;
    this.anchor.z = Math.round(to.z / GRID) * GRID;
    this.forget();
  }

  /** Starts the crowd's own time anew. */
  private restart(): void {
    const { now } = this.world.clock;
    const passed = now - this.start;
    this.start = now;
    for (let index = 0; index < this.members.length; index++) {
      const at = index * FADE_CELLS + 2;
      for (const fades of [this.fades, this.olderFades]) {
        fades[at] = passed < 0 || fades[at] === LONG_AGO ? LONG_AGO : fades[at] - passed;
      }
    }
    this.stale = true;
  }

  /** Has everybody written anew. */
  private forget(): void {
    for (let index = 0; index < this.members.length; index++) this.seen[index * SEEN_CELLS] = Number.NaN;
  }

  private grow(): void {
    const capacity = (this.places.length / PLACE_CELLS) * 2;
    this.places = larger(this.places, capacity * PLACE_CELLS);
    this.fades = larger(this.fades, capacity * FADE_CELLS);
    this.olderFades = larger(this.olderFades, capacity * FADE_CELLS);
    const seen = new Float64Array(capacity * SEEN_CELLS);
    seen.set(this.seen);
    this.seen = seen;
    const ids = new Uint32Array(capacity);
    ids.set(this.ids);
    this.ids = ids;
    this.steady.grow(capacity);
  }
}

function larger(cells: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const more = new Float32Array(length);
  more.set(cells);
  return more;
}

function distance(a: SceneOrigin, b: SceneOrigin): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y), Math.abs(a.z - b.z));
}

/** A lean in steps, as the shader reads it. */
function leanOf({ lean }: ShownMotion): number {
  const steps = Math.round(lean / LEAN_STEP) + LEAN_STEPS / 2;
  return Math.min(LEAN_STEPS - 1, Math.max(0, steps));
}
