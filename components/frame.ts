import { defineColumns } from './columns.ts';

/**
 * Places of a frame's cells: world metres (x east, y north, z up) and a unit quaternion; the identity faces north. A row
 * is a cache line.
 */
export const FrameF64 = { x: 0, y: 1, z: 2, qw: 3, qx: 4, qy: 5, qz: 6, row: 8 } as const;

/** Where a body is, see {@link FrameF64}. */
export const frameColumns = defineColumns((c) => ({ f64: c.rows('f64', FrameF64, { qw: 1 }) }));

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
