import { CommandClass, MotionCommand } from '../components/motion-command.ts';
import { isNewerStamp } from './net/stamps.ts';

/** A key that was pressed while the player waited for its place. */
export interface HeldPress {
  command: number;
  speed: number;
  /** A HoldKey. */
  holdKey: number;
  /** Sum of MovementFlags with which it is to be performed. */
  flags: number;
}

/**
 * What the player presses between a PlayerTeleport and the position that ends it: the keys that are down then take effect
 * when the player is placed. At most one for each axis; what plays once is not kept.
 */
export class HeldInput {
  /** The teleport stamp that is waited for; -1: input is not held back. */
  awaited = -1;
  private presses: HeldPress[] = [];

  /** Starts to hold input back. What was held before is let go. */
  begin(teleportStamp: number): void {
    this.awaited = teleportStamp;
    this.presses = [];
  }

  /** Whether a position with this teleport stamp ends the waiting. */
  isAwaited(teleportStamp: number): boolean {
    return this.awaited >= 0 && !isNewerStamp(teleportStamp, this.awaited);
  }

  /** Remembers a key, in the place of another one of its axis. */
  press(press: HeldPress): void {
    if ((press.command & CommandClass.Action) !== 0) return;
    this.forget((held) => axisOf(held.command) === axisOf(press.command));
    this.presses.push(press);
  }

  /** Forgets a key that has been let go. */
  release(command: number): void {
    this.forget((held) => held.command === command);
  }

  /** Forgets every key. */
  releaseAll(): void {
    this.presses = [];
  }

  /** Ends the waiting. @returns The keys that are down, in the order in which they were pressed. */
  end(): readonly HeldPress[] {
    const { presses } = this;
    this.awaited = -1;
    this.presses = [];
    return presses;
  }

  private forget(which: (held: HeldPress) => boolean): void {
    this.presses = this.presses.filter((held) => !which(held));
  }
}

/** Which of two motions replaces the other: styles, gaits and postures, sidesteps, turns. */
function axisOf(command: number): number {
  if (command === MotionCommand.TurnRight || command === MotionCommand.TurnLeft) return CommandClass.Modifier;
  if (command === MotionCommand.SideStepRight || command === MotionCommand.SideStepLeft) {
    return MotionCommand.SideStepRight;
  }
  if ((command & CommandClass.Style) !== 0) return CommandClass.Style;
  return (command & CommandClass.SubState) !== 0 ? CommandClass.SubState : command;
}
