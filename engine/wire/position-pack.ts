import { landblockOriginX, landblockOriginY } from './cell.ts';
import type { ByteReader } from './reader.ts';
import { WireReason } from './wire-reason.ts';
import type { ByteWriter } from './writer.ts';

/** Flags of a position pack. The four last ones say that a part of the quaternion is NOT on the wire, and 0. */
export const PositionFlag = {
  Velocity: 0x1,
  PlacementId: 0x2,
  Grounded: 0x4,
  NoW: 0x8,
  NoX: 0x10,
  NoY: 0x20,
  NoZ: 0x40,
} as const;

const ALL_FLAGS = 0x7f;

/** Where a body is and how it moves (retail's PositionPack): metres, local to the cell's landblock; m/s. */
export class PositionPack {
  /** Sum of {@link PositionFlag}: what is, or is to be, on the wire. Absent: velocity and placement 0. */
  flags = 0;
  /** Cell id: landblock x << 24 | landblock y << 16 | cell; see {@link cellAt}. */
  cell = 0;
  /** Metres, east, local to the landblock of the cell; with its origin within {@link MAX_POSITION}. */
  x = 0;
  /** Metres, north, as x. */
  y = 0;
  /** Metres, up, within {@link MAX_POSITION}. */
  z = 0;
  /** Part w of the rotation; the quaternion is at least 0.01 long. */
  qw = 1;
  /** Part x of the rotation. */
  qx = 0;
  /** Part y of the rotation. */
  qy = 0;
  /** Part z of the rotation: about the vertical; heading h is w = cos(h / 2), z = -sin(h / 2). */
  qz = 0;
  /** Part of the velocity, east: m/s within {@link MAX_RATE}. */
  velocityX = 0;
  /** Part of the velocity, north: m/s. */
  velocityY = 0;
  /** Part of the velocity, up: m/s. */
  velocityZ = 0;
  /** Placement id, u32; not used. */
  placementId = 0;
  /** Instance stamp, u16: of which incarnation of the entity. */
  instanceStamp = 0;
  /** Position stamp, u16: must be newer than the last. */
  positionStamp = 0;
  /** Teleport stamp, u16: newer than the last puts the body there at once; an older one is dropped. */
  teleportStamp = 0;
  /** Force-position stamp, u16: newer than the last puts the local player there at once. */
  forcePositionStamp = 0;
}

/** Reads a position pack (retail's PositionPack::UnPack). The quaternion is long enough, but not normalised. */
export function decodePositionPack(reader: ByteReader, out: PositionPack): boolean {
  const flags = reader.u32UpTo(ALL_FLAGS, WireReason.BadFlags);
  out.flags = flags;
  const cell = reader.u32();
  out.cell = cell;
  out.x = reader.coordinate(landblockOriginX(cell));
  out.y = reader.coordinate(landblockOriginY(cell));
  out.z = reader.coordinate(0);
  const rotation = reader.position;
  out.qw = flags & PositionFlag.NoW ? 0 : reader.f32();
  out.qx = flags & PositionFlag.NoX ? 0 : reader.f32();
  out.qy = flags & PositionFlag.NoY ? 0 : reader.f32();
  out.qz = flags & PositionFlag.NoZ ? 0 : reader.f32();
  if (!reader.ok || !reader.quaternion(out.qw, out.qx, out.qy, out.qz, rotation)) return false;
  if (flags & PositionFlag.Velocity) {
    out.velocityX = reader.rate();
    out.velocityY = reader.rate();
    out.velocityZ = reader.rate();
  } else {
    out.velocityX = 0;
    out.velocityY = 0;
    out.velocityZ = 0;
  }
  out.placementId = flags & PositionFlag.PlacementId ? reader.u32() : 0;
  out.instanceStamp = reader.u16();
  out.positionStamp = reader.u16();
  out.teleportStamp = reader.u16();
  out.forcePositionStamp = reader.u16();
  return reader.ok;
}

/**
 * Writes what `pack.flags` names.
 *
 * @throws RangeError for a value that the format cannot hold, or a quaternion part that is not 0 and that the flags leave out.
 */
export function encodePositionPack(writer: ByteWriter, pack: PositionPack): void {
  const { flags, cell } = pack;
  writer.u32UpTo(flags, ALL_FLAGS, 'position flags');
  writer.u32(cell, 'cell');
  writer.coordinate(pack.x, landblockOriginX(cell), 'x');
  writer.coordinate(pack.y, landblockOriginY(cell), 'y');
  writer.coordinate(pack.z, 0, 'z');
  writer.checkQuaternion(pack.qw, pack.qx, pack.qy, pack.qz);
  encodePart(writer, pack.qw, flags & PositionFlag.NoW, 'qw');
  encodePart(writer, pack.qx, flags & PositionFlag.NoX, 'qx');
  encodePart(writer, pack.qy, flags & PositionFlag.NoY, 'qy');
  encodePart(writer, pack.qz, flags & PositionFlag.NoZ, 'qz');
  if (flags & PositionFlag.Velocity) {
    writer.rate(pack.velocityX, 'velocity x');
    writer.rate(pack.velocityY, 'velocity y');
    writer.rate(pack.velocityZ, 'velocity z');
  }
  if (flags & PositionFlag.PlacementId) writer.u32(pack.placementId, 'placement id');
  writer.u16(pack.instanceStamp, 'instance stamp');
  writer.u16(pack.positionStamp, 'position stamp');
  writer.u16(pack.teleportStamp, 'teleport stamp');
  writer.u16(pack.forcePositionStamp, 'force-position stamp');
}

function encodePart(writer: ByteWriter, value: number, absent: number, what: string): void {
  if (absent === 0) writer.f32(value, what);
  else if (value !== 0) throw new RangeError(`${what} ${value} must be 0 when the flags leave it out`);
}

/** The flags that say all of a pack in the fewest bytes. */
export function positionFlagsByDifference(pack: PositionPack, grounded: boolean): number {
  let flags = grounded ? PositionFlag.Grounded : 0;
  if (pack.velocityX !== 0 || pack.velocityY !== 0 || pack.velocityZ !== 0) flags |= PositionFlag.Velocity;
  if (pack.placementId !== 0) flags |= PositionFlag.PlacementId;
  if (pack.qw === 0) flags |= PositionFlag.NoW;
  if (pack.qx === 0) flags |= PositionFlag.NoX;
  if (pack.qy === 0) flags |= PositionFlag.NoY;
  if (pack.qz === 0) flags |= PositionFlag.NoZ;
  return flags;
}
