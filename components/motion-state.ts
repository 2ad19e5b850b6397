import { column, ring } from './columns.ts';

/** Most modifiers that a motion state can hold. */
export const MODIFIER_CAPACITY = 4;

/** What the motion table is at (retail's MotionState). */
export const motionStateSchema = {
  /** Index of the body's motion table in its world. */
  table: column('u16'),
  style: column('u32'),
  substate: column('u32'),
  /** Speed of the substate (retail's substate_mod). */
  substateSpeed: column('f64', 1),
  modifierCount: column('u8'),
  /** Newest first. */
  modifier: ring('u32', MODIFIER_CAPACITY, 'modifierCount'),
  modifierSpeed: ring('f64', MODIFIER_CAPACITY, 'modifierCount'),
  /** How many actions are under way. */
  actionCount: column('u16'),
} as const;
