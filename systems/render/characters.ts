import type { Observer } from '@babylonjs/core/Misc/observable.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { GaitWorld } from '../../engine/world.ts';
import type { SceneOrigin } from './axes.ts';
import { Character } from './character.ts';
import { CharacterModel } from './character-model.ts';
import { loadModel, type ModelSource } from './load-model.ts';
import type { Look } from './looks.ts';
import { Capsules, type Placeholders } from './placeholders.ts';
import { ShownMotion } from './shown-motion.ts';
import { type EntityView, SceneSync } from './scene-sync.ts';

/** Something that keeps a body from being shown as it should be; each is told once. The body is shown nevertheless. */
export interface CharacterProblem {
  /** `model`: it could not be loaded; `table`: no model is for this motion table; `clip`: an animation has none. */
  readonly kind: 'model' | 'table' | 'clip' | 'look';
  readonly message: string;
}

/** How characters are shown. */
export interface CharactersOptions {
  /**
   * The models, each for the bodies of one motion table. Those that {@link loadModel} has loaded, or is about to load, may
   * be shared by several; they stay who loaded them's to dispose of.
   */
  models: readonly (ModelSource | CharacterModel | Promise<CharacterModel>)[];
  /** The world position that lies at the scene's origin. */
  origin?: SceneOrigin;
  /** The colours of a body. Called once for each that comes. */
  look?: (view: EntityView) => Look | undefined;
  /** What shows a body without a model. Default: capsules. They are disposed of with the characters. */
  placeholders?: Placeholders;
  /** Told of each problem once. Default: a warning on the console. */
  onProblem?: (problem: CharacterProblem) => void;
  /** Called for each body that comes, after its node has been placed. */
  onEnter?: (view: EntityView) => void;
  /** Called for each body that goes, before its node is disposed of. */
  onLeave?: (view: EntityView) => void;
  /** Called with all that is drawn whenever that has changed: for shadow maps and the like. */
  onMeshes?: (meshes: Mesh[]) => void;
  /** Whether the bodies are brought up to date before each picture. Default true; otherwise call `update` yourself. */
  automatic?: boolean;
}

/** What characters need of an engine. */
export interface ShownEngine {
  readonly world: GaitWorld;
  readonly alpha: number;
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
  private readonly models = new Map<string, CharacterModel>();
  private readonly own: CharacterModel[] = [];
  private readonly byView = new Map<EntityView, Character>();
  private readonly waiting = new Set<EntityView>();
  private readonly told = new Set<string>();
  private readonly observer: Observer<Scene> | null;
  private meshesChanged = true;
  private loaded = false;
  private disposed = false;

  constructor(engine: ShownEngine, scene: Scene, options: CharactersOptions) {
    this.engine = engine;
    this.scene = scene;
    this.options = options;
    this.placeholders = options.placeholders ?? new Capsules(scene, engine.world);
    this.sync = new SceneSync(scene, engine.world, {
      origin: options.origin,
      onEnter: (view) => {
        this.enter(view);
        options.onEnter?.(view);
      },
      onLeave: (view) => {
        options.onLeave?.(view);
        this.leave(view);
      },
    });
    this.ready = this.load();
    this.observer = options.automatic === false ? null : scene.onBeforeRenderObservable.add(() => this.update());
  }

  /** The character of a body; undefined while it is shown by a placeholder. */
  of(entity: number): Character | undefined {
    const view = this.sync.views.get(entity);
    return view === undefined ? undefined : this.byView.get(view);
  }

  /** All bodies that are shown by a model. */
  all(): Iterable<Character> {
    return this.byView.values();
  }

  /** How many bodies are shown by a model. */
  get count(): number {
    return this.byView.size;
  }

  /** What is drawn at this time, for shadows and the like. */
  meshes(): Mesh[] {
    const meshes = [...this.placeholders.meshes];
    for (const character of this.byView.values()) meshes.push(...character.meshes);
    return meshes;
  }

  /** Brings all bodies up to date. @param alpha How far this picture's time lies between the last two steps. */
  update(alpha = this.engine.alpha): void {
    this.sync.update(alpha);
    for (const character of this.byView.values()) character.update(alpha);
    this.placeholders.update(alpha);
    if (!this.meshesChanged) return;
    this.meshesChanged = false;
    this.options.onMeshes?.(this.meshes());
  }

  /** Forgets what everybody did last: time has jumped, and nothing leads over from before. */
  cut(): void {
    for (const character of this.byView.values()) character.cut();
  }

  /** Takes everything out of the scene. */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.observer?.remove();
    this.sync.dispose();
    this.placeholders.dispose();
    for (const model of this.own) model.dispose();
    this.models.clear();
  }

  private async load(): Promise<void> {
    await Promise.all(this.options.models.map((model) => this.loadOne(model)));
    this.loaded = true;
    // Whoever waits now waits for a model that there is not.
    for (const view of this.waiting) this.show(view);
  }

  private async loadOne(source: ModelSource | CharacterModel | Promise<CharacterModel>): Promise<void> {
    try {
      const shared = source instanceof CharacterModel || source instanceof Promise;
      const model = await (shared ? source : loadModel(this.scene, source));
      const { name, motionTable } = model.map;
      const superfluous = this.disposed || this.models.has(motionTable);
      if (superfluous && !shared) model.dispose();
      if (this.disposed) return;
      if (superfluous) throw new Error(`model '${name}': there is another for the motion table '${motionTable}'`);
      this.models.set(motionTable, model);
      if (!shared) this.own.push(model);
    } catch (error) {
      this.report('model', error instanceof Error ? error.message : String(error));
    }
    if (this.disposed) return;
    for (const view of [...this.waiting]) this.show(view);
  }

  private enter(view: EntityView): void {
    this.placeholders.add(view);
    this.waiting.add(view);
    this.show(view);
  }

  /** Gives a body its model, if that has come. */
  private show(view: EntityView): void {
    const table = this.tableOf(view);
    const model = this.models.get(table);
    if (model === undefined) {
      if (this.loaded) this.report('table', `there is no model for the motion table '${table}'`);
      return;
    }
    this.waiting.delete(view);
    this.placeholders.remove(view);
    const character = this.makeCharacter(view, model);
    character.update(this.engine.alpha);
    this.byView.set(view, character);
    this.meshesChanged = true;
  }

  private makeCharacter(view: EntityView, model: CharacterModel): Character {
    const { world } = this.engine;
    const missing = (animation: number) =>
      this.report(
        'clip',
        `model '${model.map.name}' has no clip for animation ${animation} of '${model.map.motionTable}'`,
      );
    const make = (look: Look | undefined) => new Character(view, world, model, look, new ShownMotion(missing));
    try {
      return make(this.options.look?.(view));
    } catch (error) {
      this.report('look', error instanceof Error ? error.message : String(error));
      return make(undefined);
    }
  }

  private leave(view: EntityView): void {
    const character = this.byView.get(view);
    if (character !== undefined) {
      character.dispose();
      this.byView.delete(view);
      this.meshesChanged = true;
    }
    if (this.waiting.delete(view)) this.placeholders.remove(view);
  }

  private tableOf({ entity }: EntityView): string {
    const { motionTables, components } = this.engine.world;
    return motionTables[components.motionState.table[entity]].name;
  }

  private report(kind: CharacterProblem['kind'], message: string): void {
    if (this.told.has(message)) return;
    this.told.add(message);
    if (this.options.onProblem !== undefined) this.options.onProblem({ kind, message });
    else console.warn(`gait: ${message}`);
  }
}

/**
 * Shows all bodies of an engine in a scene: as their models, and until those have been loaded as placeholders.
 *
 * @example
 * const characters = createCharacters(gait, scene, { models: [{ map: human, file: 'human.glb' }] });
 */
export function createCharacters(engine: ShownEngine, scene: Scene, options: CharactersOptions): Characters {
  if (!Array.isArray(options?.models)) throw new TypeError('createCharacters.models: expected a list of models');
  return new Characters(engine, scene, options);
}
