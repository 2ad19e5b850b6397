import { describe, expect, it } from 'vitest';
import { WALKABLE_NORMAL_Z } from '../../../engine/collision/walkable.ts';
import { createSceneGround, type SceneInput, type SpawnOptions } from '../../../index.ts';
import { levelScene, terrainOf } from '../../support/random-scenes.ts';
import { SweptBody, type Swept } from '../../support/sweeps.ts';

type Obstacles = NonNullable<SceneInput['obstacles']>;
type Kind<Name> = Extract<Obstacles[number], { kind: Name }>;

/** Metres that coordinates may be off. */
const DIGITS = 6;
const RADIUS = 0.3;

function among(obstacles: Obstacles, options: SpawnOptions = {}): SweptBody {
  return new SweptBody(createSceneGround(levelScene(obstacles)), options);
}

/** Walks on in equal steps. Answers where every step has ended. */
function go(body: SweptBody, steps: number, dx: number, dy: number): Swept[] {
  return Array.from({ length: steps }, () => body.move(dx, dy));
}

const at = ({ x, y, z }: Swept) => [x, y, z];
function expectAt(swept: Swept, x: number, y: number, z: number): void {
  [x, y, z].forEach((value, axis) => {
    expect(at(swept)[axis], `axis ${axis} of ${at(swept)}`).toBeCloseTo(value, DIGITS);
  });
}

describe('along walls', () => {
  const wall: Kind<'wall'> = { kind: 'wall', from: [2, -8], to: [2, 8], z: 0, height: 3, thickness: 0.2 };

  it('a body slides by the part of its way that leads along the wall', () => {
    const swept = among([wall]).stand(1, 0, 0).move(1, 0.5);
    expectAt(swept, 2 - 0.1 - RADIUS, 0.5, 0);
    expect(swept).toMatchObject({ onWalkable: true, sliding: true });
    expect(among([wall]).stand(0, 0, 0).move(0.5, 0.5).sliding).toBe(false);
  });

  it.each([30, 45, 60, 80])('at %i degrees to the way it gets on by the cosine of its angle', (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const [ux, uy] = [Math.sin(angle), Math.cos(angle)];
    const slanted = { ...wall, from: [-8 * ux, -8 * uy], to: [8 * ux, 8 * uy] } satisfies Kind<'wall'>;
    // North along a wall that runs `degrees` east of north: at a distance to its right, then against it.
    const away = 0.1 + RADIUS;
    const swept = among([slanted])
      .stand(away * uy, -away * ux, 0)
      .move(0, 0.4);
    const along = 0.4 * Math.cos(angle);
    expectAt(swept, away * uy + along * ux, -away * ux + along * uy, 0);
  });

  it('stops where two walls meet at a right or a sharp angle, and stays there', () => {
    for (const to of [
      [-8, 8],
      [-4, -4],
    ] as [number, number][]) {
      const body = among([wall, { ...wall, from: [2, 8], to }]).stand(1, 0, 0);
      const path = go(body, 80, 0.2, 0.3);
      const [last] = path.slice(-1);
      for (const swept of path.slice(-20)) expect(at(swept)).toEqual(at(last));
      expect(last.x).toBeLessThanOrEqual(2 - 0.1 - RADIUS + 1e-6);
    }
  });

  it('goes around a corner that it meets with its side', () => {
    const body = among([{ kind: 'box', x: 2, y: 0, z: 0, width: 2, depth: 2, height: 2 }]).stand(0, 0.9, 0);
    const path = go(body, 60, 0.1, 0.02);
    expect(path[59].x).toBeGreaterThan(3);
    for (const { x, y } of path) {
      const [dx, dy] = [Math.max(0, Math.abs(x - 2) - 1), Math.max(0, Math.abs(y) - 1)];
      expect(Math.hypot(dx, dy)).toBeGreaterThan(RADIUS - 1e-6);
    }
  });

  it('passes a door that is wider than it, and not one that is narrower', () => {
    for (const [width, y] of [
      [0.62, 3],
      [0.58, -0.4],
    ]) {
      const house = { kind: 'house', x: 0, y: -3, z: 0, width: 6, depth: 5, height: 2.6, thickness: 0.2 } as const;
      const body = among([{ ...house, door: { width, height: 2 } }]).stand(0, -3, 0);
      const [last] = go(body, 60, 0, 0.1).slice(-1);
      if (width > 2 * RADIUS) expect(last.y).toBeCloseTo(y, DIGITS);
      // The sphere comes to lie between the door's posts.
      else expect(last.y).toBeLessThan(-0.5);
    }
  });

  it('a lintel that is too low stops the upper sphere', () => {
    const lintel: Kind<'slab'> = { kind: 'slab', from: [1, 2, 2], to: [4, 2, 2], width: 4, thickness: 0.25 };
    expect(go(among([lintel]).stand(0, 2, 0), 20, 0.2, 0)[19].x).toBeLessThan(1);
    const higher: Kind<'slab'> = { ...lintel, from: [1, 2, 2.06], to: [4, 2, 2.06] };
    expect(go(among([higher]).stand(0, 2, 0), 20, 0.2, 0)[19].x).toBeCloseTo(4, DIGITS);
  });
});

describe('steps', () => {
  const block = (height: number): Obstacles => [{ kind: 'box', x: 0, y: 3, z: 0, width: 4, depth: 2, height }];
  /** Height after a walk onto the block. */
  const climbed = (height: number, options: SpawnOptions = {}): number =>
    go(among(block(height), options).stand(0, 1, 0), 20, 0, 0.1)[19].z;

  it.each([0.01, 0.05, 0.2, 0.4, 0.55, 0.599])('of %f m are climbed', (height) => {
    expect(climbed(height)).toBeCloseTo(height, DIGITS);
  });

  it.each([0.601, 0.7, 1, 2])('of %f m are walls', (height) => {
    expect(climbed(height)).toBe(0);
  });

  it('are as high as the body steps, by its scale or its own measure', () => {
    expect(climbed(1.19, { scale: 2 })).toBeCloseTo(1.19, DIGITS);
    expect(climbed(1.21, { scale: 2 })).toBe(0);
    expect(climbed(0.29, { scale: 0.5 })).toBeCloseTo(0.29, DIGITS);
    expect(climbed(0.31, { scale: 0.5 })).toBe(0);
    expect(climbed(0.9, { stepUp: 1 })).toBeCloseTo(0.9, DIGITS);
    expect(climbed(0.2, { stepUp: 0.1 })).toBe(0);
  });

  it('do not slow a body that climbs stairs, and it never loses the ground on them', () => {
    const stairs = { kind: 'stairs', x: 0, y: 2, z: 0, width: 3, steps: 8, rise: 0.25, tread: 0.35 } as const;
    const top = { kind: 'box', x: 0, y: 7.8, z: 1.7, width: 3, depth: 6, height: 0.3 } as const;
    const up = go(among([stairs, top]).stand(0, 0, 0), 60, 0, 0.1);
    expect(up.every(({ onWalkable }) => onWalkable)).toBe(true);
    expect(up[59].z).toBeCloseTo(2, DIGITS);
    // At most at the very face of a riser a step is cut short.
    expect(up[59].y).toBeGreaterThan(6 - 0.1);
    const down = go(among([stairs, top]).stand(0, 6, 2), 60, 0, -0.1);
    expect(down.every(({ onWalkable }) => onWalkable)).toBe(true);
    expectAt(down[59], 0, 0, 0);
  });

  it('down are taken up to 1.5 m; from higher ones a body falls', () => {
    const from = (height: number, options: SpawnOptions = {}) =>
      go(among(block(height), options).stand(0, 3, height), 20, 0, 0.1);
    const low = from(1.49);
    expect(low.every(({ onWalkable }) => onWalkable)).toBe(true);
    expect(low[19].z).toBe(0);
    // It is measured from the lowest point of the body, which has rolled over the edge by then.
    const high = from(1.51 + RADIUS);
    const left = high.findIndex(({ onWalkable }) => !onWalkable);
    // It stands until its lower sphere has all but left the edge.
    expect(high[left].y).toBeGreaterThan(4 + RADIUS - 0.11);
    expect(high[left].y).toBeLessThan(4 + RADIUS + 0.11);
    expect(high[left].contact).toBe(false);
    expect(from(0.51 + RADIUS, { stepDown: 0.5 }).some(({ onWalkable }) => !onWalkable)).toBe(true);
  });

  it('lower the body over their edge as a ball rolls, without a jump', () => {
    const heights = go(among(block(1)).stand(0, 3, 1), 140, 0, 0.01).map(({ y, z }) => [y, z]);
    for (const [y, z] of heights) {
      const beyond = y - 4;
      const rolled = beyond <= 0 ? 1 : 1 - RADIUS + Math.sqrt(Math.max(0, RADIUS ** 2 - beyond ** 2));
      if (beyond < RADIUS - 0.01) expect(z).toBeCloseTo(rolled, 5);
    }
    expect(heights[139][1]).toBe(0);
  });

  it('are not climbed where there is no room above', () => {
    const low: Kind<'slab'> = { kind: 'slab', from: [0, 1, 2.3], to: [0, 6, 2.3], width: 6, thickness: 0.3 };
    expect(go(among([...block(0.5), low]).stand(0, 1, 0), 20, 0, 0.1)[19].z).toBe(0);
  });

  it('up and down, a bridge is walked over and under', () => {
    const bridge: Kind<'slab'> = { kind: 'slab', from: [-6, 0, 2.5], to: [6, 0, 2.5], width: 2, thickness: 0.2 };
    const over = go(among([bridge]).stand(-4, 0, 2.5), 60, 0.1, 0);
    expectAt(over[59], 2, 0, 2.5);
    const under = go(among([bridge]).stand(0, -4, 0), 80, 0, 0.1);
    expectAt(under[79], 0, 4, 0);
  });
});

describe('slopes', () => {
  const plane = (slope: number) => terrainOf((_x, y) => slope * y);
  const on = (slope: number, options: SpawnOptions = {}): SweptBody =>
    new SweptBody(createSceneGround({ name: 'plane', terrain: plane(slope) }), options);
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  /** A sphere on a plane: its lowest point is this much above the plane, measured upright. */
  const above = (slope: number, radius = RADIUS): number => radius * (Math.sqrt(1 + slope * slope) - 1);

  it.each([5, 20, 35, 48])('of %i degrees slow who goes up, and leave who goes down his way in plan', (degrees) => {
    const slope = Math.tan(radians(degrees));
    const normal = [0, -Math.sin(radians(degrees)), Math.cos(radians(degrees))] as const;
    const cosine = Math.cos(radians(degrees));
    const up = on(slope).stand(0, 0, above(slope), normal).move(0, 0.3);
    expectAt(up, 0, 0.3 * cosine * cosine, above(slope) + 0.3 * cosine * cosine * slope);
    const down = on(slope).stand(0, 0, above(slope), normal).move(0, -0.3);
    expectAt(down, 0, -0.3, above(slope) - 0.3 * slope);
    const across = on(slope).stand(0, 0, above(slope), normal).move(0.3, 0);
    expectAt(across, 0.3, 0, above(slope));
    for (const { normal: found } of [up, down, across]) {
      found.forEach((value, axis) => {
        expect(value).toBeCloseTo(normal[axis], 6);
      });
    }
  });

  it.each<[string, (degrees: number) => SceneInput]>([
    [
      'a terrain',
      (degrees) => ({ name: 's', terrain: terrainOf((_x, y) => Math.max(0, y) * Math.tan(radians(degrees))) }),
    ],
    [
      'a ramp',
      (degrees) =>
        levelScene([{ kind: 'ramp', x: 0, y: 5, z: 0, width: 4, depth: 10, height: 10 * Math.tan(radians(degrees)) }]),
    ],
  ])('are climbed up to 48.38 degrees, on %s', (_what, scene) => {
    const limit = (Math.acos(WALKABLE_NORMAL_Z) * 180) / Math.PI;
    for (const [degrees, climbs] of [
      [limit - 0.1, true],
      [limit + 0.1, false],
      [60, false],
      [80, false],
    ] as const) {
      const body = new SweptBody(createSceneGround(scene(degrees))).stand(0, -1, 0);
      const path = go(body, 40, 0, 0.1);
      expect(path[39].z > 1, `${degrees} degrees: ${path[39].z}`).toBe(climbs);
      if (!climbs) expect(path[39].z).toBeLessThan(0.05);
      expect(path.every(({ onWalkable }) => onWalkable)).toBe(true);
    }
  });

  it('that are too steep are walls: a body slides along their foot', () => {
    const body = new SweptBody(createSceneGround({ name: 's', terrain: terrainOf((_x, y) => Math.max(0, y) * 2) }));
    const path = go(body.stand(0, -1, 0), 40, 0.1, 0.1);
    expect(path[39].x).toBeCloseTo(4, 5);
    expect(path[39].z).toBeLessThan(1e-6);
  });

  it('carry a larger body higher above their surface', () => {
    const slope = Math.tan(radians(30));
    const swept = on(slope, { scale: 3 }).put(0, 0, 3).move(0, 0, -5);
    expect(swept.z - slope * swept.y).toBeCloseTo(above(slope, 0.9), 5);
  });

  it('do not count when a body is said to stand whose last contact was a wall', () => {
    const body = new SweptBody(createSceneGround(levelScene())).stand(0, 0, 0, [1, 0, 0]);
    expectAt(body.move(0.3, 0.1), 0.3, 0.1, 0);
    expect(body.move(0, 0)).toMatchObject({ onWalkable: true, normal: [0, 0, 1] });
  });

  it('that bend are followed: over a crest and through a hollow', () => {
    for (const sign of [1, -1]) {
      const bent = terrainOf((_x, y) => -sign * 0.5 * Math.abs(y) + 20, 4);
      const body = new SweptBody(createSceneGround({ name: 'bent', terrain: bent }));
      const path = go(body.stand(0, -3, 18 + sign * 0.5), 90, 0, 0.1);
      for (const { y, z, onWalkable } of path) {
        expect(onWalkable).toBe(true);
        const side = 20 - sign * 0.5 * Math.abs(y) + above(0.5);
        if (sign < 0) expect(z).toBeCloseTo(Math.max(side, 20 + above(0.5) - 0.5 * Math.abs(y)), 5);
        else if (Math.abs(y) < RADIUS * Math.sin(Math.atan(0.5))) {
          expect(z).toBeCloseTo(20 - RADIUS + Math.sqrt(RADIUS ** 2 - y * y), 5);
        } else expect(z).toBeCloseTo(side, 5);
      }
    }
  });
});

describe('the border of the world', () => {
  it('is walked off: a body falls past a void and past the last cell', () => {
    const scene = levelScene();
    scene.terrain = { ...scene.terrain!, voids: [{ column: 12, row: 12, columns: 4, rows: 4 }] };
    const body = new SweptBody(createSceneGround(scene));
    const into = go(body.stand(-1, 4, 0), 30, 0.1, 0);
    const left = into.findIndex(({ onWalkable }) => !onWalkable);
    expect(into[left].x).toBeGreaterThan(RADIUS - 0.11);
    expect(body.put(4, 4, -3).move(0, 0, -5).z).toBe(-8);
    expect(body.ground.heightAt(4, 4, 0)).toBe(Number.NEGATIVE_INFINITY);
    expect(body.ground.heightAt(-1, 4, 0)).toBe(0);
    const out = go(body.stand(23, 0, 0), 30, 0.1, 0);
    expect(out[29].onWalkable).toBe(false);
    expect(out[29].x).toBeGreaterThan(24);
  });

  it('is a wall for who has fallen off it', () => {
    const scene = levelScene();
    scene.terrain = { ...scene.terrain!, voids: [{ column: 12, row: 12, columns: 4, rows: 4 }] };
    const body = new SweptBody(createSceneGround(scene)).put(4, 4, -3);
    expect(body.move(-9, 0, 0).x).toBeCloseTo(RADIUS, 5);
  });
});
