import { axesOf, type BlockShape, parseScene, type SceneContent, type SceneShape, sceneShapes } from '../index.ts';
import type { MeshSettings } from './mesh-options.ts';

/** A scene, the ground that was made of one, or the content of a scene's file. */
export type NavigationScene = SceneContent | { readonly scene: SceneContent; readonly shapes: readonly SceneShape[] };

/** The box that a scene lies in, world metres. */
export interface SceneBounds {
  minX: number;
  minY: number;
  minZ: number;
  maxX: number;
  maxY: number;
  maxZ: number;
}

/** Takes triangles, corner by corner in world metres. */
export interface TriangleSink {
  add(
    walkable: boolean,
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    cx: number,
    cy: number,
    cz: number,
  ): void;
}

type Corner = readonly [x: number, y: number];

/** Something solid: an upright prism over a polygon. */
interface Solid extends SceneBounds {
  /** Counter-clockwise, as seen from above. */
  readonly corners: readonly Corner[];
  /** Heights at the corners. */
  readonly bottoms: readonly number[];
  readonly tops: readonly number[];
  readonly walkable: boolean;
  /** Level cuts that fill it, so that nobody finds room inside. */
  readonly slices: number;
}

/** Sides of the prism that stands for a pillar; it is drawn around it. */
const PILLAR_SIDES = 16;
/**
 * Metres by which a solid's sides lie inside its top: in the cells at its edge its top, too, is drawn, and so a low edge is
 * a step and not a wall.
 */
const INSET = 1e-3;
/** Share of a body's height that the cuts of a solid lie apart at most. */
const SLICE = 0.75;
const MOST_SLICES = 512;

/** Everything that the navigation mesh of a scene is made from. */
export class SceneSolids {
  /** Null: there is nothing. */
  readonly bounds: SceneBounds | null;
  private readonly terrain: SceneContent['terrain'];
  private readonly voids: Uint8Array;
  private readonly solids: readonly Solid[];
  private readonly settings: MeshSettings;

  /** @throws Error as parseScene does. */
  constructor(scene: unknown, settings: MeshSettings) {
    const ground = scene as { scene?: SceneContent; shapes?: readonly SceneShape[] } | null;
    const isGround = typeof ground === 'object' && ground !== null && Array.isArray(ground.shapes);
    const content = isGround && ground.scene !== undefined ? ground.scene : parseScene(scene);
    const shapes = isGround && ground.shapes !== undefined ? ground.shapes : sceneShapes(content);
    this.settings = settings;
    this.terrain = content.terrain;
    this.voids = voidsOf(content.terrain);
    this.solids = shapes.map((shape) => solidOf(shape, settings));
    this.bounds = this.measure();
  }

  /** Hands over the triangles that touch a rectangle. */
  collect(minX: number, minY: number, maxX: number, maxY: number, sink: TriangleSink): void {
    this.addTerrain(minX, minY, maxX, maxY, sink);
    for (const solid of this.solids) {
      if (solid.maxX >= minX && solid.minX <= maxX && solid.maxY >= minY && solid.minY <= maxY) addSolid(solid, sink);
    }
    for (const { vertices, indices } of this.settings.meshes) {
      for (let at = 0; at < indices.length; at += 3) {
        const [a, b, c] = [indices[at] * 3, indices[at + 1] * 3, indices[at + 2] * 3];
        const [ax, ay, bx, by, cx, cy] = [
          vertices[a],
          vertices[a + 1],
          vertices[b],
          vertices[b + 1],
          vertices[c],
          vertices[c + 1],
        ];
        if (Math.max(ax, bx, cx) < minX || Math.min(ax, bx, cx) > maxX) continue;
        if (Math.max(ay, by, cy) < minY || Math.min(ay, by, cy) > maxY) continue;
        const [az, bz, cz] = [vertices[a + 2], vertices[b + 2], vertices[c + 2]];
        sink.add(
          normalZ(ax, ay, az, bx, by, bz, cx, cy, cz) >= this.settings.leastNormalZ,
          ax,
          ay,
          az,
          bx,
          by,
          bz,
          cx,
          cy,
          cz,
        );
      }
    }
  }

  private addTerrain(minX: number, minY: number, maxX: number, maxY: number, sink: TriangleSink): void {
    const { terrain, voids, settings } = this;
    if (terrain === undefined) return;
    const { cell, heights } = terrain;
    const [columns, rows] = [heights[0].length - 1, heights.length - 1];
    const clamp = (value: number, most: number) => Math.min(most, Math.max(0, Math.floor(value)));
    const [firstColumn, lastColumn] = [minX, maxX].map((x) => clamp((x - terrain.x) / cell, columns - 1));
    const [firstRow, lastRow] = [minY, maxY].map((y) => clamp((y - terrain.y) / cell, rows - 1));
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        if (voids[row * columns + column] === 1) continue;
        const [west, south] = [terrain.x + column * cell, terrain.y + row * cell];
        const [east, north] = [west + cell, south + cell];
        if (east < minX || west > maxX || north < minY || south > maxY) continue;
        const [sw, se] = [heights[row][column], heights[row][column + 1]];
        const [nw, ne] = [heights[row + 1][column], heights[row + 1][column + 1]];
        const flat = (rise: number, run: number) =>
          1 / Math.sqrt(1 + (rise * rise + run * run) / (cell * cell)) >= settings.leastNormalZ;
        sink.add(flat(se - sw, ne - se), west, south, sw, east, south, se, east, north, ne);
        sink.add(flat(ne - nw, nw - sw), west, south, sw, east, north, ne, west, north, nw);
      }
    }
  }

  private measure(): SceneBounds | null {
    const bounds = nothing();
    const { terrain } = this;
    if (terrain !== undefined) {
      const { x, y, cell, heights } = terrain;
      include(bounds, x, y, heights[0][0]);
      include(bounds, x + (heights[0].length - 1) * cell, y + (heights.length - 1) * cell, heights[0][0]);
      for (const row of heights) for (const height of row) include(bounds, x, y, height);
    }
    for (const solid of this.solids) {
      include(bounds, solid.minX, solid.minY, solid.minZ);
      include(bounds, solid.maxX, solid.maxY, solid.maxZ);
    }
    for (const { vertices } of this.settings.meshes) {
      for (let at = 0; at < vertices.length; at += 3) include(bounds, vertices[at], vertices[at + 1], vertices[at + 2]);
    }
    return bounds.minX > bounds.maxX ? null : bounds;
  }
}

function voidsOf(terrain: SceneContent['terrain']): Uint8Array {
  if (terrain === undefined) return new Uint8Array(0);
  const columns = terrain.heights[0].length - 1;
  const cells = new Uint8Array(columns * (terrain.heights.length - 1));
  for (const each of terrain.voids ?? []) {
    for (let row = each.row; row < each.row + each.rows; row++) {
      cells.fill(1, row * columns + each.column, row * columns + each.column + each.columns);
    }
  }
  return cells;
}

function solidOf(shape: SceneShape, settings: MeshSettings): Solid {
  const { corners, bottoms, tops, walkable } = shape.kind === 'block' ? block(shape, settings) : pillar(shape);
  const bounds = nothing();
  corners.forEach(([x, y], index) => {
    include(bounds, x, y, bottoms[index]);
    include(bounds, x, y, tops[index]);
  });
  const thickest = Math.max(...tops.map((top, index) => top - bottoms[index]));
  const slices = Math.min(MOST_SLICES, Math.ceil(thickest / (settings.height * SLICE)) - 1);
  return { ...bounds, corners, bottoms, tops, walkable, slices };
}

type Prism = Pick<Solid, 'corners' | 'bottoms' | 'tops' | 'walkable'>;

function block(shape: BlockShape, settings: MeshSettings): Prism {
  const { x, y, width, depth, bottomNear, bottomFar, topNear, topFar } = shape;
  const [cosine, sine] = axesOf(shape.heading);
  const at = (across: number, along: number): Corner => [
    x + across * cosine + along * sine,
    y - across * sine + along * cosine,
  ];
  const [side, end] = [width / 2, depth / 2];
  const rise = (topFar - topNear) / depth;
  return {
    corners: [at(-side, -end), at(side, -end), at(side, end), at(-side, end)],
    bottoms: [bottomNear, bottomNear, bottomFar, bottomFar],
    tops: [topNear, topNear, topFar, topFar],
    walkable: 1 / Math.sqrt(1 + rise * rise) >= settings.leastNormalZ,
  };
}

function pillar({ x, y, radius, bottom, top }: Exclude<SceneShape, BlockShape>): Prism {
  const reach = radius / axesOf(180 / PILLAR_SIDES)[0];
  const corners = Array.from({ length: PILLAR_SIDES }, (_, index): Corner => {
    // Headings go clockwise, corners the other way round.
    const [cosine, sine] = axesOf((-360 * index) / PILLAR_SIDES);
    return [x + reach * sine, y + reach * cosine];
  });
  return { corners, bottoms: corners.map(() => bottom), tops: corners.map(() => top), walkable: true };
}

function addSolid({ corners, bottoms, tops, walkable, slices }: Solid, sink: TriangleSink): void {
  addFace(corners, tops, walkable, sink);
  const sides = inset(corners);
  addFace(sides, bottoms, false, sink);
  for (let slice = 1; slice <= slices; slice++) {
    const share = slice / (slices + 1);
    const heights = bottoms.map((bottom, index) => bottom + (tops[index] - bottom) * share);
    addFace(sides, heights, false, sink);
  }
  sides.forEach(([x, y], index) => {
    const other = (index + 1) % sides.length;
    const [ox, oy] = sides[other];
    sink.add(false, x, y, bottoms[index], ox, oy, bottoms[other], ox, oy, tops[other]);
    sink.add(false, x, y, bottoms[index], ox, oy, tops[other], x, y, tops[index]);
  });
}

/** Corners a little nearer to the middle. */
function inset(corners: readonly Corner[]): Corner[] {
  const x = corners.reduce((sum, corner) => sum + corner[0], 0) / corners.length;
  const y = corners.reduce((sum, corner) => sum + corner[1], 0) / corners.length;
  const nearer = (from: number, middle: number) =>
    from - Math.sign(from - middle) * Math.min(INSET, Math.abs(from - middle) / 2);
  return corners.map((corner) => [nearer(corner[0], x), nearer(corner[1], y)]);
}

function addFace(corners: readonly Corner[], heights: readonly number[], walkable: boolean, sink: TriangleSink): void {
  const [x, y] = corners[0];
  for (let index = 2; index < corners.length; index++) {
    const [bx, by] = corners[index - 1];
    const [cx, cy] = corners[index];
    sink.add(walkable, x, y, heights[0], bx, by, heights[index - 1], cx, cy, heights[index]);
  }
}

function normalZ(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
): number {
  const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
  const [vx, vy, vz] = [cx - ax, cy - ay, cz - az];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(x * x + y * y + z * z);
  return length === 0 ? 0 : z / length;
}

function nothing(): SceneBounds {
  const [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return { minX: least, minY: least, minZ: least, maxX: most, maxY: most, maxZ: most };
}

function include(bounds: SceneBounds, x: number, y: number, z: number): void {
  bounds.minX = Math.min(bounds.minX, x);
  bounds.minY = Math.min(bounds.minY, y);
  bounds.minZ = Math.min(bounds.minZ, z);
  bounds.maxX = Math.max(bounds.maxX, x);
  bounds.maxY = Math.max(bounds.maxY, y);
  bounds.maxZ = Math.max(bounds.maxZ, z);
}
