import * as v from 'valibot';
import { issueText, requireParsed } from '../content-issue.ts';

/** Metres from the origin of a world. */
const FARTHEST = 1e7;
/** Metres that a part of a scene is long at most. */
const LONGEST = 1e4;
/** Cells of a terrain at most, and obstacles of a scene. */
const MOST_CELLS = 1 << 22;
const MOST_OBSTACLES = 1 << 16;

const between = (least: number, most: number) => v.pipe(v.number(), v.finite(), v.minValue(least), v.maxValue(most));
const count = (least: number, most: number) => v.pipe(between(least, most), v.integer());
const coordinate = between(-FARTHEST, FARTHEST);
const length = between(1e-3, LONGEST);
const heading = v.optional(between(-1e6, 1e6), 0);
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const point = v.tuple([coordinate, coordinate, coordinate]);
const planePoint = v.tuple([coordinate, coordinate]);
/** How it is to be drawn, for example "stone"; the simulation does not read it. */
const look = v.optional(v.pipe(v.string(), v.maxLength(32)));

/** The middle of a base, and the size above it; width is across, depth along the heading. */
const standing = { x: coordinate, y: coordinate, z: coordinate, width: length, depth: length, height: length, heading };

const obstacle = v.variant('kind', [
  v.strictObject({ kind: v.literal('box'), ...standing, look }),
  /** A wedge: its top rises along the heading, from z to z + height. */
  v.strictObject({ kind: v.literal('ramp'), ...standing, look }),
  /** An upright cylinder. */
  v.strictObject({
    kind: v.literal('pillar'),
    x: coordinate,
    y: coordinate,
    z: coordinate,
    radius: length,
    height: length,
    look,
  }),
  /** An upright wall along a line. */
  v.strictObject({
    kind: v.literal('wall'),
    from: planePoint,
    to: planePoint,
    z: coordinate,
    height: length,
    thickness: length,
    look,
  }),
  /** A plank: the middle of its top goes from one point to the other. */
  v.strictObject({ kind: v.literal('slab'), from: point, to: point, width: length, thickness: length, look }),
  /** A slab with a railing of the height `rail` along both sides. */
  v.strictObject({
    kind: v.literal('bridge'),
    from: point,
    to: point,
    width: length,
    thickness: length,
    rail: v.optional(length),
    look,
  }),
  /** Solid steps that climb along the heading; (x, y, z) is the middle of the foot of the first. */
  v.strictObject({
    kind: v.literal('stairs'),
    x: coordinate,
    y: coordinate,
    z: coordinate,
    width: length,
    steps: count(1, 256),
    rise: length,
    tread: length,
    heading,
    look,
  }),
  /** Four walls with a door in the one that the heading looks out of, and a roof: flat, or with a ridge `roof` metres up. */
  v.strictObject({
    kind: v.literal('house'),
    ...standing,
    thickness: length,
    /** `offset`: metres of its middle from the wall's, to the right of who comes out. */
    door: v.strictObject({ width: length, height: length, offset: v.optional(between(-LONGEST, LONGEST), 0) }),
    roof: v.optional(length),
    look,
  }),
]);

const terrain = v.strictObject({
  /** The south-west corner. */
  x: coordinate,
  y: coordinate,
  /** Metres of a cell's side. */
  cell: between(0.5, 1000),
  /** Heights of the corners of the cells: rows from south to north, each from west to east. */
  heights: v.pipe(v.array(v.pipe(v.array(coordinate), v.minLength(2))), v.minLength(2)),
  /** Cells that are not there: there one falls. */
  voids: v.optional(
    v.array(
      v.strictObject({
        column: count(0, MOST_CELLS),
        row: count(0, MOST_CELLS),
        columns: count(1, MOST_CELLS),
        rows: count(1, MOST_CELLS),
      }),
    ),
  ),
});

const scene = v.strictObject({
  name,
  terrain: v.optional(terrain),
  obstacles: v.optional(v.pipe(v.array(obstacle), v.maxLength(MOST_OBSTACLES)), []),
  /** Places that game code asks for by name: where to appear, where to walk. Compass degrees. */
  places: v.optional(
    v.array(v.strictObject({ name, x: coordinate, y: coordinate, z: v.optional(coordinate), heading })),
    [],
  ),
});

/** A scene as content files hold it, with every default filled in. World metres and compass degrees. */
export type SceneContent = v.InferOutput<typeof scene>;
/** A scene as somebody may write it. */
export type SceneInput = v.InferInput<typeof scene>;
/** One obstacle of a scene. */
export type SceneObstacle = SceneContent['obstacles'][number];
/** The heightfield of a scene. */
export type TerrainContent = v.InferOutput<typeof terrain>;

/**
 * Checks a scene that comes from outside.
 *
 * @param source Named in errors, for example the file.
 * @throws Error that names the source, the place in it, what was found and what was expected.
 */
export function parseScene(content: unknown, source = 'scene'): SceneContent {
  requireParsed(source, content, 'a scene');
  const result = v.safeParse(scene, content);
  if (!result.success) throw new Error(`${source}: at ${issueText(scene, result.issues)}`);
  const { terrain: field, obstacles } = result.output;
  if (field !== undefined) checkTerrain(field, source);
  obstacles.forEach((each, index) => {
    checkObstacle(each, `${source}: at obstacles.${index}`);
  });
  return result.output;
}

function checkTerrain({ heights, voids = [] }: TerrainContent, source: string): void {
  const corners = heights[0].length;
  heights.forEach((row, index) => {
    if (row.length !== corners) {
      const where = `${source}: at terrain.heights.${index}`;
      throw new Error(`${where}: expected ${corners} heights as in the first row, found ${row.length}`);
    }
  });
  const [columns, rows] = [corners - 1, heights.length - 1];
  if (columns * rows > MOST_CELLS) {
    throw new Error(`${source}: at terrain.heights: expected at most ${MOST_CELLS} cells, found ${columns * rows}`);
  }
  voids.forEach((each, index) => {
    if (each.column + each.columns > columns || each.row + each.rows > rows) {
      const where = `${source}: at terrain.voids.${index}`;
      throw new Error(
        `${where}: expected cells of a terrain of ${columns} by ${rows}, found columns ${each.column} to ` +
          `${each.column + each.columns - 1}, rows ${each.row} to ${each.row + each.rows - 1}`,
      );
    }
  });
}

/** What the schema cannot say: lines have a length, doors fit into their walls. */
function checkObstacle(each: SceneObstacle, where: string): void {
  if (each.kind === 'wall' || each.kind === 'slab' || each.kind === 'bridge') {
    const [dx, dy] = [each.to[0] - each.from[0], each.to[1] - each.from[1]];
    const found = Math.sqrt(dx * dx + dy * dy);
    if (found < 1e-3 || found > LONGEST) {
      throw new Error(`${where}.to: expected a point 0.001 to ${LONGEST} m away in plan, found ${found} m`);
    }
  } else if (each.kind === 'house') {
    const { door, thickness, width, depth, height } = each;
    if (thickness * 2 >= Math.min(width, depth)) {
      throw new Error(`${where}.thickness: expected less than half of width and depth, found ${thickness}`);
    }
    if (door.height >= height) {
      throw new Error(`${where}.door.height: expected less than the wall's ${height}, found ${door.height}`);
    }
    const room = width / 2 - thickness - door.width / 2;
    if (Math.abs(door.offset) > room) {
      throw new Error(`${where}.door: expected to lie between the side walls, found ${door.width} m at ${door.offset}`);
    }
  }
}
