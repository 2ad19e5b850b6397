import { defineColumns } from './columns.ts';

/** Bits of the transient state (retail's TransientState), as the last sweep left them. */
export const TransientState = {
  /** Touches something. */
  Contact: 0x1,
  /** Stands on something that can be walked on. */
  OnWalkable: 0x2,
  /** Slid along something in the last sweep. */
  Sliding: 0x4,
  /** In the list of bodies that are stepped. */
  Active: 0x80,
} as const;

/** The transient-state bits of a body. */
export const transientStateColumns = defineColumns((c) => ({ bits: c.u32() }));
