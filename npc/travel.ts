import { type Engine, type MoveOptions, MovementError, MovementType } from '../index.ts';
import { FARTHEST, type MindColumns, Moving, ON_GROUND } from './components.ts';
import type { BehaviourReason } from './names.ts';
import type { Route } from './routes.ts';
import type { Ways } from './ways.ts';

/** Metres within which a move that is over counts as arrived. */
const NEAR = 1;
/** Metres that a target may move before the way to it is found anew. */
const MOVED = 2;
/** Simulated seconds without getting on after which it is stuck. */
const PATIENCE = 6;
/** Simulated seconds within which a move that ends has not begun. */
const AT_ONCE = 0.25;
/** Metres from where it was that count as getting on after a body. */
const PROGRESS = 0.05;
/** Metres, or the share of the way left where that is less, by which it must have come nearer to a place. */
const NEARER = 0.5;
const NEARER_SHARE = 0.2;
/** Seconds until the next try after one failure, doubled by each further one up to so many. */
const FIRST_RETRY = 0.5;
const MOST_DOUBLINGS = 4;
/** Of `best` before anything was measured. */
const UNKNOWN_DISTANCE = 1e9;

/** How an NPC goes. */
export interface Pace {
  run: boolean;
  /** Factor on the gait's own speed. */
  speed: number;
}

/** What became of the move that was under way. */
export const Settled = { Nothing: 0, Arrived: 1, Failed: 2, Foreign: 3 } as const;

/** Moves bodies for the behaviours, and sees how the moves go on and end: from columns alone, without events. */
export class Travel {
  /** Why the last move that {@link settle} saw fail did, and why a start was refused. */
  reason: BehaviourReason = 'none';
  private readonly engine: Engine;
  private readonly mind: MindColumns;
  private readonly ways: Ways;

  constructor(engine: Engine, mind: MindColumns, ways: Ways) {
    this.engine = engine;
    this.mind = mind;
    this.ways = ways;
  }

  /** Whether the move or turn that is under way is the one that a behaviour has started. */
  owns(entity: number): boolean {
    const { moveTo } = this.engine.world.components;
    const { mind } = this;
    const type = moveTo.type[entity];
    switch (mind.moving[entity]) {
      case Moving.ToPlace:
        return (
          type === MovementType.MoveToPosition &&
          moveTo.currentTargetX[entity] === mind.legX[entity] &&
          moveTo.currentTargetY[entity] === mind.legY[entity]
        );
      case Moving.ToTarget:
        return type === MovementType.MoveToObject && moveTo.soughtObject[entity] === mind.goalTarget[entity];
      case Moving.Turning:
        return type === MovementType.TurnToObject || type === MovementType.TurnToHeading;
      default:
        return false;
    }
  }

  /** Whether a behaviour has a move to this place under way. */
  isGoingTo(entity: number, kind: number, x: number, y: number): boolean {
    const { mind } = this;
    return (
      mind.moving[entity] === Moving.ToPlace &&
      mind.mover[entity] === kind + 1 &&
      mind.goalTarget[entity] === 0 &&
      mind.goalX[entity] === x &&
      mind.goalY[entity] === y
    );
  }

  /** Whether a behaviour has a move after this target under way that is still right. */
  isGoingAfter(entity: number, kind: number, target: number): boolean {
    const { mind, engine } = this;
    const { identity, frame } = engine.world.components;
    if (mind.mover[entity] !== kind + 1 || mind.goalTarget[entity] !== identity.guid[target]) return false;
    if (mind.moving[entity] === Moving.ToTarget) return true;
    if (mind.moving[entity] !== Moving.ToPlace) return false;
    const dx = frame.x[target] - mind.goalX[entity];
    const dy = frame.y[target] - mind.goalY[entity];
    return dx * dx + dy * dy <= MOVED * MOVED;
  }

  /** Whether a behaviour turns just now. */
  isTurning(entity: number, kind: number): boolean {
    return this.mind.moving[entity] === Moving.Turning && this.mind.mover[entity] === kind + 1;
  }

  /**
   * Starts a move to a place.
   *
   * @returns Whether there is a way.
   */
  goTo(entity: number, kind: number, x: number, y: number, z: number, pace: Pace): boolean {
    const goalX = clamp(x);
    const goalY = clamp(y);
    const way = this.ways.find(entity, goalX, goalY, z);
    if (way === null) {
      this.reason = 'unreachable';
      return false;
    }
    this.begin(entity, kind, Moving.ToPlace, pace);
    this.aim(entity, goalX, goalY, z);
    this.mind.goalTarget[entity] = 0;
    this.mind.within[entity] = NEAR;
    if (way === undefined) this.walkTo(entity, goalX, goalY, z, pace);
    else this.walkWay(entity, way, pace);
    return true;
  }

  /**
   * Starts a move after a body.
   *
   * @param distance Metres, edge to edge, at which it arrives.
   * @param options Options of the move beside its pace and distance.
   * @returns Whether there is a way.
   */
  goAfter(
    entity: number,
    kind: number,
    target: number,
    distance: number,
    pace: Pace,
    options: MoveOptions = {},
  ): boolean {
    const { frame, identity } = this.engine.world.components;
    const way = this.ways.find(entity, frame.x[target], frame.y[target], frame.z[target]);
    if (way === null) {
      this.reason = 'unreachable';
      return false;
    }
    const direct = way === undefined || way.length === 1;
    this.begin(entity, kind, direct ? Moving.ToTarget : Moving.ToPlace, pace);
    this.aim(entity, frame.x[target], frame.y[target], frame.z[target]);
    this.mind.goalTarget[entity] = identity.guid[target];
    this.mind.within[entity] = distance;
    if (direct)
      this.engine.moveTo(entity, { target }, { ...this.gait(entity, pace), distanceToObject: distance, ...options });
    else this.walkWay(entity, way, pace);
    return true;
  }

  /** Starts a turn to a heading in degrees, or to face a body. */
  turn(entity: number, kind: number, to: number | { target: number }): void {
    this.begin(entity, kind, Moving.Turning, { run: false, speed: 1 });
    this.engine.turnTo(entity, to);
  }

  /** Ends the behaviours' own move, if one is under way. */
  halt(entity: number): void {
    const owns = this.owns(entity);
    this.forget(entity);
    if (owns) this.engine.stop(entity);
  }

  /** Forgets the move; the body is left alone. */
  forget(entity: number): void {
    this.mind.moving[entity] = Moving.No;
    this.mind.mover[entity] = 0;
    this.ways.forget(entity);
  }

  /** Sees what has become of the move that was under way. The move is forgotten when it is over. */
  settle(entity: number): number {
    const { mind, engine } = this;
    const moving = mind.moving[entity];
    const type = engine.world.components.moveTo.type[entity];
    if (moving === Moving.No) return type === MovementType.Invalid ? Settled.Nothing : Settled.Foreign;
    if (type === MovementType.Invalid) return this.settleEnd(entity, moving);
    if (!this.owns(entity)) {
      this.forget(entity);
      return Settled.Foreign;
    }
    if (this.getsOn(entity, moving)) return Settled.Nothing;
    engine.stop(entity);
    return this.fail(entity, 'stuck');
  }

  /** Counts a failure: the next try is later and does not run. */
  countFailure(entity: number): void {
    const { mind, engine } = this;
    const doublings = Math.min(mind.failures[entity], MOST_DOUBLINGS);
    mind.retryAt[entity] = engine.world.clock.now + FIRST_RETRY * 2 ** doublings;
    if (mind.failures[entity] < 0xff) mind.failures[entity]++;
  }

  /** Metres from one body's edge to another's, seen from above. */
  edgeDistance(entity: number, target: number): number {
    const { frame, body } = this.engine.world.components;
    const dx = frame.x[target] - frame.x[entity];
    const dy = frame.y[target] - frame.y[entity];
    return Math.sqrt(dx * dx + dy * dy) - body.radius[entity] - body.radius[target];
  }

  /** The move is over: the way goes on, it has arrived, or it ended early. */
  private settleEnd(entity: number, moving: number): number {
    const { mind, engine } = this;
    if (moving === Moving.Turning) {
      this.forget(entity);
      return Settled.Arrived;
    }
    if (moving === Moving.ToTarget) {
      const target = engine.entityOf(mind.goalTarget[entity]);
      const near = target !== 0 && this.edgeDistance(entity, target) <= mind.within[entity] + NEAR;
      // A target that is gone is for the behaviour to notice, and one that has moved on meanwhile is chased again; but a
      // move that is over as soon as it began was refused.
      const refused = engine.world.clock.now - mind.begunAt[entity] < AT_ONCE;
      return near || target === 0 || !refused ? this.arrive(entity) : this.fail(entity, 'interrupted');
    }
    if (!this.isNear(entity, mind.legX[entity], mind.legY[entity])) return this.fail(entity, 'interrupted');
    const pace = { run: mind.runs[entity] === 1, speed: mind.speed[entity] };
    const route = this.ways.routeOf(entity);
    if (route !== undefined) {
      this.walkLeg(entity, route, pace);
      return Settled.Nothing;
    }
    if (this.isNear(entity, mind.goalX[entity], mind.goalY[entity])) return this.arrive(entity);
    if (this.ways.has(entity)) return this.fail(entity, 'unreachable');
    // At a corner of a way that is no longer known (a state was loaded): it is found anew.
    const onwards = this.ways.find(entity, mind.goalX[entity], mind.goalY[entity], mind.goalZ[entity]);
    if (onwards === null) return this.fail(entity, 'unreachable');
    if (onwards === undefined) this.walkTo(entity, mind.goalX[entity], mind.goalY[entity], mind.goalZ[entity], pace);
    else this.walkWay(entity, onwards, pace);
    return Settled.Nothing;
  }

  private arrive(entity: number): number {
    this.forget(entity);
    this.mind.failures[entity] = 0;
    return Settled.Arrived;
  }

  private fail(entity: number, reason: BehaviourReason): number {
    this.forget(entity);
    this.reason = reason;
    return Settled.Failed;
  }

  private isNear(entity: number, x: number, y: number): boolean {
    const { frame } = this.engine.world.components;
    const dx = x - frame.x[entity];
    const dy = y - frame.y[entity];
    return dx * dx + dy * dy <= NEAR * NEAR;
  }

  /** Whether it came nearer to the place, or, after a body, at all from where it was; turns only have their time. */
  private getsOn(entity: number, moving: number): boolean {
    const { mind, engine } = this;
    const { frame } = engine.world.components;
    const { now } = engine.world.clock;
    let got = false;
    if (moving === Moving.ToPlace) {
      const dx = mind.legX[entity] - frame.x[entity];
      const dy = mind.legY[entity] - frame.y[entity];
      // Below or above the place it would circle nearer and nearer and never arrive: that is no progress.
      const distance = Math.max(NEAR, Math.sqrt(dx * dx + dy * dy));
      got = distance < mind.best[entity] - Math.min(NEARER, mind.best[entity] * NEARER_SHARE);
      if (got) mind.best[entity] = distance;
    } else if (moving === Moving.ToTarget) {
      const dx = mind.sampleX[entity] - frame.x[entity];
      const dy = mind.sampleY[entity] - frame.y[entity];
      got = dx * dx + dy * dy > PROGRESS * PROGRESS;
      if (got) {
        mind.sampleX[entity] = frame.x[entity];
        mind.sampleY[entity] = frame.y[entity];
      }
    }
    if (got) mind.progressAt[entity] = now;
    return now - mind.progressAt[entity] < PATIENCE;
  }

  private begin(entity: number, kind: number, moving: number, pace: Pace): void {
    const { mind, engine } = this;
    const { frame } = engine.world.components;
    this.ways.forget(entity);
    mind.moving[entity] = moving;
    mind.mover[entity] = kind + 1;
    mind.runs[entity] = pace.run ? 1 : 0;
    mind.speed[entity] = pace.speed;
    mind.begunAt[entity] = engine.world.clock.now;
    mind.error[entity] = MovementError.None;
    mind.sampleX[entity] = frame.x[entity];
    mind.sampleY[entity] = frame.y[entity];
    mind.progressAt[entity] = engine.world.clock.now;
    mind.best[entity] = UNKNOWN_DISTANCE;
  }

  private aim(entity: number, x: number, y: number, z: number): void {
    this.mind.goalX[entity] = x;
    this.mind.goalY[entity] = y;
    this.mind.goalZ[entity] = z;
  }

  private walkWay(entity: number, route: Route, pace: Pace): void {
    this.ways.begin(entity, route);
    this.walkLeg(entity, route, pace);
  }

  private walkLeg(entity: number, route: Route, pace: Pace): void {
    const at = this.ways.advance(entity);
    this.walkTo(entity, route.x(at), route.y(at), route.z(at), pace);
  }

  private walkTo(entity: number, x: number, y: number, z: number, pace: Pace): void {
    const { mind, engine } = this;
    mind.legX[entity] = x;
    mind.legY[entity] = y;
    mind.best[entity] = UNKNOWN_DISTANCE;
    mind.progressAt[entity] = engine.world.clock.now;
    engine.moveTo(entity, z === ON_GROUND ? { x, y } : { x, y, z }, this.gait(entity, pace));
  }

  /** Runs or walks all the way; what has failed does not run, for the body may have no run. */
  private gait(entity: number, { run, speed }: Pace): MoveOptions {
    const runs = run && this.mind.failures[entity] === 0;
    return { canCharge: runs, canRun: runs, speed };
  }
}

function clamp(value: number): number {
  return Math.min(FARTHEST, Math.max(-FARTHEST, value));
}
