import { defineColumns } from './columns.ts';

/** Most animation nodes in a sequence; overflow has a documented outcome (engine/motion/overflow.ts). */
export const SEQUENCE_NODE_CAPACITY = 24;

/** Value of {@link SequenceU8.current} when no node is current. */
export const NO_NODE = 255;

/** Bits of {@link SequenceU8.moves}. */
export const SequenceMoves = { Velocity: 1, Omega: 2, NotOnlyYaw: 4 } as const;

/** Places of a sequence's numbers; a row is a cache line. */
export const SequenceF64 = {
  /** Position inside the node that plays, in frames. */
  frame: 0,
  /** Metres a second in the body's axes. */
  velocityX: 1,
  velocityY: 2,
  velocityZ: 3,
  /** Radians a second about the body's axes. */
  omegaX: 4,
  omegaY: 5,
  omegaZ: 6,
  /** How many times its model's size the body is, in a float's precision; its root motion counts as many times. */
  scale: 7,
  row: 8,
} as const;

/** Places of what a sequence is at. */
export const SequenceU8 = {
  /** Slot of the node that plays, or {@link NO_NODE}. */
  current: 0,
  /** Which of velocity and omega are not zero: sum of {@link SequenceMoves}; kept by engine/motion/sequence.ts. */
  moves: 1,
  row: 2,
} as const;

/**
 * The animations of a body, first node first; the last node is the one that loops (retail's CSequence, whose
 * first_cyclic is the tail after every operation).
 */
export const sequenceColumns = defineColumns((c) => ({
  f64: c.rows('f64', SequenceF64, { scale: 1 }),
  u8: c.rows('u8', SequenceU8, { current: NO_NODE }),
  /** Number of nodes. */
  count: c.u8(),
  /** AnimDone hooks posted by this step's update and not yet run. */
  doneHooks: c.u16(),
  /** Index of the node's animation in its motion table. */
  animation: c.ring('u16', SEQUENCE_NODE_CAPACITY, 'count'),
  low: c.ring('u16', SEQUENCE_NODE_CAPACITY, 'count'),
  high: c.ring('u16', SEQUENCE_NODE_CAPACITY, 'count'),
  /** Frames a second; negative plays backwards. */
  framerate: c.ring('f64', SEQUENCE_NODE_CAPACITY, 'count'),
}));

/** Most animations that can be pending at once. */
export const PENDING_ANIMATION_CAPACITY = 32;

/** Performed motions and how many animations each has still to play, oldest first (retail's pending_animations). */
export const pendingAnimationsColumns = defineColumns((c) => ({
  count: c.u8(),
  /** Seconds that the head has been pending. */
  waited: c.f32(),
  /** Animations done since the head was last served (retail's animation_counter). */
  counter: c.u16(),
  motion: c.ring('u32', PENDING_ANIMATION_CAPACITY, 'count'),
  animations: c.ring('u16', PENDING_ANIMATION_CAPACITY, 'count'),
}));
