import type { BlockShape, PillarShape } from '../index.ts';
import type { Corner, Surface, Tint } from './scene-surface.ts';

const RADIANS = Math.PI / 180;

/** The corners of a block in world terms: `low` and `high`, each near left, near right, far right, far left. */
export function blockCorners(block: BlockShape): { low: Corner[]; high: Corner[] } {
  const { x, y, heading, width, depth } = block;
  const [cosine, sine] = [Math.cos(heading * RADIANS), Math.sin(heading * RADIANS)];
  const at = (across: number, along: number, z: number): Corner => [
    x + across * cosine + along * sine,
    y - across * sine + along * cosine,
    z,
  ];
  const [right, far] = [width / 2, depth / 2];
  const around = (near: number, ahead: number): Corner[] => [
    at(-right, -far, near),
    at(right, -far, near),
    at(right, far, ahead),
    at(-right, far, ahead),
  ];
  return { low: around(block.bottomNear, block.bottomFar), high: around(block.topNear, block.topFar) };
}

/** Adds all faces of a block. */
export function addBlock(surface: Surface, block: BlockShape, tint?: Tint): void {
  const { low, high } = blockCorners(block);
  addPrism(surface, low, high, tint);
  surface.face(high, [0, 0, 1], tint);
}

/** Adds a block whose upper edges are broken, as stones are. @param cut Metres. */
export function addRock(surface: Surface, block: BlockShape, cut: number, tint?: Tint): void {
  const { low, high } = blockCorners(block);
  const [middleX, middleY] = [block.x, block.y];
  const inwards = ([x, y, z]: Corner, lift: number, index: number): Corner => {
    const away = Math.hypot(x - middleX, y - middleY);
    // Not all corners alike.
    const share = Math.min(0.45, (cut * (1 + 0.35 * Math.sin(index * 2.3 + middleX))) / away);
    return [x + (middleX - x) * share, y + (middleY - y) * share, z + lift];
  };
  const shoulder = high.map(
    (corner, index): Corner => inwards(corner, -cut * (1 + 0.4 * Math.cos(index * 3.1)), index),
  );
  const rim = low.map(([x, y], index): Corner => [x, y, shoulder[index][2]]);
  const top = high.map((corner, index) => inwards(corner, 0, index + 1));
  addPrism(surface, low, rim, tint);
  sidesOf(rim, top).forEach(({ corners, outwards }) => {
    surface.face(corners, [outwards[0], outwards[1], 1], tint);
  });
  surface.face(top, [0, 0, 1], tint);
}

/** The bottom and the sides of a block. */
function addPrism(surface: Surface, low: readonly Corner[], high: readonly Corner[], tint?: Tint): void {
  surface.face(low, [0, 0, -1], tint);
  for (const { corners, outwards } of sidesOf(low, high)) {
    // The thin end of a wedge has no height.
    if (corners[0][2] === corners[3][2] && corners[1][2] === corners[2][2]) continue;
    surface.face(corners, outwards, tint);
  }
}

function sidesOf(low: readonly Corner[], high: readonly Corner[]): { corners: Corner[]; outwards: Corner }[] {
  const middle = [0, 1].map((at) => low.reduce((sum, corner) => sum + corner[at], 0) / low.length);
  return low.map((corner, index) => {
    const next = (index + 1) % low.length;
    const outwards: Corner = [
      (corner[0] + low[next][0]) / 2 - middle[0],
      (corner[1] + low[next][1]) / 2 - middle[1],
      0,
    ];
    return { corners: [corner, low[next], high[next], high[index]], outwards };
  });
}

/** Adds an upright cylinder, rounded by shading. */
export function addPillar(surface: Surface, { x, y, radius, bottom, top }: PillarShape, tint?: Tint, sides = 20): void {
  const ring = (z: number, index: number): Corner => {
    const angle = (index / sides) * 2 * Math.PI;
    return [x + radius * Math.sin(angle), y + radius * Math.cos(angle), z];
  };
  for (let index = 0; index < sides; index++) {
    const numbers = [index, index + 1].flatMap((at) => {
      const angle = (at / sides) * 2 * Math.PI;
      const normal: Corner = [Math.sin(angle), Math.cos(angle), 0];
      const along = (at / sides) * 2 * Math.PI * radius;
      return [bottom, top].map((z) => surface.vertex(ring(z, at), normal, along, z, tint));
    });
    const [low, high, nextLow, nextHigh] = numbers;
    // Clockwise seen from above is counter-clockwise seen from outside, bottom first.
    surface.join(low, high, nextHigh);
    surface.join(low, nextHigh, nextLow);
  }
  const rim = Array.from({ length: sides }, (_, index) => ring(top, index));
  surface.face(rim, [0, 0, 1], tint);
}

/** The blocks that a fence is drawn of, within the wall that it collides as: posts and two rails. */
export function fenceParts(wall: BlockShape): BlockShape[] {
  const { depth, heading, bottomNear, topNear } = wall;
  const [cosine, sine] = [Math.cos(heading * RADIANS), Math.sin(heading * RADIANS)];
  const posts = Math.max(2, Math.round(depth / 2.2) + 1);
  const part = (along: number, length: number, width: number, from: number, to: number): BlockShape => ({
    ...wall,
    x: wall.x + along * sine,
    y: wall.y + along * cosine,
    width,
    depth: length,
    bottomNear: from,
    bottomFar: from,
    topNear: to,
    topFar: to,
  });
  const parts = Array.from({ length: posts }, (_, index) =>
    part((index / (posts - 1) - 0.5) * (depth - 0.12), 0.12, 0.12, bottomNear, topNear + 0.08),
  );
  for (const below of [0.16, 0.6]) parts.push(part(0, depth, 0.05, topNear - below - 0.12, topNear - below));
  return parts;
}
