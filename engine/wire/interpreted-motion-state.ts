import { MotionCommand } from '../../components/motion-command.ts';
import { commandTable } from './command-table.ts';
import { MAX_RATE } from './limits.ts';
import { ACTION_BYTES, checkedActionCount, decodeActions, encodeActions, MotionActions } from './motion-actions.ts';
import type { ByteReader } from './reader.ts';
import { WireReason } from './wire-reason.ts';
import type { ByteWriter } from './writer.ts';

/** Which fields of an interpreted state are on the wire. */
export const InterpretedFlag = {
  Style: 0x1,
  ForwardCommand: 0x2,
  ForwardSpeed: 0x4,
  SidestepCommand: 0x8,
  SidestepSpeed: 0x10,
  TurnCommand: 0x20,
  TurnSpeed: 0x40,
} as const;

const ALL_FLAGS = 0x7f;
/** The number of actions follows the flags. */
const COUNT_SHIFT = 7;
const WORD_LIMIT = 0xfff;

/** Bytes of the fields that each set of flags announces. */
export const fieldBytes = new Uint8Array(ALL_FLAGS + 1);
for (let flags = 0; flags <= ALL_FLAGS; flags++) {
  let bytes = 0;
  for (const command of [InterpretedFlag.Style, InterpretedFlag.ForwardCommand]) if (flags & command) bytes += 2;
  for (const command of [InterpretedFlag.SidestepCommand, InterpretedFlag.TurnCommand]) if (flags & command) bytes += 2;
  for (const speed of [InterpretedFlag.ForwardSpeed, InterpretedFlag.SidestepSpeed, InterpretedFlag.TurnSpeed]) {
    if (flags & speed) bytes += 4;
  }
  fieldBytes[flags] = bytes;
}

/** What runs (retail's InterpretedMotionState): the payload of a movement of type 0. All at rest until it is filled. */
export class InterpretedMotionState {
  /** Sum of {@link InterpretedFlag}: the fields that are, or are to be, on the wire. Others have their defaults. */
  flags = 0;
  /** Style, a 32-bit command such as NonCombat. */
  currentStyle: number = MotionCommand.NonCombat;
  /** Motion forwards or back, a 32-bit command; Ready: none. */
  forwardCommand: number = MotionCommand.Ready;
  /** Motion sideways, a 32-bit command; 0: none. */
  sidestepCommand = 0;
  /** Turn, a 32-bit command; 0: none. */
  turnCommand = 0;
  /** Factor of the speed forwards, within {@link MAX_RATE}; of a RunForward the run rate. */
  forwardSpeed = 1;
  /** Factor of the speed sideways, within {@link MAX_RATE}. */
  sidestepSpeed = 1;
  /** Factor of the speed of turning, within {@link MAX_RATE}. */
  turnSpeed = 1;
  /** What plays once (emotes), each with a stamp. */
  readonly actions = new MotionActions();
}

/** Every field to its default: a full stop. */
export function clearInterpretedMotionState(state: InterpretedMotionState): void {
  state.flags = 0;
  state.currentStyle = MotionCommand.NonCombat;
  state.forwardCommand = MotionCommand.Ready;
  state.sidestepCommand = 0;
  state.turnCommand = 0;
  state.forwardSpeed = 1;
  state.sidestepSpeed = 1;
  state.turnSpeed = 1;
  state.actions.count = 0;
}

/**
 * Reads an interpreted state with its actions (retail's InterpretedMotionState::UnPack), without the alignment that
 * follows it. Absent fields get their defaults.
 */
export function decodeInterpretedMotionState(reader: ByteReader, out: InterpretedMotionState): boolean {
  const start = reader.take(4);
  if (start < 0) return false;
  const view = reader.view;
  const word = view.getUint32(start, true);
  if (word > WORD_LIMIT) return reader.fail(WireReason.BadFlags, start);
  const flags = word & ALL_FLAGS;
  const count = word >>> COUNT_SHIFT;
  let at = reader.take(fieldBytes[flags] + count * ACTION_BYTES);
  if (at < 0) return false;
  out.flags = flags;
  out.actions.count = 0;

  // Each field is stored where it is read: a style in a variable that others share would go to the heap.
  if (flags & InterpretedFlag.Style) {
    const index = view.getUint16(at, true);
    const command = index < commandTable.length ? commandTable[index] : 0;
    if (command === 0) return reader.fail(WireReason.UnknownCommand, at);
    out.currentStyle = command;
    at += 2;
  } else out.currentStyle = MotionCommand.NonCombat;
  if (flags & InterpretedFlag.ForwardCommand) {
    const index = view.getUint16(at, true);
    const command = index < commandTable.length ? commandTable[index] : 0;
    if (command === 0) return reader.fail(WireReason.UnknownCommand, at);
    out.forwardCommand = command;
    at += 2;
  } else out.forwardCommand = MotionCommand.Ready;
  if (flags & InterpretedFlag.SidestepCommand) {
    const index = view.getUint16(at, true);
    const command = index < commandTable.length ? commandTable[index] : 0;
    if (command === 0) return reader.fail(WireReason.UnknownCommand, at);
    out.sidestepCommand = command;
    at += 2;
  } else out.sidestepCommand = 0;
  if (flags & InterpretedFlag.TurnCommand) {
    const index = view.getUint16(at, true);
    const command = index < commandTable.length ? commandTable[index] : 0;
    if (command === 0) return reader.fail(WireReason.UnknownCommand, at);
    out.turnCommand = command;
    at += 2;
  } else out.turnCommand = 0;
  if (flags & InterpretedFlag.ForwardSpeed) {
    const speed = view.getFloat32(at, true);
    if (!(speed >= -MAX_RATE && speed <= MAX_RATE)) return reader.failNumber(speed, at);
    out.forwardSpeed = speed;
    at += 4;
  } else out.forwardSpeed = 1;
  if (flags & InterpretedFlag.SidestepSpeed) {
    const speed = view.getFloat32(at, true);
    if (!(speed >= -MAX_RATE && speed <= MAX_RATE)) return reader.failNumber(speed, at);
    out.sidestepSpeed = speed;
    at += 4;
  } else out.sidestepSpeed = 1;
  if (flags & InterpretedFlag.TurnSpeed) {
    const speed = view.getFloat32(at, true);
    if (!(speed >= -MAX_RATE && speed <= MAX_RATE)) return reader.failNumber(speed, at);
    out.turnSpeed = speed;
    at += 4;
  } else out.turnSpeed = 1;
  return count === 0 || decodeActions(reader, out.actions, count, at);
}

/**
 * Writes the fields that `state.flags` names and the actions, without the alignment that follows.
 *
 * @throws RangeError for a value that the format cannot hold. A sidestep or turn of 0 has no index: leave its flag out.
 */
export function encodeInterpretedMotionState(writer: ByteWriter, state: InterpretedMotionState): void {
  const flags = state.flags;
  if (!(Number.isInteger(flags) && flags >= 0 && flags <= ALL_FLAGS)) {
    throw new RangeError(`flags ${flags} of an interpreted motion state must be within ${ALL_FLAGS}`);
  }
  writer.u32(flags | (checkedActionCount(state.actions) << COUNT_SHIFT));
  if (flags & InterpretedFlag.Style) writer.command(state.currentStyle, 'style');
  if (flags & InterpretedFlag.ForwardCommand) writer.command(state.forwardCommand, 'forward command');
  if (flags & InterpretedFlag.SidestepCommand) writer.command(state.sidestepCommand, 'sidestep command');
  if (flags & InterpretedFlag.TurnCommand) writer.command(state.turnCommand, 'turn command');
  if (flags & InterpretedFlag.ForwardSpeed) writer.rate(state.forwardSpeed, 'forward speed');
  if (flags & InterpretedFlag.SidestepSpeed) writer.rate(state.sidestepSpeed, 'sidestep speed');
  if (flags & InterpretedFlag.TurnSpeed) writer.rate(state.turnSpeed, 'turn speed');
  encodeActions(writer, state.actions);
}

/** The flags of the fields that differ from their defaults: the least that says all of a state. */
export function interpretedFlagsByDifference(state: InterpretedMotionState): number {
  let flags = 0;
  if (state.currentStyle !== MotionCommand.NonCombat) flags |= InterpretedFlag.Style;
  if (state.forwardCommand !== MotionCommand.Ready) flags |= InterpretedFlag.ForwardCommand;
  if (state.sidestepCommand !== 0) flags |= InterpretedFlag.SidestepCommand;
  if (state.turnCommand !== 0) flags |= InterpretedFlag.TurnCommand;
  if (state.forwardSpeed !== 1) flags |= InterpretedFlag.ForwardSpeed;
  if (state.sidestepSpeed !== 1) flags |= InterpretedFlag.SidestepSpeed;
  if (state.turnSpeed !== 1) flags |= InterpretedFlag.TurnSpeed;
  return flags;
}
