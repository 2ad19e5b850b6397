import { column } from './columns.ts';

/** Where a body is: world metres (x east, y north, z up) and a unit quaternion; the identity faces north. */
export const frameSchema = {
  x: column('f64'),
  y: column('f64'),
  z: column('f64'),
  qw: column('f64', 1),
  qx: column('f64'),
  qy: column('f64'),
  qz: column('f64'),
} as const;

/** The frame before the last step: renderers smooth between it and the frame; sticky bodies read others' places here. */
export const previousFrameSchema = frameSchema;

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
export const offsetFrameSchema = {
  ...frameSchema,
  /** Sum of {@link OffsetKind} bits; parts whose bit is off are the identity, whatever their cells hold. */
  kind: column('u8'),
} as const;
