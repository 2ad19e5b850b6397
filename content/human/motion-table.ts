import { MotionCommand } from '../../components/motion-command.ts';
import { creatureTable, type Hook, type Link } from '../creature-table.ts';
import { type AnimationName, animations } from './animations.ts';
import { Pace } from './gaits.ts';

const { HandCombat, Ready, WalkForward, RunForward, TurnRight, SideStepRight } = MotionCommand;
const { Falling, Dead, Crouch, Sitting } = MotionCommand;

const links: Link<AnimationName>[] = [
  [Ready, WalkForward, 'standToWalk'],
  [WalkForward, Ready, 'walkToStand'],
  [Ready, RunForward, 'standToRun'],
  [RunForward, Ready, 'runToStand'],
  [WalkForward, RunForward, 'walkToRun'],
  [RunForward, WalkForward, 'runToWalk'],
  [Ready, TurnRight, 'standToTurn'],
  [TurnRight, Ready, 'turnToStand'],
  [Ready, SideStepRight, 'standToSidestep'],
  [SideStepRight, Ready, 'sidestepToStand'],
  [Ready, Falling, 'standToFall'],
  [WalkForward, Falling, 'walkToFall'],
  [RunForward, Falling, 'runToFall'],
  [Falling, Ready, 'land'],
  [Falling, WalkForward, 'fallToWalk'],
  [Falling, RunForward, 'fallToRun'],
  [Ready, Dead, 'collapse'],
];

const peacefulLinks: Link<AnimationName>[] = [
  [Ready, HandCombat, 'standToGuard'],
  [Ready, Crouch, 'standToCrouch'],
  [Crouch, Ready, 'crouchToStand'],
  [Ready, Sitting, 'standToSit'],
  [Sitting, Ready, 'sitToStand'],
  [Ready, MotionCommand.Wave, 'wave'],
  [Ready, MotionCommand.Nod, 'nod'],
  [Ready, MotionCommand.ShakeHead, 'shakeHead'],
  [Ready, MotionCommand.BowDeep, 'bow'],
  [Ready, MotionCommand.ClapHands, 'clap'],
  [Ready, MotionCommand.Cheer, 'cheer'],
  [Ready, MotionCommand.Shrug, 'shrug'],
  [Ready, MotionCommand.Point, 'point'],
  [Ready, MotionCommand.Cry, 'cry'],
  [Ready, MotionCommand.Cringe, 'cringe'],
  [Ready, MotionCommand.ScratchHead, 'scratchHead'],
];

/** The left foot meets the ground at the start of a cycle, the right one in its middle; told when that frame is left. */
function footsteps(frames: number): Hook[] {
  return [
    { frame: 0, hook: 'footstepLeft', direction: 'forward' },
    // Backwards, an animation's first frame is not left for another of it.
    { frame: 1, hook: 'footstepLeft', direction: 'backward' },
    { frame: frames / 2, hook: 'footstepRight' },
  ];
}

/** The motion table of our human: the paces are the retail human's. */
export function humanMotionTable() {
  return creatureTable<AnimationName>({
    name: 'human',
    animations,
    hooks: {
      walk: footsteps(animations.walk.frames),
      run: footsteps(animations.run.frames),
      turn: footsteps(animations.turn.frames),
      sidestep: footsteps(animations.sidestep.frames),
      land: [{ frame: 0, hook: 'land' }],
      fallToRun: [{ frame: 0, hook: 'land' }],
      fallToWalk: [{ frame: 0, hook: 'land' }],
      collapse: [{ frame: 14, hook: 'collapse' }],
    },
    pace: Pace,
    links,
    peacefulLinks,
    toPeace: 'guardToStand',
  });
}
