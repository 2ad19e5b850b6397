import { column } from './columns.ts';

/** The leash of a body (retail's ConstraintManager). Metres. */
export const constraintSchema = {
  constrained: column('u8'),
  x: column('f64'),
  y: column('f64'),
  z: column('f64'),
  /** From here on the offset shrinks. */
  start: column('f64'),
  /** Here it is zero. */
  max: column('f64'),
  /** How far the body has gone. */
  offset: column('f64'),
} as const;
