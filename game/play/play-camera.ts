import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { MovementType, BodyF32 } from '../../index.ts';
import { type EntityView, toScene } from '../../systems/render/index.ts';
import type { Surroundings } from '../view.ts';
import { FollowCamera, type Following } from './follow-camera.ts';
import type { PlayWorld } from './play-world.ts';

/** Metres that the camera is away below which the player would be in the picture's way. */
const TOO_NEAR = 0.75;
/** Metres that somebody goes in a picture only when they are put somewhere else. */
const JUMP_CUT = 4;
/** Metres in which the middle of light and shadow follows up and down. */
const LIGHT_STEP = 5;
/** Metres before the picture begins: nearer than usual, as the camera comes near to walls. */
const NEAR_PLANE = 0.1;

/** Metres above all ground. */
const HIGH = 1000;

/** The stage's camera while somebody plays: behind the player, and back where it was afterwards. */
export class PlayCamera {
  readonly follow: FollowCamera;

  private readonly around: Surroundings;
  private readonly world: PlayWorld;
  private readonly before: {
    readonly near: number;
    readonly lowest: number | null;
    readonly highest: number | null;
    readonly betas: readonly (number | null)[];
  };
  private readonly start: Following;
  private readonly last = new Vector3();
  private readonly point = new Vector3();
  private readonly following = { x: 0, y: 0, z: 0, heading: 0, size: 1, leads: false };

  constructor(around: Surroundings, world: PlayWorld) {
    this.around = around;
    this.world = world;
    const { ground } = world.scene;
    this.follow = new FollowCamera(ground, world.view);
    const { x, y, z } = ground.scene.places[0] ?? { x: 0, y: 0, z: 0 };
    const height = z ?? ground.heightAt(x, y, HIGH);
    this.start = { x, y, z: Number.isFinite(height) ? height : 0, heading: world.view, size: 1, leads: false };
    const { camera } = around.stage;
    this.before = {
      near: camera.minZ,
      lowest: camera.lowerRadiusLimit,
      highest: camera.upperRadiusLimit,
      betas: [camera.lowerBetaLimit, camera.upperBetaLimit],
    };
    around.camera.reset();
    camera.detachControl();
    camera.targetScreenOffset.setAll(0);
    this.free();
  }

  /** Puts the camera behind the player. @param mine Their view; undefined: they are not there yet. */
  update(passed: number, mine: EntityView | undefined): void {
    const { around, follow, point } = this;
    follow.reducedMotion = around.camera.reducedMotion;
    if (mine === undefined) {
      // Where the player will be: the first picture is there before them.
      follow.update(passed, this.start);
      this.place();
    } else {
      const { position } = mine.node;
      if (Vector3.Distance(position, this.last) > JUMP_CUT) follow.cut();
      this.last.copyFrom(position);
      follow.update(passed, this.read(mine));
      mine.node.setEnabled(follow.shown > TOO_NEAR || around.camera.held);
      this.place();
    }
    const { focus } = follow;
    toScene(focus.x, focus.y, Math.round(focus.z / LIGHT_STEP) * LIGHT_STEP, point);
    around.stage.setMiddle(point.x, point.y, point.z);
  }

  /** Puts it behind the player again, where hands have moved it. */
  reset(): void {
    const { around, follow, world } = this;
    around.camera.reset();
    this.free();
    if (world.me !== 0) follow.reset(world.engine.readFrame(world.me).heading);
  }

  dispose(): void {
    const { camera } = this.around.stage;
    const { near, lowest, highest, betas } = this.before;
    camera.minZ = near;
    camera.lowerRadiusLimit = lowest;
    camera.upperRadiusLimit = highest;
    [camera.lowerBetaLimit, camera.upperBetaLimit] = betas;
    camera.attachControl(undefined, true);
  }

  private read({ entity, place }: EntityView): Following {
    const { following, world } = this;
    const { engine, input } = world;
    following.x = place.x;
    following.y = place.y;
    following.z = place.z;
    following.heading = place.heading;
    following.size = engine.world.components.body.f32[entity * BodyF32.row + BodyF32.height] / 1.8;
    const walked = engine.readMoveTo(entity).type !== MovementType.Invalid;
    const { turn, forward, towards, facing } = input.read(this.follow.yaw, world.mouseTurns);
    following.leads = facing === null && towards === null && (turn !== 0 || forward > 0 || walked);
    return following;
  }

  private place(): void {
    const { around, follow } = this;
    if (around.camera.held) return;
    const { camera } = around.stage;
    const { focus, eye } = follow;
    toScene(focus.x, focus.y, focus.z, camera.target);
    camera.setPosition(toScene(eye.x, eye.y, eye.z, this.point));
  }

  private free(): void {
    const { camera } = this.around.stage;
    camera.minZ = NEAR_PLANE;
    camera.lowerRadiusLimit = null;
    camera.upperRadiusLimit = null;
    camera.lowerBetaLimit = 0.01;
    camera.upperBetaLimit = Math.PI - 0.01;
  }
}
