import { type Engine, MovementType, BodyF32, FrameF64, MoveToU32, MoveToF64 } from '../index.ts';
import { type MindColumns, Moving } from './components.ts';
import type { AwaitedWay, Ways } from './ways.ts';

/** Metres within which a move that is over counts as arrived. */
export const NEAR = 1;
/** Metres from a place at which the way to it may end: the nearest place that can be stood on. */
const SNAPPED = 1.3;
/** Metres that a target may move before the way to it is found anew. */
const MOVED = 2;
/** Simulated seconds without getting on after which it is stuck. */
const PATIENCE = 6;
/** Metres from where it was that count as getting on after a body. */
const PROGRESS = 0.05;
/** Metres, or the share of the way left where that is less, by which it must have come nearer to a place. */
const NEARER = 0.5;
const NEARER_SHARE = 0.2;

/** How an NPC goes. */
export interface Pace {
  run: boolean;
  /** Factor on the gait's own speed. */
  speed: number;
}

/** Knows the moves that behaviours have started: whose they are, where they lead, and how far they have come. */
export class OwnMoves {
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
    const moveToRow = entity * MoveToF64.row;
    const moveToWords = entity * MoveToU32.row;
    const type = moveTo.u32[moveToWords + MoveToU32.type];
    const awaited = this.ways.awaitedBy(entity);
    if (awaited !== undefined) return this.isSameMove(entity, awaited);
    switch (mind.moving[entity]) {
      case Moving.ToPlace:
        return (
          type === MovementType.MoveToPosition &&
          moveTo.f64[moveToRow + MoveToF64.currentTargetX] === mind.legX[entity] &&
          moveTo.f64[moveToRow + MoveToF64.currentTargetY] === mind.legY[entity]
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
    const targetFrameRow = target * FrameF64.row;
    if (mind.mover[entity] !== kind + 1 || mind.goalTarget[entity] !== identity.guid[target]) return false;
    // Straight after a body it runs wherever that goes; but between walls the straight way is asked for again.
    if (mind.moving[entity] === Moving.ToTarget && !this.ways.isNeeded) return true;
    if (mind.moving[entity] !== Moving.ToPlace && mind.moving[entity] !== Moving.ToTarget) return false;
    const dx = frame.f64[targetFrameRow + FrameF64.x] - mind.goalX[entity];
    const dy = frame.f64[targetFrameRow + FrameF64.y] - mind.goalY[entity];
    return dx * dx + dy * dy <= MOVED * MOVED;
  }

  /** Whether a behaviour turns just now. */
  isTurning(entity: number, kind: number): boolean {
    return this.mind.moving[entity] === Moving.Turning && this.mind.mover[entity] === kind + 1;
  }

  /** Whether it waits for its way, which others have to let it look for. */
  isWaiting(entity: number): boolean {
    return this.ways.awaitedBy(entity) !== undefined;
  }

  /** Whether it runs straight after this body already, and as it is to. */
  runsStraightAfter(entity: number, kind: number, guid: number, { run, speed }: Pace): boolean {
    const { mind } = this;
    if (mind.moving[entity] !== Moving.ToTarget || mind.mover[entity] !== kind + 1) return false;
    if (mind.goalTarget[entity] !== guid || mind.runs[entity] !== (run ? 1 : 0)) return false;
    return (
      mind.speed[entity] === Math.fround(speed) && this.ways.isNeeded && !this.isWaiting(entity) && this.owns(entity)
    );
  }

  /** The move that is under way, whosever it is. */
  underWay(entity: number): Omit<AwaitedWay, 'setOut'> {
    const { moveTo } = this.engine.world.components;
    const moveToRow = entity * MoveToF64.row;
    const moveToWords = entity * MoveToU32.row;
    return {
      type: moveTo.u32[moveToWords + MoveToU32.type],
      x: moveTo.f64[moveToRow + MoveToF64.currentTargetX],
      y: moveTo.f64[moveToRow + MoveToF64.currentTargetY],
      object: moveTo.soughtObject[entity],
    };
  }

  /** Whether the move under way is the one that was when it began to wait. */
  private isSameMove(entity: number, { type, x, y, object }: AwaitedWay): boolean {
    const { moveTo } = this.engine.world.components;
    const moveToRow = entity * MoveToF64.row;
    const moveToWords = entity * MoveToU32.row;
    if (moveTo.u32[moveToWords + MoveToU32.type] !== type) return false;
    if (type === MovementType.MoveToObject) return moveTo.soughtObject[entity] === object;
    return (
      type !== MovementType.MoveToPosition ||
      (moveTo.f64[moveToRow + MoveToF64.currentTargetX] === x && moveTo.f64[moveToRow + MoveToF64.currentTargetY] === y)
    );
  }

  /** Whether it came nearer to the place, or, after a body, at all from where it was; turns only have their time. */
  getsOn(entity: number, moving: number): boolean {
    const { mind, engine } = this;
    const { frame } = engine.world.components;
    const { now } = engine.world.clock;
    const frameRow = entity * FrameF64.row;
    let got = false;
    if (moving === Moving.ToPlace) {
      const dx = mind.legX[entity] - frame.f64[frameRow + FrameF64.x];
      const dy = mind.legY[entity] - frame.f64[frameRow + FrameF64.y];
      // Below or above the place it would circle nearer and nearer and never arrive: that is no progress.
      const distance = Math.max(NEAR, Math.sqrt(dx * dx + dy * dy));
      got = distance < mind.best[entity] - Math.min(NEARER, mind.best[entity] * NEARER_SHARE);
      if (got) mind.best[entity] = distance;
    } else if (moving === Moving.ToTarget) {
      const dx = mind.sampleX[entity] - frame.f64[frameRow + FrameF64.x];
      const dy = mind.sampleY[entity] - frame.f64[frameRow + FrameF64.y];
      got = dx * dx + dy * dy > PROGRESS * PROGRESS;
      if (got) {
        mind.sampleX[entity] = frame.f64[frameRow + FrameF64.x];
        mind.sampleY[entity] = frame.f64[frameRow + FrameF64.y];
      }
    }
    if (got) mind.progressAt[entity] = now;
    return now - mind.progressAt[entity] < PATIENCE;
  }

  /** Whether it is within the metres of a place that count as arrived, seen from above. */
  isNear(entity: number, x: number, y: number): boolean {
    const { frame } = this.engine.world.components;
    const frameRow = entity * FrameF64.row;
    const dx = x - frame.f64[frameRow + FrameF64.x];
    const dy = y - frame.f64[frameRow + FrameF64.y];
    return dx * dx + dy * dy <= NEAR * NEAR;
  }

  /** Whether the end of its way is as near to the goal as one can stand. */
  endsBeside(entity: number): boolean {
    const { mind } = this;
    const dx = mind.goalX[entity] - mind.legX[entity];
    const dy = mind.goalY[entity] - mind.legY[entity];
    return dx * dx + dy * dy <= SNAPPED * SNAPPED;
  }

  /** Metres from one body's edge to another's, seen from above. */
  edgeDistance(entity: number, target: number): number {
    const { frame, body } = this.engine.world.components;
    const frameRow = entity * FrameF64.row;
    const targetFrameRow = target * FrameF64.row;
    const dx = frame.f64[targetFrameRow + FrameF64.x] - frame.f64[frameRow + FrameF64.x];
    const dy = frame.f64[targetFrameRow + FrameF64.y] - frame.f64[frameRow + FrameF64.y];
    return (
      Math.sqrt(dx * dx + dy * dy) -
      body.f32[entity * BodyF32.row + BodyF32.radius] -
      body.f32[target * BodyF32.row + BodyF32.radius]
    );
  }
}
