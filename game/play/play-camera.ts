import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { BodyF32, MovementType } from '../../index.ts';
import type { EntityView } from '../../systems/render/index.ts';
import type { Surroundings } from '../view.ts';
import { FollowCamera, type Following } from './follow-camera.ts';
import type { PlayWorld } from './play-world.ts';
import { aimCamera, freeCamera, keepLimits, lightAround, startOf } from './start-view.ts';

/** Metres that the camera is away below which the player would be in the picture's way. */
const TOO_NEAR = 0.75;
/** Metres that somebody goes in a picture only when they are put somewhere else. */
const JUMP_CUT = 4;
/** The stage's camera while somebody plays: behind the player, and back where it was afterwards. */
export class PlayCamera {
  readonly follow: FollowCamera;

  private readonly around: Surroundings;
  private readonly world: PlayWorld;
  private readonly start: Following;
  private readonly last = new Vector3();
  private readonly putBack: () => void;
  private readonly following = { x: 0, y: 0, z: 0, heading: 0, size: 1, leads: false };

  constructor(around: Surroundings, world: PlayWorld) {
    this.around = around;
    this.world = world;
    const { ground } = world.scene;
    this.follow = new FollowCamera(ground, world.view);
    this.start = { ...startOf(ground), heading: world.view };
    const { camera } = around.stage;
    this.putBack = keepLimits(camera);
    freeCamera(camera);
    around.camera.reset();
    camera.detachControl();
    camera.targetScreenOffset.setAll(0);
  }

  /** Puts the camera behind the player. @param mine Their view; undefined: they are not there yet. */
  update(passed: number, mine: EntityView | undefined): void {
    const { around, follow } = this;
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
    lightAround(around.stage, follow);
  }

  /** Puts it behind the player again, where hands have moved it. */
  reset(): void {
    const { around, follow, world } = this;
    around.camera.reset();
    freeCamera(around.stage.camera);
    if (world.me !== 0) follow.reset(world.engine.readFrame(world.me).heading);
  }

  dispose(): void {
    this.putBack();
    const { camera } = this.around.stage;
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
    aimCamera(around.stage, follow);
  }
}
