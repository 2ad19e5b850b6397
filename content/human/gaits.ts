import { smoothstep } from '../sculpt/vector.ts';
import { type Pose, withJoints } from './joints.ts';
import { ANKLE, flat, type FootPlace, HIP_HEIGHT, type Stride, stepTo, strideFoot } from './legs.ts';

/** Keys of one cycle of a gait, for the jointed figure. */
export const GAIT_KEYS = 16;

const turn = (phase: number): number => Math.cos(2 * Math.PI * phase);
const sway = (phase: number): number => Math.sin(2 * Math.PI * phase);

/** A gait at a phase from 0 to 1; the left foot meets the ground at 0, the right one at a half. */
export type Gait = (phase: number) => Pose;

/** The keys of a gait, evenly spaced. */
export function keysOf(gait: Gait, count = GAIT_KEYS): Pose[] {
  return Array.from({ length: count }, (_, key) => gait(key / count));
}

/** A pose whose feet go as a stride has them. */
function striding(pose: Pose, stride: Stride, phase: number): Pose {
  const hips = [pose.shift ?? 0, pose.lift ?? 0, pose.forward ?? 0] as const;
  return {
    ...pose,
    ...stepTo('Left', strideFoot(stride, phase, 'Left'), hips),
    ...stepTo('Right', strideFoot(stride, phase + 0.5, 'Right'), hips),
  };
}

/** Frames of a cycle, for 30 frames a second, and the paces of the motion table, metres and radians a second. */
export const Frames = { walk: 18, run: 20, turn: 20, sidestep: 14 } as const;
export const Pace = { walk: 3.12, run: 4, turn: 1.5, sidestep: 1.25 } as const;

const walkStride: Stride = {
  length: (Pace.walk * Frames.walk) / 30,
  duty: 0.44,
  ahead: 0.31,
  across: 0.075,
  yaw: 5,
  strike: 20,
  push: 50,
  down: 0.22,
  rise: 0.42,
  clearance: 0.03,
  kick: 18,
};

/** A brisk walk. */
export const walk: Gait = (phase) => {
  const swing = turn(phase + 0.03);
  return striding(
    {
      lift: -0.062 - 0.02 * Math.cos(4 * Math.PI * (phase - 0.1)),
      shift: -0.016 * Math.cos(2 * Math.PI * (phase - 0.23)),
      forward: 0.005,
      lean: 3,
      roll: 2.5 * Math.cos(2 * Math.PI * (phase - 0.2)),
      twist: 8 * swing,
      spineTwist: -15 * swing,
      spineRoll: -3 * Math.cos(2 * Math.PI * (phase - 0.2)),
      spine: 3 + 1.2 * Math.cos(4 * Math.PI * (phase - 0.05)),
      head: -4,
      headTwist: 7 * swing,
      armLeft: 2 - 33 * swing,
      armRight: 2 + 33 * swing,
      armOutLeft: 9,
      armOutRight: 9,
      armTurnLeft: 16,
      armTurnRight: 16,
      elbowLeft: 30 - 20 * turn(phase + 0.0),
      elbowRight: 30 + 20 * turn(phase + 0.0),
      handTurnLeft: 8,
      handTurnRight: 8,
      handLeft: 6,
      handRight: 6,
      gripLeft: 22,
      gripRight: 22,
    },
    walkStride,
    phase,
  );
};

const runStride: Stride = {
  length: (Pace.run * Frames.run) / 30,
  duty: 0.3,
  ahead: 0.27,
  across: 0.06,
  yaw: 5,
  strike: 12,
  push: 62,
  down: 0.18,
  rise: 0.36,
  clearance: 0.13,
  kick: 46,
};

/** A run with a flight between the steps. */
export const run: Gait = (phase) => {
  const swing = turn(phase + 0.02);
  return striding(
    {
      lift: -0.05 - 0.042 * Math.cos(4 * Math.PI * (phase - 0.14)),
      shift: -0.012 * Math.cos(2 * Math.PI * (phase - 0.16)),
      forward: 0.01,
      lean: 7,
      roll: 3 * Math.cos(2 * Math.PI * (phase - 0.14)),
      twist: 10 * swing,
      spineTwist: -21 * swing,
      spineRoll: -4 * Math.cos(2 * Math.PI * (phase - 0.14)),
      spine: 8 + 2 * Math.cos(4 * Math.PI * (phase - 0.1)),
      head: -11,
      headTwist: 11 * swing,
      armLeft: -8 - 44 * swing,
      armRight: -8 + 44 * swing,
      armOutLeft: 13,
      armOutRight: 13,
      armTurnLeft: 26,
      armTurnRight: 26,
      elbowLeft: 88 - 18 * turn(phase - 0.03),
      elbowRight: 88 + 18 * turn(phase - 0.03),
      handTurnLeft: 4,
      handTurnRight: 4,
      handLeft: 10,
      handRight: 10,
      gripLeft: 62,
      gripRight: 62,
    },
    runStride,
    phase,
  );
};

const backStride: Stride = {
  length: -(Pace.walk * Frames.walk) / 30,
  duty: 0.4,
  ahead: -0.42,
  across: 0.09,
  yaw: 8,
  strike: -30,
  push: -14,
  down: 0.45,
  rise: 0.75,
  clearance: 0.05,
  kick: 10,
};

/** Steps backwards, told forwards in time. */
export const walkBackwards: Gait = (phase) => {
  const swing = turn(phase + 0.03);
  return striding(
    {
      lift: -0.078 - 0.014 * Math.cos(4 * Math.PI * (phase - 0.1)),
      shift: -0.024 * Math.cos(2 * Math.PI * (phase - 0.25)),
      lean: -2,
      roll: 2 * Math.cos(2 * Math.PI * (phase - 0.25)),
      twist: -6 * swing,
      spineTwist: 10 * swing,
      spine: 9,
      head: -6,
      headTwist: -4 * swing,
      armLeft: 10 + 20 * swing,
      armRight: 10 - 20 * swing,
      armOutLeft: 15,
      armOutRight: 15,
      armTurnLeft: 22,
      armTurnRight: 22,
      elbowLeft: 46 + 8 * swing,
      elbowRight: 46 - 8 * swing,
      handTurnLeft: 20,
      handTurnRight: 20,
      handLeft: 6,
      handRight: 6,
      gripLeft: 12,
      gripRight: 12,
    },
    backStride,
    phase,
  );
};

/** Where the feet of someone who stands are. */
const standLeft = flat(-0.115, 0.015, -10);
const standRight = flat(0.115, -0.03, 14);

/** Arms and trunk of someone who stands at ease. */
export const atEase: Pose = {
  armLeft: 2,
  armRight: 1,
  armOutLeft: 10,
  armOutRight: 10,
  armTurnLeft: 18,
  armTurnRight: 18,
  elbowLeft: 15,
  elbowRight: 17,
  handTurnLeft: 6,
  handTurnRight: 8,
  handLeft: 6,
  handRight: 6,
  gripLeft: 16,
  gripRight: 18,
};

/** Standing: breath and a slow shift of weight. */
export const stand: Gait = (phase) => {
  const breath = turn(phase);
  const weight = sway(phase);
  return legsUnder(
    withJoints(atEase, {
      lift: -0.006 + 0.0015 * breath,
      shift: 0.014 * weight,
      roll: 0.8 * weight,
      spine: 2 - 1.4 * breath,
      spineRoll: -1.4 * weight,
      head: 0.5 + 1 * breath,
      headTwist: 4 * weight,
      shoulderLeft: 1 + 1.2 * breath,
      shoulderRight: 1 + 1.2 * breath,
      armOutLeft: 10 + 0.8 * breath,
      armOutRight: 10 + 0.8 * breath,
    }),
  );
};

/** Steps on the spot, of someone who turns to the right; to the left it plays backwards. */
export const turnRight: Gait = (phase) => {
  const degrees = ((Pace.turn * Frames.turn) / 30) * (180 / Math.PI);
  const lift = -0.028 - 0.006 * Math.cos(4 * Math.PI * (phase - 0.2));
  const shift = 0.03 * sway(phase - 0.03);
  const swing = turn(phase);
  const foot = (at: number, side: 'Left' | 'Right'): FootPlace => {
    const p = at - Math.floor(at);
    const duty = 0.56;
    // On the ground a foot turns back as fast as the body turns forward; in the air it takes the next place.
    const onGround = p < duty;
    const air = (p - duty) / (1 - duty);
    const bump = onGround ? 0 : 16 * air * air * (1 - air) * (1 - air);
    const share = onGround ? p / duty : 1 - smoothstep(air);
    const angle = degrees * duty * (0.5 - share);
    const x = side === 'Left' ? -0.11 : 0.11;
    const own = side === 'Left' ? -8 : 8;
    const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
    return {
      x: x * cosine,
      y: ANKLE + 0.075 * bump,
      z: -x * sine,
      pitch: -10 * bump,
      yaw: angle + own,
      toes: 4 * bump,
    };
  };
  const hips = [shift, lift, 0] as const;
  return {
    ...stepTo('Left', foot(phase, 'Left'), hips),
    ...stepTo('Right', foot(phase + 0.5, 'Right'), hips),
    lift,
    shift,
    twist: 3 * swing,
    roll: 1.5 * sway(phase),
    spine: 4,
    spineTwist: 8 - 5 * swing,
    spineRoll: -2 * sway(phase),
    headTwist: 12,
    head: -2,
    armLeft: 5 - 11 * swing,
    armRight: 3 + 11 * swing,
    armOutLeft: 14,
    armOutRight: 14,
    armTurnLeft: 18,
    armTurnRight: 18,
    elbowLeft: 30,
    elbowRight: 30,
    handTurnLeft: 20,
    handTurnRight: 20,
    handLeft: 6,
    handRight: 6,
    gripLeft: 18,
    gripRight: 18,
  };
};

/** Steps to the right; to the left it plays backwards. */
export const sidestepRight: Gait = (phase) => {
  const length = (Pace.sidestep * Frames.sidestep) / 30;
  const duty = 0.52;
  const foot = (at: number, side: 'Left' | 'Right'): FootPlace => {
    const p = at - Math.floor(at);
    const onGround = p < duty;
    const air = (p - duty) / (1 - duty);
    const bump = onGround ? 0 : 16 * air * air * (1 - air) * (1 - air);
    const share = onGround ? p / duty : 1 - smoothstep(air);
    const x = (side === 'Left' ? -0.17 : 0.17) + length * duty * (0.5 - share);
    return { x, y: ANKLE + 0.07 * bump, z: 0, pitch: -6 * bump, yaw: side === 'Left' ? -5 : 9, toes: 0 };
  };
  // The weight is on the foot that stands.
  const shift = -0.035 * Math.cos(2 * Math.PI * (phase - 0.26));
  const lift = -0.062 - 0.014 * Math.cos(4 * Math.PI * (phase - 0.28));
  const hips = [shift, lift, 0] as const;
  return {
    ...stepTo('Left', foot(phase, 'Left'), hips),
    ...stepTo('Right', foot(phase + 0.5, 'Right'), hips),
    lift,
    shift,
    spine: 7,
    lean: 2,
    spineRoll: 3 + 2 * Math.cos(2 * Math.PI * (phase - 0.26)),
    headTwist: 16,
    headRoll: -2,
    head: -4,
    armLeft: 12,
    armRight: 10,
    armOutLeft: 20 + 5 * turn(phase),
    armOutRight: 20 - 5 * turn(phase),
    armTurnLeft: 24,
    armTurnRight: 24,
    elbowLeft: 52,
    elbowRight: 50,
    handTurnLeft: 20,
    handTurnRight: 20,
    handLeft: 8,
    handRight: 8,
    gripLeft: 16,
    gripRight: 16,
  };
};

/** Fists up, on bent knees. */
export const guard: Gait = (phase) => {
  const bob = turn(phase);
  const hips = [0, -0.075 + 0.012 * bob, 0.01] as const;
  return {
    ...stepTo('Left', flat(-0.12, 0.17, 4), hips),
    ...stepTo('Right', { ...flat(0.13, -0.19, 34), y: ANKLE + 0.012, pitch: -7, toes: 7 }, hips),
    lift: hips[1],
    forward: hips[2],
    twist: 20,
    spine: 9,
    spineTwist: 6,
    head: -3,
    headTwist: -24,
    armLeft: 48 + 3 * bob,
    armRight: 36 - 3 * bob,
    armOutLeft: 12,
    armOutRight: 16,
    armTurnLeft: 14,
    armTurnRight: 18,
    elbowLeft: 102,
    elbowRight: 122,
    handTurnLeft: -4,
    handTurnRight: -4,
    handLeft: -4,
    handRight: -4,
    gripLeft: 104,
    gripRight: 104,
  };
};

/** In the air. */
export const fall: Gait = (phase) => {
  const row = sway(phase);
  return {
    legLeft: 30 + 6 * row,
    kneeLeft: 48 - 8 * row,
    footLeft: -26,
    legRight: 6 - 6 * row,
    kneeRight: 46 + 8 * row,
    footRight: -30,
    toesLeft: 8,
    toesRight: 8,
    legOutLeft: 7,
    legOutRight: 9,
    lean: 4,
    spine: 8,
    head: 6,
    armLeft: 22 + 12 * row,
    armRight: 18 - 12 * row,
    armOutLeft: 66 + 8 * row,
    armOutRight: 72 - 8 * row,
    armTurnLeft: 20,
    armTurnRight: 20,
    elbowLeft: 40,
    elbowRight: 36,
    handTurnLeft: 40,
    handTurnRight: 40,
    handLeft: -8,
    handRight: -8,
  };
};

/** In the air after a leap: one knee up, the other leg behind. */
export const leap: Pose = {
  lift: 0.02,
  legLeft: 66,
  kneeLeft: 78,
  footLeft: -10,
  legRight: -16,
  kneeRight: 22,
  footRight: -42,
  toesRight: 12,
  legOutLeft: 5,
  legOutRight: 5,
  lean: 6,
  spine: 4,
  head: -8,
  armLeft: -24,
  armRight: 56,
  armOutLeft: 30,
  armOutRight: 28,
  armTurnLeft: 14,
  armTurnRight: 14,
  elbowLeft: 50,
  elbowRight: 62,
  handTurnLeft: 20,
  handTurnRight: 20,
};

/** Flat on the back. */
export const dead: Pose = {
  lift: -0.835,
  lean: -88,
  head: -2,
  headTwist: 30,
  armLeft: -4,
  armRight: -4,
  armOutLeft: 48,
  armOutRight: 36,
  armTurnLeft: -30,
  armTurnRight: -20,
  elbowLeft: 22,
  elbowRight: 56,
  handTurnLeft: -30,
  handTurnRight: -30,
  handLeft: 12,
  handRight: 12,
  gripLeft: 26,
  gripRight: 30,
  legOutLeft: 12,
  legOutRight: 9,
  legRight: 10,
  kneeRight: 22,
  footLeft: -34,
  footRight: -26,
  legLeft: -1,
};

/** On the ground, feet ahead, and then half down on the back, legs lying: what comes before {@link dead}. */
export const sinkDown: readonly Pose[] = [
  seated({ lift: -0.72, forward: -0.14, lean: -18, spine: 26, head: 18, armLeft: -22, armRight: -26 }),
  {
    ...dead,
    lift: -0.82,
    forward: -0.06,
    lean: -48,
    spine: 14,
    head: 14,
    headTwist: 12,
    armLeft: -30,
    armRight: -36,
    // The trunk has not gone all the way: the legs, which have, are bent by as much more.
    legLeft: 41,
    legRight: 52,
    kneeRight: 26,
  },
];

function seated(pose: Pose): Pose {
  const hips = [0, pose.lift ?? 0, pose.forward ?? 0] as const;
  return withJoints(
    { armOutLeft: 26, armOutRight: 24, elbowLeft: 16, elbowRight: 24 },
    stepTo('Left', flat(-0.13, 0.34, -10), hips),
    stepTo('Right', flat(0.13, 0.29, 12), hips),
    pose,
  );
}

/** Low, one foot ahead. */
export const crouch: Gait = (phase) => {
  const hips = [0, -0.4 + 0.006 * turn(phase), -0.06] as const;
  return {
    ...stepTo('Left', flat(-0.13, 0.16, -8), hips),
    ...stepTo('Right', { ...flat(0.14, -0.2, 16), y: ANKLE + 0.085, pitch: -42, toes: 42 }, hips),
    lift: hips[1],
    forward: hips[2],
    lean: 20,
    spine: 22 - 1.2 * turn(phase),
    head: -30,
    armLeft: 56,
    armRight: 40,
    armOutLeft: 10,
    armOutRight: 14,
    armTurnLeft: 28,
    armTurnRight: 28,
    elbowLeft: 44,
    elbowRight: 60,
    handTurnLeft: 30,
    handTurnRight: 30,
    handLeft: 8,
    handRight: 8,
  };
};

/** On the ground, knees up, arms round them. */
export const sit: Gait = (phase) => {
  const hips = [0, 0.115 - HIP_HEIGHT + 0.001 * turn(phase), -0.2] as const;
  return {
    ...stepTo('Left', flat(-0.13, 0.26, -8), hips),
    ...stepTo('Right', flat(0.13, 0.29, 8), hips),
    lift: hips[1],
    forward: hips[2],
    lean: -14,
    spine: 30 - 1.4 * turn(phase),
    head: -8,
    headTwist: 5 * sway(phase),
    armLeft: 54,
    armRight: 50,
    armOutLeft: 16,
    armOutRight: 18,
    armTurnLeft: 24,
    armTurnRight: 28,
    elbowLeft: 40,
    elbowRight: 46,
    handTurnLeft: 20,
    handTurnRight: 20,
    handLeft: 16,
    handRight: 16,
    gripLeft: 30,
    gripRight: 30,
  };
};

/** Puts the feet of someone who stands below a pose, wherever its `lift` and `shift` have the hips. */
export function legsUnder(pose: Pose): Pose {
  const hips = [pose.shift ?? 0, Math.min(pose.lift ?? 0, -0.004), pose.forward ?? 0] as const;
  return withJoints(pose, stepTo('Left', standLeft, hips), stepTo('Right', standRight, hips));
}
