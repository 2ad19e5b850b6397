import type { FloatArray, IntArray, UnsignedCharArray } from 'recast-navigation';
import type { Recast } from './recast.ts';
import type { SceneSolids, TriangleSink } from './scene-solids.ts';
import type { Voxels } from './voxels.ts';

/** Cells by which a polygon's edge may stray from the outline. */
const OUTLINE_ERROR = 0.75;
/** Metres of an edge, between samples of heights, and that heights may be off. */
const LONGEST_EDGE = 12;
const SAMPLE_DISTANCE = 0.9;
const SAMPLE_ERROR = 0.1;
/** Square metres of a region: smaller ones are left out, or joined with others. */
const LEAST_REGION = 0.25;
const JOINED_REGION = 4;
const CORNERS_OF_POLYGON = 6;
const EVERYTHING = 1;

/** Triangles in the mesh's own coordinates: x east, y up, z south. */
class Triangles implements TriangleSink {
  readonly vertices: number[] = [];
  private readonly voxels: Voxels;

  constructor(voxels: Voxels) {
    this.voxels = voxels;
  }

  add(
    _walkable: boolean,
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    cx: number,
    cy: number,
    cz: number,
  ): void {
    const { originX, originY, originZ } = this.voxels;
    this.vertices.push(ax - originX, az - originZ, originY - ay);
    this.vertices.push(bx - originX, bz - originZ, originY - by);
    this.vertices.push(cx - originX, cz - originZ, originY - cy);
  }
}

/**
 * Makes one tile of a navigation mesh, in the steps of Recast. What can be walked on is drawn before what cannot: of two
 * surfaces in one cell the upper one counts.
 *
 * @returns The tile's data; null: nobody can walk there.
 * @throws Error that names the step that failed.
 */
export function buildTile(
  recast: Recast,
  solids: SceneSolids,
  voxels: Voxels,
  tileX: number,
  tileY: number,
): UnsignedCharArray | null {
  const { cell, tile, border, originX, originY } = voxels;
  const west = tileX * tile * cell - border * cell;
  const north = tileY * tile * cell - border * cell;
  const side = (tile + 2 * border) * cell;
  const walkable = new Triangles(voxels);
  const steep = new Triangles(voxels);
  const sink: TriangleSink = {
    add: (walks, ...corners) => (walks ? walkable : steep).add(walks, ...corners),
  };
  solids.collect(originX + west, originY - north - side, originX + west + side, originY - north, sink);
  if (walkable.vertices.length === 0) return null;
  return new TileBuild(recast, voxels, tileX, tileY, west, north, side).run(walkable.vertices, steep.vertices);
}

/** One run of Recast; frees everything that it made but the tile's data. */
class TileBuild {
  private readonly recast: Recast;
  private readonly voxels: Voxels;
  private readonly tileX: number;
  private readonly tileY: number;
  private readonly least: [number, number, number];
  private readonly most: [number, number, number];
  private readonly frees: (() => void)[] = [];

  constructor(recast: Recast, voxels: Voxels, tileX: number, tileY: number, west: number, north: number, side: number) {
    this.recast = recast;
    this.voxels = voxels;
    this.tileX = tileX;
    this.tileY = tileY;
    this.least = [west, 0, north];
    this.most = [west + side, voxels.level * 8191, north + side];
  }

  run(walkable: readonly number[], steep: readonly number[]): UnsignedCharArray | null {
    try {
      return this.build(walkable, steep);
    } finally {
      for (const free of this.frees.reverse()) free();
    }
  }

  private build(walkable: readonly number[], steep: readonly number[]): UnsignedCharArray | null {
    const { recast, voxels } = this;
    const { cell, level, tile, border, radius, height, climb } = voxels;
    const context = new recast.RecastBuildContext();
    const side = tile + 2 * border;
    const field = recast.allocHeightfield();
    this.frees.push(() => recast.freeHeightfield(field));
    this.check('heightfield', recast.createHeightfield(context, field, side, side, this.least, this.most, cell, level));
    for (const [vertices, area] of [
      [walkable, recast.Recast.RC_WALKABLE_AREA],
      [steep, recast.Recast.RC_NULL_AREA],
    ] as const) {
      if (vertices.length === 0) continue;
      const [corners, triangles, areas] = this.arraysOf(vertices, area);
      const count = vertices.length / 9;
      this.check(
        'triangles',
        recast.rasterizeTriangles(context, corners, vertices.length / 3, triangles, areas, count, field, 1),
      );
    }
    recast.filterLedgeSpans(context, height, climb, field);
    recast.filterWalkableLowHeightSpans(context, height, field);
    const compact = recast.allocCompactHeightfield();
    this.frees.push(() => recast.freeCompactHeightfield(compact));
    this.check('surfaces', recast.buildCompactHeightfield(context, height, climb, field, compact));
    this.check('edges', recast.erodeWalkableArea(context, radius, compact));
    this.check('distances', recast.buildDistanceField(context, compact));
    const [least, joined] = [LEAST_REGION, JOINED_REGION].map((area) => Math.ceil(area / (cell * cell)));
    this.check('regions', recast.buildRegions(context, compact, border, least, joined));
    const outlines = recast.allocContourSet();
    this.frees.push(() => recast.freeContourSet(outlines));
    const longest = Math.ceil(LONGEST_EDGE / cell);
    this.check('outlines', recast.buildContours(context, compact, OUTLINE_ERROR, longest, outlines));
    const polygons = recast.allocPolyMesh();
    this.frees.push(() => recast.freePolyMesh(polygons));
    this.check('polygons', recast.buildPolyMesh(context, outlines, CORNERS_OF_POLYGON, polygons));
    if (polygons.npolys() === 0) return null;
    const details = recast.allocPolyMeshDetail();
    this.frees.push(() => recast.freePolyMeshDetail(details));
    this.check(
      'heights',
      recast.buildPolyMeshDetail(context, polygons, compact, SAMPLE_DISTANCE, SAMPLE_ERROR, details),
    );
    for (let index = 0; index < polygons.npolys(); index++) polygons.setFlags(index, EVERYTHING);
    const parameters = new recast.NavMeshCreateParams();
    this.frees.push(() => recast.Raw.destroy(parameters.raw));
    parameters.setPolyMeshCreateParams(polygons);
    parameters.setPolyMeshDetailCreateParams(details);
    parameters.setWalkableHeight(height * level);
    parameters.setWalkableRadius(radius * cell);
    parameters.setWalkableClimb(climb * level);
    parameters.setCellSize(cell);
    parameters.setCellHeight(level);
    parameters.setBuildBvTree(true);
    parameters.setTileX(this.tileX);
    parameters.setTileY(this.tileY);
    const result = recast.createNavMeshData(parameters);
    this.check('tile', result.success);
    return result.navMeshData;
  }

  private arraysOf(vertices: readonly number[], area: number): [FloatArray, IntArray, UnsignedCharArray] {
    const { recast } = this;
    const corners = new recast.FloatArray();
    const triangles = new recast.IntArray();
    const areas = new recast.UnsignedCharArray();
    this.frees.push(
      () => corners.destroy(),
      () => triangles.destroy(),
      () => areas.destroy(),
    );
    corners.copy(Float32Array.from(vertices));
    triangles.copy(Int32Array.from({ length: vertices.length / 3 }, (_, index) => index));
    areas.copy(new Uint8Array(vertices.length / 9).fill(area));
    return [corners, triangles, areas];
  }

  private check(step: string, succeeded: boolean): void {
    if (!succeeded) throw new Error(`gait/nav: tile ${this.tileX}, ${this.tileY}: Recast could not make its ${step}`);
  }
}
