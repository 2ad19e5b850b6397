import { afterAll, describe, expect, it } from 'vitest';
import { createEngine, createSceneGround, MotionCommand, type SceneInput } from '../../../index.ts';
import { createRapierGround, type RapierGround } from '../../../rapier.ts';
import { motionTable } from '../../support/engines.ts';
import { Depths } from '../../support/penetration.ts';
import { rapier } from '../../support/rapier.ts';
import { levelScene, randomScene, terrainOf } from '../../support/random-scenes.ts';
import { type Swept, SweptBody } from '../../support/sweeps.ts';
import { seededUnit } from '../../support/trig-digest.ts';

/** Metres that places may be off: single precision, and the skin that keeps bodies off surfaces. */
const NEAR = 0.012;
const RADIUS = 0.3;

const grounds: RapierGround[] = [];
function groundOf(scene: SceneInput): RapierGround {
  const ground = createRapierGround(scene, rapier);
  grounds.push(ground);
  return ground;
}
afterAll(() => {
  for (const ground of grounds) ground.dispose();
});

type Obstacles = NonNullable<SceneInput['obstacles']>;
const among = (obstacles: Obstacles): SweptBody => new SweptBody(groundOf(levelScene(obstacles)));
const go = (body: SweptBody, steps: number, dx: number, dy: number): Swept[] =>
  Array.from({ length: steps }, () => body.move(dx, dy));

function expectNear(swept: Swept, x: number, y: number, z: number, near = NEAR): void {
  const found = [swept.x, swept.y, swept.z];
  expect(Math.hypot(found[0] - x, found[1] - y, found[2] - z), `at ${found}, expected ${[x, y, z]}`).toBeLessThan(near);
}

const wall: Obstacles[number] = { kind: 'wall', from: [2, -8], to: [2, 8], z: 0, height: 3, thickness: 0.2 };
const block = (height: number): Obstacles => [{ kind: 'box', x: 0, y: 3, z: 0, width: 4, depth: 2, height }];

describe('on the ground of Rapier, as on a scene,', () => {
  it('a body slides along a wall, and stays in a corner', () => {
    expectNear(among([wall]).stand(1, 0, 0).move(1, 0.5), 1.6, 0.5, 0);
    const corner = among([wall, { kind: 'wall', from: [2, 8], to: [-8, 8], z: 0, height: 3, thickness: 0.2 }]);
    const path = go(corner.stand(1, 0, 0), 60, 0.2, 0.3);
    expectNear(path[59], 1.6, 7.6, 0);
    expectNear(path[40], path[59].x, path[59].y, path[59].z, 1e-3);
  });

  it.each([
    [0.2, true],
    [0.55, true],
    [0.65, false],
    [2, false],
  ])('a step of %f m is climbed: %s', (height, climbs) => {
    const path = go(among(block(height)).stand(0, 1, 0), 20, 0, 0.1);
    expect(path.every(({ onWalkable }) => onWalkable)).toBe(true);
    expectNear(path[19], 0, climbs ? 3 : 2 - RADIUS, climbs ? height : 0, climbs ? 0.02 : NEAR);
  });

  it('stairs are climbed and come down without losing the ground; from 2 m one falls', () => {
    const stairs: Obstacles = [
      { kind: 'stairs', x: 0, y: 2, z: 0, width: 3, steps: 8, rise: 0.25, tread: 0.35 },
      { kind: 'box', x: 0, y: 7.8, z: 1.7, width: 3, depth: 6, height: 0.3 },
    ];
    const up = go(among(stairs).stand(0, 0, 0), 60, 0, 0.1);
    expect(up.every(({ onWalkable }) => onWalkable)).toBe(true);
    expect(up[59].z).toBeCloseTo(2, 1);
    const down = go(among(stairs).stand(0, 6, 2), 60, 0, -0.1);
    expect(down.every(({ onWalkable }) => onWalkable)).toBe(true);
    expect(Math.abs(down[59].z)).toBeLessThan(NEAR);
    expect(go(among(block(2)).stand(0, 3, 2), 20, 0, 0.1).some(({ onWalkable }) => !onWalkable)).toBe(true);
  });

  it('slopes are climbed up to 48 degrees, slower, and come down', () => {
    for (const [degrees, climbs] of [
      [20, true],
      [45, true],
      [52, false],
      [70, false],
    ] as const) {
      const slope = Math.tan((degrees * Math.PI) / 180);
      const scene = { name: 's', terrain: terrainOf((_x, y) => Math.max(0, y) * slope) };
      const body = new SweptBody(groundOf(scene)).stand(0, -1, 0);
      const path = go(body, 40, 0, 0.1);
      expect(path.every(({ onWalkable }) => onWalkable)).toBe(true);
      if (!climbs) expect(path[39].z).toBeLessThan(0.1);
      else {
        const cosine = Math.cos((degrees * Math.PI) / 180);
        expect((path[39].y - path[29].y) / cosine ** 2).toBeCloseTo(1, 1);
        const back = go(body, 10, 0, -0.1);
        expect(back[9].onWalkable).toBe(true);
        expect(path[39].y - back[9].y).toBeCloseTo(1, 1);
      }
    }
  });

  it('one lands where the ground is, and slides down what is too steep', () => {
    expectNear(among([]).put(1, 2, 3).move(0, 0, -5), 1, 2, 0);
    const steep = new SweptBody(groundOf({ name: 's', terrain: terrainOf((_x, y) => 2 * y) }));
    const swept = steep.put(0, 4, 10).setVelocity(0, 0, -3).move(0, 0, -3);
    expect(swept).toMatchObject({ contact: true, onWalkable: false });
    expect(swept.y).toBeLessThan(3.9);
  });

  it.each([1 / 30, 0.1])('nobody passes through 5 cm at 50 m/s: quantum %f', (quantum) => {
    const thin: Obstacles = [{ kind: 'wall', from: [3, -8], to: [3, 8], z: 0, height: 9, thickness: 0.05 }];
    for (let start = 0; start < 8; start++) {
      const body = among(thin).put(-start * 0.37, 0, 3);
      for (let step = 0; step < 4; step++) expect(body.move(50 * quantum, 0, 0).x).toBeLessThan(3);
    }
  });

  it('who stands neither sinks nor jitters, and nobody gets deeper than 1 cm into anything', () => {
    for (const [seed, relief] of [
      [21, 'hills'],
      [22, 'cliffs'],
      [23, 'none'],
    ] as const) {
      const ground = groundOf(randomScene(seed, relief));
      const depths = new Depths(ground.scene);
      const unit = seededUnit(seed * 77777);
      const body = new SweptBody(ground);
      const depthAt = ({ x, y, z }: { x: number; y: number; z: number }) =>
        Math.max(depths.of(x, y, z + RADIUS, RADIUS), depths.of(x, y, z + 1.8 - RADIUS, RADIUS));
      let last: Swept | undefined;
      let angle = 0;
      for (let move = 0; move < 500; move++) {
        if (move % 60 === 0 || last === undefined || last.z < -8) {
          let place = { x: 0, y: 0, z: 9 };
          do place = { x: 36 * unit() - 18, y: 36 * unit() - 18, z: 4 + 5 * unit() };
          while (depthAt(place) > -0.02);
          body.put(place.x, place.y, place.z).setVelocity(0, 0, 0);
          angle = unit() * 2 * Math.PI;
          last = body.move(0, 0, -0.01);
        }
        const before = last;
        if (!before.onWalkable) {
          const [vx, vy, vz] = body.velocity;
          body.setVelocity(vx, vy, Math.max(-40, vz - 9.8 / 20));
          last = body.move(vx / 20, vy / 20, (vz - 9.8 / 20) / 20);
        } else {
          body.setVelocity(0, 0, 0);
          last = body.move(0.15 * Math.cos(angle), 0.15 * Math.sin(angle));
          if (last.onWalkable && move % 7 === 0) {
            const [first, second] = [body.move(0, 0), body.move(0, 0)];
            expect(Math.hypot(second.x - first.x, second.y - first.y, second.z - first.z)).toBeLessThan(0.002);
            expect(second.onWalkable).toBe(true);
            last = second;
          }
        }
        expect(Number.isFinite(last.x + last.y + last.z)).toBe(true);
        expect(depthAt(last), `scene ${seed}, move ${move}`).toBeLessThan(0.01);
      }
    }
  });

  it('a walker comes to the same place as on the scene itself', () => {
    const scene = levelScene([...block(0.4), wall, { kind: 'ramp', x: -6, y: 3, z: 0, width: 4, depth: 6, height: 2 }]);
    const places = [createSceneGround(scene), groundOf(scene)].map((ground) => {
      const engine = createEngine({ motionTables: [motionTable('humanoid')], ground });
      const bodies = [0, -6, 1.5].map((x) => engine.spawn({ x, y: -3, heading: x > 1 ? 30 : 0 }));
      engine.step(3);
      for (const entity of bodies) engine.setMotion(entity, MotionCommand.WalkForward);
      engine.step(60);
      return bodies.map((entity) => engine.readFrame(entity));
    });
    for (const [index, ours] of places[0].entries()) {
      const theirs = places[1][index];
      expect(Math.hypot(ours.x - theirs.x, ours.y - theirs.y, ours.z - theirs.z)).toBeLessThan(0.1);
    }
  });

  it('the height at a place is that of the surface below, or up to a step above', () => {
    const scene = levelScene([{ kind: 'slab', from: [-6, -2, 5], to: [-6, 2, 5], width: 4, thickness: 0.2 }]);
    const [ours, theirs] = [createSceneGround(scene), groundOf(scene)];
    for (const z of [-3, 0, 4.3, 4.5, 9]) expect(theirs.heightAt(-6, 0, z)).toBeCloseTo(ours.heightAt(-6, 0, z), 4);
    expect(theirs.heightAt(40, 0, 0)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('the ground of Rapier', () => {
  it('takes triangles that a scene cannot say', () => {
    // A tent over the origin, upside down: a funnel that one slides into.
    const vertices = Float32Array.from([-4, -4, 6, 4, -4, 6, 4, 4, 6, -4, 4, 6, 0, 0, 3]);
    const indices = Uint32Array.from([0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]);
    const ground = createRapierGround({ name: 'funnel' }, rapier, { meshes: [{ vertices, indices }] });
    const body = new SweptBody(ground).put(0, 0, 8);
    const swept = body.move(0, 0, -8);
    expect(swept).toMatchObject({ contact: true, onWalkable: true });
    expect(swept.z).toBeGreaterThan(3);
    expect(swept.z).toBeLessThan(3.2);
    expect(ground.fingerprint).not.toBe(groundOf({ name: 'funnel' }).fingerprint);
    ground.dispose();
  });

  it('refuses what is not the module, and a wrong scene', () => {
    expect(() => createRapierGround({ name: 's' }, {} as never)).toThrow(
      'expected the module @dimforge/rapier3d-compat',
    );
    expect(() => createRapierGround({}, rapier, { source: 'cave.json' })).toThrow(
      'cave.json: at (top): name is missing',
    );
  });
});
