import { FrameF64 } from '../../components/frame.ts';
import type { GaitWorld } from '../../engine/world.ts';
import type { SceneOrigin } from './axes.ts';
import type { CharacterModel } from './character-model.ts';
import { CrowdCells, PLACE_CELLS, FADE_CELLS } from './crowd-cells.ts';
import { writePlace } from './crowd-place.ts';
import { LEAN_STEP, LEAN_STEPS } from './crowd-shader.ts';
import { SteadyBodies } from './crowd-steady.ts';
import type { BakedClip } from './pose-clip.ts';
import type { EntityView } from './scene-sync.ts';
import { phaseIn, type ShownMotion } from './shown-motion.ts';

/** Metres from the looker after which the anchor follows, and the grid that it lies on. */
const FAR = 512;
const GRID = 64;
/** Simulated seconds after which the crowd's own time starts anew, so that it stays exact. */
const LONGEST_TIME = 1024;
/** Steps from one picture to the next at most, for the one to follow from the other. */
const MOST_STEPS = 30;

interface Member {
  readonly view: EntityView;
  readonly motion: ShownMotion;
  readonly look: number;
  /** Its lean after the step before, in steps. */
  lean: number;
}

/**
 * What the shader of a crowd is told of each body: where it was before the last step and after it, and where its sequence is.
 * It is written once a step, by the same code as for those who have skeletons, or by {@link SteadyBodies}, which says the
 * same of those who go on as they did; in between the shader goes from the one to the other. Places are told from an anchor
 * near the looker, which keeps their single-precision numbers small.
 */
export class CrowdInstances {
  readonly cells = new CrowdCells();
  /** The world position from which places are told. */
  readonly anchor: SceneOrigin = { x: 0, y: 0, z: 0 };
  /** Whether the last update has changed the places, and the fades. */
  placesChanged = false;
  fadesChanged = false;

  private readonly world: GaitWorld;
  private readonly model: CharacterModel;
  private readonly members: Member[] = [];
  private readonly indices = new Map<EntityView, number>();
  private readonly steady: SteadyBodies;
  private tick = -1;
  /** Bodies have come or gone since the last update; all must be written anew. */
  private stale = true;
  private lost = false;
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
    if (index === this.cells.capacity) {
      this.cells.grow();
      this.steady.grow();
    }
    this.members.push({ view, motion, look, lean: leanOf(motion) });
    this.indices.set(view, index);
    this.steady.put(index, view.entity);
    this.cells.endFades(index);
    if (index === 0 && distance(this.placeOf(view), this.anchor) > FAR) this.moveAnchor(this.placeOf(view));
    this.stale = true;
    this.write(index);
  }

  /** @returns The number of its look. */
  remove(view: EntityView): number {
    const index = this.indices.get(view);
    if (index === undefined) throw new Error(`entity ${view.entity} is not in this crowd`);
    const { look, motion } = this.members[index];
    if (this.steady.isSteady(index)) this.resume(motion, 0);
    const last = this.members.length - 1;
    this.indices.delete(view);
    if (index < last) {
      const moved = this.members[last];
      this.members[index] = moved;
      this.indices.set(moved.view, index);
      this.steady.move(last, index);
      this.cells.move(last, index);
    }
    this.members.pop();
    this.stale = true;
    return look;
  }

  /** @param eye Where the looker is in the world; undefined: nobody knows. */
  update(eye: SceneOrigin | undefined): void {
    const { members, steady, cells } = this;
    const { clock } = this.world;
    const around = eye ?? (members.length > 0 ? this.placeOf(members[0].view) : this.anchor);
    if (distance(around, this.anchor) > FAR) this.moveAnchor(around);
    if (clock.now - this.start > LONGEST_TIME || clock.now < this.start) this.restart();
    const steps = clock.tick - this.tick;
    const follows = steps > 0 && steps <= MOST_STEPS;
    this.tick = clock.tick;
    if (this.lost || (steps !== 0 && !follows)) steady.leaveAll(members.length);
    else if (follows) steady.goOn(members.length, this.anchor, cells.places);
    else steady.findMoved(members.length);
    this.lost = false;
    const { others, otherCount } = steady;
    for (let at = 0; at < otherCount; at++) {
      const index = others[at];
      // Its motion goes on where it was left. After a jump in time it does not.
      if (steady.isSteady(index) && (follows || steps === 0)) this.resume(members[index].motion, follows ? 1 : 0);
      this.write(index);
    }
    this.placesChanged = this.stale || steps !== 0 || otherCount > 0;
    this.fadesChanged = this.stale || otherCount > 0;
    this.stale = false;
  }

  /** Forgets what everybody did last. */
  cut(): void {
    for (let index = 0; index < this.members.length; index++) {
      const { motion, view } = this.members[index];
      motion.cut();
      this.cells.endFades(index);
      this.steady.put(index, view.entity);
    }
    this.lost = true;
  }

  /** Has a motion that was steady go on from some steps ago. */
  private resume(motion: ShownMotion, steps: number): void {
    const { tick, now, quantum } = this.world.clock;
    motion.resume(tick - steps, now - steps * quantum, motion.head.frame);
  }

  /** Writes a body anew, by its motion. */
  private write(index: number): void {
    const { world, cells } = this;
    const member = this.members[index];
    const { motion } = member;
    const { entity } = member.view;
    const at = index * PLACE_CELLS;
    motion.read(world, entity, this.model, 1);
    writePlace(world, entity, this.anchor, motion.way.secondsBefore, motion.way.secondsAfter, cells.places, at);
    cells.places[at + 7] = member.look;
    if (motion.shown !== null) this.writePose(index, motion, motion.shown.clip.baked as BakedClip);
    const lean = leanOf(motion);
    const leans = lean !== member.lean;
    cells.fades[index * FADE_CELLS + 3] = member.lean * LEAN_STEPS + lean;
    member.lean = lean;
    const faded = world.clock.now - this.start - this.model.map.fade;
    this.steady.note(index, motion, leans || cells.fadesAfter(index, faded));
  }

  private writePose(index: number, motion: ShownMotion, { first, spaces }: BakedClip): void {
    const { world, cells } = this;
    const { places } = cells;
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
      cells.beginFade(index, rowBefore, begun, motion.changedAt - this.start, this.model.map.fade);
    }
  }

  private placeOf({ entity }: EntityView): SceneOrigin {
    const { frame } = this.world.components;
    return {
      x: frame.f64[entity * FrameF64.row + FrameF64.x],
      y: frame.f64[entity * FrameF64.row + FrameF64.y],
      z: frame.f64[entity * FrameF64.row + FrameF64.z],
    };
  }

  /** Tells places from somewhere else from now on. */
  private moveAnchor(to: SceneOrigin): void {
    this.anchor.x = Math.round(to.x / GRID) * GRID;
    this.anchor.y = Math.round(to.y / GRID) * GRID;
    this.anchor.z = Math.round(to.z / GRID) * GRID;
    this.lost = true;
  }

  /** Starts the crowd's own time anew. */
  private restart(): void {
    const { now } = this.world.clock;
    this.cells.restart(this.members.length, now - this.start);
    this.start = now;
    this.stale = true;
  }
}

function distance(a: SceneOrigin, b: SceneOrigin): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y), Math.abs(a.z - b.z));
}

/** A lean in steps, as the shader reads it. */
function leanOf({ lean }: ShownMotion): number {
  const steps = Math.round(lean / LEAN_STEP) + LEAN_STEPS / 2;
  return Math.min(LEAN_STEPS - 1, Math.max(0, steps));
}
