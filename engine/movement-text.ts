import { MotionCommand, motionCommandName } from '../components/motion-command.ts';
import { MovementType } from '../components/move-to.ts';
import type { MovementData } from './wire/movement-data.ts';
import type { RawMotionState } from './wire/raw-motion-state.ts';

/**
 * What a movement event says, in a few words: the commands of an interpreted state that are not at rest and its actions,
 * joined by `+` (`Ready`: a full stop), or the kind of a move or turn. Speeds and places are not in it.
 */
export function movementText(movement: MovementData): string {
  switch (movement.type) {
    case MovementType.Invalid: {
      const { state } = movement;
      return commandsText(
        state.currentStyle,
        [state.forwardCommand, state.sidestepCommand, state.turnCommand],
        state.actions,
      );
    }
    case MovementType.MoveToObject:
      return 'MoveToObject';
    case MovementType.MoveToPosition:
      return 'MoveToPosition';
    case MovementType.TurnToObject:
      return 'TurnToObject';
    case MovementType.TurnToHeading:
      return 'TurnToHeading';
    default:
      return `movement type ${movement.type}`;
  }
}

/** What a client says of its own motion, in the same words. */
export function rawMotionText(raw: RawMotionState): string {
  return commandsText(raw.currentStyle, [raw.forwardCommand, raw.sidestepCommand, raw.turnCommand], raw.actions);
}

function commandsText(
  style: number,
  commands: readonly number[],
  actions: { readonly count: number; readonly command: ArrayLike<number> },
): string {
  const parts: string[] = [];
  if (style !== MotionCommand.NonCombat && style !== MotionCommand.Invalid) parts.push(motionCommandName(style));
  for (const command of commands) {
    if (command !== 0 && command !== MotionCommand.Ready) parts.push(motionCommandName(command));
  }
  for (let index = 0; index < actions.count; index++) parts.push(motionCommandName(actions.command[index]));
  return parts.length === 0 ? 'Ready' : parts.join('+');
}
