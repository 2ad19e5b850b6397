import { MotionCommand } from '../components/motion-command.ts';
import type { MotionTableContent } from '../engine/motion/motion-table-content.ts';

/** What is told when an animation passes a frame, as motion tables hold it. */
export type Hook = NonNullable<MotionTableContent['animations'][number]['hooks']>[number];

/** Names that every creature of ours gives to its looping animations. */
type LoopName = 'stand' | 'guard' | 'walk' | 'run' | 'turn' | 'sidestep' | 'fall' | 'dead' | 'crouch' | 'sit';

/** Two motions and the animation that leads from the one to the other. */
export type Link<Name> = readonly [from: number, to: number, name: Name];

/** What the motion table of a creature of ours is made from. */
export interface Creature<Name extends string> {
  readonly name: string;
  readonly animations: Readonly<Record<Name | LoopName, { readonly id: number; readonly frames: number }>>;
  readonly hooks: { readonly [N in Name]?: readonly Hook[] };
  /** Metres a second of walk, run and sidestep; radians a second of the turn. */
  readonly pace: { readonly walk: number; readonly run: number; readonly sidestep: number; readonly turn: number };
  readonly links: readonly Link<Name>[];
  /** Links that are there without raised fists (or teeth) only. */
  readonly peacefulLinks: readonly Link<Name>[];
  /** What puts the fists down again. */
  readonly toPeace: Name;
}

type Vector = [number, number, number];
type MotionData = Pick<MotionTableContent['cycles'][number], 'bitfield' | 'velocity' | 'omega' | 'anims'>;

const { NonCombat, HandCombat, Ready, WalkForward, RunForward, TurnRight, SideStepRight } = MotionCommand;
const { Falling, Dead, Crouch, Sitting } = MotionCommand;

/** Bits of a motion: it ends the modifiers; it starts from the style's default substate only. */
const CLEARS_MODIFIERS = 1;
const ONLY_FROM_DEFAULT = 2;

const STILL: Vector = [0, 0, 0];

/** Frames a second of what moves the body along, and of what only breathes. */
const RATE = 30;
const SLOW_RATE = 15;

/** The motion table of a creature: the retail command numbers, two styles, and its own animations with their lengths. */
export function creatureTable<Name extends string>(creature: Creature<Name>) {
  const { animations, pace, links, peacefulLinks, toPeace } = creature;
  const motion = (
    name: Name | LoopName,
    framerate = RATE,
    bitfield = 0,
    velocity = STILL,
    omega = STILL,
  ): MotionData => ({ bitfield, velocity, omega, anims: [{ anim: animations[name].id, low: 0, high: -1, framerate }] });
  const sidestep: Vector = [pace.sidestep, 0, 0];
  const turn: Vector = [0, 0, -pace.turn];

  const cycles: MotionTableContent['cycles'] = [
    { style: NonCombat, motion: Ready, ...motion('stand', SLOW_RATE) },
    { style: HandCombat, motion: Ready, ...motion('guard', 20) },
    { style: NonCombat, motion: Crouch, ...motion('crouch', SLOW_RATE) },
    { style: NonCombat, motion: Sitting, ...motion('sit', SLOW_RATE) },
  ];
  const modifiers: MotionTableContent['modifiers'] = [];
  const allLinks: MotionTableContent['links'] = [];
  for (const style of [NonCombat, HandCombat]) {
    cycles.push(
      { style, motion: WalkForward, ...motion('walk', RATE, 0, [0, pace.walk, 0]) },
      { style, motion: RunForward, ...motion('run', RATE, 0, [0, pace.run, 0]) },
      { style, motion: TurnRight, ...motion('turn', RATE, ONLY_FROM_DEFAULT, STILL, turn) },
      { style, motion: SideStepRight, ...motion('sidestep', RATE, ONLY_FROM_DEFAULT, sidestep) },
      { style, motion: Falling, ...motion('fall') },
      { style, motion: Dead, ...motion('dead', SLOW_RATE, CLEARS_MODIFIERS) },
    );
    modifiers.push(
      { style, motion: TurnRight, bitfield: 0, velocity: STILL, omega: turn, anims: [] },
      { style, motion: SideStepRight, bitfield: 0, velocity: sidestep, omega: STILL, anims: [] },
    );
    for (const [from, to, name] of links) allLinks.push({ style, from, to, ...motion(name) });
  }
  for (const [from, to, name] of peacefulLinks) allLinks.push({ style: NonCombat, from, to, ...motion(name) });
  allLinks.push({ style: HandCombat, from: Ready, to: NonCombat, ...motion(toPeace) });

  return {
    name: creature.name,
    defaultStyle: NonCombat,
    styleDefaults: [
      [NonCombat, Ready],
      [HandCombat, Ready],
    ],
    animations: (Object.keys(animations) as Name[]).map((name) => {
      const { id, frames } = animations[name];
      const hooks = creature.hooks[name];
      return hooks === undefined ? { id, frames } : { id, frames, hooks };
    }),
    cycles,
    modifiers,
    links: allLinks,
  };
}
