import type { Engine } from '../../index.ts';
import { FIRST_GUID } from './scene.ts';

/** Metres and degrees that count as movement. */
const MOVED = 1e-6;

/** Where a body of one world is, and how it got there. */
export interface Track {
  /** Its entity; 0: it is not there. */
  entity: number;
  x: number;
  y: number;
  z: number;
  heading: number;
  /** Metres and degrees of the last step. */
  step: number;
  turn: number;
  /** Steps since it moved or turned last. */
  still: number;
  /** Steps for which it has gone along without a pause. */
  going: number;
}

/** Follows every body of a world, step by step, through the public API. */
export class Watch {
  readonly tracks: readonly Track[];
  private readonly engine: Engine;
  private readonly frame = { x: 0, y: 0, z: 0, heading: 0, qw: 1, qx: 0, qy: 0, qz: 0 };

  constructor(engine: Engine, bodies: number) {
    this.engine = engine;
    const track: Track = { entity: 0, x: 0, y: 0, z: 0, heading: 0, step: 0, turn: 0, still: 0, going: 0 };
    this.tracks = Array.from({ length: bodies }, () => ({ ...track }));
  }

  /** Looks at everybody, after a step. */
  look(): void {
    const { engine, frame } = this;
    this.tracks.forEach((track, index) => {
      const entity = engine.entityOf(FIRST_GUID + index);
      const isNew = track.entity !== entity;
      track.entity = entity;
      if (entity === 0) return;
      engine.readFrame(entity, frame);
      track.step = isNew ? 0 : Math.hypot(frame.x - track.x, frame.y - track.y, frame.z - track.z);
      track.turn = isNew ? 0 : turnBetween(frame.heading, track.heading);
      track.still = track.step > MOVED || track.turn > MOVED ? 0 : track.still + 1;
      track.going = track.step > MOVED ? track.going + 1 : 0;
      track.x = frame.x;
      track.y = frame.y;
      track.z = frame.z;
      track.heading = frame.heading;
    });
  }
}

/** Degrees between two headings, 0 to 180. */
export function turnBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return turn > 180 ? 360 - turn : turn;
}
