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
  /**
   * Where the body stands, as {@link SceneSync.update} last placed it; what belongs to the body may hang on it. With
   * `nodes: 'asked'` it is made when it is first asked for.
   */
  readonly node: TransformNode;
  /** The same place in world terms. */
  readonly place: Readonly<WorldPlace>;
}

/** How a {@link SceneSync} is made. */
export interface SceneSyncOptions {
  /** The world position that lies at the scene's origin. It is looked at in each update, so it may be moved in between. */
  origin?: SceneOrigin;
  /** Whether all bodies have nodes, or those alone whose nodes have been asked for: a crowd needs none. Default all. */
  nodes?: 'all' | 'asked';
  /** Called for each body that comes, after its node has been placed. */
  onEnter?: (view: EntityView) => void;
  /** Called for each body that goes, before its node is disposed of. */
  onLeave?: (view: EntityView) => void;
}

/** The view of a body, and what keeps it up to date. */
class View implements EntityView {
  readonly entity: number;
  readonly guid: number;
  readonly generation: number;
  made: TransformNode | null = null;

  private readonly sync: SceneSync;
  private readonly own: WorldPlace = { x: 0, y: 0, z: 0, heading: 0 };
  private placedIn = -1;

  constructor(sync: SceneSync, entity: number, guid: number, generation: number) {
    this.sync = sync;
    this.entity = entity;
    this.guid = guid;
    this.generation = generation;
  }

  get node(): TransformNode {
    this.made ??= this.sync.makeNode(this);
    return this.made;
  }

  get place(): Readonly<WorldPlace> {
    if (this.placedIn !== this.sync.updates && this.sync.views.get(this.entity) === this) {
      this.placedIn = this.sync.updates;
      smoothPlace(this.sync.world, this.entity, this.sync.alpha, this.own);
    }
    return this.own;
  }
}

/**
 * Keeps one node in a Babylon.js scene for each body of a world: made when the body comes, placed each frame between the
 * body's last two steps, disposed of when the body is gone. Never writes the simulation.
 */
export class SceneSync {
  /** The views by entity id. */
  readonly views: ReadonlyMap<number, EntityView>;
  /** @internal */
  readonly world: GaitWorld;
  /** @internal How often it has been updated, and with what. */
  updates = 0;
  alpha = 1;

  private readonly mutableViews = new Map<number, View>();
  private readonly scene: Scene;
  private readonly options: SceneSyncOptions;
  /** The views that have nodes. */
  private readonly placed = new Set<View>();
  /** By entity id: who is shown (see identityKey); 0: nobody. */
  private known = new Float64Array(0);

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
    const { world, options } = this;
    this.updates++;
    this.alpha = alpha;
    world.refreshBodies();
    const { generation, guid } = world.components.identity;
    if (this.known.length < generation.length) {
      const known = new Float64Array(generation.length);
      known.set(this.known);
      this.known = known;
    }
    const { known, mutableViews } = this;
    const { bodies, bodyCount } = world;
    let same = 0;
    for (let index = 0; index < bodyCount; index++) {
      const entity = bodies[index];
      if (known[entity] === identityKey(guid[entity], generation[entity])) same++;
    }
    if (same !== mutableViews.size) this.leaveGone();
    for (const view of this.placed) this.place(view, view.made as TransformNode);
    if (same === bodyCount) return;
    for (let index = 0; index < bodyCount; index++) {
      const entity = bodies[index];
      if (known[entity] !== 0) continue;
      known[entity] = identityKey(guid[entity], generation[entity]);
      const view = new View(this, entity, guid[entity], generation[entity]);
      mutableViews.set(entity, view);
      if (options.nodes !== 'asked') view.made = this.makeNode(view);
      options.onEnter?.(view);
    }
  }

  /** Disposes of every node; the world stays as it is. */
  dispose(): void {
    for (const view of this.mutableViews.values()) this.leave(view);
  }

  /** @internal The node of a view, placed. @throws Error for a body that is gone. */
  makeNode(view: View): TransformNode {
    if (this.mutableViews.get(view.entity) !== view) throw new Error(`the body of guid ${view.guid} is gone`);
    const node = new TransformNode(`entity ${view.guid}`, this.scene);
    this.placed.add(view);
    this.place(view, node);
    return node;
  }

  private place(view: View, node: TransformNode): void {
    placeInScene(node, view.place, this.options.origin);
  }

  private leaveGone(): void {
    const { alive, generation, guid } = this.world.components.identity;
    for (const view of this.mutableViews.values()) {
      const { entity } = view;
      const same = guid[entity] === view.guid && generation[entity] === view.generation;
      if (alive[entity] !== 1 || !same) this.leave(view);
    }
  }

  private leave(view: View): void {
    this.options.onLeave?.(view);
    this.mutableViews.delete(view.entity);
    this.placed.delete(view);
    this.known[view.entity] = 0;
    view.made?.dispose();
  }
}

/** An incarnation as one number: the guid, too, since after a restored snapshot generations count on from an earlier one. */
function identityKey(guid: number, generation: number): number {
  return guid * 0x200000 + (generation % 0x200000) + 1;
}
