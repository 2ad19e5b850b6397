/** Why a message is malformed. Small numbers, so that counters can be columns. */
export const WireReason = {
  None: 0,
  /** The message ends inside a field. */
  Truncated: 1,
  /** Bytes follow where the message is over. */
  TrailingBytes: 2,
  /** A byte that only fills up to a multiple of four is not zero. */
  BadPadding: 3,
  /** Another message, or another action, than the decoder's. */
  WrongOpcode: 4,
  /** A command that is not in the client's table. */
  UnknownCommand: 5,
  /** A flag, or a yes-or-no byte, that does not exist. */
  BadFlags: 6,
  /** A movement type above 9, or another leading constant that is not what it must be. */
  BadType: 7,
  /** NaN or an infinity. */
  NotFinite: 8,
  /** A number outside what the rules allow. */
  OutOfRange: 9,
  /** A quaternion that is shorter than 0.01. */
  BadQuaternion: 10,
  /** A count or a length that the format does not allow, or that does not match what it counts. */
  BadCount: 11,
} as const;

const NAMES = [
  'none',
  'truncated',
  'trailing bytes',
  'bad padding',
  'wrong opcode',
  'unknown command',
  'bad flags',
  'bad type',
  'not finite',
  'out of range',
  'bad quaternion',
  'bad count',
] as const;

/** A reason in words. */
export function wireReasonName(reason: number): string {
  return NAMES[reason] ?? `reason ${reason}`;
}
