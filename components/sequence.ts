import { column, ring } from './columns.ts';

/** Most animation nodes in a sequence; overflow has a documented outcome (engine/motion/overflow.ts). */
export const SEQUENCE_NODE_CAPACITY = 24;

/** Value of {@link sequenceSchema.current} when no node is current. */
export const NO_NODE = 255;

/** Bits of {@link sequenceSchema.moves}. */
export const SequenceMoves = { Velocity: 1, Omega: 2, NotOnlyYaw: 4 } as const;

/**
 * The animations of a body, first node first; the last node is the one that loops (retail's CSequence, whose
 * first_cyclic is the tail after every operation).
 */
export const sequenceSchema = {
  /** Metres a second in the body's axes. */
  velocityX: column('f64'),
  velocityY: column('f64'),
  velocityZ: column('f64'),
  /** Radians a second about the body's axes. */
  omegaX: column('f64'),
  omegaY: column('f64'),
  omegaZ: column('f64'),
  /** Which of velocity and omega are not zero: sum of {@link SequenceMoves}; kept by engine/motion/sequence-physics.ts. */
  moves: column('u8'),
  /** Number of nodes. */
  count: column('u8'),
  /** Slot of the node that plays, or {@link NO_NODE}. */
  current: column('u8', NO_NODE),
  /** AnimDone hooks posted by this step's update and not yet run. */
  doneHooks: column('u16'),
  /** Position inside the node that plays, in frames. */
  frame: column('f64'),
  /** Index of the node's animation in its motion table. */
  animation: ring('u16', SEQUENCE_NODE_CAPACITY, 'count'),
  low: ring('u16', SEQUENCE_NODE_CAPACITY, 'count'),
  high: ring('u16', SEQUENCE_NODE_CAPACITY, 'count'),
  /** Frames a second; negative plays backwards. */
  framerate: ring('f64', SEQUENCE_NODE_CAPACITY, 'count'),
} as const;

/** Most animations that can be pending at once. */
export const PENDING_ANIMATION_CAPACITY = 32;

/** Performed motions and how many animations each has still to play, oldest first (retail's pending_animations). */
export const pendingAnimationsSchema = {
  count: column('u8'),
  /** Animations done since the head was last served (retail's animation_counter). */
  counter: column('u16'),
  motion: ring('u32', PENDING_ANIMATION_CAPACITY, 'count'),
  animations: ring('u16', PENDING_ANIMATION_CAPACITY, 'count'),
} as const;
