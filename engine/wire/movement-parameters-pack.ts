import { ALL_PARAMS_FLAGS } from './limits.ts';
import type { ByteReader } from './reader.ts';
import { WireReason } from './wire-reason.ts';
import type { ByteWriter } from './writer.ts';

/** The ten fields of MovementParameters, as its full form holds them. */
export interface PackedMovementParameters {
  flags: number;
  distanceToObject: number;
  minDistance: number;
  failDistance: number;
  /** Degrees. */
  desiredHeading: number;
  speed: number;
  walkRunThreshold: number;
  contextId: number;
  /** A HoldKey: 0 invalid, 1 none, 2 run. */
  holdKey: number;
  actionStamp: number;
}

const MOST_HOLD_KEY = 2;

/**
 * Reads the full form, 40 bytes (retail MovementParameters::UnPack 0x0052abc0). The two short forms, 28 bytes for moves
 * and 12 for turns (UnPackNet 0x0052ac50), are part of movement data.
 */
export function decodeMovementParameters(reader: ByteReader, out: PackedMovementParameters): boolean {
  const flags = reader.u32UpTo(ALL_PARAMS_FLAGS, WireReason.BadFlags);
  const distanceToObject = reader.f32();
  const minDistance = reader.f32();
  const failDistance = reader.f32();
  const desiredHeading = reader.angle();
  const speed = reader.rate();
  const walkRunThreshold = reader.f32();
  const contextId = reader.u32();
  const holdKey = reader.u32UpTo(MOST_HOLD_KEY, WireReason.OutOfRange);
  const actionStamp = reader.u32();
  if (!reader.ok) return false;
  out.flags = flags;
  out.distanceToObject = distanceToObject;
  out.minDistance = minDistance;
  out.failDistance = failDistance;
  out.desiredHeading = desiredHeading;
  out.speed = speed;
  out.walkRunThreshold = walkRunThreshold;
  out.contextId = contextId;
  out.holdKey = holdKey;
  out.actionStamp = actionStamp;
  return true;
}

/** Writes the full form (retail MovementParameters::Pack 0x0052ab20). Throws a RangeError for a value it cannot hold. */
export function encodeMovementParameters(writer: ByteWriter, parameters: PackedMovementParameters): void {
  writer.u32UpTo(parameters.flags, ALL_PARAMS_FLAGS, 'params flags');
  writer.f32(parameters.distanceToObject, 'distance to object');
  writer.f32(parameters.minDistance, 'min distance');
  writer.f32(parameters.failDistance, 'fail distance');
  writer.angle(parameters.desiredHeading, 'desired heading');
  writer.rate(parameters.speed, 'speed');
  writer.f32(parameters.walkRunThreshold, 'walk-run threshold');
  writer.u32(parameters.contextId, 'context id');
  writer.u32UpTo(parameters.holdKey, MOST_HOLD_KEY, 'hold key');
  writer.u32(parameters.actionStamp, 'action stamp');
}
