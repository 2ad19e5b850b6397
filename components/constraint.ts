import { defineColumns } from './columns.ts';

/** The leash of a body (retail's ConstraintManager). Metres. */
export const constraintColumns = defineColumns((c) => ({
  constrained: c.u8(),
  x: c.f64(),
  y: c.f64(),
  z: c.f64(),
  /** From here on the offset shrinks. */
  start: c.f32(),
  /** Here it is zero. */
  max: c.f32(),
  /** How far the body has gone. */
  offset: c.f64(),
}));
