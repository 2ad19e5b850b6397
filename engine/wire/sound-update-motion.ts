import { MotionCommand } from '../../components/motion-command.ts';
import { LANDBLOCK_SIZE } from './cell.ts';
import { commandTable } from './command-table.ts';
import { fieldBytes, InterpretedFlag } from './interpreted-motion-state.ts';
import { ALL_PARAMS_FLAGS, FLOAT_MAX, MAX_ANGLE, MAX_POSITION, MAX_RATE } from './limits.ts';
import { ACTION_BYTES, decodeActions } from './motion-actions.ts';
import {
  ALL_MOTION_FLAGS,
  DEFAULT_DISTANCE_TO_OBJECT,
  DEFAULT_WALK_RUN_THRESHOLD,
  MotionFlag,
  WireMovementType,
} from './movement-data.ts';
import { Opcode } from './opcodes.ts';
import type { ByteReader } from './reader.ts';
import type { UpdateMotion } from './update-motion.ts';

/** Bytes up to the payload; of the payload of a move without its target, and of a turn. */
const HEAD_BYTES = 20;
const MOVE_BYTES = 48;
const TURN_BYTES = 12;

/**
 * Reads an UpdateMotion that is sound, in one go: nearly all messages of a busy server are one, and every call that a
 * decoder makes costs as much as reading a few fields. Where anything is wrong it gives up, and `decodeUpdateMotion` has
 * the say, which also finds out what is wrong; the two agree on every message.
 *
 * Only the fields that mean something for the movement's type are written; the others stay as they were.
 *
 * @param reader At the message's start; it is moved only when the answer is true.
 * @returns Whether the message was read.
 */
export function decodeSoundUpdateMotion(reader: ByteReader, out: UpdateMotion): boolean {
  const { view, position: start, end } = reader;
  if (end - start < HEAD_BYTES || view.getUint32(start, true) !== Opcode.UpdateMotion) return false;
  const autonomous = view.getUint8(start + 14);
  const type = view.getUint8(start + 16);
  const motionFlags = view.getUint8(start + 17);
  const styleIndex = view.getUint16(start + 18, true);
  if (autonomous > 1 || view.getUint8(start + 15) !== 0 || motionFlags > ALL_MOTION_FLAGS) return false;
  if (styleIndex >= commandTable.length || commandTable[styleIndex] === 0) return false;
  const { movement } = out;
  let at = start + HEAD_BYTES;
  if (type === WireMovementType.InterpretedState) {
    if (end - at < 4) return false;
    const word = view.getUint32(at, true);
    if (word > 0xfff) return false;
    const flags = word & 0x7f;
    const count = word >>> 7;
    at += 4;
    const fieldsEnd = at + fieldBytes[flags] + count * ACTION_BYTES;
    // Fields are of an even length, so that two bytes are left to fill up, or none.
    const padded = fieldsEnd + ((fieldsEnd - start) & 2);
    const sticks = motionFlags & MotionFlag.StickToObject;
    if (padded + 4 * sticks !== end) return false;
    if (padded !== fieldsEnd && view.getUint16(fieldsEnd, true) !== 0) return false;
    const { state } = movement;
    state.flags = flags;
    state.actions.count = count;
    // Each field is stored where it is read: a style in a variable that others share would go to the heap.
    if ((flags & InterpretedFlag.Style) !== 0) {
      const index = view.getUint16(at, true);
      if (index >= commandTable.length || commandTable[index] === 0) return false;
      state.currentStyle = commandTable[index];
      at += 2;
    } else state.currentStyle = MotionCommand.NonCombat;
    if ((flags & InterpretedFlag.ForwardCommand) !== 0) {
      const index = view.getUint16(at, true);
      if (index >= commandTable.length || commandTable[index] === 0) return false;
      state.forwardCommand = commandTable[index];
      at += 2;
    } else state.forwardCommand = MotionCommand.Ready;
    if ((flags & InterpretedFlag.SidestepCommand) !== 0) {
      const index = view.getUint16(at, true);
      if (index >= commandTable.length || commandTable[index] === 0) return false;
      state.sidestepCommand = commandTable[index];
      at += 2;
    } else state.sidestepCommand = 0;
    if ((flags & InterpretedFlag.TurnCommand) !== 0) {
      const index = view.getUint16(at, true);
      if (index >= commandTable.length || commandTable[index] === 0) return false;
      state.turnCommand = commandTable[index];
      at += 2;
    } else state.turnCommand = 0;
    if ((flags & InterpretedFlag.ForwardSpeed) !== 0) {
      const speed = view.getFloat32(at, true);
      if (!(speed >= -MAX_RATE && speed <= MAX_RATE)) return false;
      state.forwardSpeed = speed;
      at += 4;
    } else state.forwardSpeed = 1;
    if ((flags & InterpretedFlag.SidestepSpeed) !== 0) {
      const speed = view.getFloat32(at, true);
      if (!(speed >= -MAX_RATE && speed <= MAX_RATE)) return false;
      state.sidestepSpeed = speed;
      at += 4;
    } else state.sidestepSpeed = 1;
    if ((flags & InterpretedFlag.TurnSpeed) !== 0) {
      const speed = view.getFloat32(at, true);
      if (!(speed >= -MAX_RATE && speed <= MAX_RATE)) return false;
      state.turnSpeed = speed;
      at += 4;
    } else state.turnSpeed = 1;
    if (count > 0 && !decodeActions(reader, state.actions, count, at)) return false;
    movement.stickyObject = sticks === 0 ? 0 : view.getUint32(padded, true);
  } else if (type === WireMovementType.MoveToPosition || type === WireMovementType.MoveToObject) {
    const targetBytes = type === WireMovementType.MoveToObject ? 4 : 0;
    if (end - at !== targetBytes + MOVE_BYTES) return false;
    at += targetBytes;
    const cell = view.getUint32(at, true);
    const x = view.getFloat32(at + 4, true);
    const y = view.getFloat32(at + 8, true);
    const z = view.getFloat32(at + 12, true);
    const worldX = (cell >>> 24) * LANDBLOCK_SIZE + x;
    const worldY = ((cell >>> 16) & 0xff) * LANDBLOCK_SIZE + y;
    if (!(Math.abs(worldX) <= MAX_POSITION && Math.abs(worldY) <= MAX_POSITION && Math.abs(z) <= MAX_POSITION)) {
      return false;
    }
    const flags = view.getUint32(at + 16, true);
    const distanceToObject = view.getFloat32(at + 20, true);
    const minDistance = view.getFloat32(at + 24, true);
    const failDistance = view.getFloat32(at + 28, true);
    const speed = view.getFloat32(at + 32, true);
    const walkRunThreshold = view.getFloat32(at + 36, true);
    const desiredHeading = view.getFloat32(at + 40, true);
    const runRate = view.getFloat32(at + 44, true);
    if (flags > ALL_PARAMS_FLAGS) return false;
    if (!(Math.abs(distanceToObject) <= FLOAT_MAX && Math.abs(minDistance) <= FLOAT_MAX)) return false;
    if (!(Math.abs(failDistance) <= FLOAT_MAX && Math.abs(walkRunThreshold) <= FLOAT_MAX)) return false;
    if (!(Math.abs(speed) <= MAX_RATE && Math.abs(runRate) <= MAX_RATE)) return false;
    if (!(Math.abs(desiredHeading) <= MAX_ANGLE)) return false;
    if (targetBytes !== 0) movement.target = view.getUint32(at - 4, true);
    movement.cell = cell;
    movement.x = x;
    movement.y = y;
    movement.z = z;
    movement.paramsFlags = flags;
    movement.distanceToObject = distanceToObject;
    movement.minDistance = minDistance;
    movement.failDistance = failDistance;
    movement.speed = speed;
    movement.walkRunThreshold = walkRunThreshold;
    movement.desiredHeading = desiredHeading;
    movement.runRate = runRate;
  } else if (type === WireMovementType.TurnToHeading || type === WireMovementType.TurnToObject) {
    const targetBytes = type === WireMovementType.TurnToObject ? 8 : 0;
    if (end - at !== targetBytes + TURN_BYTES) return false;
    at += targetBytes;
    const flags = view.getUint32(at, true);
    const speed = view.getFloat32(at + 4, true);
    const desiredHeading = view.getFloat32(at + 8, true);
    if (flags > ALL_PARAMS_FLAGS || !(Math.abs(speed) <= MAX_RATE && Math.abs(desiredHeading) <= MAX_ANGLE))
      return false;
    if (targetBytes !== 0) {
      const heading = view.getFloat32(at - 4, true);
      if (!(Math.abs(heading) <= MAX_ANGLE)) return false;
      movement.target = view.getUint32(at - 8, true);
      movement.heading = heading;
    }
    movement.paramsFlags = flags;
    movement.speed = speed;
    movement.desiredHeading = desiredHeading;
    // A turn has all parameters, those of a move at their defaults.
    movement.distanceToObject = DEFAULT_DISTANCE_TO_OBJECT;
    movement.minDistance = 0;
    movement.failDistance = FLOAT_MAX;
    movement.walkRunThreshold = DEFAULT_WALK_RUN_THRESHOLD;
  } else return false;

  out.guid = view.getUint32(start + 4, true);
  out.instanceStamp = view.getUint16(start + 8, true);
  movement.movementStamp = view.getUint16(start + 10, true);
  movement.serverControlStamp = view.getUint16(start + 12, true);
  movement.autonomous = autonomous === 1;
  movement.type = type;
  movement.motionFlags = motionFlags;
  movement.style = commandTable[styleIndex];
  reader.position = end;
  return true;
}
