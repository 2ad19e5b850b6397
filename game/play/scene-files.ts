/** The scenes' files by name, each fetched when it is asked for. On its own, so that the first can be asked for at once. */
export const sceneFiles = {
  meadow: () => import('../../content/scenes/meadow.json'),
  village: () => import('../../content/scenes/village.json'),
  crowd: () => import('../../content/scenes/crowd.json'),
  hills: () => import('../../content/scenes/hills.json'),
  ravine: () => import('../../content/scenes/ravine.json'),
  stairs: () => import('../../content/scenes/stairs.json'),
} as const satisfies Readonly<Record<string, () => Promise<{ default: unknown }>>>;

/** Name of a scene. */
export type SceneName = keyof typeof sceneFiles;

/** The scene that the page begins with. */
export const FIRST_SCENE: SceneName = 'meadow';

/** Whether the page has a scene of this name. */
export function isSceneName(name: string): name is SceneName {
  return Object.hasOwn(sceneFiles, name);
}
