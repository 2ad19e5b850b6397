import { landblockOriginX, landblockOriginY } from './cell.ts';
import { commandTable } from './command-table.ts';
import {
  clearInterpretedMotionState,
  decodeInterpretedMotionState,
  encodeInterpretedMotionState,
  InterpretedMotionState,
} from './interpreted-motion-state.ts';
import { ALL_PARAMS_FLAGS, FLOAT_MAX, MAX_ANGLE, MAX_POSITION, MAX_RATE } from './limits.ts';
import type { ByteReader } from './reader.ts';
import { WireReason } from './wire-reason.ts';
import type { ByteWriter } from './writer.ts';

/** Flags of a movement, next to its type. */
export const MotionFlag = {
  /** An interpreted state ends with the object to stick to. */
  StickToObject: 0x1,
  StandingLongJump: 0x2,
} as const;

/** Every motion flag. */
export const ALL_MOTION_FLAGS = 0x3;

/** The movement types that have a payload; 1 to 5 have none. */
export const WireMovementType = {
  InterpretedState: 0,
  MoveToObject: 6,
  MoveToPosition: 7,
  TurnToObject: 8,
  TurnToHeading: 9,
} as const;

const LAST_TYPE = 9;

const DEFAULT_PARAMS_FLAGS = 0x1ee0f;
export const DEFAULT_DISTANCE_TO_OBJECT = 0.6;
export const DEFAULT_WALK_RUN_THRESHOLD = 15;

/**
 * A movement event. Which fields mean something is the type's matter: `state` and `stickyObject` belong to type 0, the
 * origin, the parameters and the run rate to 6 and 7, the target to 6 and 8, the headings and speed to 8 and 9. A decoder
 * leaves all others at their defaults.
 */
export class MovementData {
  /** Movement stamp, u16: must be newer than the last. */
  movementStamp = 0;
  /** Server-control stamp, u16: must not be older than the last; a server raises it with each order of its own. */
  serverControlStamp = 0;
  /** Whether the mover's own input began it. */
  autonomous = false;
  /** 0, or a MovementType of 1 to 9. */
  type = 0;
  /** Sum of {@link MotionFlag}. */
  motionFlags = 0;
  /** A style command; 0x80000000: none. */
  style = 0x80000000;
  /** What runs, of type 0. */
  readonly state = new InterpretedMotionState();
  /** Guid to stick to, 0 without the flag. */
  stickyObject = 0;
  /** Guid to move or turn to. */
  target = 0;
  /** Origin: where to move, or where the target was. Metres, local to the cell's landblock. */
  cell = 0;
  /** Metres, east, local to the landblock of the cell. */
  x = 0;
  /** Metres, north, as x. */
  y = 0;
  /** Metres, up. */
  z = 0;
  /** MovementParameters: 18 flags; metres; degrees; factors. */
  paramsFlags = DEFAULT_PARAMS_FLAGS;
  /** Metres: arrives when this close. */
  distanceToObject = DEFAULT_DISTANCE_TO_OBJECT;
  /** Metres: with MoveAway, arrives when this far. */
  minDistance = 0;
  /** Metres from the start at which it gives up; FLOAT_MAX: never. */
  failDistance = FLOAT_MAX;
  /** Factor of the speed, within {@link MAX_RATE}. */
  speed = 1;
  /** Metres: farther than this from arriving, it runs. */
  walkRunThreshold = DEFAULT_WALK_RUN_THRESHOLD;
  /** Compass degrees at the end, within {@link MAX_ANGLE}. */
  desiredHeading = 0;
  /** The mover's run rate. */
  runRate = 1;
  /** The standalone heading of type 8, in degrees: used only when the target is unknown. */
  heading = 0;
}

/** Every field to its default. */
export function clearMovementData(data: MovementData): void {
  data.movementStamp = 0;
  data.serverControlStamp = 0;
  data.autonomous = false;
  data.type = 0;
  data.motionFlags = 0;
  data.style = 0x80000000;
  clearInterpretedMotionState(data.state);
  clearPayload(data);
}

function clearPayload(data: MovementData): void {
  data.stickyObject = 0;
  data.target = 0;
  data.cell = 0;
  data.x = 0;
  data.y = 0;
  data.z = 0;
  data.paramsFlags = DEFAULT_PARAMS_FLAGS;
  data.distanceToObject = DEFAULT_DISTANCE_TO_OBJECT;
  data.minDistance = 0;
  data.failDistance = FLOAT_MAX;
  data.speed = 1;
  data.walkRunThreshold = DEFAULT_WALK_RUN_THRESHOLD;
  data.desiredHeading = 0;
  data.runRate = 1;
  data.heading = 0;
}

/** Reads a movement with its stamps: u16 movement stamp, u16 server-control stamp, u8 autonomous, align, movement. */
export function decodeMovementData(reader: ByteReader, out: MovementData): boolean {
  const at = reader.take(5);
  if (at < 0) return false;
  const view = reader.view;
  out.movementStamp = view.getUint16(at, true);
  out.serverControlStamp = view.getUint16(at + 2, true);
  const autonomous = view.getUint8(at + 4);
  if (autonomous > 1) return reader.fail(WireReason.BadFlags, at + 4);
  out.autonomous = autonomous === 1;
  return reader.align() && decodeMovement(reader, out);
}

/** Reads a movement as creations carry it, without its stamps and its autonomous byte (they are left alone). */
export function decodeMovement(reader: ByteReader, out: MovementData): boolean {
  const at = reader.take(4);
  if (at < 0) return false;
  const view = reader.view;
  const type = view.getUint8(at);
  if (type > LAST_TYPE) return reader.fail(WireReason.BadType, at);
  const motionFlags = view.getUint8(at + 1);
  if (motionFlags > ALL_MOTION_FLAGS) return reader.fail(WireReason.BadFlags, at + 1);
  const index = view.getUint16(at + 2, true);
  const style = index < commandTable.length ? commandTable[index] : 0;
  if (style === 0) return reader.fail(WireReason.UnknownCommand, at + 2);
  out.type = type;
  out.motionFlags = motionFlags;
  out.style = style;
  clearPayload(out);

  if (type === WireMovementType.InterpretedState) {
    if (!decodeInterpretedMotionState(reader, out.state) || !reader.align()) return false;
    if ((motionFlags & MotionFlag.StickToObject) === 0) return true;
    const sticky = reader.take(4);
    if (sticky < 0) return false;
    out.stickyObject = view.getUint32(sticky, true);
    return true;
  }
  clearInterpretedMotionState(out.state);
  switch (type) {
    case WireMovementType.MoveToObject: {
      const target = reader.take(4);
      if (target < 0) return false;
      out.target = view.getUint32(target, true);
      return decodeMoveTo(reader, out);
    }
    case WireMovementType.MoveToPosition:
      return decodeMoveTo(reader, out);
    case WireMovementType.TurnToObject: {
      const target = reader.take(8);
      if (target < 0) return false;
      out.target = view.getUint32(target, true);
      const heading = view.getFloat32(target + 4, true);
      if (!(heading >= -MAX_ANGLE && heading <= MAX_ANGLE)) return reader.failNumber(heading, target + 4);
      out.heading = heading;
      return decodeTurnTo(reader, out);
    }
    case WireMovementType.TurnToHeading:
      return decodeTurnTo(reader, out);
    default:
      return true;
  }
}

/** u32 cell, vec3, u32 params flags, six floats, f32 run rate. */
function decodeMoveTo(reader: ByteReader, out: MovementData): boolean {
  const at = reader.take(48);
  if (at < 0) return false;
  const view = reader.view;
  const cell = view.getUint32(at, true);
  const x = view.getFloat32(at + 4, true);
  const worldX = landblockOriginX(cell) + x;
  if (!(worldX >= -MAX_POSITION && worldX <= MAX_POSITION)) return reader.failNumber(x, at + 4);
  const y = view.getFloat32(at + 8, true);
  const worldY = landblockOriginY(cell) + y;
  if (!(worldY >= -MAX_POSITION && worldY <= MAX_POSITION)) return reader.failNumber(y, at + 8);
  const z = view.getFloat32(at + 12, true);
  if (!(z >= -MAX_POSITION && z <= MAX_POSITION)) return reader.failNumber(z, at + 12);
  const flags = view.getUint32(at + 16, true);
  if (flags > ALL_PARAMS_FLAGS) return reader.fail(WireReason.BadFlags, at + 16);
  // Distances have no limit but a float's own: FLT_MAX says "none".
  const distanceToObject = view.getFloat32(at + 20, true);
  if (!Number.isFinite(distanceToObject)) return reader.fail(WireReason.NotFinite, at + 20);
  const minDistance = view.getFloat32(at + 24, true);
  if (!Number.isFinite(minDistance)) return reader.fail(WireReason.NotFinite, at + 24);
  const failDistance = view.getFloat32(at + 28, true);
  if (!Number.isFinite(failDistance)) return reader.fail(WireReason.NotFinite, at + 28);
  const speed = view.getFloat32(at + 32, true);
  if (!(speed >= -MAX_RATE && speed <= MAX_RATE)) return reader.failNumber(speed, at + 32);
  const walkRunThreshold = view.getFloat32(at + 36, true);
  if (!Number.isFinite(walkRunThreshold)) return reader.fail(WireReason.NotFinite, at + 36);
  const desiredHeading = view.getFloat32(at + 40, true);
  if (!(desiredHeading >= -MAX_ANGLE && desiredHeading <= MAX_ANGLE)) return reader.failNumber(desiredHeading, at + 40);
  const runRate = view.getFloat32(at + 44, true);
  if (!(runRate >= -MAX_RATE && runRate <= MAX_RATE)) return reader.failNumber(runRate, at + 44);
  out.cell = cell;
  out.x = x;
  out.y = y;
  out.z = z;
  out.paramsFlags = flags;
  out.distanceToObject = distanceToObject;
  out.minDistance = minDistance;
  out.failDistance = failDistance;
  out.speed = speed;
  out.walkRunThreshold = walkRunThreshold;
  out.desiredHeading = desiredHeading;
  out.runRate = runRate;
  return true;
}

/** u32 params flags, f32 speed, f32 desired heading. */
function decodeTurnTo(reader: ByteReader, out: MovementData): boolean {
  const at = reader.take(12);
  if (at < 0) return false;
  const view = reader.view;
  const flags = view.getUint32(at, true);
  if (flags > ALL_PARAMS_FLAGS) return reader.fail(WireReason.BadFlags, at);
  const speed = view.getFloat32(at + 4, true);
  if (!(speed >= -MAX_RATE && speed <= MAX_RATE)) return reader.failNumber(speed, at + 4);
  const desiredHeading = view.getFloat32(at + 8, true);
  if (!(desiredHeading >= -MAX_ANGLE && desiredHeading <= MAX_ANGLE)) return reader.failNumber(desiredHeading, at + 8);
  out.paramsFlags = flags;
  out.speed = speed;
  out.desiredHeading = desiredHeading;
  return true;
}

/** Writes a movement with its stamps. Throws a RangeError for a value that the format cannot hold. */
export function encodeMovementData(writer: ByteWriter, data: MovementData): void {
  writer.u16(data.movementStamp, 'movement stamp');
  writer.u16(data.serverControlStamp, 'server-control stamp');
  writer.u8(data.autonomous ? 1 : 0);
  writer.align();
  encodeMovement(writer, data);
}

/** Writes a movement as creations carry it. Throws a RangeError for a value that the format cannot hold. */
export function encodeMovement(writer: ByteWriter, data: MovementData): void {
  const type = data.type;
  writer.u8UpTo(type, LAST_TYPE, 'movement type');
  writer.u8UpTo(data.motionFlags, ALL_MOTION_FLAGS, 'motion flags');
  writer.command(data.style, 'style');
  switch (type) {
    case WireMovementType.InterpretedState:
      encodeInterpretedMotionState(writer, data.state);
      writer.align();
      if (data.motionFlags & MotionFlag.StickToObject) writer.u32(data.stickyObject, 'object to stick to');
      break;
    case WireMovementType.MoveToObject:
      writer.u32(data.target, 'target');
      encodeMoveTo(writer, data);
      break;
    case WireMovementType.MoveToPosition:
      encodeMoveTo(writer, data);
      break;
    case WireMovementType.TurnToObject:
      writer.u32(data.target, 'target');
      writer.angle(data.heading, 'heading');
      encodeTurnTo(writer, data);
      break;
    case WireMovementType.TurnToHeading:
      encodeTurnTo(writer, data);
      break;
  }
}

function encodeMoveTo(writer: ByteWriter, data: MovementData): void {
  const cell = data.cell;
  writer.u32(cell, 'cell');
  writer.coordinate(data.x, landblockOriginX(cell), 'x');
  writer.coordinate(data.y, landblockOriginY(cell), 'y');
  writer.coordinate(data.z, 0, 'z');
  writer.u32UpTo(data.paramsFlags, ALL_PARAMS_FLAGS, 'params flags');
  writer.f32(data.distanceToObject, 'distance to object');
  writer.f32(data.minDistance, 'min distance');
  writer.f32(data.failDistance, 'fail distance');
  writer.rate(data.speed, 'speed');
  writer.f32(data.walkRunThreshold, 'walk-run threshold');
  writer.angle(data.desiredHeading, 'desired heading');
  writer.rate(data.runRate, 'run rate');
}

function encodeTurnTo(writer: ByteWriter, data: MovementData): void {
  writer.u32UpTo(data.paramsFlags, ALL_PARAMS_FLAGS, 'params flags');
  writer.rate(data.speed, 'speed');
  writer.angle(data.desiredHeading, 'desired heading');
}
