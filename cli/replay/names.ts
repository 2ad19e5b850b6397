import { type CapturedEntity, printable } from '../../index.ts';

export { capturedKindText as kindText, printable } from '../../index.ts';

/** A number as it is known. */
export function hex(value: number, digits = 1): string {
  return `0x${(value >>> 0).toString(16).padStart(digits, '0')}`;
}

/** A body's name for a person. */
export function entityText({ guid, name, player }: CapturedEntity): string {
  const who = guid === 0 ? 'a player that was not named' : hex(guid, 8);
  return `${who}${name === '' ? '' : ` "${printable(name)}"`}${player ? ' (player)' : ''}`;
}
