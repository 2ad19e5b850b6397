import { type Joint, joints, type Pose, withJoints } from './joints.ts';
import { reach, type Stride, strideFoot } from './legs.ts';

/** Keys of one cycle of a gait. */
export const GAIT_KEYS = 16;

const turn = (phase: number): number => Math.cos(2 * Math.PI * phase);

/** A gait at a phase from 0 to 1; the left foot meets the ground at 0, the right one at a half. */
type Gait = (phase: number) => Pose;

/** The keys of a gait, evenly spaced. */
export function keysOf(gait: Gait, count = GAIT_KEYS): Pose[] {
  return Array.from({ length: count }, (_, key) => gait(key / count));
}

// 17 frames at 30 a second at 3.12 m/s.
const walkStride: Stride = {
  length: (3.12 * 17) / 30,
  duty: 0.46,
  clearance: 0.12,
  heelOff: 0.13,
  toesAtStrike: 16,
  toesAtPush: -34,
};

/** A brisk walk. */
export const walk: Gait = (phase) => {
  const lift = -0.035 - 0.018 * Math.cos(4 * Math.PI * (phase - 0.05));
  const swing = turn(phase + 0.02);
  return {
    ...reach('Left', strideFoot(walkStride, phase), lift),
    ...reach('Right', strideFoot(walkStride, phase + 0.5), lift),
    lift,
    shift: -0.018 * Math.cos(2 * Math.PI * (phase - 0.23)),
    twist: 7 * swing,
    spineTwist: -13 * swing,
    spine: 5,
    head: -3,
    headTwist: 6 * swing,
    armLeft: 4 - 30 * swing,
    armRight: 4 + 30 * swing,
    armOutLeft: 8,
    armOutRight: 8,
    armTurnLeft: 12,
    armTurnRight: 12,
    elbowLeft: 34 - 16 * swing,
    elbowRight: 34 + 16 * swing,
  };
};

// 16 frames at 30 a second at 4 m/s; runs of a higher rate play faster by as much.
const runStride: Stride = {
  length: (4 * 16) / 30,
  duty: 0.32,
  clearance: 0.34,
  heelOff: 0.16,
  toesAtStrike: 8,
  toesAtPush: -45,
};

/** A run with a flight between the steps. */
export const run: Gait = (phase) => {
  const lift = -0.03 - 0.045 * Math.cos(4 * Math.PI * (phase - 0.16));
  const swing = turn(phase + 0.02);
  return {
    ...reach('Left', strideFoot(runStride, phase), lift),
    ...reach('Right', strideFoot(runStride, phase + 0.5), lift),
    lift,
    shift: -0.012 * Math.cos(2 * Math.PI * (phase - 0.16)),
    twist: 9 * swing,
    spineTwist: -19 * swing,
    spine: 15,
    head: -9,
    headTwist: 10 * swing,
    armLeft: -6 - 46 * swing,
    armRight: -6 + 46 * swing,
    armOutLeft: 10,
    armOutRight: 10,
    armTurnLeft: 24,
    armTurnRight: 24,
    elbowLeft: 92 - 20 * swing,
    elbowRight: 92 + 20 * swing,
  };
};

/** Arms and trunk of someone who stands at ease. */
export const atEase: Pose = {
  armLeft: 3,
  armRight: 3,
  armOutLeft: 9,
  armOutRight: 9,
  armTurnLeft: 16,
  armTurnRight: 16,
  elbowLeft: 16,
  elbowRight: 16,
  legOutLeft: 4,
  legOutRight: 4,
};

/** Standing: breath and a slow shift of weight. */
export const stand: Gait = (phase) => {
  const breath = turn(phase);
  const weight = Math.sin(2 * Math.PI * phase);
  return legsUnder(
    withJoints(atEase, {
      lift: -0.012 + 0.003 * breath,
      shift: 0.012 * weight,
      spine: 1.5 - 1.2 * breath,
      spineRoll: 0.9 * weight,
      head: 1 + 1.2 * breath,
      headTwist: 4 * weight,
      armOutLeft: 9 + 1.2 * breath,
      armOutRight: 9 + 1.2 * breath,
    }),
  );
};

/** Steps on the spot, of someone who turns to the right; to the left it plays backwards. */
export const turnRight: Gait = (phase) => {
  const lift = -0.02;
  const foot = (at: number) => {
    const p = at - Math.floor(at);
    const up = p < 0.5 ? Math.sin(2 * Math.PI * p) : 0;
    return { forward: 0.05 * Math.sin(2 * Math.PI * at), up: 0.09 * up, toes: -14 * up };
  };
  const swing = turn(phase);
  return {
    ...reach('Left', foot(phase), lift),
    ...reach('Right', foot(phase + 0.5), lift),
    lift,
    shift: 0.025 * Math.sin(2 * Math.PI * phase),
    legOutLeft: 5,
    legOutRight: 5,
    twist: 4 * swing,
    spineTwist: 7 - 4 * swing,
    headTwist: 9,
    spine: 3,
    armLeft: 6 - 9 * swing,
    armRight: 6 + 9 * swing,
    armOutLeft: 13,
    armOutRight: 13,
    armTurnLeft: 14,
    armTurnRight: 14,
    elbowLeft: 32,
    elbowRight: 32,
  };
};

/** Steps to the right; to the left it plays backwards. */
export const sidestepRight: Gait = (phase) => {
  // The right foot goes out in the first half, the left one follows in the second: 1.25 m/s for 20 frames at 30.
  const length = (1.25 * 20) / 30;
  const foot = (at: number) => {
    const p = at - Math.floor(at);
    const out = p < 0.5 ? -0.25 + p : 0.25 - (p - 0.5);
    return { side: out * length, up: p < 0.5 ? 0.1 * Math.sin(2 * Math.PI * p) : 0 };
  };
  const right = foot(phase);
  const left = foot(phase + 0.5);
  const lift = -0.04 + 0.012 * Math.cos(4 * Math.PI * phase);
  const out = (side: number) => (Math.atan2(side, 0.86) * 180) / Math.PI;
  return {
    ...reach('Left', { forward: 0, up: left.up, toes: 0 }, lift),
    ...reach('Right', { forward: 0, up: right.up, toes: 0 }, lift),
    lift,
    legOutLeft: 4 - out(left.side),
    legOutRight: 4 + out(right.side),
    spine: 6,
    spineRoll: 3,
    headTwist: 14,
    armLeft: 8,
    armRight: 8,
    armOutLeft: 18 + 4 * turn(phase),
    armOutRight: 18 - 4 * turn(phase),
    armTurnLeft: 20,
    armTurnRight: 20,
    elbowLeft: 48,
    elbowRight: 48,
  };
};

/** Fists up, on bent knees. */
export const guard: Gait = (phase) => {
  const bob = turn(phase);
  const lift = -0.07 + 0.012 * bob;
  return {
    ...reach('Left', { forward: 0.17, up: 0, toes: 0 }, lift),
    ...reach('Right', { forward: -0.17, up: 0.02, toes: -10 }, lift),
    lift,
    legOutLeft: 7,
    legOutRight: 9,
    twist: 14,
    spine: 10,
    spineTwist: 6,
    head: -4,
    headTwist: -18,
    armLeft: 52 + 3 * bob,
    armRight: 30 - 3 * bob,
    armOutLeft: 12,
    armOutRight: 14,
    armTurnLeft: 26,
    armTurnRight: 30,
    elbowLeft: 92,
    elbowRight: 118,
  };
};

/** In the air. */
export const fall: Gait = (phase) => {
  const row = Math.sin(2 * Math.PI * phase);
  return {
    legLeft: 26 + 7 * row,
    kneeLeft: 46 - 9 * row,
    footLeft: -18,
    legRight: 8 - 7 * row,
    kneeRight: 62 + 9 * row,
    footRight: -22,
    legOutLeft: 8,
    legOutRight: 8,
    spine: 12,
    head: -10,
    armLeft: 24 + 12 * row,
    armRight: 24 - 12 * row,
    armOutLeft: 74 + 8 * row,
    armOutRight: 74 - 8 * row,
    elbowLeft: 34,
    elbowRight: 34,
  };
};

/** Flat on the back. */
export const dead: Pose = {
  lift: -0.82,
  lean: -88,
  head: -6,
  headTwist: 24,
  armOutLeft: 46,
  armOutRight: 34,
  elbowLeft: 24,
  elbowRight: 52,
  legOutLeft: 12,
  legOutRight: 8,
  kneeRight: 18,
  legRight: 8,
  footLeft: -28,
  footRight: -24,
};

/** Low, one foot ahead. */
export const crouch: Gait = (phase) => {
  const lift = -0.36 + 0.006 * turn(phase);
  return {
    ...reach('Left', { forward: 0.2, up: 0, toes: 0 }, lift),
    ...reach('Right', { forward: -0.16, up: 0.07, toes: -28 }, lift),
    lift,
    legOutLeft: 10,
    legOutRight: 10,
    spine: 30,
    head: -22,
    armLeft: 44,
    armRight: 30,
    armOutLeft: 12,
    armOutRight: 14,
    armTurnLeft: 24,
    armTurnRight: 24,
    elbowLeft: 48,
    elbowRight: 62,
  };
};

/** On the ground, knees up. */
export const sit: Gait = (phase) => ({
  lift: -0.8 + 0.002 * turn(phase),
  legLeft: 122,
  legRight: 118,
  kneeLeft: 104,
  kneeRight: 98,
  footLeft: -16,
  footRight: -18,
  legOutLeft: 8,
  legOutRight: 8,
  lean: -8,
  spine: 22 - 1.2 * turn(phase),
  head: -6,
  armLeft: 54,
  armRight: 50,
  armOutLeft: 12,
  armOutRight: 12,
  armTurnLeft: 26,
  armTurnRight: 26,
  elbowLeft: 42,
  elbowRight: 46,
});

/** Puts straight legs below a pose, wherever its `lift` and `shift` have the pelvis. */
export function legsUnder(pose: Pose, forwardLeft = 0, forwardRight = 0): Pose {
  const lift = Math.min(pose.lift ?? 0, -0.004);
  const side = ((pose.shift ?? 0) / 0.9) * (180 / Math.PI);
  const legs = {
    ...reach('Left', { forward: forwardLeft, up: 0, toes: 0 }, lift),
    ...reach('Right', { forward: forwardRight, up: 0, toes: 0 }, lift),
    legOutLeft: (pose.legOutLeft ?? 0) + side,
    legOutRight: (pose.legOutRight ?? 0) - side,
  };
  return withJoints(pose, legs);
}

/** The pose between two others; `share` 0 is the first. */
export function between(from: Pose, to: Pose, share: number): Pose {
  const result: Partial<Record<Joint, number>> = {};
  for (const joint of joints) {
    const value = (from[joint] ?? 0) * (1 - share) + (to[joint] ?? 0) * share;
    if (value !== 0) result[joint] = value;
  }
  return result;
}
