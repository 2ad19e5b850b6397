import { createSceneGround, type JoinedServer, type SceneGround, type SceneInput } from '../../index.ts';

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
    load: () => import('../../content/scenes/meadow.json'),
  },
  village: {
    title: 'Village',
    description: 'Houses with doors around a well, a wall with a gate, and a walk on top of it',
    load: () => import('../../content/scenes/village.json'),
  },
  hills: {
    title: 'Hills',
    description: 'Slopes to run up, and some that are too steep; rocks and trees',
    load: () => import('../../content/scenes/hills.json'),
  },
  ravine: {
    title: 'Ravine',
    description: 'A bridge, a narrow plank and a gap over nothing: who falls starts again',
    load: () => import('../../content/scenes/ravine.json'),
  },
  stairs: {
    title: 'Stairs',
    description: 'Steps of every height and slopes to both sides of what can be climbed',
    load: () => import('../../content/scenes/stairs.json'),
  },
} as const satisfies Readonly<Record<string, SceneInfo>>;

/** Name of a scene. */
export type SceneName = keyof typeof playScenes;

/** The scene that the page begins with. */
export const FIRST_SCENE: SceneName = 'meadow';

/** Whether the page has a scene of this name. */
export function isSceneName(name: string): name is SceneName {
  return Object.hasOwn(playScenes, name);
}

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
}

/** The scene of a server that has been joined. */
export interface JoinedScene extends PlayedScene {
  readonly name: null;
  readonly joined: JoinedServer;
}

/** Fetches a scene and makes its ground. @throws Error when it cannot be fetched, or is none. */
export async function loadScene(name: SceneName): Promise<LoadedScene> {
  const { default: content } = await playScenes[name].load();
  const { title, description } = playScenes[name];
  const ground = createSceneGround(content, { source: `${name}.json` });
  return { name, title, description, content: content as SceneInput, ground };
}
