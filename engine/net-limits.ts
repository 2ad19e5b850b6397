/** Limits that no option changes. */
export const NetLimits = {
  /** Records that are handed to the gate at once. */
  batch: 16,
  /** Records that may be held for bodies that are not there yet: in all, and for one guid. */
  held: 2048,
  heldPerGuid: 16,
  /** Seconds that a record is held. */
  heldTime: 10,
  /** Objects without a place of which something is remembered. */
  absent: 8192,
} as const;
