import {
  type Engine,
  MovementError,
  MovementType,
  type MoveOptions,
  type Point,
  type WaitingEvents,
} from '../index.ts';
import type { WalkEvents } from './events.ts';
import type { Feet } from './feet.ts';
import { Ended, FAR, Legs, Runs } from './legs.ts';
import type { NavigationMesh } from './mesh.ts';
import { type WalkReason, WalkStatus, walkReasons } from './names.ts';
import { Leg, WalkStore } from './path-columns.ts';
import type { PlanQueue } from './plan-queue.ts';
import { WayPlanner } from './way-planner.ts';

/** Ways that are tried at one place. */
const MOST_TRIES = 3;

/** Walks bodies along their ways, move by move, and sees how the moves go on and end. */
export class Walker {
  readonly store = new WalkStore();
  /** The entities whose walk goes on, and some whose walk has just ended. */
  readonly list: number[] = [];
  private readonly engine: Engine;
  private readonly queue: PlanQueue;
  private readonly events: WaitingEvents<WalkEvents>;
  private readonly legs: Legs;
  private readonly ways: WayPlanner;

  constructor(
    engine: Engine,
    mesh: NavigationMesh,
    feet: Feet,
    queue: PlanQueue,
    events: WaitingEvents<WalkEvents>,
    replanDistance: number,
  ) {
    this.engine = engine;
    this.queue = queue;
    this.events = events;
    this.legs = new Legs(engine, this.store);
    this.ways = new WayPlanner(engine, mesh, feet, queue, events, this.store, this.legs, replanDistance);
  }

  /** The options that a walk was given. */
  optionsOf(entity: number): MoveOptions {
    return this.legs.optionsOf(entity);
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
    const ownLeg = listed === 1 && this.legs.owns(entity);
    const { leg, legX, legY, legTarget } = walk;
    const kept = [leg[entity], legX[entity], legY[entity], legTarget[entity]];
    this.store.clear(entity);
    results[entity] = count;
    // Until the new way is found it goes on as it did.
    if (ownLeg) [leg[entity], legX[entity], legY[entity], legTarget[entity]] = kept;
    path.status[entity] = WalkStatus.Planning;
    path.target[entity] = target;
    this.ways.aim(entity, goal);
    walk.guid[entity] = this.engine.world.components.identity.guid[entity];
    walk.runs[entity] = Runs.Unknown;
    walk.wants[entity] = 1;
    walk.listed[entity] = listed;
    walk.best[entity] = FAR;
    walk.progressAt[entity] = this.now;
    this.legs.keepOptions(entity, options);
    if (listed === 0) {
      walk.listed[entity] = 1;
      this.list.push(entity);
    }
    this.plan(entity);
  }

  /** Ends a walk that goes on. @returns Whether one did. */
  stop(entity: number, reason: WalkReason): boolean {
    if (!this.isUnderWay(entity)) return false;
    const owns = this.legs.owns(entity);
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
    this.legs.forgetOptions(entity);
    this.queue.forget(entity * 2);
  }

  /** Notes with which error the engine ended a body's move. */
  noteError(entity: number, guid: number, error: number): void {
    const { path, walk } = this.store;
    if (walk.guid[entity] !== guid || walk.leg[entity] === Leg.None) return;
    if (this.legs.moveType(entity) === MovementType.Invalid) path.error[entity] = error;
  }

  /** Before the engine's own moves: what was ended or replaced since the last step. */
  watch(): void {
    const { walk, path } = this.store;
    for (const entity of this.list) {
      if (!this.isUnderWay(entity) || walk.leg[entity] === Leg.None || this.legs.owns(entity)) continue;
      if (this.legs.moveType(entity) !== MovementType.Invalid) this.finish(entity, WalkStatus.Cancelled, 'otherMove');
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
    if (target !== 0) this.ways.watchTarget(entity, this.engine.entityOf(target));
    if (walk.wants[entity] === 1) this.plan(entity);
  }

  /** The leg goes on, is over, or leads nowhere. */
  private settle(entity: number): void {
    const { walk } = this.store;
    if (this.legs.moveType(entity) !== MovementType.Invalid) {
      if (!this.legs.owns(entity)) return;
      if (this.legs.isAtCorner(entity)) this.nextLeg(entity);
      else if (!this.legs.getsOn(entity)) this.retry(entity, 'stuck');
      return;
    }
    if (this.legs.isDone(entity)) this.nextLeg(entity);
    else walk.ended[entity] = Ended.Told;
  }

  /** The move is over and not where it was to end, and the events of that step are told. */
  private judgeEnd(entity: number): void {
    const { walk, path } = this.store;
    const error = path.error[entity];
    const taken = error === MovementError.ActionCancelled || error === MovementError.Teleported;
    walk.ended[entity] = Ended.No;
    if (taken) this.finish(entity, WalkStatus.Cancelled, 'interrupted');
    else if (error === 0 && this.legs.isDone(entity)) this.nextLeg(entity);
    else if (error === 0 && walk.leg[entity] === Leg.ToTarget) this.askForWay(entity);
    else this.retry(entity, error === 0 ? 'stuck' : 'refused');
  }

  /** On to the next corner; behind the last one the walk has arrived, or its way is looked for from there. */
  private nextLeg(entity: number): void {
    const { walk, path } = this.store;
    while (this.isUnderWay(entity)) {
      walk.leg[entity] = Leg.None;
      if (walk.wants[entity] === 1 && path.next[entity] >= path.count[entity]) return;
      if (path.next[entity] < path.count[entity]) {
        this.legs.start(entity);
        // One that is there already is over at once.
        if (this.legs.moveType(entity) !== MovementType.Invalid) return;
        if (this.legs.isDone(entity)) continue;
        walk.ended[entity] = Ended.Told;
        return;
      }
      if (path.more[entity] === 1) this.askForWay(entity);
      else this.arrive(entity);
      return;
    }
  }

  /** Looks for the way if it is its turn. */
  private plan(entity: number): void {
    const planned = this.ways.plan(entity);
    if (planned.leads === 'nowhere') this.fail(entity, planned.reason);
    else if (planned.leads === 'anew') this.nextLeg(entity);
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
      if (this.legs.owns(entity)) this.engine.stop(entity);
      this.askForWay(entity);
    }
  }

  private arrive(entity: number): void {
    const { path, walk } = this.store;
    this.end(entity, WalkStatus.Arrived, 'none');
    this.events.push('arrived', { entity, guid: walk.guid[entity], target: path.target[entity] });
  }

  private fail(entity: number, reason: WalkReason): void {
    const owns = this.legs.owns(entity);
    this.finish(entity, WalkStatus.Failed, reason);
    if (owns && this.engine.isAlive(entity)) this.engine.stop(entity);
  }

  private finish(entity: number, status: number, reason: WalkReason): void {
    const { path, walk } = this.store;
    this.end(entity, status, reason);
    const type = status === WalkStatus.Failed ? 'failed' : 'cancelled';
    const event = { entity, guid: walk.guid[entity], target: path.target[entity], reason, error: path.error[entity] };
    this.events.push(type, event);
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
    this.legs.forgetOptions(entity);
  }

  private get now(): number {
    return this.engine.world.clock.now;
  }
}
