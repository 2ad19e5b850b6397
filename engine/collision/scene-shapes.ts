import { headingOfDirection, RADIANS } from '../math/heading.ts';
import { cos, sin } from '../math/trigonometry.ts';
import type { SceneContent, SceneObstacle } from './scene-content.ts';

/**
 * A solid on a rectangle with upright sides: (x, y) is the middle of the rectangle, width goes across the heading, depth
 * along it. Bottom and top are level or slope along the heading: `near` is their height at the end behind, `far` at the
 * end ahead.
 */
export interface BlockShape {
  /** What tells it from a pillar. */
  readonly kind: 'block';
  /** World metres, east: the middle of its base. */
  readonly x: number;
  /** World metres, north: the middle of its base. */
  readonly y: number;
  /** Compass degrees. */
  readonly heading: number;
  /** Metres across the heading. */
  readonly width: number;
  /** Metres along the heading. */
  readonly depth: number;
  /** World height in metres of the underside at its near end, which the heading points away from. */
  readonly bottomNear: number;
  /** World height in metres of the underside at the far end. */
  readonly bottomFar: number;
  /** World height in metres of the top at the near end. */
  readonly topNear: number;
  /** World height in metres of the top at the far end; another one than near: a ramp. */
  readonly topFar: number;
  /** Index of the obstacle of the scene that it is a part of. */
  readonly source: number;
}

/** An upright cylinder. */
export interface PillarShape {
  /** What tells it from a block. */
  readonly kind: 'pillar';
  /** World metres, east: its axis. */
  readonly x: number;
  /** World metres, north: its axis. */
  readonly y: number;
  /** Metres. */
  readonly radius: number;
  /** World height of its foot, metres. */
  readonly bottom: number;
  /** World height of its top, metres. */
  readonly top: number;
  /** Index of the obstacle of the scene that it is a part of. */
  readonly source: number;
}

/** What all obstacles are made of. */
export type SceneShape = BlockShape | PillarShape;

/** The solids that the obstacles of a scene stand for: to collide with, to draw, to build a navigation mesh from. */
export function sceneShapes(scene: SceneContent): SceneShape[] {
  return scene.obstacles.flatMap((obstacle, source) => shapesOf(obstacle).map((shape) => ({ ...shape, source })));
}

/** Cosine and sine of a heading; exact where it is a multiple of 90 degrees. */
export function axesOf(heading: number): [cosine: number, sine: number] {
  const quarter = (((heading / 90) % 4) + 4) % 4;
  if (Number.isInteger(quarter)) return [[1, 0, -1, 0][quarter], [0, 1, 0, -1][quarter]];
  return [cos(heading * RADIANS), sin(heading * RADIANS)];
}

type Part<Shape> = Omit<Shape, 'source'>;
type Shape = Part<BlockShape> | Part<PillarShape>;

function shapesOf(obstacle: SceneObstacle): Shape[] {
  switch (obstacle.kind) {
    case 'box':
      return [level(new Site(obstacle), 0, 0, obstacle.width, obstacle.depth, 0, obstacle.height)];
    case 'ramp': {
      const { x, y, z, heading, width, depth, height } = obstacle;
      const block = { kind: 'block', x, y, heading, width, depth } as const;
      return [{ ...block, bottomNear: z, bottomFar: z, topNear: z, topFar: z + height }];
    }
    case 'pillar': {
      const { x, y, z, radius, height } = obstacle;
      return [{ kind: 'pillar', x, y, radius, bottom: z, top: z + height }];
    }
    case 'wall': {
      const { from, to, z, height, thickness } = obstacle;
      return [plank([...from, z + height], [...to, z + height], 0, thickness, height)];
    }
    case 'slab':
      return [plank(obstacle.from, obstacle.to, 0, obstacle.width, obstacle.thickness)];
    case 'bridge':
      return bridge(obstacle);
    case 'stairs':
      return stairs(obstacle);
    case 'house':
      return house(obstacle);
  }
}

/** Where the parts of an obstacle lie: its origin and its axes. */
class Site {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly heading: number;
  private readonly cosine: number;
  private readonly sine: number;

  constructor({ x, y, z, heading }: { x: number; y: number; z: number; heading: number }) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.heading = heading;
    [this.cosine, this.sine] = axesOf(heading);
  }

  /** World place of a point `across` to the right and `along` ahead. */
  at(across: number, along: number): { x: number; y: number } {
    return {
      x: this.x + across * this.cosine + along * this.sine,
      y: this.y - across * this.sine + along * this.cosine,
    };
  }
}

/** A level block of a site: its middle, its size, and from where to where it reaches above the site. */
function level(
  site: Site,
  across: number,
  along: number,
  width: number,
  depth: number,
  from: number,
  to: number,
): Part<BlockShape> {
  const [bottom, top] = [site.z + from, site.z + to];
  const heights = { bottomNear: bottom, bottomFar: bottom, topNear: top, topFar: top };
  return { kind: 'block', ...site.at(across, along), heading: site.heading, width, depth, ...heights };
}

/** A block whose top goes from one point to another, `aside` to the right of that line. */
function plank(
  from: readonly number[],
  to: readonly number[],
  aside: number,
  width: number,
  thickness: number,
): Part<BlockShape> {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const depth = Math.sqrt(dx * dx + dy * dy);
  return {
    kind: 'block',
    x: (from[0] + to[0]) / 2 + (aside * dy) / depth,
    y: (from[1] + to[1]) / 2 - (aside * dx) / depth,
    heading: headingOfDirection(dx, dy),
    width,
    depth,
    bottomNear: from[2] - thickness,
    bottomFar: to[2] - thickness,
    topNear: from[2],
    topFar: to[2],
  };
}

/** Metres that a railing is thick. */
const RAIL_THICKNESS = 0.1;

function bridge({ from, to, width, thickness, rail }: Extract<SceneObstacle, { kind: 'bridge' }>): Shape[] {
  const deck = plank(from, to, 0, width, thickness);
  if (rail === undefined) return [deck];
  const [a, b] = [from, to].map(([x, y, z]) => [x, y, z + rail]);
  const aside = (width - RAIL_THICKNESS) / 2;
  return [deck, ...[-aside, aside].map((side) => plank(a, b, side, RAIL_THICKNESS, rail))];
}

function stairs(obstacle: Extract<SceneObstacle, { kind: 'stairs' }>): Shape[] {
  const site = new Site(obstacle);
  const { steps, rise, tread, width } = obstacle;
  return Array.from({ length: steps }, (_, index) =>
    level(site, 0, (index + 0.5) * tread, width, tread, 0, (index + 1) * rise),
  );
}

/** Metres that a roof is thick, and that it reaches beyond the walls. */
const ROOF = 0.2;
const EAVES = 0.3;

function house(obstacle: Extract<SceneObstacle, { kind: 'house' }>): Shape[] {
  const site = new Site(obstacle);
  const { width, depth, height, thickness, door, roof } = obstacle;
  const [side, back] = [(width - thickness) / 2, (depth - thickness) / 2];
  const inner = depth - 2 * thickness;
  // Who comes out looks along the heading, and so across is to the right of them.
  const [left, right] = [door.offset - door.width / 2, door.offset + door.width / 2];
  const parts: Shape[] = [
    level(site, -side, 0, thickness, inner, 0, height),
    level(site, side, 0, thickness, inner, 0, height),
    level(site, 0, -back, width, thickness, 0, height),
    level(site, (left - width / 2) / 2, back, left + width / 2, thickness, 0, height),
    level(site, (right + width / 2) / 2, back, width / 2 - right, thickness, 0, height),
    level(site, door.offset, back, door.width, thickness, door.height, height),
  ];
  if (roof === undefined) {
    parts.push(level(site, 0, 0, width + 2 * EAVES, depth + 2 * EAVES, height, height + ROOF));
    return parts;
  }
  const half = depth / 2;
  const { z, heading } = site;
  for (const turn of [0, 180]) {
    const sign = turn === 0 ? 1 : -1;
    // A gable of each side wall and the side of the roof, rising towards the ridge.
    for (const across of [-side, side]) {
      parts.push({
        kind: 'block',
        ...site.at(across, (-sign * half) / 2),
        heading: heading + turn,
        width: thickness,
        depth: half,
        bottomNear: z + height,
        bottomFar: z + height,
        topNear: z + height,
        topFar: z + height + roof,
      });
    }
    const eaves = z + height - (roof * EAVES) / half;
    parts.push({
      kind: 'block',
      ...site.at(0, (-sign * (half + EAVES)) / 2),
      heading: heading + turn,
      width: width + 2 * EAVES,
      depth: half + EAVES,
      bottomNear: eaves,
      bottomFar: z + height + roof,
      topNear: eaves + ROOF,
      topFar: z + height + roof + ROOF,
    });
  }
  return parts;
}
