import { defineColumns } from './columns.ts';

/** Where a body is: world metres (x east, y north, z up) and a unit quaternion; the identity faces north. */
export const frameColumns = defineColumns((c) => ({
  x: c.f64(),
  y: c.f64(),
  z: c.f64(),
  qw: c.f64(1),
  qx: c.f64(),
  qy: c.f64(),
  qz: c.f64(),
}));

/** The frame before the last step: renderers smooth between it and the frame; sticky bodies read others' places here. */
export const previousFrameColumns = frameColumns;

/** What an offset frame holds beyond the identity. */
export const OffsetKind = {
  /** Stays where it is. */
  None: 0,
  /** The translation is set. */
  Translation: 1,
  /** The rotation is set and turns about z only (qw, qz). */
  Yaw: 2,
  /** The rotation is set and is a full quaternion. */
  Rotation: 4,
} as const;

/** This step's offset in the body's own axes: root motion, then what interpolation, sticky and constraint make of it. */
export const offsetFrameColumns = defineColumns((c) => ({
  ...frameColumns.create(c),
  /** Sum of {@link OffsetKind} bits; parts whose bit is off are the identity, whatever their cells hold. */
  kind: c.u8(),
}));
