/**
 * Ways around walls, `gait/nav`: a navigation mesh of a scene, and a component that walks bodies along its ways as chains of
 * the engine's own moves. It needs the package recast-navigation, which it loads when a mesh is made.
 */
export type { WalkEvent, WalkEvents, WalkEventType } from './events.ts';
export { createNavigationMesh, type FoundPath, type NavigationMesh } from './mesh.ts';
export type { NavigationMeshOptions, NavigationTriangles } from './mesh-options.ts';
export { type WalkReason, WalkStatus, walkReasons } from './names.ts';
export {
  createNavigation,
  type Navigation,
  type NavigationWork,
  type WalkGoal,
  type WalkState,
} from './navigation.ts';
export type { PathColumns } from './path-columns.ts';
export type { SavedWalk } from './saved-walk.ts';
export type { NavigationOptions } from './navigation-options.ts';
export type { NavigationScene } from './scene-solids.ts';
