import { column } from './columns.ts';

/** Physics of a body. Lengths in metres, velocities in metres a second, omegas in radians a second, in world axes. */
export const bodySchema = {
  velocityX: column('f32'),
  velocityY: column('f32'),
  velocityZ: column('f32'),
  omegaX: column('f32'),
  omegaY: column('f32'),
  omegaZ: column('f32'),
  /** 1 while the frame differs from the previous one, so that a body at rest need not be looked at. */
  moved: column('u8'),
  /** Displacement of the last step divided by its quantum (retail's cached_velocity). */
  cachedVelocityX: column('f32'),
  cachedVelocityY: column('f32'),
  cachedVelocityZ: column('f32'),
  /** Normal of the contact plane. */
  contactNormalX: column('f32'),
  contactNormalY: column('f32'),
  contactNormalZ: column('f32', 1),
  radius: column('f32', 0.3),
  height: column('f32', 1.8),
  scale: column('f32', 1),
  /** 0..1, share of the velocity that a second on the ground takes. */
  friction: column('f32', 0.95),
  /** What the weenie answers when asked for its run rate; below 0: it answers none, and my_run_rate rules. */
  runRate: column('f64', -1),
  /** Height in metres of a jump with full extent, by the weenie's skill. */
  jumpHeight: column('f64', 1),
} as const;
