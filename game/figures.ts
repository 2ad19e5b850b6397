import type { Scene } from '@babylonjs/core/scene.js';
import humanFile from '../content/models/human.glb?url';
import humanMap from '../content/models/human.json';
import wolfFile from '../content/models/wolf.glb?url';
import wolfMap from '../content/models/wolf.json';
import poses from '../content/poses/human.json';
import type { Engine } from '../index.ts';
import {
  type CharacterModel,
  type Characters,
  createCharacters,
  type EntityView,
  type FigureColours,
  FigureCrowd,
  figurePlaceholders,
  type Look,
  loadModel,
  PoseSet,
  type SceneOrigin,
  type SceneSync,
  WORLD_ORIGIN,
} from '../systems/render/index.ts';
import { firstPicture } from './first-picture.ts';
import type { Stage } from './stage.ts';

/** How the bodies of a world are shown. */
export interface FiguresOptions {
  /** The world position that lies at the scene's origin. */
  origin?: SceneOrigin;
  colours: (view: EntityView) => FigureColours;
  /** Whether there will be wolves: their model comes with the others then, else with the first wolf that is seen. */
  wolves?: boolean;
  onEnter?: (view: EntityView) => void;
  onLeave?: (view: EntityView) => void;
}

/** Hair colours, so that people can be told apart. */
const HAIR = ['#3a2a22', '#6d4a2c', '#1f1b1c', '#a9793f', '#7c3f24', '#8d8a86'] as const;

/** As many as these have skeletons of their own, at whatever distance one still tells them from each other. */
const NEAR_COUNT = 40;
const NEAR_DISTANCE = 150;

const sources = { human: { map: humanMap, file: humanFile }, wolf: { map: wolfMap, file: wolfFile } } as const;

/** The models, each loaded once for a scene. */
const models = new WeakMap<Scene, Map<string, Promise<CharacterModel>>>();

function modelOf(scene: Scene, name: keyof typeof sources): Promise<CharacterModel> {
  const known = models.get(scene) ?? new Map<string, Promise<CharacterModel>>();
  models.set(scene, known);
  const model = known.get(name) ?? firstPicture.then(() => loadModel(scene, sources[name]));
  known.set(name, model);
  return model;
}

/**
 * The bodies of a world as the page draws them: a node each, somebody on it, and their shadows. Jointed figures are there
 * at once; the rigged ones take over when their model has come.
 */
export class Figures {
  readonly sync: SceneSync;
  /** Fulfilled when the models of those who are sure to be there have come, or have failed. */
  readonly ready: Promise<void>;
  readonly origin: SceneOrigin;
  private readonly stage: Stage;
  private readonly crowd: FigureCrowd;
  private readonly characters: Characters;
  private readonly byGuid = new Map<number, EntityView>();

  constructor(stage: Stage, engine: Engine, options: FiguresOptions) {
    this.stage = stage;
    this.origin = options.origin ?? WORLD_ORIGIN;
    const { motionTables, components } = engine.world;
    const isWolf = ({ entity }: EntityView): boolean =>
      motionTables[components.motionState.table[entity]].name === 'wolf';
    const human = modelOf(stage.scene, 'human');
    let loadWolf = (): void => {};
    const wolf = new Promise<CharacterModel>((resolve) => {
      loadWolf = () => resolve(modelOf(stage.scene, 'wolf'));
    });
    if (options.wolves) loadWolf();
    this.crowd = new FigureCrowd(stage.scene, engine.world, new PoseSet(poses));
    this.characters = createCharacters(engine, stage.scene, {
      models: [human, wolf],
      placeholders: figurePlaceholders(this.crowd, options.colours),
      look: (view) => (isWolf(view) ? wolfLook(options.colours(view)) : lookOf(view, options.colours(view))),
      origin: this.origin,
      onEnter: (view) => {
        this.byGuid.set(view.guid, view);
        if (isWolf(view)) loadWolf();
        options.onEnter?.(view);
      },
      onLeave: (view) => {
        options.onLeave?.(view);
        this.byGuid.delete(view.guid);
      },
      onMeshes: (meshes) => stage.castShadows(meshes),
      automatic: false,
      nearCount: NEAR_COUNT,
      nearDistance: NEAR_DISTANCE,
    });
    this.sync = this.characters.sync;
    const settled = (): void => {};
    this.ready = options.wolves ? this.characters.ready : human.then(settled, settled);
  }

  /** How many figures there are. */
  get count(): number {
    return this.crowd.count + this.characters.count;
  }

  /** Everybody who is shown. */
  get views(): Iterable<EntityView> {
    return this.byGuid.values();
  }

  of(guid: number): EntityView | undefined {
    return this.byGuid.get(guid);
  }

  /** Brings all figures in line with the world. @param alpha As in SceneSync.update. */
  update(alpha: number): void {
    this.characters.update(alpha);
  }

  /** Forgets what the figures did last: time has jumped, and nothing leads over from before. */
  cut(): void {
    this.characters.cut();
  }

  dispose(): void {
    this.characters.dispose();
    this.stage.castShadows([]);
  }
}

type Rgb = readonly [red: number, green: number, blue: number];

/** The same colours for the rigged figure, with hair and trimmings of its own. */
function lookOf({ guid }: EntityView, { top, legs, skin, shoes }: FigureColours): Look {
  return {
    colours: {
      top: hex(top),
      trim: hex(mixed(top, [0.11, 0.14, 0.19], 0.5)),
      legs: hex(legs),
      skin: hex(skin),
      lips: hex(mixed(skin, [0.63, 0.29, 0.28], 0.4)),
      shoes: hex(mixed(shoes, [0.42, 0.29, 0.19], 0.45)),
      hair: HAIR[(guid * 5) % HAIR.length],
    },
  };
}

function wolfLook({ top }: FigureColours): Look {
  return { colours: { coat: hex(top) } };
}

function hex(colour: Rgb): string {
  const parts = colour.map((part) => Math.round(part * 255).toString(16));
  return `#${parts.map((part) => part.padStart(2, '0')).join('')}`;
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  return [0, 1, 2].map((at) => from[at] * (1 - share) + to[at] * share) as unknown as Rgb;
}
