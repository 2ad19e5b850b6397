import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { GaitWorld } from '../../engine/world.ts';
import { BodySync, type ShownBody } from '../body-sync.ts';
import { smoothPlace, type WorldPlace } from '../smooth-place.ts';
import { placeInScene, type SceneOrigin } from './axes.ts';

/** One body as the scene has it. */
export interface EntityView {
  /** Its id; ids of bodies that are gone are used again. */
  readonly entity: number;
  /** The name by which peers know it. */
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
  /** @internal How often it has been updated. */
  updates = 0;
  /** @internal Where between the last two steps the last update was, 0 to 1. */
  alpha = 1;

  private readonly mutableViews = new Map<number, View>();
  private readonly scene: Scene;
  private readonly options: SceneSyncOptions;
  private readonly bodies: BodySync<View>;
  /** The views that have nodes. */
  private readonly placed = new Set<View>();

  constructor(scene: Scene, world: GaitWorld, options: SceneSyncOptions = {}) {
    this.scene = scene;
    this.world = world;
    this.options = options;
    this.views = this.mutableViews;
    this.bodies = new BodySync(world, { enter: (body) => this.enter(body), leave: (view) => this.leave(view) });
  }

  /**
   * Brings the nodes in line with the world. Call it once a frame, after the steps.
   *
   * @param alpha 0..1, how far the time of this frame lies between the last two steps (`engine.alpha`).
   */
  update(alpha: number): void {
    this.updates++;
    this.alpha = alpha;
    this.bodies.update(alpha);
    for (const view of this.placed) this.place(view, view.made as TransformNode);
  }

  /** Disposes of every node; the world stays as it is. */
  dispose(): void {
    this.bodies.dispose();
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

  private enter({ entity, guid, generation }: ShownBody): View {
    const view = new View(this, entity, guid, generation);
    this.mutableViews.set(entity, view);
    if (this.options.nodes !== 'asked') view.made = this.makeNode(view);
    this.options.onEnter?.(view);
    return view;
  }

  private leave(view: View): void {
    this.options.onLeave?.(view);
    this.mutableViews.delete(view.entity);
    this.placed.delete(view);
    view.made?.dispose();
  }
}
