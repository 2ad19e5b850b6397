import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { toScene } from '../systems/render/index.ts';
import type { Spot } from './routes.ts';
import type { Stage } from './stage.ts';

/** A place in world metres. */
export interface Eye extends Spot {
  readonly z: number;
}

/** Share of the way that the camera still has to go after a second of following. */
const LAG = 0.002;
/** Metres above the ground at which the camera looks. */
const AIM = 0.9;

/** Where the camera looks from, and how it follows somebody. */
export class CameraControl {
  following = false;
  /** Moves at once instead of gliding. */
  reducedMotion = false;
  private readonly stage: Stage;
  private readonly start: { alpha: number; beta: number; radius: number };
  private readonly goal = new Vector3();
  private fixed = false;

  constructor(stage: Stage, canvas: HTMLCanvasElement) {
    this.stage = stage;
    const { camera } = stage;
    // A tall, narrow picture shows the field from farther away.
    const tall = canvas.clientHeight > canvas.clientWidth;
    if (tall) {
      camera.radius = 46;
      camera.beta = 0.8;
    }
    this.start = { alpha: camera.alpha, beta: camera.beta, radius: camera.radius };
    camera.attachControl(undefined, true);
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
    camera.setTarget(new Vector3(0, AIM, 0));
    camera.alpha = this.start.alpha;
    camera.beta = this.start.beta;
    camera.radius = this.start.radius;
  }

  /** Starts following from near, if it is far. */
  follow(on: boolean): void {
    this.following = on;
    this.fixed = false;
    const { camera } = this.stage;
    if (on && camera.radius > 14) this.wantedRadius = 11;
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
    this.goal.y = AIM;
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
