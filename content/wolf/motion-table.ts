import { MotionCommand } from '../../components/motion-command.ts';
import { creatureTable, type Hook, type Link } from '../creature-table.ts';
import { type AnimationName, animations } from './animations.ts';
import { Frames, Pace } from './gaits.ts';

const { HandCombat, Ready, WalkForward, RunForward, TurnRight, SideStepRight } = MotionCommand;
const { Falling, Dead, Crouch, Sitting, Bite, Cheer, Shiver, Nod } = MotionCommand;

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
  [Ready, Bite, 'bite'],
];

const peacefulLinks: Link<AnimationName>[] = [
  [Ready, HandCombat, 'standToGuard'],
  [Ready, Crouch, 'standToCrouch'],
  [Crouch, Ready, 'crouchToStand'],
  [Ready, Sitting, 'standToSit'],
  [Sitting, Ready, 'sitToStand'],
  [Ready, Cheer, 'howl'],
  [Ready, Shiver, 'shake'],
  [Ready, Nod, 'nod'],
];

/** Told when the frames are left at which paws meet the ground, given as shares of a cycle. */
function pawsteps(frames: number, phases: readonly number[]): Hook[] {
  return phases.map((phase) => ({ frame: Math.round(phase * frames), hook: 'pawstep' }));
}

/** The motion table of our wolf: a trot at the pace of a walk, and a gallop. */
export function wolfMotionTable() {
  return creatureTable<AnimationName>({
    name: 'wolf',
    animations,
    hooks: {
      walk: pawsteps(Frames.walk, [0, 0.5]),
      run: pawsteps(Frames.run, [0, 0.1, 0.44, 0.56]),
      turn: pawsteps(Frames.turn, [0, 0.25, 0.5, 0.75]),
      sidestep: pawsteps(Frames.sidestep, [0, 0.5]),
      land: [{ frame: 0, hook: 'land' }],
      fallToRun: [{ frame: 0, hook: 'land' }],
      fallToWalk: [{ frame: 0, hook: 'land' }],
      collapse: [{ frame: 12, hook: 'collapse' }],
      bite: [{ frame: 8, hook: 'bite' }],
      howl: [{ frame: 30, hook: 'howl' }],
    },
    pace: Pace,
    links,
    peacefulLinks,
    toPeace: 'guardToStand',
  });
}
