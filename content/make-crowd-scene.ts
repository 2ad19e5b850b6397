import type { SceneInput } from '../index.ts';
import { centimetres, heightOn, type Obstacles, smooth, terrain } from './scene-parts.ts';

/** A fair on level ground between slopes: a stand in the middle, stalls and houses around it, and room for thousands. */
export function crowd(): SceneInput {
  const height = (x: number, y: number): number => {
    const away = Math.sqrt(x * x + y * y);
    return 9 * smooth(48, 84, away) + 0.35 * Math.sin(x * 0.13) * Math.cos(y * 0.11) * smooth(30, 44, away);
  };
  const field = terrain(80, 4, height);
  const obstacles: Obstacles = [
    { kind: 'box', x: 0, y: 0, z: 0, width: 8, depth: 8, height: 1.8, look: 'wood' },
    { kind: 'stairs', x: 0, y: -7.24, z: 0, width: 3, steps: 9, rise: 0.2, tread: 0.36, look: 'wood' },
    { kind: 'ramp', x: 0, y: 7, z: 0, heading: 180, width: 3, depth: 6, height: 1.8, look: 'wood' },
  ];
  const around = (angle: number, away: number): [x: number, y: number] => [
    centimetres(away * Math.sin((angle * Math.PI) / 180)),
    centimetres(away * Math.cos((angle * Math.PI) / 180)),
  ];
  // Stalls: a counter below a roof on four posts.
  for (let angle = 30; angle < 360; angle += 60) {
    const [x, y] = around(angle, 22);
    const [ahead, right] = [around(angle, 1), around(angle + 90, 1)];
    const at = (forth: number, aside: number): [x: number, y: number] => [
      centimetres(x + forth * ahead[0] + aside * right[0]),
      centimetres(y + forth * ahead[1] + aside * right[1]),
    ];
    const [from, to] = [at(0, -2.4), at(0, 2.4)];
    obstacles.push({ kind: 'slab', from: [...from, 2.6], to: [...to, 2.6], width: 3, thickness: 0.14, look: 'wood' });
    for (const [forth, aside] of [
      [-1.2, -2],
      [-1.2, 2],
      [1.2, -2],
      [1.2, 2],
    ]) {
      const [postX, postY] = at(forth, aside);
      obstacles.push({ kind: 'pillar', x: postX, y: postY, z: 0, radius: 0.1, height: 2.5, look: 'wood' });
    }
    const counter = { z: 0, width: 3.8, depth: 0.7, height: 0.95, heading: angle } as const;
    const [counterX, counterY] = at(-0.9, 0);
    obstacles.push({ kind: 'box', x: counterX, y: counterY, ...counter, look: 'wood' });
  }
  const house = { kind: 'house', z: 0, width: 8, depth: 6, height: 3, thickness: 0.2, roof: 2 } as const;
  const door = { width: 1.4, height: 2.2 };
  for (let angle = 45; angle < 360; angle += 90) {
    const [x, y] = around(angle, 39);
    obstacles.push({ ...house, x, y, heading: (angle + 180) % 360, door, look: angle % 180 === 45 ? 'wood' : 'stone' });
  }
  for (let index = 0; index < 44; index++) {
    const [x, y] = around(index * 137.508, 56 + 3.2 * Math.sqrt(index));
    const z = centimetres(heightOn(field, x, y) - 0.8);
    obstacles.push({ kind: 'pillar', x, y, z, radius: 0.35, height: 6, look: 'tree' });
  }
  return {
    name: 'crowd',
    terrain: field,
    obstacles,
    places: [
      { name: 'start', x: 0, y: -13, z: 0, heading: 0 },
      { name: 'on the stand', x: 0, y: 0, z: 1.8 },
    ],
  };
}
