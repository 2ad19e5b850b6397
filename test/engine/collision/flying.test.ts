import { describe, expect, it } from 'vitest';
import { createSceneGround, type SceneInput, type SpawnOptions } from '../../../index.ts';
import { levelScene, terrainOf } from '../../support/random-scenes.ts';
import { SweptBody, type Swept } from '../../support/sweeps.ts';

const GRAVITY = 9.8;
type Obstacles = NonNullable<SceneInput['obstacles']>;
type Kind<Name> = Extract<Obstacles[number], { kind: Name }>;

const RADIUS = 0.3;
const HEIGHT = 1.8;

function among(obstacles: Obstacles, options: SpawnOptions = {}): SweptBody {
  return new SweptBody(createSceneGround(levelScene(obstacles)), options);
}

function onPlane(slope: number): SweptBody {
  return new SweptBody(createSceneGround({ name: 'plane', terrain: terrainOf((_x, y) => slope * y) }));
}

/** Moves a body under gravity as body physics does, for some steps. Answers where every step has ended. */
function fall(body: SweptBody, steps: number, quantum: number): Swept[] {
  return Array.from({ length: steps }, () => {
    const [x, y, z] = body.velocity;
    const swept = body.move(x * quantum, y * quantum, z * quantum - (GRAVITY / 2) * quantum * quantum);
    const [vx, vy, vz] = body.velocity;
    body.setVelocity(vx, vy, swept.onWalkable ? vz : vz - GRAVITY * quantum);
    return swept;
  });
}

describe('a body that falls', () => {
  it.each([1 / 30, 1 / 20, 0.1])(
    'lands in the step in which it reaches the ground, at its height: quantum %f',
    (quantum) => {
      const path = fall(among([]).put(1, 2, 3), 60, quantum);
      const landing = Math.ceil(Math.sqrt((2 * 3) / GRAVITY) / quantum);
      const first = path.findIndex(({ contact }) => contact);
      expect(first).toBe(landing - 1);
      expect(path[first]).toMatchObject({ x: 1, y: 2, contact: true, onWalkable: true, normal: [0, 0, 1] });
      expect(path[first].z).toBeCloseTo(0, 9);
      expect(path[first - 1].z).toBeCloseTo(3 - (GRAVITY / 2) * (quantum * (landing - 1)) ** 2, 5);
      for (const swept of path.slice(first)) expect(swept.z).toBe(path[first].z);
    },
  );

  it('keeps its way in plan when it lands', () => {
    const swept = among([]).put(0, 0, 0.5).move(2, 1, -1.5);
    expect([swept.x, swept.y, swept.z]).toEqual([expect.closeTo(2, 9), expect.closeTo(1, 9), expect.closeTo(0, 9)]);
  });

  it('lands on a slope with a sphere, and what leads into it is taken away', () => {
    const slope = Math.tan(Math.PI / 6);
    const body = onPlane(slope).put(0, 0, 3).setVelocity(0, 0, -6);
    const swept = body.move(0, 0, -6);
    expect(swept.y).toBe(0);
    expect(swept.z).toBeCloseTo(RADIUS * (1 / Math.cos(Math.PI / 6) - 1), 6);
    const [, vy, vz] = body.velocity;
    expect(vy).toBeCloseTo(-6 * Math.sin(Math.PI / 6) * Math.cos(Math.PI / 6), 5);
    expect(vz).toBeCloseTo(vy * slope, 5);
  });

  it.each([50, 60, 75, 84])(
    'slides down %i degrees in contact, not standing, as fast as gravity along it',
    (degrees) => {
      const angle = (degrees * Math.PI) / 180;
      const body = onPlane(Math.tan(angle));
      const above = RADIUS * (1 / Math.cos(angle) - 1);
      const start = 5;
      body.put(0, start, start * Math.tan(angle) + above);
      const quantum = 1 / 30;
      const path = fall(body, 15, quantum);
      for (const swept of path) expect(swept).toMatchObject({ contact: true, onWalkable: false });
      const time = 15 * quantum;
      const along = (start - path[14].y) / Math.cos(angle);
      expect(along).toBeCloseTo((GRAVITY / 2) * Math.sin(angle) * time * time, 4);
      expect(path[14].z).toBeCloseTo(path[14].y * Math.tan(angle) + above, 5);
    },
  );

  it('has no contact with what is steeper than 85 degrees, but slides along it', () => {
    const angle = (86 * Math.PI) / 180;
    const above = RADIUS * (1 / Math.cos(angle) - 1);
    const body = onPlane(Math.tan(angle)).put(0, 1, Math.tan(angle) + above);
    for (const swept of fall(body, 5, 1 / 30)) expect(swept).toMatchObject({ contact: false, sliding: true });
  });

  it('slides off an edge that it meets with its side, and lands beside it', () => {
    const body = among([{ kind: 'box', x: 0, y: 0, z: 0, width: 2, depth: 2, height: 3 }]).put(1.25, 0, 4);
    const path = fall(body, 60, 1 / 30);
    expect(path.some(({ z, onWalkable }) => onWalkable && z > 1)).toBe(false);
    expect(path[59]).toMatchObject({ onWalkable: true });
    expect(path[59].z).toBeCloseTo(0, 9);
    expect(path[59].x).toBeGreaterThan(1.3 - 1e-6);
  });

  it('stands on an edge that it meets from above', () => {
    const body = among([{ kind: 'box', x: 0, y: 0, z: 0, width: 2, depth: 2, height: 3 }]).put(1.15, 0, 4);
    const [last] = fall(body, 60, 1 / 30).slice(-1);
    expect(last).toMatchObject({ onWalkable: true, normal: [0, 0, 1] });
    expect(last.z).toBeCloseTo(3 - RADIUS + Math.sqrt(RADIUS ** 2 - 0.15 ** 2), 6);
  });

  it('that is wedged between two steep slopes stands', () => {
    const ditch = terrainOf((x) => 3 * Math.abs(x));
    const body = new SweptBody(createSceneGround({ name: 'ditch', terrain: ditch })).put(0.5, 0, 5);
    const path = fall(body, 90, 1 / 30);
    const [last] = path.slice(-1);
    expect(last.onWalkable).toBe(true);
    expect(last.z).toBeCloseTo(RADIUS * (Math.sqrt(10) - 1), 4);
    for (let step = 0; step < 5; step++) expect(body.move(0, 0)).toMatchObject({ onWalkable: true, z: last.z });
    // Along the ditch it can walk.
    const walked = Array.from({ length: 20 }, () => body.move(0, 0.1));
    expect(walked.every(({ onWalkable }) => onWalkable)).toBe(true);
    expect(walked[19].y).toBeGreaterThan(last.y + 1.9);
  });

  it('in a gap between two walls that is too narrow for it hangs, and stands', () => {
    const wall = { kind: 'box', y: 0, z: 0, width: 2, depth: 8, height: 3 } as const;
    const body = among([
      { ...wall, x: -1.27 },
      { ...wall, x: 1.27 },
    ]).put(0, 0, 5);
    const [last] = fall(body, 90, 1 / 30).slice(-1);
    expect(last.onWalkable).toBe(true);
    expect(last.x).toBeCloseTo(0, 4);
    expect(last.z).toBeCloseTo(3 - RADIUS + Math.sqrt(RADIUS ** 2 - 0.27 ** 2), 4);
  });
});

describe('a body that flies', () => {
  const ceiling: Kind<'slab'> = { kind: 'slab', from: [-4, 0, 2.5], to: [4, 0, 2.5], width: 8, thickness: 0.2 };

  it('stops rising at a ceiling, and falls at once', () => {
    const body = among([ceiling]).put(0, 0, 0.01).setVelocity(1, 0, 6);
    const path = fall(body, 12, 1 / 30);
    const highest = Math.max(...path.map(({ z }) => z));
    expect(highest).toBeCloseTo(2.3 - HEIGHT, 5);
    const top = path.findIndex(({ z }) => z === highest);
    expect(path[top + 1].z).toBeLessThan(highest - 0.002);
    expect(path[11].x).toBeCloseTo(12 / 30, 5);
    expect(path.every(({ sliding, z }) => sliding === (z === highest && z !== path[top + 1].z))).toBe(true);
  });

  it('loses what leads into a wall, and slides on along it', () => {
    const wall: Kind<'wall'> = { kind: 'wall', from: [1, -8], to: [1, 8], z: 0, height: 6, thickness: 0.2 };
    const body = among([wall]).put(0, 0, 3).setVelocity(10, 4, 0);
    const path = fall(body, 10, 1 / 30);
    expect(path[9].x).toBeCloseTo(1 - 0.1 - RADIUS, 6);
    expect(path[9].y).toBeCloseTo(40 / 30, 6);
    expect(body.velocity[0]).toBeCloseTo(0, 6);
    expect(path[9].contact).toBe(false);
  });

  it('comes to rest in a corner of two walls in plan, and falls on', () => {
    const walls: Obstacles = [
      { kind: 'wall', from: [1, -8], to: [1, 8], z: 0, height: 6, thickness: 0.2 },
      { kind: 'wall', from: [-8, 1], to: [8, 1], z: 0, height: 6, thickness: 0.2 },
    ];
    const body = among(walls).put(0, 0, 4).setVelocity(8, 8, 0);
    const path = fall(body, 10, 1 / 30);
    expect([path[9].x, path[9].y]).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.6, 6)]);
    expect(path[9].z).toBeCloseTo(4 - (GRAVITY / 2) * (10 / 30) ** 2, 5);
  });

  it.each([1 / 30, 1 / 20, 0.1])('does not pass through 5 cm of anything at 50 m/s: quantum %f', (quantum) => {
    const thin: [Obstacles, (swept: Swept) => boolean][] = [
      [[{ kind: 'wall', from: [3, -8], to: [3, 8], z: 0, height: 9, thickness: 0.05 }], ({ x }) => x < 3],
      [[{ kind: 'pillar', x: 3, y: 0.02, z: 0, radius: 0.025, height: 9 }], ({ x, y }) => x < 3 || Math.abs(y) > 0.2],
    ];
    for (const [obstacles, isBefore] of thin) {
      for (let start = 0; start < 5 * quantum * 30; start++) {
        const body = among(obstacles)
          .put(-start * 0.37, 0, 3)
          .setVelocity(50, 0, 0);
        for (const swept of Array.from({ length: 4 }, () => body.move(50 * quantum, 0, 0)))
          expect(isBefore(swept)).toBe(true);
      }
    }
    const floor: Kind<'slab'> = { kind: 'slab', from: [-4, 0, 4], to: [4, 0, 4], width: 8, thickness: 0.05 };
    for (let start = 0; start < 5; start++) {
      const body = among([floor]).put(0, 0, 6 + start * 0.41);
      for (let step = 0; step < 4; step++) expect(body.move(0, 0, -50 * quantum).z).toBeGreaterThan(4 - 1e-6);
    }
  });

  it('off the ground it stands on goes only who moves away from it', () => {
    expect(among([]).stand(0, 0, 0).setVelocity(0, 0, 0.02).move(0, 0, 0.001).contact).toBe(false);
    expect(among([]).stand(0, 0, 0).setVelocity(2, 0, 0.005).move(0.1, 0, 0).contact).toBe(true);
    // Up a slope, along it.
    const normal = [0, -Math.SQRT1_2, Math.SQRT1_2] as const;
    const slope = onPlane(1).stand(0, 0, RADIUS * (Math.SQRT2 - 1), normal);
    expect(slope.setVelocity(0, 2, 2).move(0, 0.06, 0.06).onWalkable).toBe(true);
  });

  it('more than 256 m in one step ends there', () => {
    const body = new SweptBody(createSceneGround({ name: 'nothing' })).put(0, 0, 0);
    expect(body.move(1000, 0, 0).x).toBeCloseTo(256, 6);
  });
});

describe('a body in what it was put into', () => {
  const box = { kind: 'box', x: 0, y: 0, z: 0, width: 4, depth: 4, height: 3 } as const;

  it.each<[string, number, number, number]>([
    ['a side', 1.9, 0.3, 1],
    ['the top', 0, 0, 2.8],
    ['the middle, above', 0.5, -0.5, 2.2],
    ['the ground', 3, 3, -2],
  ])('comes out at the nearest place: %s', (_what, x, y, z) => {
    const swept = among([box]).stand(x, y, z).move(0, 0);
    const [dx, dy, dz] = [Math.abs(swept.x) - 2, Math.abs(swept.y) - 2, swept.z - 3];
    expect(Math.max(dx, dy) >= RADIUS - 0.0011 || dz >= -0.0011).toBe(true);
    expect(swept.z).toBeGreaterThan(-1e-9);
    expect(Math.hypot(swept.x - x, swept.y - y, swept.z - z)).toBeLessThan(2.5);
  });

  it('that leaves it no room goes on top', () => {
    const rock = { kind: 'box', x: 0, y: 0, z: -30, width: 40, depth: 40, height: 34 } as const;
    const swept = among([rock]).stand(0, 0, -10).move(0, 0);
    expect(swept.z).toBeCloseTo(4, 6);
  });
});
