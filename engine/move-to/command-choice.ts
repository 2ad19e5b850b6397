import { MotionCommand } from '../../components/motion-command.ts';
import { HoldKey, MovementFlags } from '../../components/move-to.ts';
import { EPSILON } from '../math/heading.ts';

/** Which command a move starts with; functions here write it, callers read it at once. */
export const choice = { command: 0, holdKey: 0 as number, movingAway: 0 };

/**
 * Chooses command, direction and gait for a move (retail MovementParameters::get_command 0x0052aa00).
 *
 * @param distance Metres to the target.
 * @returns {@link choice}, whose command is 0 when there is nothing to do.
 */
export function getCommand(
  flags: number,
  distance: number,
  distanceToObject: number,
  minDistance: number,
  walkRunThreshold: number,
): typeof choice {
  const away = (flags & MovementFlags.MoveAway) !== 0;
  const towards = (flags & MovementFlags.MoveTowards) !== 0 || !away;
  if (towards && away) towardsAndAway(distance, distanceToObject, minDistance);
  else if (towards) {
    choice.command = distance > distanceToObject ? MotionCommand.WalkForward : 0;
    choice.movingAway = 0;
  } else {
    choice.command = distance < minDistance ? MotionCommand.WalkForward : 0;
    choice.movingAway = choice.command === 0 ? 0 : 1;
  }
  choice.holdKey = gait(flags, distance - distanceToObject, walkRunThreshold);
  return choice;
}

/** Run when it may charge, or may run and either cannot walk or has farther to go than the threshold; else walk. */
function gait(flags: number, left: number, walkRunThreshold: number): number {
  if ((flags & MovementFlags.CanCharge) !== 0) return HoldKey.Run;
  if ((flags & MovementFlags.CanRun) === 0) return HoldKey.None;
  if ((flags & MovementFlags.CanWalk) !== 0 && left <= walkRunThreshold) return HoldKey.None;
  return HoldKey.Run;
}

/**
 * Keeps a band between two distances: walks up when too far, steps backwards when too near (retail
 * MovementParameters::towards_and_away 0x0052a9a0). Writes {@link choice}.
 */
export function towardsAndAway(distance: number, distanceToObject: number, minDistance: number): typeof choice {
  if (distance > distanceToObject) {
    choice.command = MotionCommand.WalkForward;
    choice.movingAway = 0;
  } else if (distance - minDistance < EPSILON) {
    choice.command = MotionCommand.WalkBackwards;
    choice.movingAway = 1;
  } else {
    choice.command = 0;
    choice.movingAway = 0;
  }
  return choice;
}

/**
 * Degrees to add to the heading to the target: a walk away turns its back, a step backwards away faces the target
 * (retail MovementParameters::get_desired_heading 0x0052aad0, pin P2).
 */
export function getDesiredHeading(command: number, movingAway: boolean): number {
  switch (command) {
    case MotionCommand.WalkForward:
    case MotionCommand.RunForward:
      return movingAway ? 180 : 0;
    case MotionCommand.WalkBackwards:
      return movingAway ? 0 : 180;
    default:
      return 0;
  }
}
