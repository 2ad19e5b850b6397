import { MotionCommand } from '../components/motion-command.ts';
import type { MotionTableContent } from '../index.ts';

const STYLE = 0x8000003d;
const { Ready, WalkForward, RunForward, TurnRight, SideStepRight } = MotionCommand;

const animation = { stand: 1, walk: 2, run: 3, turn: 4, sidestep: 5, start: 6, stop: 7, change: 8, turned: 9 } as const;

type Motion = MotionTableContent['cycles'][number];

function cycle(
  motion: number,
  anim: number,
  framerate: number,
  velocity: Motion['velocity'] = [0, 0, 0],
  omega: Motion['omega'] = [0, 0, 0],
  bitfield = 0,
): Motion {
  return { style: STYLE, motion, bitfield, velocity, omega, anims: [{ anim, low: 0, high: -1, framerate }] };
}

function link(from: number, to: number, anim: number): MotionTableContent['links'][number] {
  return {
    style: STYLE,
    from,
    to,
    bitfield: 0,
    velocity: [0, 0, 0],
    omega: [0, 0, 0],
    anims: [{ anim, low: 0, high: -1, framerate: 30 }],
  };
}

/**
 * A human of the benchmark: the retail paces (walk 3.12 m/s, run 4 m/s, turn 1.5 rad/s, sidestep 1.25 m/s), loops of half a
 * second to a second, and links of a tenth to a third of one between standing, walking, running and turning.
 */
export const humanTable: MotionTableContent = {
  name: 'human',
  defaultStyle: STYLE,
  styleDefaults: [[STYLE, Ready]],
  animations: [
    { id: animation.stand, frames: 20 },
    { id: animation.walk, frames: 20 },
    { id: animation.run, frames: 16 },
    { id: animation.turn, frames: 24 },
    { id: animation.sidestep, frames: 20 },
    { id: animation.start, frames: 6 },
    { id: animation.stop, frames: 9 },
    { id: animation.change, frames: 4 },
    { id: animation.turned, frames: 3 },
  ],
  cycles: [
    cycle(Ready, animation.stand, 15),
    cycle(WalkForward, animation.walk, 30, [0, 3.12, 0]),
    cycle(RunForward, animation.run, 30, [0, 4, 0]),
    cycle(TurnRight, animation.turn, 30, [0, 0, 0], [0, 0, -1.5], 2),
    cycle(SideStepRight, animation.sidestep, 30, [1.25, 0, 0], [0, 0, 0], 2),
  ],
  modifiers: [
    { style: STYLE, motion: TurnRight, bitfield: 0, velocity: [0, 0, 0], omega: [0, 0, -1.5], anims: [] },
    { style: STYLE, motion: SideStepRight, bitfield: 0, velocity: [1.25, 0, 0], omega: [0, 0, 0], anims: [] },
  ],
  links: [
    link(Ready, WalkForward, animation.start),
    link(WalkForward, Ready, animation.stop),
    link(Ready, RunForward, animation.start),
    link(RunForward, Ready, animation.stop),
    link(WalkForward, RunForward, animation.change),
    link(RunForward, WalkForward, animation.change),
    link(TurnRight, Ready, animation.turned),
  ],
};
