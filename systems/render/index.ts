/**
 * Drawing with Babylon.js: keeps a scene in line with a world and shows its bodies, as models with skeletons or as jointed
 * figures. Reads the simulation, never writes it.
 */
export {
  fromScene,
  placeInScene,
  placeOfNode,
  type SceneOrigin,
  sceneRotation,
  toScene,
  WORLD_ORIGIN,
} from './axes.ts';
export { Character } from './character.ts';
export { CharacterModel } from './character-model.ts';
export { Characters, createCharacters } from './characters.ts';
export type { CharacterProblem, CharactersOptions, ShownEngine } from './characters-options.ts';
export { type FigureColours, FigureCrowd, figurePlaceholders } from './figure-crowd.ts';
export { createFigureParts, type FigurePart, type PartColour } from './figure-shape.ts';
export { createInspector, type InspectedServer, Inspector, type InspectorOptions } from './inspector/inspector.ts';
export type { SketchLayer } from './inspector/sketch.ts';
export { type InspectorTime, TIME_SCALES } from './inspector/time-control.ts';
export { loadModel, type ModelSource } from './load-model.ts';
export type { Look } from './looks.ts';
export { type ModelMap, type ModelMapContent, parseModelMap } from './model-map.ts';
export { Capsules, type Placeholders } from './placeholders.ts';
export { type PlayingAnimation, playingAnimation } from './playing-animation.ts';
export { type PoseContent, PoseSet } from './poses.ts';
export { type EntityView, SceneSync, type SceneSyncOptions } from './scene-sync.ts';
export { type PartName, partNames } from './skeleton.ts';
export { LONGEST_SMOOTHED_STEP, shortTurn, smoothPlace, type WorldPlace } from '../smooth-place.ts';
