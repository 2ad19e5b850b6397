import { commandTable } from './command-table.ts';
import { MAX_ACTIONS, MAX_RATE } from './limits.ts';
import type { ByteReader } from './reader.ts';
import { WireReason } from './wire-reason.ts';
import type { ByteWriter } from './writer.ts';

/** Bytes of one action. */
export const ACTION_BYTES = 8;

/** The actions that a motion state carries, at most 31, in the order in which they are to be performed. */
export class MotionActions {
  /** How many there are, 0 to 31. */
  count = 0;
  /** 32-bit commands. */
  readonly command = new Uint32Array(MAX_ACTIONS);
  /** 15-bit stamps. */
  readonly stamp = new Uint16Array(MAX_ACTIONS);
  /** 1 for an action that the mover's own input began. */
  readonly autonomous = new Uint8Array(MAX_ACTIONS);
  /** Factors of their speeds, within {@link MAX_RATE}. */
  readonly speed = new Float32Array(MAX_ACTIONS);

  /** Adds one; false when there is no room for it. */
  add(command: number, stamp: number, autonomous: boolean, speed: number): boolean {
    const i = this.count;
    if (i >= MAX_ACTIONS) return false;
    this.command[i] = command;
    this.stamp[i] = stamp;
    this.autonomous[i] = autonomous ? 1 : 0;
    this.speed[i] = speed;
    this.count = i + 1;
    return true;
  }
}

/**
 * Reads `count` actions that lie at the view offset `at`, whose bytes are taken already: u16 command, u16 stamp (15 bits,
 * top bit = autonomous), f32 speed.
 */
export function decodeActions(reader: ByteReader, out: MotionActions, count: number, at: number): boolean {
  const view = reader.view;
  for (let i = 0; i < count; i++) {
    const index = view.getUint16(at, true);
    const command = index < commandTable.length ? commandTable[index] : 0;
    if (command === 0) return reader.fail(WireReason.UnknownCommand, at);
    const stamp = view.getUint16(at + 2, true);
    const speed = view.getFloat32(at + 4, true);
    if (!(speed >= -MAX_RATE && speed <= MAX_RATE)) return reader.failNumber(speed, at + 4);
    out.command[i] = command;
    out.stamp[i] = stamp & 0x7fff;
    out.autonomous[i] = stamp >>> 15;
    out.speed[i] = speed;
    at += ACTION_BYTES;
  }
  out.count = count;
  return true;
}

/** Writes the actions; throws a RangeError for one that the format cannot hold. */
export function encodeActions(writer: ByteWriter, actions: MotionActions): void {
  for (let i = 0; i < actions.count; i++) {
    if (actions.stamp[i] > 0x7fff) throw new RangeError(`action stamp ${actions.stamp[i]} must be a number of 15 bits`);
    writer.command(actions.command[i], 'action');
    writer.u16(actions.stamp[i] | (actions.autonomous[i] === 0 ? 0 : 0x8000));
    writer.rate(actions.speed[i], 'action speed');
  }
}

/** The number of actions, for a flags word; throws a RangeError when it is not 0 to 31. */
export function checkedActionCount(actions: MotionActions): number {
  const count = actions.count;
  if (Number.isInteger(count) && count >= 0 && count <= MAX_ACTIONS) return count;
  throw new RangeError(`number of actions ${count} must be 0 to ${MAX_ACTIONS}`);
}
