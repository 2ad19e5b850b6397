import { MotionCommand } from '../../components/motion-command.ts';
import { type AnimationName, animations } from './animations.ts';
import * as gaits from './gaits.ts';
import { between, type Joint, joints, type Pose, withJoints } from './joints.ts';

/** What an animation shows: a gait, or poses through which it goes at even times. */
export interface Animation {
  readonly name: AnimationName;
  /** A loop ends where it starts. */
  readonly loop: boolean;
  readonly motion: gaits.Gait | readonly Pose[];
  /** Keys that the jointed figure gets of a gait. */
  readonly keys?: number;
}

/** A clip as content files hold it: for each joint that moves or is bent, its values at evenly spaced keys. */
interface Clip {
  /** Id of the animation that it shows. */
  animation: number;
  /** Frames of the animation; the keys are spread over them. */
  frames: number;
  /** A loop's last key is followed by its first; else the last key is at the animation's end. */
  loop: boolean;
  tracks: { [J in Joint]?: number[] };
}

function clipOf({ name, loop, motion, keys }: Animation): Clip {
  const poses = typeof motion === 'function' ? gaits.keysOf(motion, keys) : motion;
  const tracks: Clip['tracks'] = {};
  for (const joint of joints) {
    const digits = joint === 'lift' || joint === 'shift' ? 1e4 : 10;
    const values = poses.map((pose) => Math.round((pose[joint] ?? 0) * digits) / digits + 0);
    if (values.every((value) => value === values[0])) {
      if (values[0] !== 0) tracks[joint] = [values[0]];
    } else {
      tracks[joint] = values;
    }
  }
  return { animation: animations[name].id, frames: animations[name].frames, loop, tracks };
}

const loop = (name: AnimationName, motion: gaits.Gait, keys?: number): Animation => ({
  name,
  loop: true,
  motion,
  keys,
});

/** An animation that goes from one pose to another, through others if there are any. */
const way = (name: AnimationName, ...motion: Pose[]): Animation => ({ name, loop: false, motion });

/** What each animation of the motion table shows. */
export function humanAnimations(): Animation[] {
  const stand = gaits.stand(0);
  const walk = gaits.walk(0);
  const run = gaits.run(0);
  const turn = gaits.turnRight(0);
  const sidestep = gaits.sidestepRight(0);
  const guard = gaits.guard(0);
  const fall = gaits.fall(0);
  const crouch = gaits.crouch(0);
  const sit = gaits.sit(0);
  const crouched = gaits.legsUnder(
    withJoints(stand, { lift: -0.24, forward: -0.06, lean: 12, spine: 18, head: -14, armLeft: 34, armRight: 30 }),
  );
  const spring = gaits.legsUnder(
    withJoints(stand, { lift: -0.18, forward: -0.04, lean: 10, spine: 14, head: -10, armLeft: -38, armRight: -38 }),
  );
  const braked = gaits.legsUnder(
    withJoints(stand, {
      lift: -0.1,
      forward: -0.05,
      lean: -6,
      spine: 8,
      armLeft: 16,
      armRight: 14,
      elbowLeft: 46,
      elbowRight: 40,
    }),
  );
  const knees = gaits.legsUnder(withJoints(stand, { lift: -0.42, spine: 26, head: 20, armLeft: 20, armRight: 16 }));
  const halfDown = withJoints(crouch, { lift: -0.56, forward: -0.16, lean: 2, spine: 34 });

  return [
    loop('stand', gaits.stand, 12),
    loop('walk', gaits.walk),
    loop('run', gaits.run),
    loop('turn', gaits.turnRight),
    loop('sidestep', gaits.sidestepRight),
    loop('guard', gaits.guard, 12),
    loop('fall', gaits.fall, 8),
    loop('dead', () => gaits.dead, 1),
    loop('crouch', gaits.crouch, 8),
    loop('sit', gaits.sit, 8),

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
    way('standToFall', stand, spring, between(spring, fall, 0.7), fall),
    way('land', fall, crouched, between(crouched, stand, 0.6), stand),
    way('runToFall', run, gaits.leap, between(gaits.leap, fall, 0.5), fall),
    way('walkToFall', walk, gaits.leap, between(gaits.leap, fall, 0.5), fall),
    way('fallToRun', fall, run),
    way('fallToWalk', fall, walk),
    way('collapse', stand, knees, ...gaits.sinkDown, gaits.dead),
    way('standToCrouch', stand, crouch),
    way('crouchToStand', crouch, stand),
    way('standToSit', stand, crouch, halfDown, sit),
    way('sitToStand', sit, halfDown, crouch, stand),

    way('wave', ...wave(stand)),
    way('nod', stand, ...[22, 2, 18].map((head) => withJoints(stand, { head, spine: 2 + head / 6 })), stand),
    way('shakeHead', stand, ...[26, -26, 22, -18].map((headTwist) => withJoints(stand, { headTwist })), stand),
    way('bow', ...bow(stand)),
    way('clap', ...clap(stand)),
    way('cheer', ...cheer(stand)),
    way('shrug', ...shrug(stand)),
    way('point', ...point(stand)),
    way('cry', ...cry(stand)),
    way('cringe', ...cringe(stand)),
    way('scratchHead', ...scratchHead(stand)),
  ];
}

/** The poses of a human for the jointed figure, animation by animation. */
export function humanPoses() {
  return {
    name: 'human',
    // What shows a substate of a motion table whose animations are not ours.
    substates: substates.map(([motion, name]) => [motion, animations[name].id]),
    clips: humanAnimations().map(clipOf),
  };
}

/** The animation that shows a substate for which there is none. */
export const substates: readonly [motion: number, name: AnimationName][] = [
  [MotionCommand.Ready, 'stand'],
  [MotionCommand.WalkForward, 'walk'],
  [MotionCommand.RunForward, 'run'],
  [MotionCommand.TurnRight, 'turn'],
  [MotionCommand.SideStepRight, 'sidestep'],
  [MotionCommand.Falling, 'fall'],
  [MotionCommand.Dead, 'dead'],
  [MotionCommand.Crouch, 'crouch'],
  [MotionCommand.Sitting, 'sit'],
];

function wave(stand: Pose): Pose[] {
  const up = (elbowRight: number): Pose =>
    withJoints(stand, {
      armRight: 6,
      armOutRight: 100,
      armTurnRight: -86,
      elbowRight,
      handTurnRight: 40,
      handRight: 0,
      gripRight: -4,
      headTwist: 5,
      headRoll: 3,
      spineRoll: -3,
    });
  return [stand, up(70), up(34), up(92), up(34), up(92), up(60), stand];
}

function bow(stand: Pose): Pose[] {
  const down = (share: number): Pose =>
    withJoints(stand, {
      spine: 46 * share,
      lean: 18 * share,
      forward: -0.07 * share,
      head: 14 * share,
      legLeft: (stand.legLeft ?? 0) + 18 * share,
      legRight: (stand.legRight ?? 0) + 18 * share,
      armRight: 40 * share,
      armTurnRight: 16 + 50 * share,
      elbowRight: 16 + 74 * share,
      armLeft: 3 - 22 * share,
    });
  return [stand, down(0.6), down(1), down(1), down(0.6), stand];
}

function clap(stand: Pose): Pose[] {
  const hands = (apart: number): Pose =>
    withJoints(stand, {
      armLeft: 34,
      armRight: 34,
      armOutLeft: 4 + apart / 2,
      armOutRight: 4 + apart / 2,
      armTurnLeft: 52 - apart,
      armTurnRight: 52 - apart,
      elbowLeft: 82,
      elbowRight: 82,
      gripLeft: 2,
      gripRight: 2,
      handTurnLeft: 0,
      handTurnRight: 0,
      head: -4,
    });
  return [stand, hands(30), hands(0), hands(28), hands(0), hands(28), hands(0), hands(28), stand];
}

function cheer(stand: Pose): Pose[] {
  const arms = (out: number, lift: number): Pose =>
    gaits.legsUnder(
      withJoints(stand, {
        lift,
        armOutLeft: out,
        armOutRight: out,
        armTurnLeft: 0,
        armTurnRight: 0,
        elbowLeft: 24,
        elbowRight: 24,
        handTurnLeft: 70,
        handTurnRight: 70,
        gripLeft: 24,
        gripRight: 24,
        head: -14,
        spine: -6,
      }),
    );
  return [stand, arms(60, -0.08), arms(158, -0.01), arms(142, -0.07), arms(160, -0.01), arms(142, -0.07), stand];
}

function shrug(stand: Pose): Pose[] {
  const up: Pose = withJoints(stand, {
    armLeft: 18,
    armRight: 18,
    armOutLeft: 22,
    armOutRight: 22,
    armTurnLeft: -38,
    armTurnRight: -38,
    elbowLeft: 78,
    elbowRight: 78,
    shoulderLeft: 16,
    shoulderRight: 16,
    handTurnLeft: -40,
    handTurnRight: -40,
    gripLeft: 4,
    gripRight: 4,
    headRoll: 11,
    head: 4,
  });
  return [stand, up, up, stand];
}

function point(stand: Pose): Pose[] {
  const out: Pose = withJoints(stand, {
    armRight: 84,
    armOutRight: 4,
    armTurnRight: 0,
    elbowRight: 4,
    handTurnRight: 60,
    handRight: 0,
    gripRight: 0,
    spineTwist: -8,
    headTwist: 4,
  });
  return [stand, out, out, stand];
}

/** Face in the hands, and sobs. */
function cry(stand: Pose): Pose[] {
  const sob = (share: number): Pose =>
    gaits.legsUnder(
      withJoints(stand, {
        lift: -0.02 - 0.02 * share,
        spine: 14 + 5 * share,
        head: 26 + 6 * share,
        armLeft: 79 + 5 * share,
        armRight: 79 + 5 * share,
        armOutLeft: 8,
        armOutRight: 8,
        armTurnLeft: 40,
        armTurnRight: 40,
        elbowLeft: 138,
        elbowRight: 138,
        handTurnLeft: -52,
        handTurnRight: -52,
        handLeft: 20,
        handRight: 20,
        gripLeft: 24,
        gripRight: 24,
      }),
    );
  return [stand, sob(0), sob(1), sob(0.2), sob(1), sob(0.1), sob(0.9), sob(0.2), sob(1), sob(0.2), stand];
}

/** Shrinks back from something, arms before the face. */
function cringe(stand: Pose): Pose[] {
  const shrunk = (share: number): Pose =>
    gaits.legsUnder(
      withJoints(stand, {
        lift: -0.012 - 0.11 * share,
        twist: -8 * share,
        spine: 1.5 + 12 * share,
        spineTwist: -14 * share,
        head: 1 + 14 * share,
        headTwist: -24 * share,
        armLeft: 3 + 55 * share,
        armRight: 3 + 67 * share,
        armOutLeft: 9 + 10 * share,
        armOutRight: 9 + 14 * share,
        armTurnLeft: 16 + 20 * share,
        armTurnRight: 16 + 20 * share,
        elbowLeft: 16 + 92 * share,
        elbowRight: 16 + 98 * share,
      }),
    );
  return [stand, shrunk(1), shrunk(0.85), shrunk(1), shrunk(0.9), shrunk(0.5), stand];
}

/** A hand at the side of a tilted head. */
function scratchHead(stand: Pose): Pose[] {
  const hand = (elbowRight: number): Pose =>
    withJoints(stand, {
      armRight: 62,
      armOutRight: 92,
      armTurnRight: -14,
      elbowRight,
      head: 7,
      headRoll: 11,
      headTwist: -6,
      spineRoll: -3,
    });
  return [stand, hand(132), hand(144), hand(130), hand(144), hand(130), hand(144), hand(132), stand];
}
