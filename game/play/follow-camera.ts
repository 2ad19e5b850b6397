import type { Point, SceneGround } from '../../index.ts';

const RADIANS = Math.PI / 180;

/** Metres above the feet at which the camera looks. */
const EYES = 1.45;
/** Metres around the camera in which no wall is: more than the corners of the picture's near plane are away. */
const ROOM = 0.25;
/** Metres around it in which walls make it come nearer gently, before they have to. */
const SOFT_ROOM = 0.55;
/** Metres that it can be away. */
export const NEAREST = 1.2;
export const FARTHEST = 16;
/** Degrees that it can look up and down. */
const UP_MOST = -35;
const DOWN_MOST = 80;
/** Degrees that a pixel of a drag turns it. */
const DRAG = 0.28;
/** Shares of a way that are left after a second: of the distance, of steps under the feet, of swinging behind. */
const LEFT = { in: 1e-6, out: 0.03, rise: 1e-5, behind: 0.2 } as const;
/** Seconds after a drag in which it does not swing by itself. */
const REST = 1.2;

/** How the body that is followed is moved now. */
export interface Following {
  /** World metres of the feet, and compass degrees. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly heading: number;
  /** Height relative to a usual one. */
  readonly size: number;
  /** Whether the body turns by keys, or is walked: the camera turns with it and swings behind it. */
  readonly leads: boolean;
}

/**
 * A camera that follows somebody from behind: turned and zoomed by hand, turning along with who it follows, and never with
 * a wall between. Where walls are, it asks a scene's ground.
 */
export class FollowCamera {
  /** Compass degrees that it looks. */
  yaw: number;
  /** Degrees that it looks down. */
  pitch = 16;
  /** Metres that it is away where nothing is in between. */
  distance = 5.4;
  /** Turns and zooms at once, and never by itself but with the body. */
  reducedMotion = false;
  /** Metres that it is away now. */
  shown = 5.4;
  /** What it looks at. */
  readonly focus: Point = { x: 0, y: 0, z: 0 };
  /** Where it is. */
  readonly eye: Point = { x: 0, y: 0, z: 0 };

  private readonly ground: Pick<SceneGround, 'cast'>;
  private lastHeading: number | null = null;
  private rested = REST;
  private fresh = true;

  constructor(ground: Pick<SceneGround, 'cast'>, yaw: number) {
    this.ground = ground;
    this.yaw = yaw;
  }

  /** Turns it by a drag, in pixels to the right and downwards. */
  drag(dx: number, dy: number): void {
    this.turn(dx * DRAG, dy * DRAG);
  }

  /** Turns it, in degrees to the right and downwards. */
  turn(right: number, down: number): void {
    this.yaw = wrap(this.yaw + right);
    this.pitch = Math.min(DOWN_MOST, Math.max(UP_MOST, this.pitch + down));
    this.rested = 0;
  }

  zoom(factor: number): void {
    this.distance = Math.min(FARTHEST, Math.max(NEAREST, this.distance * factor));
  }

  /** Behind who is followed, as at the start. */
  reset(heading: number): void {
    this.yaw = wrap(heading);
    this.pitch = 16;
    this.distance = 5.4;
    this.rested = REST;
  }

  /** The next picture cuts to where it belongs instead of gliding there: who is followed was put somewhere else. */
  cut(): void {
    this.fresh = true;
  }

  /** Follows. @param passed Seconds since the last picture. */
  update(passed: number, body: Following): void {
    const atOnce = this.fresh || this.reducedMotion;
    const time = Math.min(passed, 0.25);
    const left = (share: number) => (atOnce ? 0 : share ** time);
    this.rested += time;
    if (body.leads && this.lastHeading !== null) {
      // It turns rigidly with the body, and then gets behind it by and by.
      this.yaw = wrap(this.yaw + shortWay(this.lastHeading, body.heading));
      if (!this.reducedMotion && this.rested >= REST) {
        this.yaw = wrap(body.heading - shortWay(this.yaw, body.heading) * left(LEFT.behind));
      }
    }
    this.lastHeading = body.heading;

    const { focus, ground } = this;
    const wantedZ = body.z + EYES * body.size;
    focus.x = body.x;
    focus.y = body.y;
    focus.z = wantedZ + (focus.z - wantedZ) * left(LEFT.rise);
    // Never more than a step behind, nor through a ceiling.
    focus.z = Math.min(wantedZ + 0.6, Math.max(wantedZ - 0.6, focus.z));
    const chest = { x: body.x, y: body.y, z: body.z + 0.8 * body.size };
    const ceiling = ground.cast(chest, focus, ROOM);
    if (ceiling !== null) focus.z = Math.min(focus.z, ceiling.z);

    const away = this.eyeAt(this.distance);
    const hard = this.freeWay(away, ROOM);
    const gentle = this.freeWay(away, SOFT_ROOM);
    // Right beside a wall there is no room for gentleness.
    const soft = gentle > 0 ? Math.min(hard, gentle) : hard;
    this.shown = soft + (this.shown - soft) * left(this.shown > soft ? LEFT.in : LEFT.out);
    this.shown = Math.min(hard, Math.max(Math.min(hard, 0.05), this.shown));
    const eye = this.eyeAt(this.shown);
    this.eye.x = eye.x;
    this.eye.y = eye.y;
    this.eye.z = eye.z;
    this.fresh = false;
  }

  /** Metres from the focus towards a place that a ball may go. */
  private freeWay(to: Point, radius: number): number {
    const hit = this.ground.cast(this.focus, to, radius);
    return hit === null ? this.distance : hit.share * this.distance;
  }

  private eyeAt(distance: number): Point {
    const level = Math.cos(this.pitch * RADIANS) * distance;
    return {
      x: this.focus.x - Math.sin(this.yaw * RADIANS) * level,
      y: this.focus.y - Math.cos(this.yaw * RADIANS) * level,
      z: this.focus.z + Math.sin(this.pitch * RADIANS) * distance,
    };
  }
}

function wrap(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

function shortWay(from: number, to: number): number {
  const turn = wrap(to - from);
  return turn > 180 ? turn - 360 : turn;
}
