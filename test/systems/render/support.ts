import { readFileSync } from 'node:fs';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene } from '@babylonjs/core/scene.js';
import humanMap from '../../../content/models/human.json' with { type: 'json' };
import wolfMap from '../../../content/models/wolf.json' with { type: 'json' };
import motionTable from '../../../content/motion-tables/human.json' with { type: 'json' };
import poses from '../../../content/poses/human.json' with { type: 'json' };
import { createEngine, type Engine } from '../../../index.ts';
import {
  type Character,
  type CharacterProblem,
  type Characters,
  type CharactersOptions,
  createCharacters,
  type ModelSource,
  PoseSet,
} from '../../../systems/render/index.ts';

/** A scene without a screen. */
export function createScene(): Scene {
  // Its greeting would be told for every scene.
  Logger.LogLevels = Logger.WarningLogLevel | Logger.ErrorLogLevel;
  return new Scene(new NullEngine());
}

/** A scene with a camera, which can be rendered. */
export function createSeenScene(): Scene {
  const scene = createScene();
  const camera = new FreeCamera('camera', new Vector3(0, 2, -8), scene);
  camera.maxZ = 1000;
  return scene;
}

/** A client engine with our human. */
export function createHumanEngine(): Engine {
  return createEngine({ motionTables: [motionTable] });
}

/** The poses of our human. */
export function humanPoses(): PoseSet {
  return new PoseSet(poses);
}

const glb = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../../content/models/${name}.glb`, import.meta.url)));

/** Our models, from their files. */
export const ourModels = {
  human: { map: humanMap, file: glb('human') },
  wolf: { map: wolfMap, file: glb('wolf') },
} as const satisfies Record<string, ModelSource>;

/** Characters whose models have been loaded, and the problems that they tell. */
export async function loadedCharacters(
  engine: Engine,
  scene: Scene,
  options: Partial<CharactersOptions> = {},
): Promise<{ characters: Characters; problems: CharacterProblem[] }> {
  const problems: CharacterProblem[] = [];
  const characters = createCharacters(engine, scene, {
    models: [ourModels.human],
    automatic: false,
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  await characters.ready;
  return { characters, problems };
}

/** The character of a body, which must have one. */
export function characterOf(characters: Characters, entity: number): Character {
  const character = characters.of(entity);
  if (character === undefined) throw new Error(`body ${entity} has no character`);
  return character;
}

/** Where a node of a character is in the scene. */
export function placeOf(character: Character, node: string): Vector3 {
  const handle = character.node(node);
  if (handle === undefined) throw new Error(`the model has no node '${node}'`);
  handle.computeWorldMatrix(true);
  return handle.getAbsolutePosition().clone();
}

/** A number for each bone's rotation and place, to compare poses. */
export function poseOf(character: Character, nodes: readonly string[]): number[] {
  return nodes.flatMap((name) => placeOf(character, name).subtract(placeOf(character, nodes[0])).asArray());
}
