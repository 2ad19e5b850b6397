import { type Engine, FrameF64, type Point, type WaitingEvents } from '../index.ts';
import type { WalkEvents } from './events.ts';
import type { Feet } from './feet.ts';
import { distance, type Legs, Runs, usualDistance } from './legs.ts';
import type { FoundPath, NavigationMesh } from './mesh.ts';
import { type WalkReason, WalkStatus } from './names.ts';
import { CORNER_CAPACITY, Leg, type WalkStore } from './path-columns.ts';
import type { PlanQueue } from './plan-queue.ts';

/** Metres by which the way must have become shorter since it was stuck before, for its tries to count anew. */
const SHORTER = 1;
/** Seconds between two ways that are looked for because a target moves, at least. */
const REPLAN_INTERVAL = 0.5;
/** Metres between corners that are one and the same. */
const SAME = 0.1;
/** Retail's own threshold between walking and running, metres. */
const USUAL_THRESHOLD = 15;

/** How it goes on after a way was looked for: as before, with the first move of the new way, or not at all. */
export type Planned = { readonly leads: 'on' | 'anew' } | { readonly leads: 'nowhere'; readonly reason: WalkReason };

const ON: Planned = { leads: 'on' };
const ANEW: Planned = { leads: 'anew' };

/** Finds the ways of walks, each when it is its turn, and says when a target has moved too far for its way. */
export class WayPlanner {
  private readonly engine: Engine;
  private readonly mesh: NavigationMesh;
  private readonly feet: Feet;
  private readonly queue: PlanQueue;
  private readonly events: WaitingEvents<WalkEvents>;
  private readonly store: WalkStore;
  private readonly legs: Legs;
  private readonly replanDistance: number;

  constructor(
    engine: Engine,
    mesh: NavigationMesh,
    feet: Feet,
    queue: PlanQueue,
    events: WaitingEvents<WalkEvents>,
    store: WalkStore,
    legs: Legs,
    replanDistance: number,
  ) {
    this.engine = engine;
    this.mesh = mesh;
    this.feet = feet;
    this.queue = queue;
    this.events = events;
    this.store = store;
    this.legs = legs;
    this.replanDistance = replanDistance;
  }

  /** Notes where a walk leads, on the ground there. */
  aim(entity: number, goal: Point): void {
    const { path } = this.store;
    const { x, y, z } = this.feet.onGround(goal);
    path.goalX[entity] = x;
    path.goalY[entity] = y;
    path.goalZ[entity] = z;
  }

  /** Looks for the way if it is its turn. */
  plan(entity: number): Planned {
    const { engine } = this;
    const { walk, path } = this.store;
    const { clock, components } = engine.world;
    const frameRow = entity * FrameF64.row;
    if (!this.queue.take(entity * 2, clock.tick)) return ON;
    walk.wants[entity] = 0;
    walk.plannedAt[entity] = clock.now;
    const { frame } = components;
    const target = path.target[entity] === 0 ? 0 : engine.entityOf(path.target[entity]);
    const targetFrameRow = target * FrameF64.row;
    if (target !== 0)
      this.aim(entity, {
        x: frame.f64[targetFrameRow + FrameF64.x],
        y: frame.f64[targetFrameRow + FrameF64.y],
        z: frame.f64[targetFrameRow + FrameF64.z],
      });
    const from = this.feet.onGround({
      x: frame.f64[frameRow + FrameF64.x],
      y: frame.f64[frameRow + FrameF64.y],
      z: frame.f64[frameRow + FrameF64.z],
    });
    const to = { x: path.goalX[entity], y: path.goalY[entity], z: path.goalZ[entity] };
    const found = this.mesh.findPath(from, to, CORNER_CAPACITY);
    if (found.points.length === 0) {
      // Somebody in the air or on a wall for a moment: it goes on with the way that it has.
      const goesOn =
        target !== 0 && found.reason === 'goalOffMesh' && walk.leg[entity] !== Leg.None && this.legs.owns(entity);
      return goesOn ? ON : { leads: 'nowhere', reason: found.reason };
    }
    return this.takeWay(entity, found);
  }

  private takeWay(entity: number, found: FoundPath): Planned {
    const { walk, path, corners } = this.store;
    if (walk.runs[entity] === Runs.Unknown) this.decideGait(entity, found);
    else if (walk.runs[entity] === Runs.AsTold && found.points.length > 1) this.decideGait(entity, found);
    this.noteLength(entity, found.length);
    if (path.slot[entity] === 0) path.slot[entity] = corners.take();
    const first = path.slot[entity] * CORNER_CAPACITY;
    found.points.forEach((point, index) => {
      const { x, y, z } = this.feet.standing(point);
      corners.x[first + index] = x;
      corners.y[first + index] = y;
      corners.z[first + index] = z;
    });
    path.count[entity] = found.points.length;
    path.more[entity] = found.more ? 1 : 0;
    path.length[entity] = found.length;
    path.next[entity] = 0;
    const guid = walk.guid[entity];
    this.events.push('planned', {
      entity,
      guid,
      target: path.target[entity],
      corners: found.points.length,
      length: found.length,
    });
    if (!this.goesOnTo(entity, first, found)) return ANEW;
    path.next[entity] = 1;
    return ON;
  }

  /** A body that slides to and fro before something gets stuck at many places, but its way gets no shorter. */
  private noteLength(entity: number, length: number): void {
    const { walk, path } = this.store;
    if (path.length[entity] === 0 || length < walk.shortest[entity] - SHORTER) {
      walk.shortest[entity] = length;
      walk.tries[entity] = 0;
    } else if (path.target[entity] !== 0) walk.shortest[entity] = Math.max(walk.shortest[entity], length);
  }

  /** Whether the move that is under way is the first of the new way. */
  private goesOnTo(entity: number, first: number, { points, more }: FoundPath): boolean {
    const { walk, path, corners } = this.store;
    if (path.status[entity] !== WalkStatus.Walking || !this.legs.owns(entity)) return false;
    const isLast = points.length === 1 && !more;
    if (walk.leg[entity] === Leg.ToTarget) return isLast;
    if (isLast) return false;
    return distance(corners.x[first] - walk.legX[entity], corners.y[first] - walk.legY[entity]) < SAME;
  }

  /** As retail does for a straight way: it runs when it has farther to go than the threshold, all the way. */
  private decideGait(entity: number, { points, length, more }: FoundPath): void {
    const { walk, path } = this.store;
    if (points.length === 1 && !more) {
      walk.runs[entity] = Runs.AsTold;
      return;
    }
    const { walkRunThreshold = USUAL_THRESHOLD, distanceToObject } = this.legs.optionsOf(entity);
    const left = length - (distanceToObject ?? usualDistance(path.target[entity]));
    walk.runs[entity] = left > walkRunThreshold ? Runs.Yes : Runs.No;
  }

  /** Wants another way when the target is far from where this one leads. */
  watchTarget(entity: number, target: number): void {
    const { walk, path } = this.store;
    const { frame } = this.engine.world.components;
    const targetFrameRow = target * FrameF64.row;
    if (walk.wants[entity] === 1 || this.engine.world.clock.now - walk.plannedAt[entity] < REPLAN_INTERVAL) return;
    const moved = distance(
      frame.f64[targetFrameRow + FrameF64.x] - path.goalX[entity],
      frame.f64[targetFrameRow + FrameF64.y] - path.goalY[entity],
    );
    if (moved > this.replanDistance) walk.wants[entity] = 1;
  }
}
