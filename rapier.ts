/**
 * `gait/rapier`: scenes and triangle meshes as a ground in Rapier. It imports nothing of Rapier: load
 * `@dimforge/rapier3d-compat` when it is needed, and hand the module over.
 */
export {
  createRapierGround,
  type RapierGround,
  type RapierGroundOptions,
  type TriangleMesh,
} from './engine/collision/rapier-ground.ts';
export type { RapierModule } from './engine/collision/rapier-scene.ts';
