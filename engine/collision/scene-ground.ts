import { requireBoolean, requireKeys, requireNumber, requireObject } from '../checks.ts';
import type { GaitWorld, Ground } from '../world.ts';
import { BodyObstacles } from './body-obstacles.ts';
import { sweepBody } from './body-sweep.ts';
import { ObstacleHash } from './obstacle-hash.ts';
import { Obstacles } from './obstacles.ts';
import { parseScene, type SceneContent } from './scene-content.ts';
import { SceneCollider } from './scene-collider.ts';
import { fingerprintOf } from './scene-fingerprint.ts';
import { type SceneShape, sceneShapes } from './scene-shapes.ts';
import { found, mover, region, way } from './sweep-state.ts';
import { Terrain } from './terrain.ts';

/** How a ground is made of a scene. */
export interface SceneGroundOptions {
  /** Named in errors, for example the file. */
  source?: string;
  /** Whether bodies block each other. Default false. Ethereal bodies and those that ignore collisions never do. */
  bodiesBlock?: boolean;
}

/** A place or a way in world metres. */
export interface Point {
  /** World metres, east. */
  x: number;
  /** World metres, north. */
  y: number;
  /** World metres, up. */
  z: number;
}

/** What a cast sphere met first. */
export interface SceneHit {
  /** Share of the way, 0 to 1. */
  share: number;
  /** The sphere's centre there: world metres, east. */
  x: number;
  /** World metres, north. */
  y: number;
  /** World metres, up. */
  z: number;
  /** From the surface to the centre, unit length: the part of it to the east. */
  normalX: number;
  /** The part of it to the north. */
  normalY: number;
  /** The part of it upwards: 1 on level ground. */
  normalZ: number;
}

const CALL = 'createSceneGround';
const optionKeys = ['source', 'bodiesBlock'] as const satisfies readonly (keyof SceneGroundOptions)[];
/** Feet that a place is meant for may be this many metres below what they are put onto. */
const STEP = 0.6;
/** Metres of a ray's radius: without any, it could slip through where two solids meet. */
const RAY = 1e-6;

/** The ground that a scene makes: a heightfield and static obstacles. */
export class SceneGround implements Ground {
  /** The scene as it was checked, defaults filled in. */
  readonly scene: SceneContent;
  /** The solids that the obstacles are made of. */
  readonly shapes: readonly SceneShape[];
  /** A digest of the scene: two grounds with the same one move bodies alike. */
  readonly fingerprint: string;
  private readonly terrain: Terrain | null;
  private readonly bodies: BodyObstacles | null;
  private readonly collider: SceneCollider;
  /** Sees the scene without the bodies. */
  private readonly still: SceneCollider;
  /** Sees the obstacles alone. */
  private readonly solids: SceneCollider;
  /** Below all obstacles. */
  private readonly bottom: number;

  constructor(scene: SceneContent, bodiesBlock: boolean) {
    this.scene = scene;
    this.shapes = sceneShapes(scene);
    this.fingerprint = fingerprintOf(scene, bodiesBlock);
    this.terrain = scene.terrain === undefined ? null : new Terrain(scene.terrain);
    this.bodies = bodiesBlock ? new BodyObstacles() : null;
    const obstacles = new Obstacles(this.shapes);
    const hash = new ObstacleHash(obstacles);
    this.collider = new SceneCollider(this.terrain, obstacles, hash, this.bodies);
    this.still = bodiesBlock ? new SceneCollider(this.terrain, obstacles, hash, null) : this.collider;
    this.solids = new SceneCollider(null, obstacles, hash, null);
    this.bottom = obstacles.bounds.reduce((least, value, at) => (at % 6 === 2 ? Math.min(least, value) : least), 0) - 1;
  }

  prepare(world: GaitWorld): void {
    this.bodies?.prepare(world);
  }

  sweep(world: GaitWorld, entity: number): boolean {
    this.bodies?.sweeps(entity);
    return sweepBody(this.collider, world, entity);
  }

  /**
   * Height of the ground that feet at a place stand on, or would fall on: the highest surface that is not more than a step
   * above them. Terrain is solid: for a place below it, its surface counts. Minus infinity where one falls for ever.
   */
  heightAt(x: number, y: number, z: number): number {
    const terrain = this.terrain?.heightAt(x, y) ?? Number.NEGATIVE_INFINITY;
    const from = Math.max(z, terrain) + STEP;
    const hit = from <= this.bottom ? null : castIn(this.solids, { x, y, z: from }, { x, y, z: this.bottom }, 0);
    return hit === null || hit.share === 0 ? terrain : Math.max(terrain, hit.z - RAY / hit.normalZ);
  }

  /**
   * Casts a sphere, or with radius 0 a ray, at terrain and obstacles (not at bodies): for cameras, picking and lines of
   * sight.
   *
   * @returns The first contact, or null.
   * @throws RangeError when a number is not finite or the radius is below 0 or above 25.
   */
  cast(from: Point, to: Point, radius: number): SceneHit | null {
    if (!Number.isFinite(from.x + from.y + from.z + to.x + to.y + to.z)) {
      throw new RangeError('cast: expected two points of finite numbers');
    }
    requireNumber('cast: radius', radius, 0, 25);
    return castIn(this.still, from, to, radius);
  }
}

function castIn(collider: SceneCollider, from: Point, to: Point, radius: number): SceneHit | null {
  mover.x = from.x;
  mover.y = from.y;
  const thick = Math.max(RAY, radius);
  mover.z = from.z - thick;
  mover.radius = thick;
  mover.upper = 0;
  way.x = to.x - from.x;
  way.y = to.y - from.y;
  way.z = to.z - from.z;
  region.reach = 0;
  region.minX = Math.min(from.x, to.x) - thick;
  region.maxX = Math.max(from.x, to.x) + thick;
  region.minY = Math.min(from.y, to.y) - thick;
  region.maxY = Math.max(from.y, to.y) + thick;
  region.minZ = Math.min(from.z, to.z) - thick;
  region.maxZ = Math.max(from.z, to.z) + thick;
  collider.gather(false);
  collider.cast(false);
  const { share, normalX, normalY, normalZ } = found.first;
  if (share === 1) return null;
  return {
    share,
    x: from.x + way.x * share,
    y: from.y + way.y * share,
    z: from.z + way.z * share,
    normalX,
    normalY,
    normalZ,
  };
}

/**
 * Makes the ground of a scene.
 *
 * @param content A scene as content files hold it.
 * @throws Error that names the source, the place in it, what was found and what was expected.
 */
export function createSceneGround(content: unknown, options: SceneGroundOptions = {}): SceneGround {
  requireObject(CALL, options, "options such as { source: 'village.json' }");
  requireKeys(CALL, options, optionKeys);
  const bodiesBlock = requireBoolean(`${CALL}.bodiesBlock`, options.bodiesBlock ?? false);
  return new SceneGround(parseScene(content, options.source ?? CALL), bodiesBlock);
}
