import { defineColumns } from './columns.ts';

/** Bits of the physics state (retail's PhysicsState), as creation says. */
export const PhysicsState = {
  Static: 0x1,
  Ethereal: 0x4,
  ReportCollisions: 0x8,
  IgnoreCollisions: 0x10,
  NoDraw: 0x20,
  Missile: 0x40,
  Pushable: 0x80,
  Gravity: 0x400,
  LightingOn: 0x800,
  Hidden: 0x4000,
  Inelastic: 0x20000,
  Cloaked: 0x100000,
  Frozen: 0x1000000,
} as const;

/** The physics-state bits of a body. */
export const physicsStateColumns = defineColumns((c) => ({ bits: c.u32() }));
