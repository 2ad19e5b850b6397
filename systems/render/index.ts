/**
 * Drawing with Babylon.js: keeps a scene in line with a world and shows its bodies as jointed figures. Reads the
 * simulation, never writes it.
 */
export {
  fromScene,
  placeInScene,
  placeOfNode,
  type SceneOrigin,
  sceneRotation,
  shortTurn,
  toScene,
  type WorldPlace,
  WORLD_ORIGIN,
} from './axes.ts';
export { type FigureColours, FigureCrowd } from './figure-crowd.ts';
export { createFigureParts, type FigurePart, type PartColour } from './figure-shape.ts';
export { type PlayingAnimation, playingAnimation } from './playing-animation.ts';
export { type PoseContent, PoseSet } from './poses.ts';
export { type EntityView, SceneSync, type SceneSyncOptions } from './scene-sync.ts';
export { type PartName, partNames } from './skeleton.ts';
export { LONGEST_SMOOTHED_STEP, smoothPlace } from './smooth-place.ts';
