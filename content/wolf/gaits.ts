import { cos, sin } from '../../engine/math/trigonometry.ts';
import { smoothstep, type Vector } from '../sculpt/vector.ts';
import { type Leg, legs, type Pose, withJoints } from './joints.ts';
import { PAW, pawAtRest } from './rig.ts';

/** A gait at a phase from 0 to 1. */
export type Gait = (phase: number) => Pose;

/** Frames of a cycle, for 30 frames a second, and the paces of the motion table, metres and radians a second. */
export const Frames = { walk: 16, run: 14, turn: 20, sidestep: 14 } as const;
export const Pace = { walk: 3.12, run: 4, turn: 1.5, sidestep: 1.25 } as const;

const turn = (phase: number): number => cos(2 * Math.PI * phase);
const sway = (phase: number): number => sin(2 * Math.PI * phase);

/** How the paws go in a gait. */
interface Stride {
  /** Metres that the body covers in a whole cycle. */
  length: number;
  /** Share of the cycle that a paw spends on the ground. */
  duty: number;
  /** When each paw meets the ground. */
  phase: Readonly<Record<Leg, number>>;
  /** Metres by which the middle of a paw's way on the ground lies ahead of where it rests. */
  ahead: Readonly<Record<'fore' | 'hind', number>>;
  /** Metres by which the paws come nearer to the middle line, and by which they are lifted in the swing. */
  narrow: number;
  clearance: number;
}

/** The legs of a wolf that goes. */
function striding(stride: Stride, phase: number): Pose {
  const pose: Partial<Record<string, number>> = {};
  for (const leg of legs) {
    const rest = pawAtRest(leg);
    const kind = leg.startsWith('fore') ? 'fore' : 'hind';
    const at = phase - stride.phase[leg];
    const p = at - Math.floor(at);
    const half = (stride.length * stride.duty) / 2;
    const middle = rest[2] + stride.ahead[kind];
    const x = rest[0] - Math.sign(rest[0]) * stride.narrow;
    if (p < stride.duty) {
      // On the ground a paw goes back as fast as the body goes forward; the pastern rolls over it.
      const share = p / stride.duty;
      const push = smoothstep((share - 0.62) / 0.38);
      place(pose, leg, [x, PAW + 0.03 * push * push, middle + half * (1 - 2 * share)], {
        pastern: 14 - 26 * share - 22 * push,
        paw: 6 * (1 - smoothstep(share / 0.2)) - 42 * push,
      });
    } else {
      const share = (p - stride.duty) / (1 - stride.duty);
      const swing = (1 - stride.duty) / stride.duty;
      const z = hermite(middle - half, -2 * half * swing, middle + half, -2 * half * swing, share);
      const bump = 16 * share * share * (1 - share) * (1 - share);
      const early = bump * (1 - smoothstep((share - 0.35) / 0.5));
      place(pose, leg, [x, PAW + 0.03 * (1 - smoothstep(share / 0.5)) + stride.clearance * bump, z], {
        pastern: -34 + 48 * smoothstep(share / 0.9) - (kind === 'fore' ? 62 : 26) * early,
        paw: -42 + 48 * smoothstep(share) - (kind === 'fore' ? 66 : 40) * early,
      });
    }
  }
  return pose as Pose;
}

function place(
  pose: Partial<Record<string, number>>,
  leg: Leg,
  [x, y, z]: Vector,
  { pastern, paw }: { pastern: number; paw: number },
): void {
  pose[`${leg}Step`] = 1;
  pose[`${leg}X`] = x;
  pose[`${leg}Y`] = y;
  pose[`${leg}Z`] = z;
  pose[`${leg}Pastern`] = pastern;
  pose[`${leg}Paw`] = paw;
}

function hermite(from: number, fromSlope: number, to: number, toSlope: number, t: number): number {
  const t2 = t * t;
  const t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * from + (t3 - 2 * t2 + t) * fromSlope + (3 * t2 - 2 * t3) * to + (t3 - t2) * toSlope;
}

/**
 * All four paws on the ground where they rest, or beside that.
 *
 * @param hocks How far the hind legs' pasterns lie, degrees: 0 they stand, 90 they lie on the ground.
 */
export function standing(pose: Pose, shift: Partial<Record<Leg, Vector>> = {}, hocks = 0): Pose {
  const feet: Partial<Record<string, number>> = {};
  for (const leg of legs) {
    const rest = pawAtRest(leg);
    const by = shift[leg] ?? [0, 0, 0];
    place(feet, leg, [rest[0] + by[0], PAW + by[1], rest[2] + by[2]], {
      pastern: leg.startsWith('hind') ? hocks : 0,
      paw: 0,
    });
  }
  return withJoints(feet as Pose, pose);
}

/** Standing: breath, a look about, a slow tail. */
export const stand: Gait = (phase) => {
  const breath = turn(2 * phase);
  const look = sway(phase);
  return standing({
    lift: -0.012 + 0.002 * breath,
    back: 0.6 * breath,
    neck: 1 * breath,
    head: -4 + 1.5 * sway(2 * phase),
    headTwist: 7 * look,
    headRoll: 2 * look,
    ears: 4 - 4 * turn(phase),
    tail: -4,
    tailSwing: 12 * sway(phase + 0.2),
    jaw: 3 + 2 * breath,
  });
};

const trot: Stride = {
  length: (Pace.walk * Frames.walk) / 30,
  duty: 0.42,
  phase: { foreLeft: 0, hindRight: 0, foreRight: 0.5, hindLeft: 0.5 },
  ahead: { fore: 0.0, hind: 0.03 },
  narrow: 0.03,
  clearance: 0.09,
};

/** A trot: the legs go in pairs, crosswise. */
export const walk: Gait = (phase) =>
  withJoints(striding(trot, phase), {
    lift: -0.055 - 0.014 * turn(2 * (phase - 0.2)),
    roll: 1.5 * turn(phase - 0.2),
    bend: 2.5 * turn(phase - 0.05),
    yaw: -1.2 * turn(phase - 0.05),
    neck: -12 + 1.5 * turn(2 * (phase - 0.3)),
    head: 8 - 1.5 * turn(2 * (phase - 0.3)),
    ears: 6,
    tail: 14 + 3 * turn(2 * phase),
    tailSwing: 6 * sway(phase),
    jaw: 8,
  });

const gallop: Stride = {
  length: (Pace.run * Frames.run) / 30,
  duty: 0.36,
  phase: { hindLeft: 0, hindRight: 0.1, foreLeft: 0.44, foreRight: 0.56 },
  ahead: { fore: 0.03, hind: 0.05 },
  narrow: 0.035,
  clearance: 0.13,
};

/** A gallop: both hind legs, then both fore legs, and a flight in between. */
export const run: Gait = (phase) =>
  withJoints(striding(gallop, phase), {
    lift: -0.05 + 0.028 * turn(phase - 0.02),
    pitch: -5 * turn(phase - 0.26) - 1,
    back: 7 + 9 * turn(phase - 0.9),
    neck: -14 + 6 * turn(phase - 0.2),
    head: 10 - 5 * turn(phase - 0.2),
    ears: 26,
    tail: 34 + 12 * turn(phase - 0.3),
    tailSwing: 3 * sway(phase),
    jaw: 16,
  });

/** Steps on the spot, of a wolf that turns to the right; to the left it plays backwards. */
export const turnRight: Gait = (phase) => {
  const degrees = ((Pace.turn * Frames.turn) / 30) * (180 / Math.PI);
  const duty = 0.7;
  const phases = { foreLeft: 0, hindRight: 0.25, foreRight: 0.5, hindLeft: 0.75 } as const;
  const pose: Partial<Record<string, number>> = {};
  for (const leg of legs) {
    const [rx, , rz] = pawAtRest(leg);
    const at = phase - phases[leg];
    const p = at - Math.floor(at);
    const air = (p - duty) / (1 - duty);
    const bump = p < duty ? 0 : 16 * air * air * (1 - air) * (1 - air);
    const share = p < duty ? p / duty : 1 - smoothstep(air);
    // On the ground a paw turns back as fast as the body turns forward.
    const angle = (degrees * duty * (0.5 - share) * Math.PI) / 180;
    const x = rx * cos(angle) + rz * sin(angle);
    const z = rz * cos(angle) - rx * sin(angle);
    place(pose, leg, [x, PAW + 0.07 * bump, z], { pastern: -24 * bump, paw: -30 * bump });
  }
  return withJoints(pose as Pose, {
    lift: -0.03 - 0.006 * turn(4 * phase),
    bend: 12 + 3 * turn(phase),
    yaw: -4,
    headTwist: 20,
    neck: -4,
    tail: 6,
    tailSwing: -16 + 6 * sway(phase),
    ears: 4,
    jaw: 4,
  });
};

/** Steps to the right; to the left it plays backwards. */
export const sidestepRight: Gait = (phase) => {
  const length = (Pace.sidestep * Frames.sidestep) / 30;
  const duty = 0.56;
  const phases = { foreRight: 0, hindLeft: 0.06, foreLeft: 0.5, hindRight: 0.56 } as const;
  const pose: Partial<Record<string, number>> = {};
  for (const leg of legs) {
    const [rx, , rz] = pawAtRest(leg);
    const at = phase - phases[leg];
    const p = at - Math.floor(at);
    const air = (p - duty) / (1 - duty);
    const bump = p < duty ? 0 : 16 * air * air * (1 - air) * (1 - air);
    const share = p < duty ? p / duty : 1 - smoothstep(air);
    place(pose, leg, [rx * 1.35 + length * duty * (0.5 - share), PAW + 0.06 * bump, rz], {
      pastern: -18 * bump,
      paw: -22 * bump,
    });
  }
  return withJoints(pose as Pose, {
    lift: -0.05 - 0.008 * turn(2 * phase),
    shift: -0.02 * turn(phase - 0.2),
    roll: 2 * turn(phase),
    headTwist: 16,
    neck: -6,
    tail: 8,
    tailSwing: 8 * sway(phase),
    ears: 10,
    jaw: 4,
  });
};

/** Head low, teeth shown. */
export const guard: Gait = (phase) => {
  const breath = turn(phase);
  return standing(
    {
      lift: -0.045 + 0.006 * breath,
      pitch: -7,
      back: 7,
      neck: -34 + 2 * breath,
      head: 30 - 2 * breath,
      jaw: 18 + 4 * breath,
      ears: 34,
      tail: 22,
      tailSwing: 5 * sway(phase),
    },
    {
      foreLeft: [-0.03, 0, 0.05],
      foreRight: [0.03, 0, -0.02],
      hindLeft: [-0.02, 0, -0.05],
      hindRight: [0.02, 0, 0.04],
    },
  );
};

/** In the air: legs stretched out. */
export const fall: Gait = (phase) => {
  const row = sway(phase);
  return {
    lift: 0.02,
    pitch: 2,
    back: -4,
    foreLeftUpper: 28 + 5 * row,
    foreLeftLower: -16 - 6 * row,
    foreLeftPastern: -30,
    foreRightUpper: 20 - 5 * row,
    foreRightLower: -22 + 6 * row,
    foreRightPastern: -34,
    hindLeftUpper: -26 - 5 * row,
    hindLeftLower: 8,
    hindLeftPastern: -26,
    hindRightUpper: -18 + 5 * row,
    hindRightLower: 4,
    hindRightPastern: -20,
    foreLeftOut: 5,
    foreRightOut: 5,
    hindLeftOut: 4,
    hindRightOut: 4,
    neck: -6,
    head: 8,
    ears: 22,
    tail: 34 + 5 * row,
    jaw: 8,
  };
};

/** Off the ground: forelegs up, hind legs stretched. */
export const leap: Pose = {
  lift: 0.03,
  pitch: 20,
  back: -6,
  foreLeftUpper: 34,
  foreLeftLower: -62,
  foreLeftPastern: -40,
  foreRightUpper: 26,
  foreRightLower: -66,
  foreRightPastern: -40,
  hindLeftUpper: -44,
  hindLeftLower: 26,
  hindLeftPastern: -30,
  hindRightUpper: -38,
  hindRightLower: 22,
  hindRightPastern: -28,
  neck: -10,
  head: 0,
  ears: 24,
  tail: 26,
  jaw: 8,
};

/** Flat on its right side. */
export const dead: Pose = {
  lift: -0.545,
  shift: 0.1,
  roll: 88,
  foreLeftUpper: 10,
  foreLeftLower: -14,
  foreLeftPastern: -12,
  foreRightUpper: -6,
  foreRightLower: -26,
  foreRightPastern: -18,
  hindLeftUpper: -8,
  hindLeftLower: 12,
  hindRightUpper: 10,
  hindRightLower: -8,
  foreLeftOut: -8,
  hindLeftOut: -8,
  foreRightOut: -12,
  hindRightOut: -14,
  neck: -10,
  head: -16,
  headRoll: 4,
  tail: 4,
  tailSwing: -8,
  jaw: 14,
  ears: 16,
};

/** Half on its right side, legs drawn in: what comes before {@link dead}. */
export const tippingOver: Pose = {
  ...dead,
  lift: -0.37,
  shift: 0.06,
  roll: 46,
  foreLeftUpper: 34,
  foreLeftLower: -96,
  foreLeftPastern: -20,
  foreRightUpper: 44,
  foreRightLower: -96,
  foreRightPastern: -40,
  hindLeftUpper: 14,
  hindLeftLower: 22,
  hindLeftPastern: 22,
  hindRightUpper: 44,
  hindRightLower: 34,
  hindRightPastern: 64,
  foreRightOut: -44,
  hindRightOut: -48,
  foreLeftOut: 42,
  hindLeftOut: 24,
};

/** Lying, ready to rise: like a sphinx. */
export const crouch: Gait = (phase) => {
  const breath = turn(phase);
  return withJoints(
    standing(
      {
        lift: -0.44 + 0.003 * breath,
        pitch: 3,
        back: 4 + 0.6 * breath,
        neck: 6 + breath,
        head: -6,
        headTwist: 6 * sway(phase),
        tail: 10,
        tailSwing: -30,
        ears: 6,
        jaw: 4,
      },
      {
        foreLeft: [-0.005, -0.005, 0.2],
        foreRight: [0.005, -0.005, 0.17],
        hindLeft: [-0.05, 0, 0.3],
        hindRight: [0.05, 0, 0.27],
      },
      84,
    ),
    { foreLeftPastern: 62, foreRightPastern: 62 },
  );
};

/** On its haunches. */
export const sit: Gait = (phase) => {
  const breath = turn(phase);
  return standing(
    {
      lift: -0.45,
      forward: 0.06,
      pitch: 44,
      back: 3 + 0.5 * breath,
      neck: -30 + breath,
      head: -16,
      headTwist: 7 * sway(phase),
      // It lies on the ground, where the hips do not point.
      tail: 84,
      tailSwing: 22 + 10 * sway(phase + 0.3),
      ears: 3,
      jaw: 6 + 2 * breath,
    },
    { foreLeft: [0, 0, -0.11], foreRight: [0, 0, -0.12], hindLeft: [-0.06, 0, 0.3], hindRight: [0.06, 0, 0.29] },
    80,
  );
};
