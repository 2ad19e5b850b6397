import { MotionCommand } from '../../components/motion-command.ts';
import { MAX_HOLD_KEY } from './limits.ts';
import { ACTION_BYTES, checkedActionCount, decodeActions, encodeActions, MotionActions } from './motion-actions.ts';
import type { ByteReader } from './reader.ts';
import { WireReason } from './wire-reason.ts';
import type { ByteWriter } from './writer.ts';

/** Which fields of a raw state are on the wire. */
export const RawFlag = {
  CurrentHoldKey: 0x1,
  Style: 0x2,
  ForwardCommand: 0x4,
  ForwardHoldKey: 0x8,
  ForwardSpeed: 0x10,
  SidestepCommand: 0x20,
  SidestepHoldKey: 0x40,
  SidestepSpeed: 0x80,
  TurnCommand: 0x100,
  TurnHoldKey: 0x200,
  TurnSpeed: 0x400,
} as const;

const ALL_FLAGS = 0x7ff;
/** The number of actions follows the flags. */
const COUNT_SHIFT = 11;
const WORD_LIMIT = 0xffff;

const HOLD_KEY_INVALID = 0;
const HOLD_KEY_NONE = 1;

/** What the keys say (retail's RawMotionState). Hold keys: 0 invalid, 1 none, 2 run. Nothing is held until it is filled. */
export class RawMotionState {
  /** Sum of {@link RawFlag}: the fields that are, or are to be, on the wire. Others have their defaults. */
  flags = 0;
  /** Hold key of the whole state: 1 walks, 2 runs. */
  currentHoldKey = HOLD_KEY_NONE;
  /** Style, a 32-bit command such as NonCombat. */
  currentStyle: number = MotionCommand.NonCombat;
  /** Motion forwards or back, a 32-bit command; Ready: none. */
  forwardCommand: number = MotionCommand.Ready;
  /** Hold key of that axis; 0: that of the whole state counts. */
  forwardHoldKey = HOLD_KEY_INVALID;
  /** Factor of its speed, within {@link MAX_RATE}. */
  forwardSpeed = 1;
  /** Motion sideways, a 32-bit command; 0: none. */
  sidestepCommand = 0;
  /** Hold key of the axis sideways; 0: that of the whole state. */
  sidestepHoldKey = HOLD_KEY_INVALID;
  /** Factor of its speed sideways, within {@link MAX_RATE}. */
  sidestepSpeed = 1;
  /** Turn, a 32-bit command; 0: none. */
  turnCommand = 0;
  /** Hold key of the turn; 0: that of the whole state. */
  turnHoldKey = HOLD_KEY_INVALID;
  /** Factor of the speed of turning, within {@link MAX_RATE}. */
  turnSpeed = 1;
  /** What plays once (emotes), each with a stamp. */
  readonly actions = new MotionActions();
}

/** Every field to its default: nothing held. */
export function clearRawMotionState(state: RawMotionState): void {
  state.flags = 0;
  state.currentHoldKey = HOLD_KEY_NONE;
  state.currentStyle = MotionCommand.NonCombat;
  state.forwardCommand = MotionCommand.Ready;
  state.forwardHoldKey = HOLD_KEY_INVALID;
  state.forwardSpeed = 1;
  state.sidestepCommand = 0;
  state.sidestepHoldKey = HOLD_KEY_INVALID;
  state.sidestepSpeed = 1;
  state.turnCommand = 0;
  state.turnHoldKey = HOLD_KEY_INVALID;
  state.turnSpeed = 1;
  state.actions.count = 0;
}

/** Reads a raw state with its actions (retail's RawMotionState::UnPack). Absent fields get their defaults. */
export function decodeRawMotionState(reader: ByteReader, out: RawMotionState): boolean {
  clearRawMotionState(out);
  const word = reader.u32UpTo(WORD_LIMIT, WireReason.BadFlags);
  const flags = word & ALL_FLAGS;
  const count = word >>> COUNT_SHIFT;
  out.flags = flags;
  if (flags & RawFlag.CurrentHoldKey) out.currentHoldKey = reader.u32UpTo(MAX_HOLD_KEY, WireReason.OutOfRange);
  if (flags & RawFlag.Style) out.currentStyle = reader.wholeCommand();
  if (flags & RawFlag.ForwardCommand) out.forwardCommand = reader.wholeCommand();
  if (flags & RawFlag.ForwardHoldKey) out.forwardHoldKey = reader.u32UpTo(MAX_HOLD_KEY, WireReason.OutOfRange);
  if (flags & RawFlag.ForwardSpeed) out.forwardSpeed = reader.rate();
  if (flags & RawFlag.SidestepCommand) out.sidestepCommand = reader.wholeCommandOrNone();
  if (flags & RawFlag.SidestepHoldKey) out.sidestepHoldKey = reader.u32UpTo(MAX_HOLD_KEY, WireReason.OutOfRange);
  if (flags & RawFlag.SidestepSpeed) out.sidestepSpeed = reader.rate();
  if (flags & RawFlag.TurnCommand) out.turnCommand = reader.wholeCommandOrNone();
  if (flags & RawFlag.TurnHoldKey) out.turnHoldKey = reader.u32UpTo(MAX_HOLD_KEY, WireReason.OutOfRange);
  if (flags & RawFlag.TurnSpeed) out.turnSpeed = reader.rate();
  if (count === 0) return reader.ok;
  const at = reader.take(count * ACTION_BYTES);
  return at >= 0 && decodeActions(reader, out.actions, count, at);
}

/**
 * Writes the fields that `state.flags` names and the actions.
 *
 * @throws RangeError for a value that the format cannot hold.
 */
export function encodeRawMotionState(writer: ByteWriter, state: RawMotionState): void {
  const flags = state.flags;
  if (!(Number.isInteger(flags) && flags >= 0 && flags <= ALL_FLAGS)) {
    throw new RangeError(`flags ${flags} of a raw motion state must be within ${ALL_FLAGS}`);
  }
  writer.u32(flags | (checkedActionCount(state.actions) << COUNT_SHIFT));
  if (flags & RawFlag.CurrentHoldKey) writer.u32UpTo(state.currentHoldKey, MAX_HOLD_KEY, 'current hold key');
  if (flags & RawFlag.Style) writer.wholeCommand(state.currentStyle, 'style');
  if (flags & RawFlag.ForwardCommand) writer.wholeCommand(state.forwardCommand, 'forward command');
  if (flags & RawFlag.ForwardHoldKey) writer.u32UpTo(state.forwardHoldKey, MAX_HOLD_KEY, 'forward hold key');
  if (flags & RawFlag.ForwardSpeed) writer.rate(state.forwardSpeed, 'forward speed');
  if (flags & RawFlag.SidestepCommand) writer.wholeCommandOrNone(state.sidestepCommand, 'sidestep command');
  if (flags & RawFlag.SidestepHoldKey) writer.u32UpTo(state.sidestepHoldKey, MAX_HOLD_KEY, 'sidestep hold key');
  if (flags & RawFlag.SidestepSpeed) writer.rate(state.sidestepSpeed, 'sidestep speed');
  if (flags & RawFlag.TurnCommand) writer.wholeCommandOrNone(state.turnCommand, 'turn command');
  if (flags & RawFlag.TurnHoldKey) writer.u32UpTo(state.turnHoldKey, MAX_HOLD_KEY, 'turn hold key');
  if (flags & RawFlag.TurnSpeed) writer.rate(state.turnSpeed, 'turn speed');
  encodeActions(writer, state.actions);
}

/** The flags of the fields that differ from their defaults: what a client sends. */
export function rawFlagsByDifference(state: RawMotionState): number {
  let flags = 0;
  if (state.currentHoldKey !== HOLD_KEY_NONE) flags |= RawFlag.CurrentHoldKey;
  if (state.currentStyle !== MotionCommand.NonCombat) flags |= RawFlag.Style;
  if (state.forwardCommand !== MotionCommand.Ready) flags |= RawFlag.ForwardCommand;
  if (state.forwardHoldKey !== HOLD_KEY_INVALID) flags |= RawFlag.ForwardHoldKey;
  if (state.forwardSpeed !== 1) flags |= RawFlag.ForwardSpeed;
  if (state.sidestepCommand !== 0) flags |= RawFlag.SidestepCommand;
  if (state.sidestepHoldKey !== HOLD_KEY_INVALID) flags |= RawFlag.SidestepHoldKey;
  if (state.sidestepSpeed !== 1) flags |= RawFlag.SidestepSpeed;
  if (state.turnCommand !== 0) flags |= RawFlag.TurnCommand;
  if (state.turnHoldKey !== HOLD_KEY_INVALID) flags |= RawFlag.TurnHoldKey;
  if (state.turnSpeed !== 1) flags |= RawFlag.TurnSpeed;
  return flags;
}
