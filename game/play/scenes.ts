import { createSceneGround, type JoinedServer, type SceneGround, type SceneInput } from '../../index.ts';
import { MOST_PEOPLE } from './crowd-people.ts';
import { type SceneName, sceneFiles } from './scene-files.ts';

/** A scene that the page brings along. */
export interface SceneInfo {
  readonly title: string;
  readonly description: string;
  load(): Promise<{ default: unknown }>;
}

/** The scenes by the name that the page's address has for them. Each is a file of its own, fetched when it is chosen. */
export const playScenes = {
  meadow: {
    title: 'Meadow',
    description: 'A hut, a ruin, a bridge over a ditch, and a gap between two stands to jump over',
    load: sceneFiles.meadow,
  },
  village: {
    title: 'Village',
    description: 'Houses with doors around a well, a wall with a gate, and a walk on top of it',
    load: sceneFiles.village,
  },
  crowd: {
    title: 'Crowd',
    description: 'A fair with hundreds of people and their wolves, each at a pace of their own',
    load: sceneFiles.crowd,
  },
  hills: {
    title: 'Hills',
    description: 'Slopes to run up, and some that are too steep; rocks and trees',
    load: sceneFiles.hills,
  },
  ravine: {
    title: 'Ravine',
    description: 'A bridge, a narrow plank and a gap over nothing: who falls starts again',
    load: sceneFiles.ravine,
  },
  stairs: {
    title: 'Stairs',
    description: 'Steps of every height and slopes to both sides of what can be climbed',
    load: sceneFiles.stairs,
  },
} as const satisfies Readonly<Record<SceneName, SceneInfo>>;

export { FIRST_SCENE, isSceneName, type SceneName } from './scene-files.ts';

/** A scene that is there to be played in. */
export interface PlayedScene {
  /** Null: a server's, whatever it is. */
  readonly name: SceneName | null;
  readonly title: string;
  readonly description: string;
  readonly ground: SceneGround;
}

/** A scene of the page's own, with a server of its own in a worker. */
export interface LoadedScene extends PlayedScene {
  readonly name: SceneName;
  readonly content: SceneInput;
  /** People beside those who have parts of their own. Default 0. */
  readonly crowd?: number;
}

/** The scene of a server that has been joined. */
export interface JoinedScene extends PlayedScene {
  readonly name: null;
  readonly joined: JoinedServer;
}

/** Whether many people go about in a scene. */
export function hasCrowd(name: SceneName | null): boolean {
  return name === 'crowd';
}

export { isTouched } from '../is-touched.ts';

/** People of a crowd that a machine draws with ease; fewer where fingers are what moves the player. */
const USUAL_CROWD = { usual: 1000, touched: 300 } as const;

/** How many people go about in a scene beside those who have parts of their own. */
export function sizeOfCrowd(scene: LoadedScene | JoinedScene): number {
  return scene.name === null ? 0 : (scene.crowd ?? 0);
}

/** How many people a crowd has. @param wanted What the address says; what is no number counts as nothing said. */
export function crowdSize(wanted: string | null, touched: boolean): number {
  const count = wanted === null || wanted.trim() === '' ? Number.NaN : Math.round(Number(wanted));
  if (Number.isNaN(count)) return touched ? USUAL_CROWD.touched : USUAL_CROWD.usual;
  return Math.min(MOST_PEOPLE, Math.max(0, count));
}

/**
 * Fetches a scene and makes its ground.
 *
 * @param crowd People of its crowd, if it has one.
 * @throws Error when it cannot be fetched, or is none.
 */
export async function loadScene(name: SceneName, crowd = 0): Promise<LoadedScene> {
  const { default: content } = await playScenes[name].load();
  const { title, description } = playScenes[name];
  const ground = createSceneGround(content, { source: `${name}.json` });
  return { name, title, description, content: content as SceneInput, ground, crowd: hasCrowd(name) ? crowd : 0 };
}
