import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { EntityView } from '../../systems/render/index.ts';
import type { CameraControl, FreeArea } from '../camera-control.ts';
import { sceneRotation } from '../../systems/render/index.ts';

/** Metres around the one whom it is about in which others belong to the group, and how many of them. */
const NEAR = 25;
const MOST = 8;
/** Metres that a person takes up: half a height, and room for arms and a name. */
const HALF_HEIGHT = 0.95;
const ROOM = 1.35;
/** Radians beside the line of sight from which people are looked at. */
const ASIDE = 0.42;

/** How far a hand has to steer the camera (radians, shares of its distance) to have it, and what is left of that a frame later. */
const STEERED = 0.03;
const FORGET = 0.98;

/** Whom the camera is to show. */
export interface Scenery {
  /** Everybody who is there. */
  readonly views: readonly EntityView[];
  /** The one whom it is about; undefined: it is not there. */
  readonly main: EntityView | undefined;
}

/** Keeps a group of people in the picture, seen from the front, until a hand takes the camera over. */
export class AutoFraming {
  private on = true;
  /** The first picture of people has been found. */
  private placed = false;
  /** The camera stands where it was framed, but for what hands do. */
  private known = false;
  private steered = 0;
  private alpha: number | null = null;
  private readonly low = new Vector3();
  private readonly high = new Vector3();
  private readonly centre = new Vector3();

  /** Takes the camera back from where it is. */
  takeOver(): void {
    this.on = true;
    this.known = false;
    this.alpha = null;
  }

  /** Begins anew: at once where people are, seen from the front. */
  restart(): void {
    this.takeOver();
    this.placed = false;
  }

  /** Brings the group into the picture. Call it once a frame. @param passed Seconds since the last one. */
  update(passed: number, camera: CameraControl, scenery: Scenery, free: FreeArea): void {
    this.frame(passed, camera, scenery, free);
    // Only now: it is reckoned from the camera's distance, and by that of before the camera could lie below the ground.
    camera.centreIn(camera.held ? null : free);
  }

  private frame(passed: number, camera: CameraControl, scenery: Scenery, free: FreeArea): void {
    if (camera.following) this.known = false;
    // Fingers that tap are not quite still.
    this.steered = this.known ? (this.steered + camera.steered) * FORGET : 0;
    if (camera.held || this.steered > STEERED) this.on = false;
    const group = this.on && !camera.following ? groupOf(scenery) : [];
    if (group.length === 0) return;
    const [first] = group;
    this.low.copyFrom(first.node.position);
    this.high.copyFrom(first.node.position);
    for (const { node } of group) {
      this.low.minimizeInPlace(node.position);
      this.high.maximizeInPlace(node.position);
    }
    Vector3.CenterToRef(this.low, this.high, this.centre);
    this.centre.y += HALF_HEIGHT;
    const radius = Vector3.Distance(this.low, this.high) / 2 + ROOM;
    if (!this.placed) this.alpha = before(group);
    camera.frame(passed, { centre: this.centre, radius, alpha: this.alpha }, free, !this.placed);
    this.placed = true;
    this.known = true;
  }
}

/** The one whom it is about and those near it, the nearest first. */
function groupOf({ views, main = views[0] }: Scenery): EntityView[] {
  if (main === undefined) return [];
  const away = ({ node }: EntityView) => Vector3.Distance(node.position, main.node.position);
  return views
    .filter((view) => away(view) < NEAR)
    .sort((a, b) => away(a) - away(b))
    .slice(0, MOST);
}

/** The angle of the camera from which a group is seen from the front. */
function before(group: readonly EntityView[]): number {
  let east = 0;
  let north = 0;
  for (const { place } of group) {
    const facing = sceneRotation(place.heading);
    east += Math.sin(facing);
    north += Math.cos(facing);
  }
  return Math.atan2(north, east) + ASIDE;
}
