import { defineColumns } from './columns.ts';

/**
 * Places of a body's physics that a step reads; a row is a cache line. Lengths in metres, velocities in metres a second,
 * omegas in radians a second, in world axes.
 */
export const BodyF32 = {
  velocityX: 0,
  velocityY: 1,
  velocityZ: 2,
  omegaX: 3,
  omegaY: 4,
  omegaZ: 5,
  /** Displacement of the last step divided by its quantum (retail's cached_velocity). */
  cachedVelocityX: 6,
  cachedVelocityY: 7,
  cachedVelocityZ: 8,
  radius: 9,
  height: 10,
  /** Metres that the body steps down without losing the ground. */
  stepDown: 11,
  /** Normal of the contact plane. */
  contactNormalX: 12,
  contactNormalY: 13,
  contactNormalZ: 14,
  /** Metres that the body steps up onto what is in its way. */
  stepUp: 15,
  row: 16,
} as const;

/** Physics of a body, see {@link BodyF32}. */
export const bodyColumns = defineColumns((c) => ({
  f32: c.rows('f32', BodyF32, {
    contactNormalZ: 1,
    radius: 0.3,
    height: 1.8,
    stepDown: 1.5,
    stepUp: 0.6,
  }),
  /** 0..1, share of the velocity that a second on the ground takes. */
  friction: c.f32(0.95),
  /** Height in metres of a jump with full extent, by the weenie's skill. */
  jumpHeight: c.f32(1),
  /**
   * 1 while the frame differs from the previous one, so that a body at rest need not be looked at; 2 when it was put
   * somewhere since the last step, and must be swept although it rests.
   */
  moved: c.u8(),
  /** What the weenie answers when asked for its run rate; below 0: it answers none, and my_run_rate rules. */
  runRate: c.f64(-1),
}));
