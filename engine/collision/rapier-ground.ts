import { describe, requireKeys, requireObject, requireTriangles } from '../checks.ts';
import type { GaitWorld, Ground } from '../world.ts';
import { sweepBody } from './body-sweep.ts';
import { RapierCollider } from './rapier-collider.ts';
import { createRapierWorld, type RapierModule, type RapierWorld } from './rapier-scene.ts';
import { parseScene, type SceneContent } from './scene-content.ts';
import { digestOf, fingerprintOf } from './scene-fingerprint.ts';
import { sceneShapes } from './scene-shapes.ts';
import { Terrain } from './terrain.ts';

/** Triangles in world metres, three indices each, seen from outside counter-clockwise. */
export interface TriangleMesh {
  /** World metres, three numbers a vertex: x east, y north, z up. */
  vertices: Float32Array;
  /** Three places of vertices a triangle; one triangle at least. */
  indices: Uint32Array;
}

/** How a ground of Rapier's is made of a scene. */
export interface RapierGroundOptions {
  /** Named in errors, for example the file. */
  source?: string;
  /** More of the world than a scene can say, for example a cave. */
  meshes?: readonly TriangleMesh[];
}

const CALL = 'createRapierGround';
const optionKeys = ['source', 'meshes'] as const satisfies readonly (keyof RapierGroundOptions)[];
/** Feet that a place is meant for may be this many metres below what they are put onto. */
const STEP = 0.6;
/** Metres down to where the ground is looked for. */
const DEEP = 1e5;

/**
 * A scene, and whatever else is given as triangles, in a world of Rapier's. Bodies move in it by the same rules as on a
 * SceneGround; a sweep takes about a hundred times as long, and places are right to some millimetres.
 */
export class RapierGround implements Ground {
  /** The scene as it was checked, defaults filled in. */
  readonly scene: SceneContent;
  readonly fingerprint: string;
  private readonly rapier: RapierModule;
  private readonly world: RapierWorld;
  private readonly terrain: Terrain | null;
  private readonly collider: RapierCollider;
  private disposed = false;

  constructor(scene: SceneContent, rapier: RapierModule, meshes: readonly TriangleMesh[]) {
    this.scene = scene;
    this.rapier = rapier;
    this.terrain = scene.terrain === undefined ? null : new Terrain(scene.terrain);
    this.world = createRapierWorld(rapier, scene.terrain, sceneShapes(scene), meshes);
    this.collider = new RapierCollider(rapier, this.world, this.terrain);
    const extra = meshes.map(({ vertices, indices }) => digestOf(`${vertices.join()};${indices.join()}`));
    this.fingerprint = ['rapier', fingerprintOf(scene, false), ...extra].join(' ');
  }

  sweep(world: GaitWorld, entity: number): boolean {
    this.refuseDisposed();
    return sweepBody(this.collider, world, entity);
  }

  /** See SceneGround.heightAt. */
  heightAt(x: number, y: number, z: number): number {
    this.refuseDisposed();
    const terrain = this.terrain?.heightAt(x, y) ?? Number.NEGATIVE_INFINITY;
    const from = Math.max(z, terrain) + STEP;
    const ray = new this.rapier.Ray({ x, y, z: from }, { x: 0, y: 0, z: -1 });
    const hit = this.world.castRayAndGetNormal(ray as never, DEEP, true);
    return hit === null || hit.timeOfImpact === 0 ? terrain : Math.max(terrain, from - hit.timeOfImpact);
  }

  /** Frees Rapier's memory; the ground cannot be used afterwards. Twice does nothing. */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.world.free();
  }

  private refuseDisposed(): void {
    if (this.disposed) throw new Error('this ground is disposed of; make another with createRapierGround');
  }
}

function requireMeshes(meshes: readonly TriangleMesh[]): void {
  if (!Array.isArray(meshes)) {
    throw new TypeError(`${CALL}.meshes: expected a list of meshes, found ${describe(meshes)}`);
  }
  for (const [index, mesh] of meshes.entries()) {
    const what = `${CALL}.meshes[${index}]`;
    if (!(mesh?.vertices instanceof Float32Array && mesh.indices instanceof Uint32Array))
      throw new TypeError(`${what}: expected { vertices, indices }, a Float32Array and a Uint32Array`);
    requireTriangles(what, mesh.vertices, mesh.indices);
  }
}

/**
 * Makes a ground of a scene in Rapier.
 *
 * @param rapier The module `@dimforge/rapier3d-compat` 0.21, loaded by the caller, after its `init()`.
 * @throws TypeError when that is not the module, or before its `init()`; TypeError or RangeError for meshes that are none,
 * with the place of what is wrong; Error that names the source, the place in the scene, what was found and
 * what was expected.
 */
export function createRapierGround(
  content: unknown,
  rapier: RapierModule,
  options: RapierGroundOptions = {},
): RapierGround {
  if (typeof rapier?.World !== 'function' || typeof rapier.ColliderDesc?.trimesh !== 'function') {
    throw new TypeError('createRapierGround: expected the module @dimforge/rapier3d-compat, after its init()');
  }
  requireObject(CALL, options, "options such as { source: 'village.json' }");
  requireKeys(CALL, options, optionKeys);
  const { source = CALL, meshes = [] } = options;
  requireMeshes(meshes);
  return new RapierGround(parseScene(content, source), rapier, meshes);
}
