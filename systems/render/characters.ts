import type { Observer } from '@babylonjs/core/Misc/observable.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { fromScene, type SceneOrigin, WORLD_ORIGIN } from './axes.ts';
import { Character } from './character.ts';
import type { CharacterModel } from './character-model.ts';
import { CharacterModels } from './character-models.ts';
import { type CharactersOptions, checkCharactersOptions, Problems, type ShownEngine } from './characters-options.ts';
import { canDrawCrowds, Crowd } from './crowd.ts';
import { coloursOf, type Look } from './looks.ts';
import { NearChoice } from './near-choice.ts';
import { Capsules, type Placeholders } from './placeholders.ts';
import { ShownMotion } from './shown-motion.ts';
import { type EntityView, SceneSync } from './scene-sync.ts';

/** What `nearCount` and `nearDistance` are when they are left out. */
const USUAL_NEAR = { count: 64, distance: 30 } as const;
/** Bodies that get a skeleton in one picture, so that none takes long. */
const MOST_CHANGES = 4;
/** Pictures for which a change waits for a pose that is the same for both; then it is made anyhow. */
const PATIENCE = 40;

/** A body that is shown by a model, with a skeleton of its own or in the crowd. */
interface Shown {
  readonly view: EntityView;
  readonly model: CharacterModel;
  readonly look: Look | undefined;
  readonly motion: ShownMotion;
  character: Character | null;
  /** Pictures for which it has been on the wrong side. */
  waited: number;
}

/** Shows all bodies of an engine in a scene. */
export class Characters {
  /** The nodes of the bodies. */
  readonly sync: SceneSync;
  /** Fulfilled when every model has been loaded or has failed. */
  readonly ready: Promise<void>;

  private readonly engine: ShownEngine;
  private readonly scene: Scene;
  private readonly options: CharactersOptions;
  private readonly placeholders: Placeholders;
  private readonly models: CharacterModels;
  private readonly problems: Problems;
  private readonly shown = new Map<EntityView, Shown>();
  private readonly near = new Map<number, Shown>();
  /** @internal */
  readonly crowds = new Map<CharacterModel, Crowd>();
  private readonly choice: NearChoice;
  private readonly eye = { x: 0, y: 0, z: 0 };
  private readonly waiting = new Set<EntityView>();
  private readonly observer: Observer<Scene> | null;
  private meshesChanged = true;
  private disposed = false;

  constructor(engine: ShownEngine, scene: Scene, options: CharactersOptions) {
    this.engine = engine;
    this.scene = scene;
    this.options = options;
    const { nearCount = USUAL_NEAR.count, nearDistance = USUAL_NEAR.distance } = options;
    this.choice = new NearChoice(
      engine.world,
      canDrawCrowds(scene) ? nearCount : Number.POSITIVE_INFINITY,
      nearDistance,
    );
    this.placeholders = options.placeholders ?? new Capsules(scene, engine.world);
    this.sync = new SceneSync(scene, engine.world, {
      origin: options.origin,
      nodes: 'asked',
      onEnter: (view) => {
        this.enter(view);
        options.onEnter?.(view);
      },
      onLeave: (view) => {
        options.onLeave?.(view);
        this.leave(view);
      },
    });
    this.problems = new Problems(options.onProblem);
    this.models = new CharacterModels(scene, this.problems);
    this.ready = this.models.load(options.models, () => {
      for (const view of [...this.waiting]) this.show(view);
    });
    this.observer = options.automatic === false ? null : scene.onBeforeRenderObservable.add(() => this.update());
  }

  /** The character of a body that has a skeleton of its own; undefined while it is in the crowd or shown by a placeholder. */
  of(entity: number): Character | undefined {
    return this.near.get(entity)?.character ?? undefined;
  }

  /** All bodies that have skeletons of their own. */
  *all(): Iterable<Character> {
    for (const { character } of this.near.values()) if (character !== null) yield character;
  }

  /** How many bodies are shown by a model, and how many of them have skeletons of their own. */
  get count(): number {
    return this.shown.size;
  }

  /** How many bodies have a skeleton of their own now. */
  get nearCount(): number {
    return this.near.size;
  }

  /**
   * Has a body keep a skeleton of its own however far away it is: a player, somebody who carries a flag.
   *
   * @throws RangeError when there is no such body.
   */
  keepNear(entity: number, keep = true): void {
    if (keep && this.engine.world.components.identity.alive[entity] !== 1) {
      throw new RangeError(`keepNear: there is no body ${entity}`);
    }
    this.choice.keep(entity, keep);
  }

  /** What is drawn at this time, for shadows and the like. */
  meshes(): Mesh[] {
    const meshes = [...this.placeholders.meshes];
    for (const crowd of this.crowds.values()) meshes.push(...crowd.meshes);
    for (const { character } of this.near.values()) if (character !== null) meshes.push(...character.meshes);
    return meshes;
  }

  /** Brings all bodies up to date. @param alpha How far this picture's time lies between the last two steps. */
  update(alpha = this.engine.alpha): void {
    this.sync.update(alpha);
    const eye = this.readEye();
    this.chooseNear(eye);
    for (const { character } of this.near.values()) character?.update(alpha);
    for (const crowd of this.crowds.values()) crowd.update(alpha, this.options.origin ?? WORLD_ORIGIN, eye);
    this.placeholders.update(alpha, this.options.origin);
    if (!this.meshesChanged) return;
    this.meshesChanged = false;
    this.options.onMeshes?.(this.meshes());
  }

  /** Forgets what everybody did last: time has jumped, and nothing leads over from before. */
  cut(): void {
    for (const { motion } of this.shown.values()) motion.cut();
    for (const crowd of this.crowds.values()) crowd.instances.cut();
  }

  /** Takes everything out of the scene. */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.observer?.remove();
    this.sync.dispose();
    this.placeholders.dispose();
    for (const crowd of this.crowds.values()) crowd.dispose();
    this.crowds.clear();
    this.models.dispose();
  }

  private enter(view: EntityView): void {
    this.waiting.add(view);
    this.show(view);
    if (this.waiting.has(view)) this.placeholders.add(view);
  }

  /** Gives a body its model, if that has come. */
  private show(view: EntityView): void {
    const table = this.tableOf(view);
    const model = this.models.for(table);
    if (model === undefined) {
      if (this.models.loaded) this.problems.report('table', `there is no model for the motion table '${table}'`);
      return;
    }
    this.waiting.delete(view);
    this.placeholders.remove(view);
    const motion = new ShownMotion((animation) =>
      this.problems.report(
        'clip',
        `model '${model.map.name}' has no clip for animation ${animation} of '${model.map.motionTable}'`,
      ),
    );
    const shown: Shown = { view, model, look: this.lookOf(view, model), motion, character: null, waited: 0 };
    this.shown.set(view, shown);
    if (this.choice.admits(view.entity, this.readEye(), this.near.size)) this.bringNear(shown);
    else this.crowdOf(model).add(view, shown.look, motion);
  }

  /** The look of a body, if its model can have it. */
  private lookOf(view: EntityView, { map }: CharacterModel): Look | undefined {
    try {
      const look = this.options.look?.(view);
      coloursOf(map, look);
      return look;
    } catch (error) {
      this.problems.report('look', error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  private crowdOf(model: CharacterModel): Crowd {
    let crowd = this.crowds.get(model);
    if (crowd === undefined) {
      crowd = new Crowd(this.scene, this.engine.world, model);
      this.crowds.set(model, crowd);
      this.meshesChanged = true;
    }
    return crowd;
  }

  /** Where the camera is in the world. */
  private readEye(): SceneOrigin | undefined {
    const camera = this.scene.activeCamera;
    return camera ? fromScene(camera.globalPosition, this.eye, this.options.origin) : undefined;
  }

  /** Has the right ones near. A change waits for a pose that is the same on both sides, so that it cannot be seen. */
  private chooseNear(eye: SceneOrigin | undefined): void {
    const { choice } = this;
    choice.choose(eye, this.isNear);
    for (const shown of this.near.values()) {
      if (choice.chosen.has(shown.view.entity)) shown.waited = 0;
      else if (this.mayChange(shown)) this.sendAway(shown);
    }
    let changes = 0;
    for (const entity of choice.chosen) {
      if (changes >= MOST_CHANGES || !choice.hasRoom(this.near.size)) break;
      if (this.near.has(entity)) continue;
      const view = this.sync.views.get(entity);
      const shown = view && this.shown.get(view);
      if (shown === undefined || !this.mayChange(shown)) continue;
      this.crowdOf(shown.model).remove(shown.view);
      this.bringNear(shown);
      changes++;
    }
  }

  private readonly isNear = (entity: number): boolean => this.near.has(entity);

  private mayChange(shown: Shown): boolean {
    shown.waited++;
    if (shown.motion.rest > 0 && shown.waited < PATIENCE) return false;
    shown.waited = 0;
    return true;
  }

  private bringNear(shown: Shown): void {
    const { view, model, look, motion } = shown;
    motion.settle();
    const character = new Character(view, this.engine.world, model, look, motion);
    shown.character = character;
    this.near.set(view.entity, shown);
    character.update(this.sync.alpha);
    this.meshesChanged = true;
    this.options.onNear?.(character);
  }

  private sendAway(shown: Shown): void {
    this.loseSkeleton(shown);
    shown.motion.settle();
    this.crowdOf(shown.model).add(shown.view, shown.look, shown.motion);
  }

  private loseSkeleton(shown: Shown): void {
    const { character } = shown;
    if (character === null) return;
    this.options.onFar?.(character);
    character.dispose();
    shown.character = null;
    this.near.delete(shown.view.entity);
    this.meshesChanged = true;
  }

  private leave(view: EntityView): void {
    const shown = this.shown.get(view);
    if (shown !== undefined) {
      this.shown.delete(view);
      if (shown.character === null) this.crowds.get(shown.model)?.remove(view);
      else this.loseSkeleton(shown);
    }
    this.choice.keep(view.entity, false);
    if (this.waiting.delete(view)) this.placeholders.remove(view);
  }

  private tableOf({ entity }: EntityView): string {
    const { motionTables, components } = this.engine.world;
    return motionTables[components.motionState.table[entity]].name;
  }
}

/**
 * Shows all bodies of an engine in a scene: as their models, and until those have been loaded as placeholders.
 *
 * @example
 * const characters = createCharacters(gait, scene, { models: [{ map: human, file: 'human.glb' }] });
 */
export function createCharacters(engine: ShownEngine, scene: Scene, options: CharactersOptions): Characters {
  checkCharactersOptions(options);
  return new Characters(engine, scene, options);
}
