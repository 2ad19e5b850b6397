import type { CapturedKind } from './capture-summary.ts';

/** What public emulators call messages that are not read here: they move nobody. */
const otherMessages = new Map<number, string>([
  [0x02cd, 'PrivateUpdatePropertyInt'],
  [0x02ce, 'PublicUpdatePropertyInt'],
  [0x02da, 'PublicUpdateInstanceId'],
  [0x02e9, 'PrivateUpdateAttribute2ndLevel'],
  [0xf625, 'ObjDescEvent'],
  [0xf749, 'ParentEvent'],
  [0xf74a, 'PickupEvent'],
  [0xf74b, 'SetState'],
  [0xf750, 'Sound'],
  [0xf755, 'PlayEffect'],
  [0xf7b0, 'GameEvent'],
  [0xf7db, 'UpdateObject'],
  [0xf7e0, 'ServerMessage'],
]);

/** What a kind of message is called, for people: with its number when its name is not from wire.md. */
export function capturedKindText({ opcode, action, name }: Pick<CapturedKind, 'opcode' | 'action' | 'name'>): string {
  const known = action === 0 ? otherMessages.get(opcode) : undefined;
  return known === undefined ? name : `${known} (0x${opcode.toString(16)})`;
}

/** A text from a file, with everything replaced that could steer a terminal or turn a line of text round. */
export function printable(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) as number;
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x206f) ? '\ufffd' : character;
  }).join('');
}
