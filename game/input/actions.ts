/** What a key, a button of a gamepad or a button on the screen can be for. */
export const actionNames = [
  'forward',
  'back',
  'turnLeft',
  'turnRight',
  'stepLeft',
  'stepRight',
  'walk',
  'jump',
  'autorun',
] as const;

/** Name of something that a player does for as long as something is held down. */
export type Action = (typeof actionNames)[number];

/** The actions that take the player somewhere: pressing one ends a walk that the server was asked for. */
export const movingActions: ReadonlySet<Action> = new Set<Action>([
  'forward',
  'back',
  'turnLeft',
  'turnRight',
  'stepLeft',
  'stepRight',
]);

/**
 * What keys do, by their place on the keyboard (KeyboardEvent.code), so that a French or a Dvorak keyboard has them under
 * the same fingers: W A S D of an American keyboard are Z Q S D of a French one.
 */
export const keyActions: Readonly<Record<string, Action>> = {
  KeyW: 'forward',
  ArrowUp: 'forward',
  KeyS: 'back',
  ArrowDown: 'back',
  KeyA: 'turnLeft',
  ArrowLeft: 'turnLeft',
  KeyD: 'turnRight',
  ArrowRight: 'turnRight',
  KeyQ: 'stepLeft',
  KeyE: 'stepRight',
  ShiftLeft: 'walk',
  ShiftRight: 'walk',
  Space: 'jump',
  KeyR: 'autorun',
};
