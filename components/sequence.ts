import { defineColumns } from './columns.ts';

/** Most animation nodes in a sequence; overflow has a documented outcome (engine/motion/overflow.ts). */
export const SEQUENCE_NODE_CAPACITY = 24;

/** Value of {@link sequenceColumns.current} when no node is current. */
export const NO_NODE = 255;

/** Bits of {@link sequenceColumns.moves}. */
export const SequenceMoves = { Velocity: 1, Omega: 2, NotOnlyYaw: 4 } as const;

/**
 * The animations of a body, first node first; the last node is the one that loops (retail's CSequence, whose
 * first_cyclic is the tail after every operation).
 */
export const sequenceColumns = defineColumns((c) => ({
  /** Metres a second in the body's axes. */
  velocityX: c.f64(),
  velocityY: c.f64(),
  velocityZ: c.f64(),
  /** Radians a second about the body's axes. */
  omegaX: c.f64(),
  omegaY: c.f64(),
  omegaZ: c.f64(),
  /** Which of velocity and omega are not zero: sum of {@link SequenceMoves}; kept by engine/motion/sequence.ts. */
  moves: c.u8(),
  /** Number of nodes. */
  count: c.u8(),
  /** Slot of the node that plays, or {@link NO_NODE}. */
  current: c.u8(NO_NODE),
  /** AnimDone hooks posted by this step's update and not yet run. */
  doneHooks: c.u16(),
  /** Position inside the node that plays, in frames. */
  frame: c.f64(),
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
