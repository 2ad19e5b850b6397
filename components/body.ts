import { defineColumns } from './columns.ts';

/** Physics of a body. Lengths in metres, velocities in metres a second, omegas in radians a second, in world axes. */
export const bodyColumns = defineColumns((c) => ({
  velocityX: c.f32(),
  velocityY: c.f32(),
  velocityZ: c.f32(),
  omegaX: c.f32(),
  omegaY: c.f32(),
  omegaZ: c.f32(),
  /**
   * 1 while the frame differs from the previous one, so that a body at rest need not be looked at; 2 when it was put
   * somewhere since the last step, and must be swept although it rests.
   */
  moved: c.u8(),
  /** Displacement of the last step divided by its quantum (retail's cached_velocity). */
  cachedVelocityX: c.f32(),
  cachedVelocityY: c.f32(),
  cachedVelocityZ: c.f32(),
  /** Normal of the contact plane. */
  contactNormalX: c.f32(),
  contactNormalY: c.f32(),
  contactNormalZ: c.f32(1),
  radius: c.f32(0.3),
  height: c.f32(1.8),
  scale: c.f32(1),
  /** Metres that the body steps up onto what is in its way, and down without losing the ground. */
  stepUp: c.f32(0.6),
  stepDown: c.f32(1.5),
  /** 0..1, share of the velocity that a second on the ground takes. */
  friction: c.f32(0.95),
  /** What the weenie answers when asked for its run rate; below 0: it answers none, and my_run_rate rules. */
  runRate: c.f64(-1),
  /** Height in metres of a jump with full extent, by the weenie's skill. */
  jumpHeight: c.f32(1),
}));
