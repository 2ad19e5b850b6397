import {
  type Engine,
  type MoveOptions,
  MovementFlags,
  MovementType,
  BodyF32,
  MoveToU32,
  MoveToF64,
  FrameF64,
} from '../index.ts';
import { WalkStatus } from './names.ts';
import { CORNER_CAPACITY, Leg, type WalkStore } from './path-columns.ts';

/** Metres within which a move to a place arrives unless told otherwise, and one after a body. */
const AT_PLACE = 0.25;
const AT_TARGET = 0.6;
/** Metres beyond its distance within which a move that is over counts as arrived: at a place, and at a body. */
const NEAR_PLACE = 0.5;
const NEAR_TARGET = 1;
/** Simulated seconds without getting on after which another way is tried. */
const PATIENCE = 4;
/** Metres that it must have come nearer to its corner, or moved after a body, to get on. */
const PROGRESS = 0.25;
/** Farther than any corner: nothing has come near it yet. */
export const FAR = 1e12;
/** Metres that no way has: with it as a threshold nothing runs. */
const NEVER_RUNS = 1e7;
/** State of the column `runs`. */
export const Runs = { Unknown: 0, No: 1, Yes: 2, AsTold: 3 } as const;
/** What only the last move of a walk does. */
const LAST_ONLY = MovementFlags.UseFinalHeading | MovementFlags.Sticky | MovementFlags.UseSpheres;

/** State of the column `ended`. */
export const Ended = { No: 0, Noticed: 1, Told: 2 } as const;

/** The moves of which walks are made: begins them, and sees whose they are and how far they have come. */
export class Legs {
  private readonly engine: Engine;
  private readonly store: WalkStore;
  private readonly options = new Map<number, MoveOptions>();

  constructor(engine: Engine, store: WalkStore) {
    this.engine = engine;
    this.store = store;
  }

  /** The options that a walk was given. */
  optionsOf(entity: number): MoveOptions {
    return this.options.get(entity) ?? {};
  }

  /** Keeps the options of a walk until {@link forgetOptions}. */
  keepOptions(entity: number, options: MoveOptions): void {
    this.options.set(entity, options);
  }

  /** Forgets the options of a walk that is over. */
  forgetOptions(entity: number): void {
    this.options.delete(entity);
  }

  /** Sends the body to the next corner of its way, or after its target where that is the last. */
  start(entity: number): void {
    const { engine } = this;
    const { walk, path, corners } = this.store;
    const { frame } = engine.world.components;
    const frameRow = entity * FrameF64.row;
    const index = path.next[entity]++;
    const isLast = path.next[entity] === path.count[entity] && path.more[entity] === 0;
    const target = isLast ? engine.entityOf(path.target[entity]) : 0;
    const cell = path.slot[entity] * CORNER_CAPACITY + index;
    const place = { x: corners.x[cell], y: corners.y[cell], z: corners.z[cell] };
    const options = this.optionsFor(entity, isLast);
    walk.leg[entity] = target === 0 ? Leg.ToPlace : Leg.ToTarget;
    walk.legX[entity] = place.x;
    walk.legY[entity] = place.y;
    walk.within[entity] = options.distanceToObject ?? usualDistance(target);
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
  private optionsFor(entity: number, isLast: boolean): MoveOptions {
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

  /** Whether the move that is under way is the one that the walk has started. */
  owns(entity: number): boolean {
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
    return moveTo.soughtObject[entity] === walk.legTarget[entity];
  }

  /** The MovementType of what the body does. */
  moveType(entity: number): number {
    return this.engine.world.components.moveTo.u32[entity * MoveToU32.row + MoveToU32.type];
  }

  /** Whether the body is where its move was to end. */
  isDone(entity: number): boolean {
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
  isAtCorner(entity: number): boolean {
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

  /** Whether it came nearer to its corner, or, after a body, moved at all. */
  getsOn(entity: number): boolean {
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

  private get now(): number {
    return this.engine.world.clock.now;
  }
}

/** Metres within which a move arrives unless it is told otherwise. @param target 0: it goes to a place. */
export function usualDistance(target: number): number {
  return target === 0 ? AT_PLACE : AT_TARGET;
}

/** The length of a vector in the plane. */
export function distance(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}
