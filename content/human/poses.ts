import { MotionCommand } from '../../components/motion-command.ts';
import { type AnimationName, animations } from './animations.ts';
import * as gaits from './gaits.ts';
import { type Joint, joints, type Pose, withJoints } from './joints.ts';

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

function clip(name: AnimationName, loop: boolean, keys: Pose[]): Clip {
  const tracks: Clip['tracks'] = {};
  for (const joint of joints) {
    const digits = joint === 'lift' || joint === 'shift' ? 1e4 : 10;
    const values = keys.map((key) => Math.round((key[joint] ?? 0) * digits) / digits + 0);
    if (values.every((value) => value === values[0])) {
      if (values[0] !== 0) tracks[joint] = [values[0]];
    } else {
      tracks[joint] = values;
    }
  }
  return { animation: animations[name].id, frames: animations[name].frames, loop, tracks };
}

const loop = (name: AnimationName, keys: Pose[]): Clip => clip(name, true, keys);

/** An animation that goes from one pose to another, through others if there are any. */
const way = (name: AnimationName, ...keys: Pose[]): Clip => clip(name, false, keys);

/**
 * The poses of a human, animation by animation. The figure that shows them takes the animation and the frame from the
 * body's sequence, so no clock runs beside the simulation's.
 */
export function humanPoses() {
  const stand = gaits.stand(0);
  const walk = gaits.walk(0);
  const run = gaits.run(0);
  const turn = gaits.turnRight(0);
  const sidestep = gaits.sidestepRight(0);
  const guard = gaits.guard(0);
  const fall = gaits.fall(0);
  const crouch = gaits.crouch(0);
  const sit = gaits.sit(0);
  const crouched = gaits.legsUnder(withJoints(stand, { lift: -0.2, spine: 22, armLeft: 30, armRight: 30 }));
  const halfDown = withJoints(crouch, { lift: -0.5, lean: -14, spine: 36 });
  const knees = gaits.legsUnder(withJoints(stand, { lift: -0.42, spine: 26, head: 20, armLeft: 20, armRight: 16 }));

  return {
    name: 'human',
    // What shows a substate of a motion table whose animations are not ours.
    substates: [
      [MotionCommand.Ready, animations.stand.id],
      [MotionCommand.WalkForward, animations.walk.id],
      [MotionCommand.RunForward, animations.run.id],
      [MotionCommand.TurnRight, animations.turn.id],
      [MotionCommand.SideStepRight, animations.sidestep.id],
      [MotionCommand.Falling, animations.fall.id],
      [MotionCommand.Dead, animations.dead.id],
      [MotionCommand.Crouch, animations.crouch.id],
      [MotionCommand.Sitting, animations.sit.id],
    ],
    clips: [
      loop('stand', gaits.keysOf(gaits.stand, 12)),
      loop('walk', gaits.keysOf(gaits.walk)),
      loop('run', gaits.keysOf(gaits.run)),
      loop('turn', gaits.keysOf(gaits.turnRight)),
      loop('sidestep', gaits.keysOf(gaits.sidestepRight)),
      loop('guard', gaits.keysOf(gaits.guard, 12)),
      loop('fall', gaits.keysOf(gaits.fall, 8)),
      loop('dead', [gaits.dead]),
      loop('crouch', gaits.keysOf(gaits.crouch, 8)),
      loop('sit', gaits.keysOf(gaits.sit, 8)),

      way('standToWalk', stand, walk),
      way('walkToStand', walk, stand),
      way('standToRun', stand, run),
      way('runToStand', run, gaits.between(run, withJoints(crouched, { spine: -4 }), 0.7), stand),
      way('walkToRun', walk, run),
      way('runToWalk', run, walk),
      way('standToTurn', stand, turn),
      way('turnToStand', turn, stand),
      way('standToSidestep', stand, sidestep),
      way('sidestepToStand', sidestep, stand),
      way('standToGuard', stand, guard),
      way('guardToStand', guard, stand),
      way('standToFall', stand, fall),
      way('land', fall, crouched, stand),
      way('collapse', stand, knees, gaits.between(knees, gaits.dead, 0.6), gaits.dead),
      way('standToCrouch', stand, crouch),
      way('crouchToStand', crouch, stand),
      way('standToSit', stand, crouch, halfDown, sit),
      way('sitToStand', sit, halfDown, crouch, stand),

      way('wave', ...wave(stand)),
      way('nod', ...[0, 20, 2, 16, 0].map((head) => withJoints(stand, { head, spine: 1.5 + head / 6 }))),
      way('shakeHead', ...[0, 26, -26, 22, -18, 0].map((headTwist) => withJoints(stand, { headTwist }))),
      way('bow', ...bow(stand)),
      way('clap', ...clap(stand)),
      way('cheer', ...cheer(stand)),
      way('shrug', ...shrug(stand)),
      way('point', ...point(stand)),
      way('cry', ...cry(stand)),
      way('cringe', ...cringe(stand)),
      way('scratchHead', ...scratchHead(stand)),
    ],
  };
}

function wave(stand: Pose): Pose[] {
  const up = (elbowRight: number): Pose =>
    withJoints(stand, { armRight: 6, armOutRight: 104, armTurnRight: -86, elbowRight, headTwist: 4, spineRoll: -3 });
  return [stand, up(70), up(34), up(92), up(34), up(92), up(60), stand];
}

function bow(stand: Pose): Pose[] {
  const down = (share: number): Pose =>
    withJoints(stand, {
      spine: 46 * share,
      lean: 18 * share,
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
    spineTwist: -8,
    headTwist: 4,
  });
  return [stand, out, out, stand];
}

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
      }),
    );
  return [stand, sob(0), sob(1), sob(0.2), sob(1), sob(0.1), sob(0.9), sob(0.2), sob(1), sob(0.2), stand];
}

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
