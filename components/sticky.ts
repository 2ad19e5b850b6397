import { column } from './columns.ts';

/** What a body is stuck to (retail's StickyManager). The guid is the only sign of being stuck. */
export const stickySchema = {
  /** Guid; 0: stuck to nothing. */
  object: column('u32'),
  initialized: column('u8'),
  radius: column('f32'),
  height: column('f32'),
  /** Time in seconds at which it lets go. */
  timeOut: column('f64'),
  /** Place of the target by its last update. */
  x: column('f64'),
  y: column('f64'),
  z: column('f64'),
} as const;
