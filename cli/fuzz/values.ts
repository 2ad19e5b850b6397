import { commandFromIndex, MotionCommand } from '../../components/motion-command.ts';
import type { Random } from './random.ts';

/** Values of which messages are made: mostly such as servers send, some as strange as the format lets them be. */

const speeds = [1, 1, 1, 0.5, 1.5, 2, 2.5, 3.5, -1, -0.65, 0, 1e-4, -1e-4, 1e4, -1e4, 700];
const gaits = [
  MotionCommand.Ready,
  MotionCommand.WalkForward,
  MotionCommand.RunForward,
  MotionCommand.WalkBackwards,
  MotionCommand.Crouch,
  MotionCommand.Dead,
  MotionCommand.Falling,
  MotionCommand.Wave,
];
const sidesteps = [0, 0, MotionCommand.SideStepRight, MotionCommand.SideStepLeft];
const turns = [0, 0, MotionCommand.TurnRight, MotionCommand.TurnLeft];
const styles = [MotionCommand.NonCombat, MotionCommand.NonCombat, MotionCommand.HandCombat, MotionCommand.SwordCombat];
const COMMANDS = 0x190;

/** A factor of speed. */
export function drawSpeed(random: Random): number {
  return random.often(700) ? random.pick(speeds) : Math.fround(random.between(-4, 4));
}

/** A command that a forward axis may have; once in a while any of the client's. */
export function drawForward(random: Random): number {
  return random.often(900) ? random.pick(gaits) : drawCommand(random);
}

export function drawSidestep(random: Random): number {
  return random.pick(sidesteps);
}

export function drawTurn(random: Random): number {
  return random.pick(turns);
}

export function drawStyle(random: Random): number {
  return random.often(960) ? random.pick(styles) : drawCommand(random);
}

/** Any command of the client's. */
export function drawCommand(random: Random): number {
  return commandFromIndex(random.below(COMMANDS)) || MotionCommand.Ready;
}

/** Metres along an axis: near by, or as far as the format goes. */
export function drawCoordinate(random: Random): number {
  if (random.often(980)) return Math.fround(random.between(-30, 30));
  return random.often(512) ? Math.fround(random.between(-9e6, 9e6)) : random.pick([0, 191.5, -1, 9.9e6, -9.9e6]);
}

/** Metres above the ground. */
export function drawHeight(random: Random): number {
  return random.often(800) ? 0 : Math.fround(random.often(900) ? random.between(-2, 30) : random.between(-1e6, 1e6));
}

/** A landblock's cell: mostly the one that local coordinates are world coordinates in. */
export function drawCell(random: Random): number {
  if (random.often(960)) return 1;
  return random.often(512) ? 0x100 : random.u32();
}

/** Metres that a move asks for. */
export function drawDistance(random: Random): number {
  if (random.often(900)) return Math.fround(random.between(0, 20));
  return random.pick([0, -1, 1e-6, 1e9, 3.4028234663852886e38, -3.4028234663852886e38]);
}

/** Degrees. */
export function drawAngle(random: Random): number {
  return random.often(960) ? Math.fround(random.between(-360, 720)) : random.pick([0, 180, 360, -1e6, 1e6]);
}

/** m/s or radians/s along an axis. */
export function drawVelocity(random: Random): number {
  return random.often(960) ? Math.fround(random.between(-12, 12)) : random.pick([0, 50, -50, 1e4, -1e4]);
}

/** A stamp as seen from the last one: mostly the next. */
export function drawStamp(random: Random, last: number): number {
  const ahead = random.often(800) ? 1 : random.pick([0, 0, 2, -1, 0x7fff, 0x8000, -0x8000, random.u32() & 0xffff]);
  return (last + ahead) & 0xffff;
}
