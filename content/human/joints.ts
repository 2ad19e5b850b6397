import { type JointName, jointNames } from '../../systems/render/poses.ts';

/**
 * Where a foot is to be put, for the rigged human, whose feet do not go where a turn of the hips takes them: `step` 1: the
 * leg reaches for the place, 0: it follows its joints; x to the right, y up and z forward of the point on the ground below
 * the body to the ankle, metres; pitch: toes up, yaw: toes to the right, degrees.
 */
export const stepNames = [
  'stepLeft',
  'stepXLeft',
  'stepYLeft',
  'stepZLeft',
  'stepPitchLeft',
  'stepYawLeft',
  'stepRight',
  'stepXRight',
  'stepYRight',
  'stepZRight',
  'stepPitchRight',
  'stepYawRight',
] as const;

/**
 * What the rigged human has beyond the jointed figure: hips forward (metres); a shoulder raised; the palm turned inward about
 * the forearm (as the thumb goes from forward to inward), the hand bent to the palm's side, the fingers
 * likewise, the toes bent up (degrees).
 */
export const rigNames = [
  'forward',
  'shoulderLeft',
  'shoulderRight',
  'handTurnLeft',
  'handTurnRight',
  'handLeft',
  'handRight',
  'gripLeft',
  'gripRight',
  'toesLeft',
  'toesRight',
] as const;

/** The joints that the jointed figure has. */
export const joints = jointNames;

/** All that a pose may say. */
export const channels = [...jointNames, ...rigNames, ...stepNames] as const;

/** A joint's name; what its values mean is told where the figure's joints are named. */
export type Joint = JointName;

/** Name of anything that a pose may say. */
export type Channel = (typeof channels)[number];

/** Angles and lengths by name; what is left out is 0. */
export type Pose = { readonly [C in Channel]?: number };

/** A pose with other poses laid over it: what they name wins. */
export function withJoints(pose: Pose, ...over: Pose[]): Pose {
  return Object.assign({}, pose, ...over);
}

/** The pose between two others; `share` 0 is the first. */
export function between(from: Pose, to: Pose, share: number): Pose {
  const result: Partial<Record<Channel, number>> = {};
  for (const channel of channels) {
    const value = (from[channel] ?? 0) * (1 - share) + (to[channel] ?? 0) * share;
    if (value !== 0) result[channel] = value;
  }
  return result;
}
