import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { GaitWorld } from '../../engine/world.ts';
import type { SceneOrigin } from './axes.ts';
import type { Character } from './character.ts';
import type { CharacterModel } from './character-model.ts';
import type { ModelSource } from './load-model.ts';
import type { Look } from './looks.ts';
import type { Placeholders } from './placeholders.ts';
import type { EntityView } from './scene-sync.ts';

/** Something that keeps a body from being shown as it should be; each is told once. The body is shown nevertheless. */
export interface CharacterProblem {
  /** `model`: it could not be loaded; `table`: no model is for this motion table; `clip`: an animation has none. */
  readonly kind: 'model' | 'table' | 'clip' | 'look';
  /** What was found and what was expected, with the name of the model. */
  readonly message: string;
}

/** How characters are shown. */
export interface CharactersOptions {
  /**
   * The models, each for the bodies of one motion table. Those that {@link loadModel} has loaded, or is about to load, may
   * be shared by several; they stay who loaded them's to dispose of.
   */
  models: readonly (ModelSource | CharacterModel | Promise<CharacterModel>)[];
  /** The world position that lies at the scene's origin. It is looked at for each picture, so it may be moved in between. */
  origin?: SceneOrigin;
  /**
   * How many bodies have a skeleton of their own: the nearest to the camera. All others are drawn together, in the same poses
   * and places; nodes to hang things on they have not. Default 64.
   */
  nearCount?: number;
  /** Metres from the camera within which bodies have one. Default 30. */
  nearDistance?: number;
  /** The colours of a body. Called once for each that comes. */
  look?: (view: EntityView) => Look | undefined;
  /** What shows a body without a model. Default: capsules. They are disposed of with the characters. */
  placeholders?: Placeholders;
  /** Told of each problem once. Default: a warning on the console. */
  onProblem?: (problem: CharacterProblem) => void;
  /** Called for each body that comes, after it has been placed. */
  onEnter?: (view: EntityView) => void;
  /** Called for each body that goes, before its node is disposed of. */
  onLeave?: (view: EntityView) => void;
  /** Called when a body has got a skeleton of its own: hang on what it holds. */
  onNear?: (character: Character) => void;
  /** Called before a body loses the skeleton of its own: take off what it holds. */
  onFar?: (character: Character) => void;
  /** Called with all that is drawn whenever that has changed: for shadow maps and the like. */
  onMeshes?: (meshes: Mesh[]) => void;
  /** Whether the bodies are brought up to date before each picture. Default true; otherwise call `update` yourself. */
  automatic?: boolean;
}

/** What characters need of an engine. */
export interface ShownEngine {
  /** The world whose bodies are shown. */
  readonly world: GaitWorld;
  /** Where between the last two steps the picture is, 0 to 1. */
  readonly alpha: number;
}

/** Tells each problem once. */
export class Problems {
  private readonly told = new Set<string>();
  private readonly listener: CharactersOptions['onProblem'];

  /** @param listener Who is told; undefined: the console. */
  constructor(listener: CharactersOptions['onProblem']) {
    this.listener = listener;
  }

  report(kind: CharacterProblem['kind'], message: string): void {
    if (this.told.has(message)) return;
    this.told.add(message);
    if (this.listener !== undefined) this.listener({ kind, message });
    else console.warn(`gait: ${message}`);
  }
}

/** @throws TypeError, RangeError for options that make no sense. */
export function checkCharactersOptions(options: CharactersOptions): void {
  if (!Array.isArray(options?.models)) throw new TypeError('createCharacters.models: expected a list of models');
  for (const name of ['nearCount', 'nearDistance'] as const) {
    const value = options[name];
    if (value !== undefined && !(value >= 0)) {
      throw new RangeError(`createCharacters.${name}: expected a number of at least 0, found ${value}`);
    }
  }
}
