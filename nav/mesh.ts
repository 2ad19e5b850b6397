import type { NavMesh, NavMeshQuery } from 'recast-navigation';
import { checks, type Point } from '../index.ts';
import { buildTile } from './build-tile.ts';
import { type MeshSettings, meshSettings, type NavigationMeshOptions } from './mesh-options.ts';
import type { WalkReason } from './names.ts';
import { loadRecast, type Recast } from './recast.ts';
import { type NavigationScene, SceneSolids } from './scene-solids.ts';
import { type Voxels, voxelsOf } from './voxels.ts';

/** The way from one place to another. */
export interface FoundPath {
  /** The places to walk to one after the other, the goal last; without the start. Empty: there is no way. World metres. */
  readonly points: readonly Point[];
  /** Metres of the way, from the start. */
  readonly length: number;
  /** 'none', or why there is no way. */
  readonly reason: WalkReason;
  /** Whether the points are only the beginning of the way, as it has more corners than were asked for. */
  readonly more: boolean;
}

/** Metres up and down within which a place is over the mesh. */
const ABOVE = 1.2;
/** Polygons that a search looks at, and that a way crosses, at most. */
const MOST_LOOKED_AT = 16384;
const LONGEST_CORRIDOR = 4096;
/** Metres from the mesh from which somebody first has to get onto it. */
const BESIDE = 0.3;
/** Metres within which two corners are one. */
const SAME = 0.02;
/** Bits of a polygon's number that Detour leaves for tile and polygon. */
const NUMBER_BITS = 22;
/** Milliseconds after which the building of a mesh lets others run. */
const SLICE_MILLISECONDS = 20;
const DEFAULT_CORNERS = 256;

/** Where bodies of one size can walk in a scene. It lies in WebAssembly's memory until it is disposed of. */
export class NavigationMesh {
  /** Metres of the bodies for whom it is. */
  readonly radius: number;
  /** Metres that the bodies are high for whom it is. */
  readonly height: number;
  /** Metres that they step up. */
  readonly stepUp: number;
  /** Metres of a cell's side. */
  readonly cellSize: number;
  /** Metres in plan within which a place counts as the nearest place on the mesh. */
  readonly snap: number;
  private readonly recast: Recast;
  private readonly voxels: Voxels | null;
  private readonly navMesh: NavMesh | null;
  private readonly query: NavMeshQuery | null;
  private disposed = false;

  constructor(recast: Recast, settings: MeshSettings, voxels: Voxels | null, navMesh: NavMesh | null) {
    this.recast = recast;
    this.radius = settings.radius;
    this.height = settings.height;
    this.stepUp = settings.stepUp;
    this.snap = settings.snap;
    this.cellSize = voxels?.cell ?? settings.cellSize;
    this.voxels = voxels;
    this.navMesh = navMesh;
    this.query = navMesh === null ? null : new recast.NavMeshQuery(navMesh, { maxNodes: MOST_LOOKED_AT });
  }

  /** Whether nobody can walk anywhere. */
  get isEmpty(): boolean {
    return this.navMesh === null;
  }

  /**
   * The place on the mesh that counts for a place: the nearest one within `snap` metres in plan and 1.2 m up or down.
   *
   * @returns Null: there is none.
   * @throws RangeError for a number that is not finite; Error when the mesh is disposed of.
   */
  nearest(place: Point): Point | null {
    this.requireUse('nearest');
    const found = this.snapTo(requirePoint('nearest', place));
    return found === null ? null : found.point;
  }

  /**
   * Finds the shortest way. Its corners keep the body's radius from walls and edges.
   *
   * @param most Corners that are wanted at most, 1 to 256.
   * @throws as {@link nearest}.
   */
  findPath(from: Point, to: Point, most = DEFAULT_CORNERS): FoundPath {
    this.requireUse('findPath');
    const start = this.snapTo(requirePoint('findPath: from', from));
    const goal = this.snapTo(requirePoint('findPath: to', to));
    checks.requireInteger('findPath: most', most, 1, DEFAULT_CORNERS);
    if (start === null) return noWay('startOffMesh');
    if (goal === null) return noWay('goalOffMesh');
    return this.search(from, start, goal, most);
  }

  /** The mesh as triangles in world metres, to be drawn. */
  triangles(): { vertices: Float64Array; indices: Uint32Array } {
    this.requireUse('triangles');
    if (this.navMesh === null || this.voxels === null)
      return { vertices: new Float64Array(0), indices: new Uint32Array(0) };
    const [positions, indices] = this.recast.getNavMeshPositionsAndIndices(this.navMesh);
    const vertices = new Float64Array(positions.length);
    for (let at = 0; at < positions.length; at += 3) {
      const { x, y, z } = this.toWorld(positions[at], positions[at + 1], positions[at + 2]);
      vertices.set([x, y, z], at);
    }
    return { vertices, indices: Uint32Array.from(indices) };
  }

  /** @throws Error that names the call when the mesh is disposed of. */
  requireUse(call: string): void {
    if (this.disposed) throw new Error(`${call}: the navigation mesh is disposed of`);
  }

  /** Frees its memory; it cannot be used afterwards. Twice does nothing. */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.query?.destroy();
    this.navMesh?.destroy();
  }

  private search(from: Point, start: Snapped, goal: Snapped, most: number): FoundPath {
    const { recast } = this;
    const { DT_PARTIAL_RESULT, DT_OUT_OF_NODES, DT_BUFFER_TOO_SMALL } = recast.Detour;
    const query = this.query as NavMeshQuery;
    const corridor = query.findPath(start.polygon, goal.polygon, start.own, goal.own, {
      maxPathPolys: LONGEST_CORRIDOR,
    });
    try {
      if (!corridor.success) return noWay('noWay');
      if ((corridor.status & (DT_OUT_OF_NODES | DT_BUFFER_TOO_SMALL)) !== 0) return noWay('tooFar');
      if ((corridor.status & DT_PARTIAL_RESULT) !== 0) return noWay('noWay');
      // The start comes first and is left out.
      const straight = query.findStraightPath(start.own, goal.own, corridor.polys, { maxStraightPathPoints: most + 2 });
      const points: Point[] = [];
      try {
        if (!straight.success) return noWay('noWay');
        if (distance(start.point.x - from.x, start.point.y - from.y) > BESIDE) points.push(start.point);
        const { straightPath } = straight;
        for (let at = 3; at < straight.straightPathCount * 3; at += 3) {
          points.push(this.toWorld(straightPath.get(at), straightPath.get(at + 1), straightPath.get(at + 2)));
        }
      } finally {
        straight.straightPath.destroy();
        straight.straightPathFlags.destroy();
        straight.straightPathRefs.destroy();
      }
      return pathOf(from, goal.point, points, most);
    } finally {
      corridor.polys.destroy();
    }
  }

  private snapTo(place: Point): Snapped | null {
    const { voxels, query, snap } = this;
    if (voxels === null || query === null) return null;
    const own = { x: place.x - voxels.originX, y: place.z - voxels.originZ, z: voxels.originY - place.y };
    const halfExtents = { x: Math.max(snap, this.cellSize), y: ABOVE, z: Math.max(snap, this.cellSize) };
    const found = query.findNearestPoly(own, { halfExtents });
    if (!found.success || found.nearestRef === 0) return null;
    const point = this.toWorld(found.nearestPoint.x, found.nearestPoint.y, found.nearestPoint.z);
    const away = distance(point.x - place.x, point.y - place.y);
    // The search looks at the boxes of polygons: what it finds may be far above or below.
    if (away > snap + SAME || Math.abs(point.z - place.z) > ABOVE) return null;
    // On the mesh it is the very place that was asked for, not what single precision makes of it.
    const exact = found.isOverPoly || away < SAME ? { x: place.x, y: place.y, z: point.z } : point;
    return { polygon: found.nearestRef, own: found.nearestPoint, point: exact };
  }

  private toWorld(x: number, y: number, z: number): Point {
    const { originX, originY, originZ } = this.voxels as Voxels;
    return { x: x + originX, y: originY - z, z: y + originZ };
  }
}

/** A place on the mesh. */
interface Snapped {
  readonly polygon: number;
  /** In the mesh's own coordinates. */
  readonly own: { x: number; y: number; z: number };
  readonly point: Point;
}

function noWay(reason: WalkReason): FoundPath {
  return { points: [], length: 0, reason, more: false };
}

/** Leaves out corners that lie where the one before does; the goal is always the last, unless there are too many. */
function pathOf(from: Point, goal: Point, corners: readonly Point[], most: number): FoundPath {
  const points: Point[] = [];
  let last = from;
  let length = 0;
  corners.forEach((corner, index) => {
    const isGoal = index === corners.length - 1;
    const step = distance(corner.x - last.x, corner.y - last.y, corner.z - last.z);
    if (!isGoal && distance(corner.x - last.x, corner.y - last.y) < SAME) return;
    length += step;
    last = corner;
    points.push(corner);
  });
  const end = points.at(-1);
  if (end === undefined) points.push(goal);
  else if (distance(end.x - goal.x, end.y - goal.y) < SAME) points[points.length - 1] = goal;
  const more = points.length > most || (end !== undefined && distance(end.x - goal.x, end.y - goal.y) >= SAME);
  return { points: points.slice(0, most), length, reason: 'none', more };
}

function distance(dx: number, dy: number, dz = 0): number {
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function requirePoint(what: string, point: Point): Point {
  checks.requireObject(what, point, 'a place { x, y, z }');
  for (const axis of ['x', 'y', 'z'] as const) checks.requireNumber(`${what}.${axis}`, point[axis], -1e7, 1e7);
  return point;
}

/**
 * Makes the navigation mesh of a scene, tile by tile: about a second for a village of 128 by 128 m. Others run meanwhile.
 *
 * @param scene A scene, the content of its file, or the ground that was made of it.
 * @throws TypeError or RangeError for a bad option; Error for a bad scene, or when recast-navigation cannot be loaded.
 */
export async function createNavigationMesh(
  scene: NavigationScene | unknown,
  options: NavigationMeshOptions = {},
): Promise<NavigationMesh> {
  const what = 'createNavigationMesh';
  const settings = meshSettings(what, options);
  const solids = new SceneSolids(scene, settings);
  const voxels = solids.bounds === null ? null : voxelsOf(what, solids.bounds, settings);
  const recast = await loadRecast();
  const navMesh = voxels === null ? null : await buildTiles(recast, solids, voxels, settings.progress);
  settings.progress(1);
  return new NavigationMesh(recast, settings, navMesh === null ? null : voxels, navMesh);
}

async function buildTiles(
  recast: Recast,
  solids: SceneSolids,
  voxels: Voxels,
  progress: (share: number) => void,
): Promise<NavMesh | null> {
  const { tilesX, tilesY, tile, cell } = voxels;
  const tiles = tilesX * tilesY;
  const tileBits = Math.ceil(Math.log2(Math.max(2, tiles)));
  const navMesh = new recast.NavMesh();
  const parameters = recast.NavMeshParams.create({
    orig: { x: 0, y: 0, z: 0 },
    tileWidth: tile * cell,
    tileHeight: tile * cell,
    maxTiles: 1 << tileBits,
    maxPolys: 1 << (NUMBER_BITS - tileBits),
  });
  let added = 0;
  try {
    if (!navMesh.initTiled(parameters)) throw new Error('gait/nav: the navigation mesh could not be made');
    let since = Date.now();
    for (let index = 0; index < tiles; index++) {
      const data = buildTile(recast, solids, voxels, index % tilesX, Math.floor(index / tilesX));
      if (data !== null) {
        const { status } = navMesh.addTile(data, recast.Detour.DT_TILE_FREE_DATA, 0);
        if (recast.statusFailed(status)) {
          data.destroy();
          throw new Error(`gait/nav: a tile could not be added: ${recast.statusToReadableString(status)}`);
        }
        added++;
      }
      if (Date.now() - since < SLICE_MILLISECONDS) continue;
      progress(index / tiles);
      await new Promise((resolve) => setTimeout(resolve, 0));
      since = Date.now();
    }
  } catch (error) {
    navMesh.destroy();
    throw error;
  } finally {
    recast.Raw.destroy(parameters.raw);
  }
  if (added > 0) return navMesh;
  navMesh.destroy();
  return null;
}
