import type { SceneContent, SceneShape } from '../index.ts';
import { seededRandom } from './random.ts';
import { blockCorners } from './scene-solids.ts';
import type { TerrainShape } from './scene-terrain.ts';
import { softSpot } from './scene-textures.ts';

const GRASS = '#93ab6b';
const LIGHT_GRASS = 'rgba(196, 205, 128, 0.3)';
const DARK_GRASS = 'rgba(74, 110, 62, 0.28)';
const EARTH = 'rgba(158, 132, 94, 0.5)';
const PATH = 'rgba(186, 164, 122, 0.34)';
const ROCK = 'rgba(138, 126, 106, 0.9)';

/** Sines of slopes from which on, and at which, earth and rock show. */
const BARE = 0.42;
const ROCKY = 0.72;

/**
 * Paints the colours of a terrain as it is seen from above, the north at the top: meadow with lighter and darker parts,
 * bare slopes, trodden ways from doors and bridges to the middle, and shade around what stands there.
 *
 * @param pixels Side of the square picture.
 */
export function paintGround(
  context: CanvasRenderingContext2D,
  pixels: number,
  scene: SceneContent,
  shape: TerrainShape,
  solids: readonly SceneShape[],
): void {
  const [west, south] = shape.corner(0, 0);
  const [east, north] = shape.corner(shape.columns, shape.rows);
  const [perX, perY] = [pixels / (east - west), pixels / (north - south)];
  const at = (x: number, y: number): [number, number] => [(x - west) * perX, (north - y) * perY];
  const random = seededRandom(scene.name.length * 7 + 3);

  context.fillStyle = GRASS;
  context.fillRect(0, 0, pixels, pixels);
  for (let spot = 0; spot < 420; spot++) {
    const colour = spot % 2 === 0 ? LIGHT_GRASS : DARK_GRASS;
    softSpot(context, random() * pixels, random() * pixels, (2 + 7 * random()) * perX, colour);
  }
  paintSlopes(context, shape, at, perX);
  paintWays(context, scene, at, perX);
  for (const solid of solids) {
    const ground = solid.kind === 'block' ? Math.min(solid.bottomNear, solid.bottomFar) : solid.bottom;
    if (isOnGround(shape, solid, ground)) shade(context, solid, at, perX);
  }
}

function paintSlopes(
  context: CanvasRenderingContext2D,
  shape: TerrainShape,
  at: (x: number, y: number) => [number, number],
  perMetre: number,
): void {
  for (let row = 0; row <= shape.rows; row++) {
    for (let column = 0; column <= shape.columns; column++) {
      const steep = shape.steepness(column, row);
      if (steep < BARE) continue;
      const [x, y] = shape.corner(column, row);
      const bare = Math.min(1, (steep - BARE) / 0.2);
      softSpot(context, ...at(x, y), shape.cell * 1.1 * perMetre, EARTH.replace('0.5', String(0.55 * bare)));
      const rocky = Math.min(1, (steep - ROCKY + 0.1) / 0.15);
      if (rocky > 0) softSpot(context, ...at(x, y), shape.cell * perMetre, ROCK.replace('0.9', String(0.8 * rocky)));
    }
  }
}

/** Where people have walked: from each door, and both ends of each bridge, to where one starts. */
function paintWays(
  context: CanvasRenderingContext2D,
  { obstacles, places }: SceneContent,
  at: (x: number, y: number) => [number, number],
  perMetre: number,
): void {
  const start = places[0] ?? { x: 0, y: 0 };
  context.lineCap = 'round';
  const way = (x: number, y: number, towardsX: number, towardsY: number) => {
    // Soft edges: several strokes on each other.
    for (const width of [2.4, 1.8, 1.2, 0.7]) {
      context.strokeStyle = PATH.replace('0.34', '0.2');
      context.lineWidth = width * perMetre;
      context.beginPath();
      context.moveTo(...at(x, y));
      context.quadraticCurveTo(...at(towardsX, towardsY), ...at(start.x, start.y));
      context.stroke();
    }
  };
  for (const each of obstacles) {
    if (each.kind === 'house') {
      const angle = (each.heading * Math.PI) / 180;
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
      const out = (along: number): [number, number] => [
        each.x + each.door.offset * cosine + along * sine,
        each.y - each.door.offset * sine + along * cosine,
      ];
      way(...out(each.depth / 2), ...out(each.depth / 2 + 4));
    } else if (each.kind === 'bridge') {
      const [from, to] = [each.from, each.to];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const [alongX, alongY] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
      const fromStart = Math.hypot(from[0] - start.x, from[1] - start.y);
      const near = fromStart < Math.hypot(to[0] - start.x, to[1] - start.y) ? from : to;
      const sign = near === from ? -1 : 1;
      way(near[0], near[1], near[0] + sign * alongX * 5, near[1] + sign * alongY * 5);
    }
  }
}

/** Darkens the ground around a solid, as what stands in the light does. */
function shade(
  context: CanvasRenderingContext2D,
  solid: SceneShape,
  at: (x: number, y: number) => [number, number],
  perMetre: number,
): void {
  if (solid.kind === 'pillar') {
    softSpot(context, ...at(solid.x, solid.y), (solid.radius + 0.9) * perMetre, 'rgba(70, 60, 35, 0.5)');
    return;
  }
  context.lineJoin = 'round';
  context.beginPath();
  blockCorners(solid).low.forEach(([x, y], index) => {
    if (index === 0) context.moveTo(...at(x, y));
    else context.lineTo(...at(x, y));
  });
  context.closePath();
  for (const width of [1.5, 1.1, 0.7, 0.4]) {
    context.strokeStyle = 'rgba(84, 72, 42, 0.13)';
    context.lineWidth = width * 2 * perMetre;
    context.stroke();
  }
}

/** Whether a solid stands on the terrain rather than over it. */
function isOnGround(shape: TerrainShape, { x, y }: SceneShape, bottom: number): boolean {
  const [west, south] = shape.corner(0, 0);
  const [column, row] = [Math.round((x - west) / shape.cell), Math.round((y - south) / shape.cell)];
  return bottom < shape.corner(column, row)[2] + 0.5;
}
