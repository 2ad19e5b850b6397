import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { GaitWorld } from '../../engine/world.ts';
import { placeInScene, type SceneOrigin, type WorldPlace } from './axes.ts';
import { smoothPlace } from './smooth-place.ts';

/** One body as the scene has it. */
export interface EntityView {
  readonly entity: number;
  readonly guid: number;
  /** The incarnation that this view shows: ids are used again at once. */
  readonly generation: number;
  /** Where the body stands, as {@link SceneSync.update} last placed it; what belongs to the body may hang on it. */
  readonly node: TransformNode;
  /** The same place in world terms. */
  readonly place: WorldPlace;
}

/** How a {@link SceneSync} is made. */
export interface SceneSyncOptions {
  /** The world position that lies at the scene's origin. */
  origin?: SceneOrigin;
  /** Called for each body that comes, after its node has been placed. */
  onEnter?: (view: EntityView) => void;
  /** Called for each body that goes, before its node is disposed of. */
  onLeave?: (view: EntityView) => void;
}

/**
 * Keeps one node in a Babylon.js scene for each body of a world: made when the body comes, placed each frame between the
 * body's last two steps, disposed of when the body is gone. Never writes the simulation.
 */
export class SceneSync {
  /** The views by entity id. */
  readonly views: ReadonlyMap<number, EntityView>;

  private readonly mutableViews = new Map<number, EntityView>();
  private readonly scene: Scene;
  private readonly world: GaitWorld;
  private readonly options: SceneSyncOptions;

  constructor(scene: Scene, world: GaitWorld, options: SceneSyncOptions = {}) {
    this.scene = scene;
    this.world = world;
    this.options = options;
    this.views = this.mutableViews;
  }

  /**
   * Brings the nodes in line with the world. Call it once a frame, after the steps.
   *
   * @param alpha 0..1, how far the time of this frame lies between the last two steps (`engine.alpha`).
   */
  update(alpha: number): void {
    const { world } = this;
    const { alive, generation } = world.components.identity;
    for (const view of this.mutableViews.values()) {
      if (alive[view.entity] !== 1 || generation[view.entity] !== view.generation) this.leave(view);
    }
    world.refreshBodies();
    for (let index = 0; index < world.bodyCount; index++) {
      const entity = world.bodies[index];
      const known = this.mutableViews.get(entity);
      const view = known ?? this.makeView(entity);
      placeInScene(view.node, smoothPlace(world, entity, alpha, view.place), this.options.origin);
      if (known === undefined) this.options.onEnter?.(view);
    }
  }

  /** Disposes of every node; the world stays as it is. */
  dispose(): void {
    for (const view of this.mutableViews.values()) this.leave(view);
  }

  private makeView(entity: number): EntityView {
    const { guid, generation } = this.world.components.identity;
    const view: EntityView = {
      entity,
      guid: guid[entity],
      generation: generation[entity],
      node: new TransformNode(`entity ${guid[entity]}`, this.scene),
      place: { x: 0, y: 0, z: 0, heading: 0 },
    };
    this.mutableViews.set(entity, view);
    return view;
  }

  private leave(view: EntityView): void {
    this.mutableViews.delete(view.entity);
    this.options.onLeave?.(view);
    view.node.dispose();
  }
}
