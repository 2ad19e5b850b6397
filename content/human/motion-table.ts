import { MotionCommand } from '../../components/motion-command.ts';
import { type AnimationName, animations } from './animations.ts';

type Vector = [number, number, number];

interface MotionData {
  bitfield: number;
  velocity: Vector;
  omega: Vector;
  anims: { anim: number; low: number; high: number; framerate: number }[];
}

const { NonCombat, HandCombat, Ready, WalkForward, RunForward, TurnRight, SideStepRight } = MotionCommand;
const { Falling, Dead, Crouch, Sitting } = MotionCommand;

/** Bits of a motion: it ends the modifiers; it starts from the style's default substate only. */
const CLEARS_MODIFIERS = 1;
const ONLY_FROM_DEFAULT = 2;

/** The paces of the retail human, in metres and radians a second. */
const WALK: Vector = [0, 3.12, 0];
const RUN: Vector = [0, 4, 0];
const SIDESTEP: Vector = [1.25, 0, 0];
const TURN: Vector = [0, 0, -1.5];
const STILL: Vector = [0, 0, 0];

/** What a human does to each style alike: looping motions with their bit field, speed, turn and frame rate. */
const loops: [motion: number, name: AnimationName, framerate: number, bits: number, velocity: Vector, omega: Vector][] =
  [
    [WalkForward, 'walk', 30, 0, WALK, STILL],
    [RunForward, 'run', 30, 0, RUN, STILL],
    [TurnRight, 'turn', 30, ONLY_FROM_DEFAULT, STILL, TURN],
    [SideStepRight, 'sidestep', 30, ONLY_FROM_DEFAULT, SIDESTEP, STILL],
    [Falling, 'fall', 30, 0, STILL, STILL],
    [Dead, 'dead', 15, CLEARS_MODIFIERS, STILL, STILL],
  ];

const links: [from: number, to: number, name: AnimationName][] = [
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
  [Falling, Ready, 'land'],
  [Ready, Dead, 'collapse'],
];

/** Links that only the unarmed, peaceful human has. */
const peacefulLinks: typeof links = [
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

/**
 * The motion table of a human of ours, in the form of every motion table: the retail command numbers and paces, two
 * styles (without arms, and with raised fists), and our own animations with their lengths.
 */
export function humanMotionTable() {
  const cycles: ({ style: number; motion: number } & MotionData)[] = [
    { style: NonCombat, motion: Ready, ...motion('stand', 15) },
    { style: HandCombat, motion: Ready, ...motion('guard', 20) },
    { style: NonCombat, motion: Crouch, ...motion('crouch', 15) },
    { style: NonCombat, motion: Sitting, ...motion('sit', 15) },
  ];
  const modifiers: typeof cycles = [];
  const allLinks: ({ style: number; from: number; to: number } & MotionData)[] = [];
  for (const style of [NonCombat, HandCombat]) {
    for (const [command, name, framerate, bits, velocity, omega] of loops) {
      cycles.push({ style, motion: command, ...motion(name, framerate, bits, velocity, omega) });
    }
    modifiers.push({ style, motion: TurnRight, bitfield: 0, velocity: STILL, omega: TURN, anims: [] });
    modifiers.push({ style, motion: SideStepRight, bitfield: 0, velocity: SIDESTEP, omega: STILL, anims: [] });
    for (const [from, to, name] of links) allLinks.push({ style, from, to, ...motion(name, 30) });
  }
  for (const [from, to, name] of peacefulLinks) allLinks.push({ style: NonCombat, from, to, ...motion(name, 30) });
  allLinks.push({ style: HandCombat, from: Ready, to: NonCombat, ...motion('guardToStand', 30) });

  return {
    name: 'human',
    defaultStyle: NonCombat,
    styleDefaults: [
      [NonCombat, Ready],
      [HandCombat, Ready],
    ],
    animations: Object.values(animations),
    cycles,
    modifiers,
    links: allLinks,
  };
}

function motion(name: AnimationName, framerate: number, bitfield = 0, velocity = STILL, omega = STILL): MotionData {
  return { bitfield, velocity, omega, anims: [{ anim: animations[name].id, low: 0, high: -1, framerate }] };
}
