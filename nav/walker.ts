import {
  type Engine,
  type MoveOptions,
  MovementError,
  MovementFlags,
  MovementType,
  type Point,
  BodyF32,
  MoveToU32,
  MoveToF64,
  FrameF64,
} from '../index.ts';
import type { WalkBus } from './events.ts';
import type { Feet } from './feet.ts';
import type { FoundPath, NavigationMesh } from './mesh.ts';
import { type WalkReason, WalkStatus, walkReasons } from './names.ts';
import { CORNER_CAPACITY, Leg, WalkStore } from './path-columns.ts';
import type { PlanQueue } from './plan-queue.ts';

/** Metres within which a move to a place arrives unless told otherwise, and one after a body. */
const AT_PLACE = 0.25;
const AT_TARGET = 0.6;
/** Metres beyond its distance within which a move that is over counts as arrived: at a place, and at a body. */
const NEAR_PLACE = 0.5;
const NEAR_TARGET = 1;
/** Simulated seconds without getting on after which another way is tried, and tries at one place. */
const PATIENCE = 4;
const MOST_TRIES = 3;
/** Metres that it must have come nearer to its corner, or moved after a body, to get on. */
const PROGRESS = 0.25;
/** Metres by which the way must have become shorter since it was stuck before, for its tries to count anew. */
const SHORTER = 1;
/** Seconds between two ways that are looked for because a target moves, at least. */
const REPLAN_INTERVAL = 0.5;
/** Metres between corners that are one and the same. */
const SAME = 0.1;
const FAR = 1e12;
/** Metres that no way has: with it as a threshold nothing runs. */
const NEVER_RUNS = 1e7;
/** Retail's own threshold between walking and running, metres. */
const USUAL_THRESHOLD = 15;
/** State of the column `runs`. */
const Runs = { Unknown: 0, No: 1, Yes: 2, AsTold: 3 } as const;
/** What only the last move of a walk does. */
const LAST_ONLY = MovementFlags.UseFinalHeading | MovementFlags.Sticky | MovementFlags.UseSpheres;

/** State of the column `ended`. */
const Ended = { No: 0, Noticed: 1, Told: 2 } as const;

/** Walks bodies along their ways, move by move, and sees how the moves go on and end. */
export class Walker {
  readonly store = new WalkStore();
  /** The entities whose walk goes on, and some whose walk has just ended. */
  readonly list: number[] = [];
  private readonly engine: Engine;
  private readonly mesh: NavigationMesh;
  private readonly feet: Feet;
  private readonly queue: PlanQueue;
  private readonly bus: WalkBus;
  private readonly replanDistance: number;
  private readonly options = new Map<number, MoveOptions>();

  constructor(
    engine: Engine,
    mesh: NavigationMesh,
    feet: Feet,
    queue: PlanQueue,
    bus: WalkBus,
    replanDistance: number,
  ) {
    this.engine = engine;
    this.mesh = mesh;
    this.feet = feet;
    this.queue = queue;
    this.bus = bus;
    this.replanDistance = replanDistance;
  }

  /** The options that a walk was given. */
  optionsOf(entity: number): MoveOptions {
    return this.options.get(entity) ?? {};
  }

  /** Whether a walk goes on. */
  isUnderWay(entity: number): boolean {
    const status = this.store.path.status[entity];
    return status === WalkStatus.Planning || status === WalkStatus.Walking;
  }

  /** Begins a walk; the way is found now if the step has a turn left, else later. The one before is forgotten. */
  begin(entity: number, goal: Point, target: number, options: MoveOptions): void {
    const { path, walk } = this.store;
    const { results } = path;
    const count = results[entity];
    const listed = walk.listed[entity];
    const ownLeg = listed === 1 && this.owns(entity);
    const { leg, legX, legY, legTarget } = walk;
    const kept = [leg[entity], legX[entity], legY[entity], legTarget[entity]];
    this.store.clear(entity);
    results[entity] = count;
    // Until the new way is found it goes on as it did.
    if (ownLeg) [leg[entity], legX[entity], legY[entity], legTarget[entity]] = kept;
    path.status[entity] = WalkStatus.Planning;
    path.target[entity] = target;
    this.aim(entity, goal);
    walk.guid[entity] = this.engine.world.components.identity.guid[entity];
    walk.runs[entity] = Runs.Unknown;
    walk.wants[entity] = 1;
    walk.listed[entity] = listed;
    walk.best[entity] = FAR;
    walk.progressAt[entity] = this.now;
    this.options.set(entity, options);
    if (listed === 0) {
      walk.listed[entity] = 1;
      this.list.push(entity);
    }
    this.plan(entity);
  }

  /** Ends a walk that goes on. @returns Whether one did. */
  stop(entity: number, reason: WalkReason): boolean {
    if (!this.isUnderWay(entity)) return false;
    const owns = this.owns(entity);
    this.finish(entity, WalkStatus.Cancelled, reason);
    if (owns) this.engine.stop(entity);
    return true;
  }

  /** Forgets a body that is gone, or that lost the component. */
  forget(entity: number): void {
    const { walk } = this.store;
    const listed = walk.listed[entity];
    this.store.clear(entity);
    walk.listed[entity] = listed;
    this.options.delete(entity);
    this.queue.forget(entity * 2);
  }

  /** Notes with which error the engine ended a body's move. */
  noteError(entity: number, guid: number, error: number): void {
    const { path, walk } = this.store;
    if (walk.guid[entity] !== guid || walk.leg[entity] === Leg.None) return;
    if (this.moveType(entity) === MovementType.Invalid) path.error[entity] = error;
  }

  /** Before the engine's own moves: what was ended or replaced since the last step. */
  watch(): void {
    const { walk, path } = this.store;
    for (const entity of this.list) {
      if (!this.isUnderWay(entity) || walk.leg[entity] === Leg.None || this.owns(entity)) continue;
      if (this.moveType(entity) !== MovementType.Invalid) this.finish(entity, WalkStatus.Cancelled, 'otherMove');
      else if (path.error[entity] !== 0 || walk.ended[entity] === Ended.Told) this.judgeEnd(entity);
      else walk.ended[entity] = Ended.Noticed;
    }
  }

  /** After the engine's own moves: goes on where one has come to its end, finds ways, gives up. */
  advance(): void {
    const { list } = this;
    const { walk } = this.store;
    let kept = 0;
    // Walks that a handler begins are added behind.
    for (let index = 0; index < list.length; index++) {
      const entity = list[index];
      if (this.isUnderWay(entity)) this.advanceOne(entity);
      if (this.isUnderWay(entity)) list[kept++] = entity;
      else walk.listed[entity] = 0;
    }
    list.length = kept;
  }

  private advanceOne(entity: number): void {
    const { walk, path } = this.store;
    const target = path.target[entity];
    if (target !== 0 && this.engine.entityOf(target) === 0) {
      this.fail(entity, 'targetLost');
      return;
    }
    if (walk.ended[entity] === Ended.Noticed) walk.ended[entity] = Ended.Told;
    else if (walk.leg[entity] !== Leg.None && walk.ended[entity] === Ended.No) this.settle(entity);
    if (!this.isUnderWay(entity)) return;
    if (target !== 0) this.watchTarget(entity, this.engine.entityOf(target));
    if (walk.wants[entity] === 1) this.plan(entity);
  }

  /** The leg goes on, is over, or leads nowhere. */
  private settle(entity: number): void {
    const { walk } = this.store;
    if (this.moveType(entity) !== MovementType.Invalid) {
      if (!this.owns(entity)) return;
      if (this.isAtCorner(entity)) this.nextLeg(entity);
      else if (!this.getsOn(entity)) this.retry(entity, 'stuck');
      return;
    }
    if (this.isLegDone(entity)) this.nextLeg(entity);
    else walk.ended[entity] = Ended.Told;
  }

  /** The move is over and not where it was to end, and the events of that step are told. */
  private judgeEnd(entity: number): void {
    const { walk, path } = this.store;
    const error = path.error[entity];
    const taken = error === MovementError.ActionCancelled || error === MovementError.Teleported;
    walk.ended[entity] = Ended.No;
    if (taken) this.finish(entity, WalkStatus.Cancelled, 'interrupted');
    else if (error === 0 && this.isLegDone(entity)) this.nextLeg(entity);
    else if (error === 0 && walk.leg[entity] === Leg.ToTarget) this.askForWay(entity);
    else this.retry(entity, error === 0 ? 'stuck' : 'refused');
  }

  private isLegDone(entity: number): boolean {
    const { walk } = this.store;
    const { frame } = this.engine.world.components;
    const frameRow = entity * FrameF64.row;
    if (walk.leg[entity] === Leg.ToTarget) {
      const target = this.engine.entityOf(walk.legTarget[entity]);
      return target !== 0 && this.edgeDistance(entity, target) <= walk.within[entity] + NEAR_TARGET;
    }
    const away = distance(
      walk.legX[entity] - frame.f64[frameRow + FrameF64.x],
      walk.legY[entity] - frame.f64[frameRow + FrameF64.y],
    );
    return away <= walk.within[entity] + NEAR_PLACE;
  }

  /** Whether it is above or below a corner that is not the last: beside a step it may stand higher than the corner lies. */
  private isAtCorner(entity: number): boolean {
    const { walk, path } = this.store;
    const { frame } = this.engine.world.components;
    const frameRow = entity * FrameF64.row;
    if (walk.leg[entity] !== Leg.ToPlace || path.next[entity] >= path.count[entity]) return false;
    return (
      distance(
        walk.legX[entity] - frame.f64[frameRow + FrameF64.x],
        walk.legY[entity] - frame.f64[frameRow + FrameF64.y],
      ) <= walk.within[entity]
    );
  }

  /** On to the next corner; behind the last one the walk has arrived, or its way is looked for from there. */
  private nextLeg(entity: number): void {
    const { walk, path } = this.store;
    while (this.isUnderWay(entity)) {
      walk.leg[entity] = Leg.None;
      if (walk.wants[entity] === 1 && path.next[entity] >= path.count[entity]) return;
      if (path.next[entity] < path.count[entity]) {
        this.startLeg(entity);
        // One that is there already is over at once.
        if (this.moveType(entity) !== MovementType.Invalid) return;
        if (this.isLegDone(entity)) continue;
        walk.ended[entity] = Ended.Told;
        return;
      }
      if (path.more[entity] === 1) this.askForWay(entity);
      else this.arrive(entity);
      return;
    }
  }

  private startLeg(entity: number): void {
    const { engine } = this;
    const { walk, path, corners } = this.store;
    const { frame } = engine.world.components;
    const frameRow = entity * FrameF64.row;
    const index = path.next[entity]++;
    const isLast = path.next[entity] === path.count[entity] && path.more[entity] === 0;
    const target = isLast ? engine.entityOf(path.target[entity]) : 0;
    const cell = path.slot[entity] * CORNER_CAPACITY + index;
    const place = { x: corners.x[cell], y: corners.y[cell], z: corners.z[cell] };
    const options = this.legOptions(entity, isLast);
    walk.leg[entity] = target === 0 ? Leg.ToPlace : Leg.ToTarget;
    walk.legX[entity] = place.x;
    walk.legY[entity] = place.y;
    walk.within[entity] = options.distanceToObject ?? (target === 0 ? AT_PLACE : AT_TARGET);
    walk.ended[entity] = Ended.No;
    walk.best[entity] = FAR;
    walk.progressAt[entity] = this.now;
    path.error[entity] = 0;
    path.status[entity] = WalkStatus.Walking;
    walk.legTarget[entity] = target === 0 ? 0 : path.target[entity];
    if (target !== 0) {
      walk.legX[entity] = frame.f64[frameRow + FrameF64.x];
      walk.legY[entity] = frame.f64[frameRow + FrameF64.y];
    }
    engine.moveTo(entity, target === 0 ? place : { target }, options);
  }

  /** The last move is the caller's; those before go as it does and end at their corner. */
  private legOptions(entity: number, isLast: boolean): MoveOptions {
    const own = this.optionsOf(entity);
    const { walk } = this.store;
    // A straight way is the engine's own move, and decides itself whether to run.
    if (walk.runs[entity] === Runs.AsTold) return own;
    const gait = { walkRunThreshold: walk.runs[entity] === Runs.Yes ? 0 : NEVER_RUNS };
    if (isLast) return { ...own, ...gait };
    const { canWalk, canRun, canCharge, speed, holdKey, flags } = own;
    const options: MoveOptions = { ...gait };
    if (canWalk !== undefined) options.canWalk = canWalk;
    if (canRun !== undefined) options.canRun = canRun;
    if (canCharge !== undefined) options.canCharge = canCharge;
    if (speed !== undefined) options.speed = speed;
    if (holdKey !== undefined) options.holdKey = holdKey;
    if (flags !== undefined) options.flags = (flags & ~LAST_ONLY) | MovementFlags.MoveTowards;
    return options;
  }

  /** Looks for the way if it is its turn. */
  private plan(entity: number): void {
    const { engine } = this;
    const { walk, path } = this.store;
    const { clock, components } = engine.world;
    const frameRow = entity * FrameF64.row;
    if (!this.queue.take(entity * 2, clock.tick)) return;
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
        target !== 0 && found.reason === 'goalOffMesh' && walk.leg[entity] !== Leg.None && this.owns(entity);
      if (!goesOn) this.fail(entity, found.reason);
      return;
    }
    this.takeWay(entity, found);
  }

  private takeWay(entity: number, found: FoundPath): void {
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
    this.bus.push('planned', {
      entity,
      guid,
      target: path.target[entity],
      corners: found.points.length,
      length: found.length,
    });
    if (this.goesOnTo(entity, first, found)) path.next[entity] = 1;
    else this.nextLeg(entity);
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
    if (path.status[entity] !== WalkStatus.Walking || !this.owns(entity)) return false;
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
    const { walkRunThreshold = USUAL_THRESHOLD, distanceToObject } = this.optionsOf(entity);
    const left = length - (distanceToObject ?? (path.target[entity] === 0 ? AT_PLACE : AT_TARGET));
    walk.runs[entity] = left > walkRunThreshold ? Runs.Yes : Runs.No;
  }

  private watchTarget(entity: number, target: number): void {
    const { walk, path } = this.store;
    const { frame } = this.engine.world.components;
    const targetFrameRow = target * FrameF64.row;
    if (walk.wants[entity] === 1 || this.now - walk.plannedAt[entity] < REPLAN_INTERVAL) return;
    const moved = distance(
      frame.f64[targetFrameRow + FrameF64.x] - path.goalX[entity],
      frame.f64[targetFrameRow + FrameF64.y] - path.goalY[entity],
    );
    if (moved > this.replanDistance) walk.wants[entity] = 1;
  }

  private askForWay(entity: number): void {
    const { walk, path } = this.store;
    walk.leg[entity] = Leg.None;
    walk.wants[entity] = 1;
    path.count[entity] = path.next[entity] = 0;
  }

  /** Another way from here, unless it was tried often enough without getting nearer. */
  private retry(entity: number, reason: 'stuck' | 'refused'): void {
    const { walk } = this.store;
    walk.tries[entity]++;
    if (walk.tries[entity] >= MOST_TRIES) this.fail(entity, reason);
    else {
      if (this.owns(entity)) this.engine.stop(entity);
      this.askForWay(entity);
    }
  }

  /** Whether it came nearer to its corner, or, after a body, moved at all. */
  private getsOn(entity: number): boolean {
    const { walk } = this.store;
    const { frame } = this.engine.world.components;
    const frameRow = entity * FrameF64.row;
    const away = distance(
      walk.legX[entity] - frame.f64[frameRow + FrameF64.x],
      walk.legY[entity] - frame.f64[frameRow + FrameF64.y],
    );
    const afterBody = walk.leg[entity] === Leg.ToTarget;
    if (afterBody ? away > PROGRESS : away < walk.best[entity] - PROGRESS) {
      walk.progressAt[entity] = this.now;
      walk.best[entity] = away;
      if (afterBody) {
        walk.legX[entity] = frame.f64[frameRow + FrameF64.x];
        walk.legY[entity] = frame.f64[frameRow + FrameF64.y];
      }
    }
    return this.now - walk.progressAt[entity] < PATIENCE;
  }

  private arrive(entity: number): void {
    const { path, walk } = this.store;
    this.end(entity, WalkStatus.Arrived, 'none');
    this.bus.push('arrived', { entity, guid: walk.guid[entity], target: path.target[entity] });
  }

  private fail(entity: number, reason: WalkReason): void {
    const owns = this.owns(entity);
    this.finish(entity, WalkStatus.Failed, reason);
    if (owns && this.engine.isAlive(entity)) this.engine.stop(entity);
  }

  private finish(entity: number, status: number, reason: WalkReason): void {
    const { path, walk } = this.store;
    this.end(entity, status, reason);
    const type = status === WalkStatus.Failed ? 'failed' : 'cancelled';
    const event = { entity, guid: walk.guid[entity], target: path.target[entity], reason, error: path.error[entity] };
    this.bus.push(type, event);
  }

  private end(entity: number, status: number, reason: WalkReason): void {
    const { path, walk, corners } = this.store;
    path.status[entity] = status;
    path.reason[entity] = walkReasons.indexOf(reason);
    path.time[entity] = this.now;
    path.results[entity]++;
    path.count[entity] = path.next[entity] = path.more[entity] = 0;
    corners.release(path.slot[entity]);
    path.slot[entity] = 0;
    walk.leg[entity] = Leg.None;
    walk.wants[entity] = 0;
    walk.ended[entity] = Ended.No;
    this.queue.forget(entity * 2);
    this.options.delete(entity);
  }

  /** Whether the move that is under way is the one that the walk has started. */
  private owns(entity: number): boolean {
    const { walk } = this.store;
    const { moveTo } = this.engine.world.components;
    const moveToWords = entity * MoveToU32.row;
    const type = moveTo.u32[moveToWords + MoveToU32.type];
    if (walk.leg[entity] === Leg.ToPlace) {
      if (type !== MovementType.MoveToPosition) return false;
      const moveToRow = entity * MoveToF64.row;
      return (
        moveTo.f64[moveToRow + MoveToF64.currentTargetX] === walk.legX[entity] &&
        moveTo.f64[moveToRow + MoveToF64.currentTargetY] === walk.legY[entity]
      );
    }
    if (walk.leg[entity] !== Leg.ToTarget || type !== MovementType.MoveToObject) return false;
    return moveTo.u32[moveToWords + MoveToU32.soughtObject] === walk.legTarget[entity];
  }

  private aim(entity: number, goal: Point): void {
    const { path } = this.store;
    const { x, y, z } = this.feet.onGround(goal);
    path.goalX[entity] = x;
    path.goalY[entity] = y;
    path.goalZ[entity] = z;
  }

  private edgeDistance(entity: number, target: number): number {
    const { frame, body } = this.engine.world.components;
    const frameRow = entity * FrameF64.row;
    const targetFrameRow = target * FrameF64.row;
    const away = distance(
      frame.f64[targetFrameRow + FrameF64.x] - frame.f64[frameRow + FrameF64.x],
      frame.f64[targetFrameRow + FrameF64.y] - frame.f64[frameRow + FrameF64.y],
    );
    return away - body.f32[entity * BodyF32.row + BodyF32.radius] - body.f32[target * BodyF32.row + BodyF32.radius];
  }

  private moveType(entity: number): number {
    return this.engine.world.components.moveTo.u32[entity * MoveToU32.row + MoveToU32.type];
  }

  private get now(): number {
    return this.engine.world.clock.now;
  }
}

/** The length of a vector in the plane. */
function distance(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}
