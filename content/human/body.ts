import type { Part } from '../sculpt/part.ts';
import { ball, cone, join, type Shape, stretch } from '../sculpt/shapes.ts';
import type { Flesh } from '../sculpt/skin.ts';
import { add, mix, scale, type Vector } from '../sculpt/vector.ts';
import { hairShape, headParts, headShape, skullShape } from './head.ts';
import { bareArmsShape, bootsShape, limbParts, trousersShape } from './limbs.ts';
import { alongBone, jointAt } from './made.ts';
import { trunkParts, tunicShape } from './trunk.ts';

/** The whole body, for the shade in its folds. */
export const humanSolid: Shape = (x, y, z) =>
  Math.min(
    headShape(x, y, z),
    hairShape(x, y, z),
    tunicShape(x, y, z),
    trousersShape(x, y, z),
    bootsShape(x, y, z),
    bareArmsShape(x, y, z),
  );

/** The parts of the body. */
export function humanParts(): Part[] {
  return [...headParts(tunicShape), ...trunkParts(), ...limbParts()];
}

const wide = (from: Vector, to: Vector, fromRadius: number, toRadius: number): Shape =>
  stretch(cone(from, to, fromRadius, toRadius), mix(from, to, 0.5), [1.06, 1, 0.8]);

/** The flesh round each bone: what is nearest to it moves with it. */
export const humanFlesh: readonly Flesh[] = [
  { bone: 'hips', shape: wide([0, 0.99, 0], [0, 0.9, 0], 0.135, 0.13), reach: 0.07 },
  { bone: 'spine', shape: wide([0, 1.13, 0], [0, 1.08, 0], 0.125, 0.125), reach: 0.1 },
  { bone: 'chest', shape: wide([0, 1.36, 0], [0, 1.26, 0], 0.125, 0.135), reach: 0.1 },
  { bone: 'neck', shape: cone(jointAt('neck'), jointAt('head'), 0.055, 0.052), reach: 0.04 },
  { bone: 'head', shape: join(0.02, skullShape, ball([0, 1.7, 0], 0.1)), reach: 0.035 },
  ...['Left', 'Right'].flatMap((side) => {
    const at = (bone: string): Vector => jointAt(bone + side);
    const along = (from: string, to: string, start: number, end: number, a: number, b: number): Shape =>
      cone(mix(at(from), at(to), start), mix(at(from), at(to), end), a, b);
    const fingers = add(at('hand'), scale(alongBone(`hand${side}`), 0.12));
    return [
      { bone: `clavicle${side}`, shape: along('clavicle', 'upperArm', 0.3, 0.8, 0.05, 0.05), reach: 0.07 },
      { bone: `upperArm${side}`, shape: along('upperArm', 'forearm', 0.05, 0.42, 0.052, 0.047), reach: 0.06 },
      { bone: `upperArmTwist${side}`, shape: along('upperArm', 'forearm', 0.6, 0.96, 0.044, 0.04), reach: 0.045 },
      { bone: `forearm${side}`, shape: along('forearm', 'hand', 0.04, 0.4, 0.04, 0.04), reach: 0.045 },
      { bone: `forearmTwist${side}`, shape: along('forearm', 'hand', 0.62, 0.97, 0.034, 0.028), reach: 0.045 },
      { bone: `hand${side}`, shape: cone(at('hand'), mix(at('hand'), fingers, 0.55), 0.03, 0.034), reach: 0.03 },
      {
        bone: `fingers${side}`,
        shape: cone(mix(at('hand'), fingers, 0.72), mix(at('hand'), fingers, 1.35), 0.03, 0.028),
        reach: 0.024,
      },
      { bone: `thigh${side}`, shape: along('thigh', 'shin', 0.06, 0.97, 0.088, 0.055), reach: 0.075 },
      { bone: `shin${side}`, shape: along('shin', 'foot', 0.04, 0.96, 0.052, 0.045), reach: 0.055 },
      {
        bone: `foot${side}`,
        shape: cone(add(at('foot'), [0, -0.03, -0.01]), add(at('toes'), [0, 0.01, -0.012]), 0.045, 0.035),
        reach: 0.035,
      },
      {
        bone: `toes${side}`,
        shape: cone(add(at('toes'), [0, 0, 0.014]), add(at('toes'), [0, 0, 0.09]), 0.034, 0.03),
        reach: 0.03,
      },
    ];
  }),
];
