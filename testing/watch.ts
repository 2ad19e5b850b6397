import { MotionU32, MotionStateU32 } from '../index.ts';
import type { Engine } from '../index.ts';

/** Metres and degrees that count as movement. */
const MOVED = 1e-6;
/** Steps of a stretch: the fastest steps of this stretch and of the one before are known. */
const STRETCH = 15;

/** Where a body of one world is, how it got there, and what it performs. */
export interface Track {
  /** Its entity; 0: it is not there. */
  entity: number;
  /** World metres, east. */
  x: number;
  /** World metres, north. */
  y: number;
  /** World metres, up. */
  z: number;
  /** Compass degrees. */
  heading: number;
  /** Metres that it moved in the last step; 0 in the step in which it came. */
  step: number;
  /** Degrees that it turned in the last step; 0 in the step in which it came. */
  turn: number;
  /** Steps since it moved or turned last. */
  still: number;
  /** Steps for which it has gone along without a pause. */
  going: number;
  /** The MotionCommand of its style. */
  style: number;
  /** The MotionCommand of its forward axis. */
  forward: number;
  /** The MotionCommand of its sidestep axis; 0: none. */
  sidestep: number;
  /** The MotionCommand of its turn axis; 0: none. */
  turning: number;
  /** Steps since that changed last. */
  steady: number;
  /** The most metres of one step, of the last half second at least and the last second at most. */
  fastestStep: number;
  /** The most degrees of one step, of the same time. */
  fastestTurn: number;
}

interface Followed extends Track {
  /** The same for the stretch that is under way. */
  stretchStep: number;
  stretchTurn: number;
  /** The number of the step in which it was last there. */
  lookedAt: number;
}

/** Follows every body of a world, step by step, through the public API. */
export class Watch {
  private readonly followed = new Map<number, Followed>();
  private readonly engine: Engine;
  private readonly frame = { x: 0, y: 0, z: 0, heading: 0, qw: 1, qx: 0, qy: 0, qz: 0 };
  private steps = 0;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Every body that has ever been there, by guid; the entity of one that has left is 0. */
  get tracks(): ReadonlyMap<number, Track> {
    return this.followed;
  }

  /** A body by its guid; one that has never been there has the entity 0. */
  track(guid: number): Readonly<Track> {
    return this.followed.get(guid) ?? absent;
  }

  /** Looks at everybody, after a step. */
  look(): void {
    const { engine, followed } = this;
    const endsStretch = ++this.steps % STRETCH === 0;
    const { guid } = engine.world.components.identity;
    for (const entity of engine.entities()) {
      let track = followed.get(guid[entity]);
      if (track === undefined) {
        track = newTrack();
        followed.set(guid[entity], track);
      }
      track.lookedAt = this.steps;
      this.follow(track, entity, endsStretch);
    }
    for (const track of followed.values()) if (track.lookedAt !== this.steps) track.entity = 0;
  }

  private follow(track: Followed, entity: number, endsStretch: boolean): void {
    const { engine, frame } = this;
    const isNew = track.entity !== entity;
    track.entity = entity;
    engine.readFrame(entity, frame);
    track.step = isNew ? 0 : Math.hypot(frame.x - track.x, frame.y - track.y, frame.z - track.z);
    track.turn = isNew ? 0 : turnBetween(frame.heading, track.heading);
    track.still = track.step > MOVED || track.turn > MOVED ? 0 : track.still + 1;
    track.going = track.step > MOVED ? track.going + 1 : 0;
    track.x = frame.x;
    track.y = frame.y;
    track.z = frame.z;
    track.heading = frame.heading;
    this.noteMotion(track, isNew);
    if (isNew || track.step > track.stretchStep) track.stretchStep = track.step;
    if (isNew || track.turn > track.stretchTurn) track.stretchTurn = track.turn;
    if (isNew || endsStretch || track.stretchStep > track.fastestStep) track.fastestStep = track.stretchStep;
    if (isNew || endsStretch || track.stretchTurn > track.fastestTurn) track.fastestTurn = track.stretchTurn;
    if (endsStretch) {
      track.stretchStep = track.step;
      track.stretchTurn = track.turn;
    }
  }

  private noteMotion(track: Followed, isNew: boolean): void {
    const { motionState, interpretedMotion } = this.engine.world.components;
    const { entity } = track;
    const style = motionState.u32[entity * MotionStateU32.row + MotionStateU32.style];
    const forward = interpretedMotion.u32[entity * MotionU32.row + MotionU32.forwardCommand];
    const sidestep = interpretedMotion.u32[entity * MotionU32.row + MotionU32.sidestepCommand];
    const turning = interpretedMotion.u32[entity * MotionU32.row + MotionU32.turnCommand];
    const same =
      style === track.style && forward === track.forward && sidestep === track.sidestep && turning === track.turning;
    track.steady = same && !isNew ? track.steady + 1 : 0;
    track.style = style;
    track.forward = forward;
    track.sidestep = sidestep;
    track.turning = turning;
  }
}

function newTrack(): Followed {
  return {
    entity: 0,
    x: 0,
    y: 0,
    z: 0,
    heading: 0,
    step: 0,
    turn: 0,
    still: 0,
    going: 0,
    style: 0,
    forward: 0,
    sidestep: 0,
    turning: 0,
    steady: 0,
    fastestStep: 0,
    fastestTurn: 0,
    stretchStep: 0,
    stretchTurn: 0,
    lookedAt: 0,
  };
}

const absent: Readonly<Track> = newTrack();

/** Degrees between two headings, 0 to 180. */
export function turnBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return turn > 180 ? 360 - turn : turn;
}
