import { defineColumns } from './columns.ts';

/** What a body is stuck to (retail's StickyManager). The guid is the only sign of being stuck. */
export const stickyColumns = defineColumns((c) => ({
  /** Guid; 0: stuck to nothing. */
  object: c.u32(),
  initialized: c.u8(),
  radius: c.f32(),
  height: c.f32(),
  /** Time in seconds at which it lets go. */
  timeOut: c.f64(),
  /** Place of the target by its last update. */
  x: c.f64(),
  y: c.f64(),
  z: c.f64(),
}));
