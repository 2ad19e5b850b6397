import { defineColumns } from './columns.ts';

/** Most modifiers that a motion state can hold. */
export const MODIFIER_CAPACITY = 4;

/** Places of the style and the substate that play: motion commands. */
export const MotionStateU32 = { style: 0, substate: 1, row: 2 } as const;

/** What the motion table is at (retail's MotionState). */
export const motionStateColumns = defineColumns((c) => ({
  /** Index of the body's motion table in its world. */
  table: c.u16(),
  u32: c.rows('u32', MotionStateU32),
  /** Speed of the substate (retail's substate_mod). */
  substateSpeed: c.f64(1),
  modifierCount: c.u8(),
  /** Newest first. */
  modifier: c.ring('u32', MODIFIER_CAPACITY, 'modifierCount'),
  modifierSpeed: c.ring('f64', MODIFIER_CAPACITY, 'modifierCount'),
  /** How many actions are under way. */
  actionCount: c.u16(),
}));
