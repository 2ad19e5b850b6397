import * as gaits from './gaits.ts';
import { type Pose, withJoints } from './joints.ts';

const { Frames } = gaits;

/** The animations of a wolf: the id that the motion table names, and the number of frames. */
export const animations = {
  stand: { id: 1, frames: 90 },
  walk: { id: 2, frames: Frames.walk },
  run: { id: 3, frames: Frames.run },
  turn: { id: 4, frames: Frames.turn },
  sidestep: { id: 5, frames: Frames.sidestep },
  guard: { id: 6, frames: 24 },
  fall: { id: 7, frames: 16 },
  dead: { id: 8, frames: 30 },
  crouch: { id: 9, frames: 60 },
  sit: { id: 10, frames: 60 },

  standToWalk: { id: 32, frames: 4 },
  walkToStand: { id: 33, frames: 6 },
  standToRun: { id: 34, frames: 5 },
  runToStand: { id: 35, frames: 8 },
  walkToRun: { id: 36, frames: 3 },
  runToWalk: { id: 37, frames: 4 },
  standToTurn: { id: 38, frames: 3 },
  turnToStand: { id: 39, frames: 4 },
  standToSidestep: { id: 40, frames: 3 },
  sidestepToStand: { id: 41, frames: 4 },
  standToGuard: { id: 42, frames: 8 },
  guardToStand: { id: 43, frames: 10 },
  standToFall: { id: 44, frames: 10 },
  land: { id: 45, frames: 9 },
  collapse: { id: 46, frames: 22 },
  standToCrouch: { id: 47, frames: 16 },
  crouchToStand: { id: 48, frames: 14 },
  standToSit: { id: 49, frames: 14 },
  sitToStand: { id: 50, frames: 12 },
  runToFall: { id: 51, frames: 8 },
  fallToRun: { id: 52, frames: 4 },
  fallToWalk: { id: 53, frames: 5 },
  walkToFall: { id: 54, frames: 8 },

  bite: { id: 64, frames: 18 },
  howl: { id: 65, frames: 90 },
  shake: { id: 66, frames: 36 },
  nod: { id: 67, frames: 24 },
} as const;

/** Name of an animation. */
export type AnimationName = keyof typeof animations;

/** What an animation shows: a gait, or poses through which it goes at even times. */
export interface Animation {
  readonly name: AnimationName;
  /** A loop ends where it starts. */
  readonly loop: boolean;
  readonly motion: gaits.Gait | readonly Pose[];
}

const loop = (name: AnimationName, motion: gaits.Gait): Animation => ({ name, loop: true, motion });
const way = (name: AnimationName, ...motion: Pose[]): Animation => ({ name, loop: false, motion });

/** What each animation of the motion table shows. */
export function wolfAnimations(): Animation[] {
  const stand = gaits.stand(0);
  const walk = gaits.walk(0);
  const run = gaits.run(0);
  const turn = gaits.turnRight(0);
  const sidestep = gaits.sidestepRight(0);
  const guard = gaits.guard(0);
  const fall = gaits.fall(0);
  const crouch = gaits.crouch(0);
  const sit = gaits.sit(0);
  const low = gaits.standing({ lift: -0.14, pitch: -2, back: 8, neck: -8, head: 6, tail: 4, ears: 14 });
  const braked = gaits.standing({ lift: -0.1, pitch: 5, back: 9, neck: 4, head: -8, tail: 24, ears: 16, jaw: 6 });
  const sinking = gaits.standing({ lift: -0.22, roll: 6, neck: -16, head: -10, tail: 6, ears: 20, jaw: 10 });
  return [
    loop('stand', gaits.stand),
    loop('walk', gaits.walk),
    loop('run', gaits.run),
    loop('turn', gaits.turnRight),
    loop('sidestep', gaits.sidestepRight),
    loop('guard', gaits.guard),
    loop('fall', gaits.fall),
    loop('dead', () => gaits.dead),
    loop('crouch', gaits.crouch),
    loop('sit', gaits.sit),

    way('standToWalk', stand, walk),
    way('walkToStand', walk, stand),
    way('standToRun', stand, run),
    way('runToStand', run, braked, stand),
    way('walkToRun', walk, run),
    way('runToWalk', run, walk),
    way('standToTurn', stand, turn),
    way('turnToStand', turn, stand),
    way('standToSidestep', stand, sidestep),
    way('sidestepToStand', sidestep, stand),
    way('standToGuard', stand, guard),
    way('guardToStand', guard, stand),
    way('standToFall', stand, low, gaits.leap, fall),
    way('land', fall, low, stand),
    way('collapse', stand, sinking, gaits.tippingOver, gaits.dead),
    way('standToCrouch', stand, low, crouch),
    way('crouchToStand', crouch, low, stand),
    way('standToSit', stand, sit),
    way('sitToStand', sit, stand),
    way('runToFall', run, gaits.leap, fall),
    way('fallToRun', fall, run),
    way('fallToWalk', fall, walk),
    way('walkToFall', walk, gaits.leap, fall),

    way('bite', ...bite(stand)),
    way('howl', ...howl(stand, sit)),
    way('shake', ...shake(stand)),
    way('nod', stand, ...[-26, -2, -22].map((head) => withJoints(stand, { head, neck: head / 3 })), stand),
  ];
}

function bite(stand: Pose): Pose[] {
  const back = withJoints(stand, {
    forward: -0.09,
    lift: -0.07,
    pitch: 4,
    neck: 10,
    head: -12,
    jaw: 26,
    ears: 34,
    tail: 18,
  });
  const snap = withJoints(stand, {
    forward: 0.13,
    lift: -0.03,
    pitch: -4,
    neck: -20,
    head: 22,
    jaw: 36,
    ears: 36,
    tail: 20,
  });
  const shut = withJoints(snap, { jaw: 0, forward: 0.11, headRoll: 12 });
  return [stand, back, snap, shut, stand];
}

/** Sits down, lifts its head and howls. */
function howl(stand: Pose, sit: Pose): Pose[] {
  const up = withJoints(sit, { neck: 12, head: 34, jaw: 16, ears: 30 });
  const full = withJoints(sit, { neck: 18, head: 42, jaw: 24, ears: 36 });
  return [stand, sit, up, full, full, withJoints(full, { headTwist: 8 }), up, sit, stand];
}

function shake(stand: Pose): Pose[] {
  const to = (side: number): Pose =>
    withJoints(stand, {
      roll: 7 * side,
      headRoll: 26 * side,
      headTwist: -10 * side,
      lift: -0.04,
      neck: -14,
      tailSwing: -24 * side,
      ears: 18,
    });
  return [stand, to(1), to(-1), to(1), to(-1), to(0.8), to(-0.6), stand];
}
