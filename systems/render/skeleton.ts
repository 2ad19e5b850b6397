import { Matrix } from '@babylonjs/core/Maths/math.vector.js';
import { Joint } from './poses.ts';

/** Lengths of a figure 1.8 m tall, in metres. */
export const FIGURE_HEIGHT = 1.8;
export const HIP_HEIGHT = 0.94;
export const THIGH_LENGTH = 0.44;
export const SHIN_LENGTH = 0.42;
export const UPPER_ARM_LENGTH = 0.27;

const HALF_HIPS = 0.095;
const WAIST = 0.09;
const NECK = 0.47;
const SHOULDER_UP = 0.395;
const HALF_SHOULDERS = 0.2;

/** The rigid parts of a figure; their shapes are in figure-shape.ts. */
export const partNames = [
  'pelvis',
  'chest',
  'head',
  'upperArmLeft',
  'upperArmRight',
  'forearmLeft',
  'forearmRight',
  'thighLeft',
  'thighRight',
  'shinLeft',
  'shinRight',
  'footLeft',
  'footRight',
] as const;

/** A part's name. */
export type PartName = (typeof partNames)[number];

/** Number of parts. */
export const PART_COUNT = partNames.length;

/** Place of each part in a posed skeleton. */
export const Part = Object.fromEntries(partNames.map((name, index) => [name, index])) as Record<PartName, number>;

const RADIANS = Math.PI / 180;
const scratch = new Matrix();

/**
 * Writes the matrix of each part of a figure to `parts` (see {@link Part}).
 *
 * A figure stands at its node's origin, looks along +z and has its right hand at +x.
 *
 * @param base The figure's node in the scene, its size included.
 * @param pose A sampled pose (see poses.ts).
 */
export function poseSkeleton(base: Matrix, pose: Float64Array, parts: readonly Matrix[]): void {
  const pelvis = parts[Part.pelvis];
  joint(
    base,
    pose[Joint.shift],
    HIP_HEIGHT + pose[Joint.lift],
    0,
    pose[Joint.lean],
    pose[Joint.twist],
    -pose[Joint.roll],
    pelvis,
  );
  const chest = parts[Part.chest];
  joint(pelvis, 0, WAIST, 0, pose[Joint.spine], pose[Joint.spineTwist], -pose[Joint.spineRoll], chest);
  joint(chest, 0, NECK, 0.01, pose[Joint.head], pose[Joint.headTwist], -pose[Joint.headRoll], parts[Part.head]);

  const leftArm = parts[Part.upperArmLeft];
  arm(chest, -1, pose[Joint.armLeft], pose[Joint.armOutLeft], pose[Joint.armTurnLeft], leftArm);
  joint(leftArm, 0, -UPPER_ARM_LENGTH, 0, -pose[Joint.elbowLeft], 0, 0, parts[Part.forearmLeft]);
  const rightArm = parts[Part.upperArmRight];
  arm(chest, 1, pose[Joint.armRight], pose[Joint.armOutRight], pose[Joint.armTurnRight], rightArm);
  joint(rightArm, 0, -UPPER_ARM_LENGTH, 0, -pose[Joint.elbowRight], 0, 0, parts[Part.forearmRight]);

  const leftLeg = parts[Part.thighLeft];
  joint(pelvis, -HALF_HIPS, 0, 0, -pose[Joint.legLeft], 0, -pose[Joint.legOutLeft], leftLeg);
  joint(leftLeg, 0, -THIGH_LENGTH, 0, pose[Joint.kneeLeft], 0, 0, parts[Part.shinLeft]);
  joint(parts[Part.shinLeft], 0, -SHIN_LENGTH, 0, -pose[Joint.footLeft], 0, 0, parts[Part.footLeft]);
  const rightLeg = parts[Part.thighRight];
  joint(pelvis, HALF_HIPS, 0, 0, -pose[Joint.legRight], 0, pose[Joint.legOutRight], rightLeg);
  joint(rightLeg, 0, -THIGH_LENGTH, 0, pose[Joint.kneeRight], 0, 0, parts[Part.shinRight]);
  joint(parts[Part.shinRight], 0, -SHIN_LENGTH, 0, -pose[Joint.footRight], 0, 0, parts[Part.footRight]);
}

/** Angles in degrees about x, y and z, as Babylon.js counts them. */
function joint(parent: Matrix, x: number, y: number, z: number, rx: number, ry: number, rz: number, out: Matrix): void {
  Matrix.RotationYawPitchRollToRef(ry * RADIANS, rx * RADIANS, rz * RADIANS, scratch);
  scratch.setTranslationFromFloats(x, y, z);
  scratch.multiplyToRef(parent, out);
}

const turned = new Matrix();

/** @param side -1: the left arm, 1: the right one. */
function arm(chest: Matrix, side: number, forward: number, away: number, turn: number, out: Matrix): void {
  Matrix.RotationYawPitchRollToRef(-side * turn * RADIANS, 0, 0, turned);
  joint(chest, side * HALF_SHOULDERS, SHOULDER_UP, 0, -forward, 0, side * away, scratchArm);
  turned.multiplyToRef(scratchArm, out);
}

const scratchArm = new Matrix();
