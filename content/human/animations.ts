import { Frames } from './gaits.ts';

/** The animations of a human: the id that the motion table names, the number of frames, and what the pose is called. */
export const animations = {
  stand: { id: 1, frames: 60 },
  walk: { id: 2, frames: Frames.walk },
  run: { id: 3, frames: Frames.run },
  turn: { id: 4, frames: Frames.turn },
  sidestep: { id: 5, frames: Frames.sidestep },
  guard: { id: 6, frames: 30 },
  fall: { id: 7, frames: 16 },
  dead: { id: 8, frames: 30 },
  crouch: { id: 9, frames: 60 },
  sit: { id: 10, frames: 60 },

  standToWalk: { id: 32, frames: 4 },
  walkToStand: { id: 33, frames: 6 },
  standToRun: { id: 34, frames: 4 },
  runToStand: { id: 35, frames: 7 },
  walkToRun: { id: 36, frames: 3 },
  runToWalk: { id: 37, frames: 3 },
  standToTurn: { id: 38, frames: 2 },
  turnToStand: { id: 39, frames: 3 },
  standToSidestep: { id: 40, frames: 2 },
  sidestepToStand: { id: 41, frames: 3 },
  standToGuard: { id: 42, frames: 8 },
  guardToStand: { id: 43, frames: 8 },
  standToFall: { id: 44, frames: 10 },
  land: { id: 45, frames: 10 },
  collapse: { id: 46, frames: 20 },
  standToCrouch: { id: 47, frames: 10 },
  crouchToStand: { id: 48, frames: 10 },
  standToSit: { id: 49, frames: 18 },
  sitToStand: { id: 50, frames: 15 },
  runToFall: { id: 51, frames: 12 },
  fallToRun: { id: 52, frames: 4 },
  fallToWalk: { id: 53, frames: 5 },
  walkToFall: { id: 54, frames: 12 },

  wave: { id: 64, frames: 48 },
  nod: { id: 65, frames: 27 },
  shakeHead: { id: 66, frames: 30 },
  bow: { id: 67, frames: 45 },
  clap: { id: 68, frames: 36 },
  cheer: { id: 69, frames: 42 },
  shrug: { id: 70, frames: 30 },
  point: { id: 71, frames: 36 },
  cry: { id: 72, frames: 84 },
  cringe: { id: 73, frames: 51 },
  scratchHead: { id: 74, frames: 54 },
} as const;

/** Name of an animation. */
export type AnimationName = keyof typeof animations;
