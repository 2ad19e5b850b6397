import { landblockOriginX, landblockOriginY } from './cell.ts';
import type { ByteReader } from './reader.ts';
import type { ByteWriter } from './writer.ts';

/** A position with its rotation (retail's Position): cell, metres local to the cell's landblock, quaternion. */
export class WirePosition {
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
}

/** Back to the corner of the world, facing north. */
export function clearWirePosition(position: WirePosition): void {
  position.cell = 0;
  position.x = 0;
  position.y = 0;
  position.z = 0;
  position.qw = 1;
  position.qx = 0;
  position.qy = 0;
  position.qz = 0;
}

/** Reads u32 cell, vec3, f32 w, x, y, z. The quaternion is long enough, but not normalised. */
export function decodeWirePosition(reader: ByteReader, out: WirePosition): boolean {
  const cell = reader.u32();
  out.cell = cell;
  out.x = reader.coordinate(landblockOriginX(cell));
  out.y = reader.coordinate(landblockOriginY(cell));
  out.z = reader.coordinate(0);
  const at = reader.position;
  out.qw = reader.f32();
  out.qx = reader.f32();
  out.qy = reader.f32();
  out.qz = reader.f32();
  return reader.ok && reader.quaternion(out.qw, out.qx, out.qy, out.qz, at);
}

/** Writes u32 cell, vec3, f32 w, x, y, z. */
export function encodeWirePosition(writer: ByteWriter, position: WirePosition): void {
  const cell = position.cell;
  writer.checkQuaternion(position.qw, position.qx, position.qy, position.qz);
  writer.u32(cell, 'cell');
  writer.coordinate(position.x, landblockOriginX(cell), 'x');
  writer.coordinate(position.y, landblockOriginY(cell), 'y');
  writer.coordinate(position.z, 0, 'z');
  writer.f32(position.qw, 'qw');
  writer.f32(position.qx, 'qx');
  writer.f32(position.qy, 'qy');
  writer.f32(position.qz, 'qz');
}
