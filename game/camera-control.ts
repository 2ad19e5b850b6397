import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { toScene } from '../systems/render/axes.ts';
import type { Spot } from './routes.ts';
import { type Stage, startCamera } from './stage.ts';

/** A place in world metres. */
export interface Eye extends Spot {
  readonly z: number;
}

/** Share of the way that the camera still has to go after a second of following. */
const LAG = 0.002;
/** Metres above the ground at which the camera looks. */
const AIM = 0.9;

/** A ball that is to be in the picture, in scene coordinates, and from where it is best looked at. */
export interface Framing {
  readonly centre: Vector3;
  /** Metres. */
  readonly radius: number;
  /** Radians about the vertical, as the camera counts them; null: from where it is. */
  readonly alpha: number | null;
}

/** The part of the picture that nothing covers, in CSS pixels from its upper left corner. */
export interface FreeArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Share of the camera's distance beyond which what is framed is looked at anew instead of glided to. */
const CUT = 0.6;
/** Metres from below a body's feet to above its name. */
const FOLLOWED = 3;
/** Radians from the zenith at which people are framed. */
const FRAMING_BETA = 1.3;

/** Where the camera looks from, and how it follows somebody. */
export class CameraControl {
  following = false;
  /** Moves at once instead of gliding. */
  reducedMotion = false;
  private readonly stage: Stage;
  private readonly canvas: HTMLCanvasElement;
  private readonly goal = new Vector3();
  private readonly framed = { alpha: 0, beta: 0, radius: 1, target: new Vector3() };
  private fixed = false;

  constructor(stage: Stage, canvas: HTMLCanvasElement) {
    this.stage = stage;
    this.canvas = canvas;
    this.reset();
    stage.camera.attachControl(undefined, true);
  }

  /** Looks from one place to another, and stays there. */
  look(from: Eye, at: Eye): void {
    const { camera } = this.stage;
    this.fixed = true;
    this.following = false;
    this.still();
    camera.lowerRadiusLimit = null;
    camera.upperRadiusLimit = null;
    camera.lowerBetaLimit = 0.001;
    camera.setTarget(toScene(at.x, at.y, at.z, new Vector3()));
    camera.setPosition(toScene(from.x, from.y, from.z, new Vector3()));
    // Known at once, also to a click that comes before the next picture.
    this.stage.scene.updateTransformMatrix(true);
  }

  /** Back to the view of the start. */
  reset(): void {
    const { camera } = this.stage;
    this.fixed = false;
    this.following = false;
    this.still();
    startCamera(camera, this.canvas);
  }

  /** How far hands have turned, shifted and zoomed it since it was last framed: radians, and shares of its distance. */
  get steered(): number {
    const { alpha, beta, radius, target } = this.stage.camera;
    const { framed } = this;
    const shift = Vector3.Distance(target, framed.target) / radius;
    return Math.abs(alpha - framed.alpha) + Math.abs(beta - framed.beta) + Math.abs(radius / framed.radius - 1) + shift;
  }

  /** Whether a place was named at which it stays. */
  get held(): boolean {
    return this.fixed;
  }

  /**
   * Brings a ball into the free part of the picture. Call it once a frame.
   *
   * @param passed Seconds since the last frame. @param atOnce Without gliding there.
   */
  frame(passed: number, { centre, radius, alpha }: Framing, free: FreeArea, atOnce: boolean): void {
    const { camera } = this.stage;
    const { clientHeight } = this.canvas;
    // Who has jumped far is not followed through all that lies between.
    const jumped = Vector3.Distance(camera.target, centre) > camera.radius * CUT;
    const share = atOnce || jumped || this.reducedMotion ? 1 : 1 - LAG ** Math.min(passed, 0.25);
    const half = Math.tan(camera.fov / 2);
    const smaller = Math.max(60, Math.min(free.right - free.left, free.bottom - free.top)) / clientHeight;
    const wanted = Math.max(camera.lowerRadiusLimit ?? 0, radius / Math.sin(Math.atan(half * smaller)));
    Vector3.LerpToRef(camera.target, centre, share, camera.target);
    camera.radius += (Math.min(wanted, camera.upperRadiusLimit ?? wanted) - camera.radius) * share;
    if (alpha !== null) {
      const turn = Math.atan2(Math.sin(alpha - camera.alpha), Math.cos(alpha - camera.alpha));
      camera.alpha += turn * share;
      camera.beta += (FRAMING_BETA - camera.beta) * share;
    }
    this.framed.alpha = camera.alpha;
    this.framed.beta = camera.beta;
    this.framed.radius = camera.radius;
    this.framed.target.copyFrom(camera.target);
  }

  /** Has what it looks at stand in the middle of the free part of the picture; null: of the whole. */
  centreIn(free: FreeArea | null): void {
    const { camera } = this.stage;
    const { clientWidth, clientHeight } = this.canvas;
    if (free === null) {
      camera.targetScreenOffset.setAll(0);
      return;
    }
    const metres = (2 * camera.radius * Math.tan(camera.fov / 2)) / clientHeight;
    camera.targetScreenOffset.set(
      ((free.left + free.right - clientWidth) / 2) * metres,
      ((clientHeight - free.top - free.bottom) / 2) * metres,
    );
  }

  /** Starts following from near, if it is far. */
  follow(on: boolean): void {
    this.following = on;
    this.fixed = false;
    const { camera } = this.stage;
    if (on && camera.radius > 14) this.wantedRadius = 11;
  }

  /** Goes so far away from who is followed that the free part of the picture has room for a body and its name. */
  makeRoom(free: FreeArea): void {
    const { camera } = this.stage;
    const share = Math.max(60, free.bottom - free.top) / this.canvas.clientHeight;
    const needed = FOLLOWED / (2 * Math.tan(camera.fov / 2) * share);
    if (needed > (this.wantedRadius ?? camera.radius)) this.wantedRadius = needed;
  }

  /** Follows. @param seconds Since the last frame. @param position Where who is followed stands. */
  update(seconds: number, position: Vector3 | null): void {
    const { camera } = this.stage;
    if (!this.following || this.fixed || position === null) {
      this.wantedRadius = null;
      return;
    }
    const share = this.reducedMotion ? 1 : 1 - LAG ** Math.min(seconds, 0.25);
    this.goal.copyFrom(position);
    this.goal.y += AIM;
    Vector3.LerpToRef(camera.target, this.goal, share, camera.target);
    if (this.wantedRadius !== null) {
      camera.radius += (this.wantedRadius - camera.radius) * share;
      if (Math.abs(camera.radius - this.wantedRadius) < 0.05) this.wantedRadius = null;
    }
  }

  private wantedRadius: number | null = null;

  private still(): void {
    const { camera } = this.stage;
    camera.inertialAlphaOffset = 0;
    camera.inertialBetaOffset = 0;
    camera.inertialRadiusOffset = 0;
    camera.inertialPanningX = 0;
    camera.inertialPanningY = 0;
    this.wantedRadius = null;
  }
}
