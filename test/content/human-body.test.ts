import { describe, expect, test } from 'vitest';
import { animations } from '../../content/human/animations.ts';
import { humanFlesh, humanSolid } from '../../content/human/body.ts';
import { type Gait, run, sidestepRight, stand, turnRight, walk, walkBackwards } from '../../content/human/gaits.ts';
import type { Pose } from '../../content/human/joints.ts';
import { madeStance } from '../../content/human/made.ts';
import { humanAnimations } from '../../content/human/poses.ts';
import { boneNumber, humanBones, humanStance, shortfall } from '../../content/human/rig.ts';
import { placesOf } from '../../content/sculpt/rig.ts';
import { gradient } from '../../content/sculpt/shapes.ts';
import { type Bound, skinned } from '../../content/sculpt/skin.ts';
import { add, cross, length, mix, normalize, scale, subtract, type Vector } from '../../content/sculpt/vector.ts';

const bound: Bound = { bones: humanBones, made: madeStance, flesh: humanFlesh };
const made = placesOf(humanBones, madeStance);
const jointAt = (bone: string): Vector => made[boneNumber(bone)].at;

/** Points of the skin round a limb, at a share of the way from one joint to another. */
function ringRound(from: string, to: string, share: number): Vector[] {
  const centre = mix(jointAt(from), jointAt(to), share);
  const axis = normalize(subtract(jointAt(to), jointAt(from)));
  const u = normalize(cross(axis, [0, 0, 1]));
  const v = cross(axis, u);
  return Array.from({ length: 16 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 16;
    const out = add(scale(u, Math.cos(angle)), scale(v, Math.sin(angle)));
    let inside = 0;
    let outside = 0.2;
    for (let round = 0; round < 30; round++) {
      const middle = (inside + outside) / 2;
      const [x, y, z] = add(centre, scale(out, middle));
      if (humanSolid(x, y, z) < 0) inside = middle;
      else outside = middle;
    }
    return add(centre, scale(out, inside));
  });
}

/** How wide a ring of points is: the mean distance from their middle. */
function width(ring: readonly Vector[]): number {
  const middle = scale(
    ring.reduce((sum, point) => add(sum, point)),
    1 / ring.length,
  );
  return ring.reduce((sum, point) => sum + length(subtract(point, middle)), 0) / ring.length;
}

/** The least share of its width that a limb keeps between two joints when a pose is taken. */
function narrowest(from: string, to: string, pose: Pose): number {
  const stance = humanStance(pose);
  const shares = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((share) => {
    const ring = ringRound(from, to, share);
    return width(ring.map((point) => skinned(bound, point, stance))) / width(ring);
  });
  return Math.min(...shares);
}

describe('the skin of our human', () => {
  test('lies where it was made in the stance in which it was made', () => {
    for (const point of ringRound('thighLeft', 'shinLeft', 0.5)) {
      expect(length(subtract(skinned(bound, point, madeStance), point))).toBeLessThan(1e-9);
    }
  });

  test.each([
    ['an upper arm turned inward', 'upperArmRight', 'forearmRight', { armOutRight: 10, armTurnRight: 90 }],
    ['an upper arm turned outward', 'upperArmLeft', 'forearmLeft', { armOutLeft: 90, armTurnLeft: -90 }],
    ['a forearm turned over', 'forearmRight', 'handRight', { armOutRight: 10, handTurnRight: 90 }],
    ['a forearm turned up', 'forearmLeft', 'handLeft', { armOutLeft: 10, elbowLeft: 90, handTurnLeft: -80 }],
    ['a lifted thigh', 'thighRight', 'shinRight', { legRight: 80, kneeRight: 80 }],
  ] as [string, string, string, Pose][])(
    'does not wring like a sweet’s paper: %s keeps its width',
    (_, from, to, pose) => {
      expect(narrowest(from, to, pose)).toBeGreaterThan(0.84);
    },
  );

  test('has normals that point away from the body', () => {
    for (const point of ringRound('shinRight', 'footRight', 0.3)) {
      const centre = mix(jointAt('shinRight'), jointAt('footRight'), 0.3);
      const away = subtract(point, centre);
      const [nx, ny, nz] = gradient(humanSolid, point);
      expect(away[0] * nx + away[1] * ny + away[2] * nz).toBeGreaterThan(0);
    }
  });
});

const gaits: [string, Gait][] = [
  ['walk', walk],
  ['run', run],
  ['walkBackwards', walkBackwards],
  ['turn', turnRight],
  ['sidestep', sidestepRight],
  ['stand', stand],
];

describe('the legs of our human', () => {
  test.each(gaits)('are long enough for every step (%s)', (_, gait) => {
    for (let phase = 0; phase < 1; phase += 1 / 32) {
      for (const side of ['Left', 'Right'] as const) {
        expect(shortfall(side, gait(phase)), `${side} at ${phase}`).toBeLessThan(0.012);
      }
    }
  });

  test.each(gaits)('put their feet where the pose has them, however the hips sway (%s)', (_, gait) => {
    for (let phase = 0; phase < 1; phase += 1 / 16) {
      const pose = gait(phase);
      const places = placesOf(humanBones, humanStance(pose));
      for (const side of ['Left', 'Right'] as const) {
        const wanted: Vector = [pose[`stepX${side}`] ?? 0, pose[`stepY${side}`] ?? 0, pose[`stepZ${side}`] ?? 0];
        const off = length(subtract(places[boneNumber(`foot${side}`)].at, wanted));
        expect(off).toBeLessThan(0.013);
      }
    }
  });

  test('never go through the ground, in no animation', () => {
    for (const { name, motion } of humanAnimations()) {
      if (typeof motion !== 'function' || name === 'dead' || name === 'fall') continue;
      for (let phase = 0; phase < 1; phase += 1 / 24) {
        const places = placesOf(humanBones, humanStance(motion(phase)));
        for (const side of ['Left', 'Right']) {
          const toes = places[boneNumber(`toes${side}`)].at;
          expect(toes[1], `${name} at ${phase}`).toBeGreaterThan(0.015);
        }
      }
    }
  });
});

test('the footsteps of walk and run are halves of whole cycles', () => {
  for (const name of ['walk', 'run', 'turn', 'sidestep'] as const) expect(animations[name].frames % 2).toBe(0);
});
