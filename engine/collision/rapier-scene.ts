import { cos, sin } from '../math/trigonometry.ts';
import { RADIANS } from '../math/heading.ts';
import type { TerrainContent } from './scene-content.ts';
import type { BlockShape, SceneShape } from './scene-shapes.ts';

/** The parts of Rapier (`@dimforge/rapier3d-compat`, initialised) that a ground needs; the caller loads it. */
export interface RapierModule {
  /** Makes a world of colliders. */
  World: new (
    gravity: RapierVector,
  ) => RapierWorld;
  /** Makes a sphere to cast, radius in metres. */
  Ball: new (
    radius: number,
  ) => object;
  /** Makes a ray to cast. */
  Ray: new (
    origin: RapierVector,
    direction: RapierVector,
  ) => object;
  /** Describes colliders: blocks, cylinders, hulls and meshes; lengths in metres. */
  ColliderDesc: {
    cuboid(halfX: number, halfY: number, halfZ: number): RapierColliderDesc;
    cylinder(halfHeight: number, radius: number): RapierColliderDesc;
    convexHull(points: Float32Array): RapierColliderDesc | null;
    trimesh(vertices: Float32Array, indices: Uint32Array): RapierColliderDesc;
  };
}

export interface RapierVector {
  x: number;
  y: number;
  z: number;
}

export interface RapierRotation extends RapierVector {
  w: number;
}

export interface RapierColliderDesc {
  setTranslation(x: number, y: number, z: number): RapierColliderDesc;
  setRotation(rotation: RapierRotation): RapierColliderDesc;
}

export interface RapierHit {
  time_of_impact: number;
  /** Contact point and normal on what was hit, in world axes. */
  witness1: RapierVector;
  normal1: RapierVector;
}

export interface RapierWorld {
  createCollider(description: never): { handle: number };
  step(): void;
  free(): void;
  castShape(
    position: RapierVector,
    rotation: RapierRotation,
    velocity: RapierVector,
    shape: never,
    targetDistance: number,
    maxTime: number,
    stopAtPenetration: boolean,
  ): RapierHit | null;
  castRayAndGetNormal(
    ray: never,
    maxTime: number,
    solid: boolean,
  ): { timeOfImpact: number; normal: RapierVector } | null;
  projectPoint(point: RapierVector, solid: boolean): { point: RapierVector; isInside: boolean } | null;
}

/** Metres that terrain is thick where Rapier is to take it for solid. */
const DEPTH = 40;

/** Puts a scene into a world of Rapier's: convex solids, a mesh of the terrain's surface and sides, and other meshes. */
export function createRapierWorld(
  rapier: RapierModule,
  terrain: TerrainContent | undefined,
  shapes: readonly SceneShape[],
  meshes: readonly { vertices: Float32Array; indices: Uint32Array }[] = [],
): RapierWorld {
  const world = emptyWorld(rapier);
  try {
    fill(world, rapier, terrain, shapes, meshes);
  } catch (error) {
    world.free();
    throw error;
  }
  return world;
}

function fill(
  world: RapierWorld,
  rapier: RapierModule,
  terrain: TerrainContent | undefined,
  shapes: readonly SceneShape[],
  meshes: readonly { vertices: Float32Array; indices: Uint32Array }[],
): void {
  const add = (description: RapierColliderDesc): void => {
    world.createCollider(description as never);
  };
  for (const shape of shapes) {
    if (shape.kind === 'pillar') {
      const { x, y, bottom, top, radius } = shape;
      const upright = { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 };
      const cylinder = rapier.ColliderDesc.cylinder((top - bottom) / 2, radius).setRotation(upright);
      add(cylinder.setTranslation(x, y, (top + bottom) / 2));
    } else add(blockOf(rapier, shape));
  }
  if (terrain !== undefined) {
    const { vertices, indices } = terrainMesh(terrain);
    if (indices.length > 0) add(rapier.ColliderDesc.trimesh(vertices, indices));
  }
  for (const { vertices, indices } of meshes) add(rapier.ColliderDesc.trimesh(vertices, indices));
  // Queries see what is there after a step.
  world.step();
}

/** The first that is asked of Rapier, and the first to fail before its `init()` has made it ready. */
function emptyWorld(rapier: RapierModule): RapierWorld {
  try {
    return new rapier.World({ x: 0, y: 0, z: 0 });
  } catch (cause) {
    const wanted = 'expected the module @dimforge/rapier3d-compat after its init()';
    throw new TypeError(`createRapierGround: ${wanted}, found one that makes no world: await RAPIER.init() first`, {
      cause,
    });
  }
}

function blockOf(rapier: RapierModule, shape: BlockShape): RapierColliderDesc {
  const { x, y, heading, width, depth, bottomNear, bottomFar, topNear, topFar } = shape;
  const middle = (Math.min(bottomNear, bottomFar) + Math.max(topNear, topFar)) / 2;
  const half = -0.5 * heading * RADIANS;
  const rotation = { x: 0, y: 0, z: sin(half), w: cos(half) };
  if (bottomNear === bottomFar && topNear === topFar) {
    const cuboid = rapier.ColliderDesc.cuboid(width / 2, depth / 2, (topNear - bottomNear) / 2);
    return cuboid.setTranslation(x, y, middle).setRotation(rotation);
  }
  const points: number[] = [];
  for (const px of [-width / 2, width / 2]) {
    points.push(px, -depth / 2, bottomNear - middle, px, -depth / 2, topNear - middle);
    points.push(px, depth / 2, bottomFar - middle, px, depth / 2, topFar - middle);
  }
  const hull = rapier.ColliderDesc.convexHull(Float32Array.from(points));
  if (hull === null) throw new Error(`rapier: obstacle ${shape.source} has no convex hull`);
  return hull.setTranslation(x, y, middle).setRotation(rotation);
}

/** The terrain's surface as triangles, and its sides where it ends, so far down as nobody comes. */
export function terrainMesh(terrain: TerrainContent): { vertices: Float32Array; indices: Uint32Array } {
  const { heights, voids = [], cell } = terrain;
  const [columns, rows] = [heights[0].length - 1, heights.length - 1];
  const solid = (column: number, row: number): boolean =>
    column >= 0 &&
    row >= 0 &&
    column < columns &&
    row < rows &&
    !voids.some(
      (each) =>
        column >= each.column && column < each.column + each.columns && row >= each.row && row < each.row + each.rows,
    );
  const low = Math.min(...heights.map((row) => Math.min(...row))) - DEPTH;
  const vertices: number[] = [];
  for (const z of [null, low]) {
    heights.forEach((line, row) => {
      line.forEach((height, column) => {
        vertices.push(terrain.x + column * cell, terrain.y + row * cell, z ?? height);
      });
    });
  }
  const below = heights.length * (columns + 1);
  const indices: number[] = [];
  /** A side between two corners; who stands outside sees `a` on the left. */
  const side = (a: number, b: number): void => {
    indices.push(a, below + a, b, b, below + a, below + b);
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!solid(column, row)) continue;
      const southWest = row * (columns + 1) + column;
      const [southEast, northWest, northEast] = [southWest + 1, southWest + columns + 1, southWest + columns + 2];
      indices.push(southWest, southEast, northEast, southWest, northEast, northWest);
      if (!solid(column, row - 1)) side(southWest, southEast);
      if (!solid(column + 1, row)) side(southEast, northEast);
      if (!solid(column, row + 1)) side(northEast, northWest);
      if (!solid(column - 1, row)) side(northWest, southWest);
    }
  }
  return { vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices) };
}
