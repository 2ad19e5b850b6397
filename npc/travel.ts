import { type Engine, type MoveOptions, MovementError, MovementType, FrameF64, MoveToU32 } from '../index.ts';
import { FARTHEST, type MindColumns, Moving, ON_GROUND } from './components.ts';
import type { BehaviourReason } from './names.ts';
import { NEAR, type OwnMoves, type Pace } from './own-moves.ts';
import type { Route } from './routes.ts';
import type { Ways } from './ways.ts';

/** Simulated seconds within which a move that ends has not begun. */
const AT_ONCE = 0.25;
/** Seconds until the next try after one failure, doubled by each further one up to so many. */
const FIRST_RETRY = 0.5;
const MOST_DOUBLINGS = 4;
/** Of `best` before anything was measured. */
const UNKNOWN_DISTANCE = 1e9;

/** What became of the move that was under way. */
export const Settled = { Nothing: 0, Arrived: 1, Failed: 2, Foreign: 3 } as const;

/** Moves bodies for the behaviours, and settles what becomes of the moves: from columns alone, without events. */
export class Travel {
  /** Why the last move that {@link settle} saw fail did, and why a start was refused. */
  reason: BehaviourReason = 'none';
  private readonly engine: Engine;
  private readonly mind: MindColumns;
  private readonly ways: Ways;
  private readonly moves: OwnMoves;

  constructor(engine: Engine, mind: MindColumns, ways: Ways, moves: OwnMoves) {
    this.engine = engine;
    this.mind = mind;
    this.ways = ways;
    this.moves = moves;
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
    const setOut = (found: Route | undefined): void => {
      if (found === undefined) this.walkTo(entity, goalX, goalY, z, pace);
      else this.walkWay(entity, found, pace);
    };
    if (way === 'later') this.wait(entity, setOut);
    else setOut(way);
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
    const targetFrameRow = target * FrameF64.row;
    const way = this.ways.find(
      entity,
      frame.f64[targetFrameRow + FrameF64.x],
      frame.f64[targetFrameRow + FrameF64.y],
      frame.f64[targetFrameRow + FrameF64.z],
    );
    if (way === null) {
      this.halt(entity);
      this.reason = 'unreachable';
      return false;
    }
    const guid = identity.guid[target];
    const direct = way === undefined || (way !== 'later' && way.length === 1);
    if (direct && this.moves.runsStraightAfter(entity, kind, guid, pace)) {
      this.aim(
        entity,
        frame.f64[targetFrameRow + FrameF64.x],
        frame.f64[targetFrameRow + FrameF64.y],
        frame.f64[targetFrameRow + FrameF64.z],
      );
      return true;
    }
    this.begin(entity, kind, direct ? Moving.ToTarget : Moving.ToPlace, pace);
    this.aim(
      entity,
      frame.f64[targetFrameRow + FrameF64.x],
      frame.f64[targetFrameRow + FrameF64.y],
      frame.f64[targetFrameRow + FrameF64.z],
    );
    this.mind.goalTarget[entity] = guid;
    this.mind.within[entity] = distance;
    const setOut = (found: Route | undefined): void => {
      const prey = this.engine.entityOf(guid);
      if (prey === 0) return;
      if (found !== undefined && found.length > 1) this.walkWay(entity, found, pace);
      else {
        this.mind.moving[entity] = Moving.ToTarget;
        const gait = this.gait(entity, pace);
        this.engine.moveTo(entity, { target: prey }, { ...gait, distanceToObject: distance, ...options });
      }
    };
    if (way === 'later') this.wait(entity, setOut);
    else setOut(way);
    return true;
  }

  /** Starts a turn to a heading in degrees, or to face a body. */
  turn(entity: number, kind: number, to: number | { target: number }): void {
    this.begin(entity, kind, Moving.Turning, { run: false, speed: 1 });
    this.engine.turnTo(entity, to);
  }

  /** Ends the behaviours' own move, if one is under way. */
  halt(entity: number): void {
    const owns = this.moves.owns(entity);
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
    const type = engine.world.components.moveTo.u32[entity * MoveToU32.row + MoveToU32.type];
    if (moving === Moving.No) return type === MovementType.Invalid ? Settled.Nothing : Settled.Foreign;
    if (this.moves.isWaiting(entity)) return this.settleWait(entity, type);
    if (type === MovementType.Invalid) return this.settleEnd(entity, moving);
    if (!this.moves.owns(entity)) {
      this.forget(entity);
      return Settled.Foreign;
    }
    if (this.moves.getsOn(entity, moving)) return Settled.Nothing;
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

  /** It waits for its way, and goes on meanwhile as it did before. */
  private settleWait(entity: number, type: number): number {
    const { mind } = this;
    if (type !== MovementType.Invalid && !this.moves.owns(entity)) {
      this.forget(entity);
      return Settled.Foreign;
    }
    const way = this.ways.find(entity, mind.goalX[entity], mind.goalY[entity], mind.goalZ[entity]);
    if (way === 'later') return Settled.Nothing;
    if (way === null) {
      this.halt(entity);
      return this.fail(entity, 'unreachable');
    }
    const awaited = this.ways.awaitedBy(entity);
    this.ways.forget(entity);
    mind.begunAt[entity] = mind.progressAt[entity] = this.engine.world.clock.now;
    awaited?.setOut(way);
    return Settled.Nothing;
  }

  private wait(entity: number, setOut: (way: Route | undefined) => void): void {
    this.ways.wait(entity, { ...this.moves.underWay(entity), setOut });
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
      const near = target !== 0 && this.moves.edgeDistance(entity, target) <= mind.within[entity] + NEAR;
      // A target that is gone is for the behaviour to notice, and one that has moved on meanwhile is chased again; but a
      // move that is over as soon as it began was refused.
      const refused = engine.world.clock.now - mind.begunAt[entity] < AT_ONCE;
      return near || target === 0 || !refused ? this.arrive(entity) : this.fail(entity, 'interrupted');
    }
    if (!this.moves.isNear(entity, mind.legX[entity], mind.legY[entity])) return this.fail(entity, 'interrupted');
    const pace = { run: mind.runs[entity] === 1, speed: mind.speed[entity] };
    const route = this.ways.routeOf(entity);
    if (route !== undefined) {
      this.walkLeg(entity, route, pace);
      return Settled.Nothing;
    }
    if (this.moves.isNear(entity, mind.goalX[entity], mind.goalY[entity])) return this.arrive(entity);
    if (this.ways.has(entity))
      return this.moves.endsBeside(entity) ? this.arrive(entity) : this.fail(entity, 'unreachable');
    // At a corner of a way that is no longer known (a state was loaded): it is found anew.
    const onwards = this.ways.find(entity, mind.goalX[entity], mind.goalY[entity], mind.goalZ[entity]);
    if (onwards === null) return this.fail(entity, 'unreachable');
    const setOut = (found: Route | undefined): void => {
      const { goalX, goalY, goalZ } = mind;
      if (found === undefined) this.walkTo(entity, goalX[entity], goalY[entity], goalZ[entity], pace);
      else this.walkWay(entity, found, pace);
    };
    if (onwards === 'later') this.wait(entity, setOut);
    else setOut(onwards);
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

  private begin(entity: number, kind: number, moving: number, pace: Pace): void {
    const { mind, engine } = this;
    const { frame } = engine.world.components;
    const frameRow = entity * FrameF64.row;
    this.ways.forget(entity);
    mind.moving[entity] = moving;
    mind.mover[entity] = kind + 1;
    mind.runs[entity] = pace.run ? 1 : 0;
    mind.speed[entity] = pace.speed;
    mind.begunAt[entity] = engine.world.clock.now;
    mind.error[entity] = MovementError.None;
    mind.sampleX[entity] = frame.f64[frameRow + FrameF64.x];
    mind.sampleY[entity] = frame.f64[frameRow + FrameF64.y];
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
