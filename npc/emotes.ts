import { CommandClass, MotionCommand } from '../index.ts';

/** Commands that are over by themselves. */
const emotes = new Set<number>(Object.values(MotionCommand).filter((command) => (command & CommandClass.Action) !== 0));

/** Whether a command can be an emote of an idle NPC. */
export function isEmote(command: number): boolean {
  return emotes.has(command);
}
