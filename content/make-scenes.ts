import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SceneInput } from '../index.ts';
import { crowd } from './make-crowd-scene.ts';
import { format } from './make-human.ts';
import { centimetres, heightOn, type Obstacles, smooth, terrain } from './scene-parts.ts';

/**
 * Writes the scenes.
 *
 * `npx tsx content/make-scenes.ts` writes them all; a test fails when a file differs from what this makes.
 */

/** A level field with one of each: something to slide along, to step on, to climb and to stand under. */
function plain(): SceneInput {
  return {
    name: 'plain',
    terrain: terrain(64, 8, () => 0),
    obstacles: [
      { kind: 'wall', from: [-12, 8], to: [-4, 8], z: 0, height: 3, thickness: 0.3, look: 'stone' },
      { kind: 'wall', from: [-4, 8], to: [-1, 13], z: 0, height: 3, thickness: 0.3, look: 'stone' },
      { kind: 'box', x: 4, y: 8, z: 0, width: 3, depth: 3, height: 0.5, look: 'wood' },
      { kind: 'box', x: 8, y: 8, z: 0, width: 3, depth: 3, height: 1, look: 'wood' },
      { kind: 'ramp', x: 14, y: 8, z: 0, width: 3, depth: 6, height: 2, look: 'stone' },
      { kind: 'box', x: 14, y: 13, z: 0, width: 3, depth: 4, height: 2, look: 'stone' },
      { kind: 'pillar', x: -8, y: -8, z: 0, radius: 0.5, height: 4, look: 'stone' },
      { kind: 'slab', from: [4, -8, 2.2], to: [10, -8, 2.2], width: 4, thickness: 0.2, look: 'wood' },
    ],
    places: [{ name: 'start', x: 0, y: 0, z: 0 }],
  };
}

/** Hills that can be walked on, a cliff that cannot, rocks and trees. */
function hills(): SceneInput {
  const height = (x: number, y: number): number => {
    const rolling = 3 * Math.sin(x * 0.07) * Math.cos(y * 0.06) + 1.2 * Math.sin(x * 0.17 + y * 0.13);
    // A tableland in the north-east: its southern side is a cliff, its western one a slope.
    const tableland = 9 * smooth(18, 22, y - 6 * Math.sin(x * 0.05)) * smooth(8, 34, x);
    return (rolling + tableland) * smooth(2, 10, Math.sqrt(x * x + y * y));
  };
  const field = terrain(80, 4, height);
  const obstacles: Obstacles = [];
  for (let index = 0; index < 40; index++) {
    // Sunflower seeds: spread evenly without a pattern.
    const [angle, away] = [index * 2.39996, 12 + 10 * Math.sqrt(index)];
    const [x, y] = [centimetres(away * Math.cos(angle)), centimetres(away * Math.sin(angle))];
    const z = centimetres(heightOn(field, x, y) - 0.8);
    if (index % 3 !== 0) obstacles.push({ kind: 'pillar', x, y, z, radius: 0.35, height: 6, look: 'tree' });
    else {
      const heading = (index * 37) % 90;
      obstacles.push({ kind: 'box', x, y, z, width: 2.4, depth: 1.8, height: 1.8, heading, look: 'rock' });
    }
  }
  return { name: 'hills', terrain: field, obstacles, places: [{ name: 'start', x: 0, y: 0 }] };
}

/** Four houses with doors around a place with a well, a wall with a gate and a walk on it, a ditch with a footbridge. */
function village(): SceneInput {
  const ditch = (y: number): number => -2.4 * smooth(24, 28, y) * (1 - smooth(30, 34, y));
  const beyond = (x: number, y: number): number => smooth(34, 60, y) * (2 + Math.sin(x * 0.15));
  const house = { kind: 'house', z: 0, height: 2.8, thickness: 0.2, roof: 1.8 } as const;
  const door = { width: 1.3, height: 2.1 };
  return {
    name: 'village',
    terrain: terrain(64, 2, (x, y) => ditch(y) + beyond(x, y)),
    obstacles: [
      { ...house, x: -12, y: 6, width: 7, depth: 6, heading: 90, door, look: 'wood' },
      { ...house, x: 12, y: 6, width: 7, depth: 6, heading: 270, door, look: 'wood' },
      { ...house, x: -11, y: -8, width: 6, depth: 5, heading: 60, door: { ...door, offset: 1 }, look: 'stone' },
      { ...house, x: 11, y: -9, width: 8, depth: 6, heading: 300, door, look: 'stone' },
      { kind: 'pillar', x: 0, y: 0, z: 0, radius: 1, height: 0.9, look: 'stone' },
      { kind: 'wall', from: [-30, 20], to: [-2, 20], z: 0, height: 2.4, thickness: 1, look: 'stone' },
      { kind: 'wall', from: [2, 20], to: [30, 20], z: 0, height: 2.4, thickness: 1, look: 'stone' },
      { kind: 'box', x: 0, y: 20, z: 2.4, width: 30, depth: 1, height: 0.3, look: 'wood' },
      { kind: 'stairs', x: -8, y: 15.9, z: 0, width: 1.4, steps: 12, rise: 0.2, tread: 0.3, look: 'stone' },
      { kind: 'ramp', x: 8, y: 16.5, z: 0, width: 1.6, depth: 6, height: 2.4, look: 'wood' },
      { kind: 'bridge', from: [0, 23, 0.1], to: [0, 35, 0.1], width: 2, thickness: 0.3, rail: 1, look: 'wood' },
    ],
    places: [
      { name: 'start', x: 0, y: -4, z: 0 },
      { name: 'inside', x: -12, y: 6, z: 0 },
      { name: 'over the ditch', x: 0, y: 38 },
    ],
  };
}

/** A ravine without a ground: a bridge with rails, a narrow plank, and a gap that can be jumped. */
function ravine(): SceneInput {
  return {
    name: 'ravine',
    terrain: {
      ...terrain(48, 4, (x, y) => 0.4 * Math.sin(x * 0.2) * smooth(8, 16, Math.abs(y))),
      voids: [{ column: 0, row: 11, columns: 24, rows: 2 }],
    },
    obstacles: [
      { kind: 'bridge', from: [0, -5, 0.1], to: [0, 5, 0.1], width: 2.4, thickness: 0.3, rail: 1.1, look: 'wood' },
      { kind: 'slab', from: [12, -4.5, 0.05], to: [12, 4.5, 0.05], width: 0.5, thickness: 0.2, look: 'wood' },
      { kind: 'box', x: -12, y: -3, z: -3, width: 4, depth: 3, height: 3, look: 'rock' },
      { kind: 'box', x: -12, y: 3, z: -3, width: 4, depth: 3, height: 3, look: 'rock' },
    ],
    places: [
      { name: 'start', x: 0, y: -10, z: 0 },
      { name: 'before the gap', x: -12, y: -8, z: 0 },
      { name: 'beyond', x: 0, y: 10, z: 0 },
    ],
  };
}

/** Platforms in the air: stairs that can be climbed and steps that cannot, slopes to both sides of the limit. */
function stairs(): SceneInput {
  const climb = 4 / Math.tan((40 * Math.PI) / 180);
  const tooSteep = Math.tan((55 * Math.PI) / 180);
  const obstacles: Obstacles = [
    { kind: 'box', x: 0, y: 0, z: -1, width: 30, depth: 20, height: 1, look: 'stone' },
    { kind: 'stairs', x: -10, y: 2, z: 0, width: 2.4, steps: 16, rise: 0.25, tread: 0.35, look: 'stone' },
    { kind: 'box', x: -6, y: 9.6, z: 3.7, width: 10.4, depth: 4, height: 0.3, look: 'wood' },
    { kind: 'ramp', x: -5, y: 7.6 - climb / 2, z: 0, width: 2, depth: climb, height: 4, look: 'stone' },
    { kind: 'ramp', x: -1, y: 5.6, z: 0, width: 2, depth: 3, height: centimetres(3 * tooSteep), look: 'stone' },
  ];
  [0.2, 0.4, 0.59, 0.61, 0.8].forEach((height, index) => {
    obstacles.push({ kind: 'box', x: 3 + 2.2 * index, y: 4, z: 0, width: 2, depth: 2, height, look: 'wood' });
  });
  // A winding stair around a pillar.
  obstacles.push({ kind: 'pillar', x: 9, y: -5, z: 0, radius: 0.8, height: 5, look: 'stone' });
  for (let step = 0; step < 20; step++) {
    const angle = (step * 20 * Math.PI) / 180;
    const [x, y] = [centimetres(9 + 1.6 * Math.sin(angle)), centimetres(-5 + 1.6 * Math.cos(angle))];
    const z = centimetres(0.22 * step);
    obstacles.push({ kind: 'box', x, y, z, width: 1.2, depth: 1.8, height: 0.22, heading: step * 20, look: 'stone' });
  }
  return { name: 'stairs', obstacles, places: [{ name: 'start', x: 0, y: -4, z: 0 }] };
}

/** A meadow between low hills: a hut, a ditch with a bridge, a ruin, and two stands with a gap that can be jumped. */
function meadow(): SceneInput {
  const ditch = (y: number): number => 21 + 4 * Math.sin(y * 0.07);
  const height = (x: number, y: number): number => {
    const away = Math.sqrt(x * x + y * y);
    const rolling = 0.9 * Math.sin(x * 0.09 + 1) * Math.cos(y * 0.08) + 0.5 * Math.sin(x * 0.19 - y * 0.15);
    const hill = 6 * (1 - smooth(2, 19, Math.sqrt((x + 27) ** 2 + (y - 25) ** 2)));
    const rim = 5 * smooth(44, 64, Math.max(Math.abs(x), Math.abs(y)));
    // The stands are on level ground.
    const level = smooth(8, 18, away) * smooth(8, 13, Math.abs(y + 24) + Math.max(0, Math.abs(x) - 9));
    const bed = 1.7 * (1 - smooth(1, 5, Math.abs(x - ditch(y))));
    return rolling * level + hill + rim - bed;
  };
  const field = terrain(64, 2, height);
  const house = { width: 6.4, depth: 5.4, height: 2.7, thickness: 0.2, roof: 1.7, door: { width: 1.3, height: 2.1 } };
  const ends = [
    [15, 2, heightOn(field, 14, 2) + 0.12],
    [27, 2, heightOn(field, 28, 2) + 0.12],
  ] as [[number, number, number], [number, number, number]];
  const stone = { z: -0.2, thickness: 0.5, look: 'stone' } as const;
  const obstacles: Obstacles = [
    { kind: 'house', x: -11, y: 7, z: 0, heading: 125, ...house, look: 'wood' },
    { kind: 'bridge', from: ends[0], to: ends[1], width: 2.2, thickness: 0.25, rail: 0.95, look: 'wood' },
    // A ruin: what is left of four walls, with blocks that have fallen from them.
    { kind: 'wall', from: [6, 8], to: [13, 8], height: 2.4, ...stone },
    { kind: 'wall', from: [13, 8], to: [13, 15], height: 3.1, ...stone },
    { kind: 'wall', from: [6, 8], to: [6, 10.5], height: 1.6, ...stone },
    { kind: 'wall', from: [6, 13], to: [6, 15], height: 2.2, ...stone },
    { kind: 'wall', from: [6, 15], to: [9, 15], height: 1.2, ...stone },
    { kind: 'pillar', x: 9.5, y: 11.5, z: -0.2, radius: 0.4, height: 2.8, look: 'stone' },
    { kind: 'box', x: 8, y: 13.2, z: -0.2, width: 1, depth: 0.8, height: 0.7, heading: 25, look: 'stone' },
    { kind: 'box', x: 11.4, y: 9.4, z: -0.2, width: 1.2, depth: 0.9, height: 0.6, heading: 70, look: 'stone' },
    // Two stands: up by stairs, over the gap by a jump, down by a ramp.
    { kind: 'stairs', x: 0, y: -15.94, heading: 180, z: 0, width: 1.8, steps: 8, rise: 0.2, tread: 0.32, look: 'wood' },
    { kind: 'box', x: 0, y: -20.5, z: 0, width: 4.2, depth: 4, height: 1.6, look: 'wood' },
    { kind: 'box', x: 0, y: -28.7, z: 0, width: 4.2, depth: 7, height: 1.6, look: 'wood' },
    { kind: 'ramp', x: 4.6, y: -30, z: 0, width: 2, depth: 5, height: 1.6, heading: 270, look: 'wood' },
    // A fence along the field.
    { kind: 'wall', from: [-20, -6], to: [-8, -10], z: -0.3, height: 1.3, thickness: 0.12, look: 'fence' },
    { kind: 'wall', from: [-20, -6], to: [-22, 4], z: -0.3, height: 1.3, thickness: 0.12, look: 'fence' },
  ];
  // Trees and rocks leave room for these.
  const taken: readonly (readonly [x: number, y: number, away: number])[] = [
    [0, 0, 9],
    [-11, 7, 7],
    [21, 2, 9],
    [10, 12, 8],
    [0, -22, 12],
    [3, -31, 9],
    [-16, -6, 6],
    [-27, 25, 5],
  ];
  let planted = 0;
  for (let index = 0; planted < 46; index++) {
    const [angle, away] = [index * 2.39996, 9 + 6.4 * Math.sqrt(index)];
    const [x, y] = [centimetres(away * Math.cos(angle)), centimetres(away * Math.sin(angle))];
    const inTheWay = taken.some(([atX, atY, room]) => (x - atX) ** 2 + (y - atY) ** 2 < room * room);
    if (inTheWay || Math.abs(x - ditch(y)) < 4 || Math.max(Math.abs(x), Math.abs(y)) > 62) continue;
    planted++;
    const z = centimetres(heightOn(field, x, y) - 0.8);
    if (index % 5 !== 0) obstacles.push({ kind: 'pillar', x, y, z, radius: 0.3, height: 5.5, look: 'tree' });
    else {
      const heading = (index * 37) % 90;
      obstacles.push({ kind: 'box', x, y, z, width: 1.9, depth: 1.4, height: 1.5, heading, look: 'rock' });
    }
  }
  return {
    name: 'meadow',
    terrain: field,
    obstacles,
    places: [
      { name: 'start', x: 0, y: -2, heading: 0 },
      { name: 'inside', x: -11, y: 7 },
      { name: 'before the bridge', x: 12, y: 2 },
      { name: 'before the gap', x: 0, y: -20, z: 1.6 },
      { name: 'beyond the gap', x: 0, y: -28, z: 1.6 },
      { name: 'hilltop', x: -27, y: 25 },
    ],
  };
}

/** Our scene files and what each holds. */
export const scenes: Readonly<Record<string, SceneInput>> = {
  'scenes/plain.json': plain(),
  'scenes/crowd.json': crowd(),
  'scenes/hills.json': hills(),
  'scenes/meadow.json': meadow(),
  'scenes/village.json': village(),
  'scenes/ravine.json': ravine(),
  'scenes/stairs.json': stairs(),
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, scene] of Object.entries(scenes)) {
    writeFileSync(fileURLToPath(new URL(path, import.meta.url)), format(scene));
  }
}
