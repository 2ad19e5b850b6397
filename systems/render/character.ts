import { SequenceF64 } from '../../components/sequence.ts';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { GaitWorld } from '../../engine/world.ts';
import { CarriedPose } from './carried-pose.ts';
import type { CharacterModel } from './character-model.ts';
import type { Look } from './looks.ts';
import type { ModelCopy } from './model-copy.ts';
import { NO_ANIMATION } from './play-head.ts';
import { normalizeRotations, samplePoseClip } from './pose-clip.ts';
import type { EntityView } from './scene-sync.ts';
import type { ShownMotion } from './shown-motion.ts';

/**
 * A body with a model near enough to be looked at: a skeleton of its own, posed by what the body's sequence plays. Animation
 * and frame come from the sequence alone, and the model stands where the body does; no clock runs and no clip moves it.
 */
export class Character {
  /** The body that it shows, and its node. */
  readonly view: EntityView;
  /** The model that it is a copy of. */
  readonly model: CharacterModel;
  /** @internal What the body plays; the crowd goes on with it. */
  readonly motion: ShownMotion;

  private readonly world: GaitWorld;
  private readonly copy: ModelCopy;
  private readonly carried: CarriedPose;
  private readonly pose: Float32Array;
  private readonly next: Float32Array;
  constructor(view: EntityView, world: GaitWorld, model: CharacterModel, look: Look | undefined, motion: ShownMotion) {
    this.view = view;
    this.world = world;
    this.model = model;
    this.motion = motion;
    this.copy = model.copy(view.node, look);
    const { cells, rotations, rest } = model.layout;
    this.carried = new CarriedPose(cells, rotations);
    this.pose = Float32Array.from(rest);
    this.next = Float32Array.from(rest);
  }

  /** The node that holds the model, a child of the view's. */
  get root(): TransformNode {
    return this.copy.root;
  }

  /** What is drawn, for shadows and the like. */
  get meshes(): readonly Mesh[] {
    return this.copy.meshes;
  }

  /** A scene node that goes along with a node of the model, by its name or a name of the map's `bones`: for what is held or worn. */
  node(name: string): TransformNode | undefined {
    return this.copy.node(name);
  }

  /** The clips that the pose is made of, newest first, with weights that sum to 1. */
  get clips(): { clip: string; weight: number }[] {
    return this.motion.mix.list();
  }

  /** Frame of the animation that is shown, as the sequence counts them, and its id in the motion table; 0: none. */
  get playing(): { animation: number; frame: number } {
    const { animation, frame } = this.motion.head;
    if (animation === NO_ANIMATION) return { animation: 0, frame: 0 };
    return { animation: this.table.animationIds[animation], frame };
  }

  /**
   * Poses the model. Call it after the view's node has been placed.
   *
   * @param alpha 0..1, how far the time of this picture lies between the last two steps.
   */
  update(alpha: number): void {
    const { world, view, pose, next, motion, model } = this;
    motion.read(world, view.entity, model, alpha);
    if (motion.shown !== null) samplePoseClip(motion.shown.clip, motion.phase, next);
    normalizeRotations(next, model.layout.rotations);
    if (motion.began) this.carried.take(pose, next);
    if (motion.rest > 0) this.carried.apply(next, motion.rest);
    pose.set(next);
    this.copy.pose(pose);
    this.stand();
  }

  /** Forgets what the body did last: the next pose follows its sequence alone. */
  cut(): void {
    this.motion.cut();
  }

  /** Takes the model out of the scene. */
  dispose(): void {
    this.copy.dispose();
  }

  private get table() {
    return this.world.motionTables[this.world.components.motionState.table[this.view.entity]];
  }

  /** Where the model stands under the body's node: there, in its size, a part of a frame ahead, and leaning into curves. */
  private stand(): void {
    const { way, lean } = this.motion;
    const { root } = this.copy;
    root.position.copyFromFloats(way.right, way.up, way.ahead);
    root.scaling.setAll(this.world.components.sequence.f64[this.view.entity * SequenceF64.row + SequenceF64.scale]);
    root.rotation.copyFromFloats(0, way.turn, -lean);
  }
}
