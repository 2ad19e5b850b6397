import { column, ring } from './columns.ts';
import { MotionCommand } from './motion-command.ts';
import { HoldKey } from './move-to.ts';

/** What the keys say (retail's RawMotionState). */
export const rawMotionSchema = {
  currentHoldKey: column('u8', HoldKey.None),
  forwardHoldKey: column('u8', HoldKey.Invalid),
  sidestepHoldKey: column('u8', HoldKey.Invalid),
  turnHoldKey: column('u8', HoldKey.Invalid),
  style: column('u32', MotionCommand.NonCombat),
  forwardCommand: column('u32', MotionCommand.Ready),
  sidestepCommand: column('u32'),
  turnCommand: column('u32'),
  forwardSpeed: column('f64', 1),
  sidestepSpeed: column('f64', 1),
  turnSpeed: column('f64', 1),
  /** How many actions are queued. */
  actionCount: column('u8'),
} as const;

/** What runs (retail's InterpretedMotionState). */
export const interpretedMotionSchema = {
  style: column('u32', MotionCommand.NonCombat),
  forwardCommand: column('u32', MotionCommand.Ready),
  sidestepCommand: column('u32'),
  turnCommand: column('u32'),
  forwardSpeed: column('f64', 1),
  sidestepSpeed: column('f64', 1),
  turnSpeed: column('f64', 1),
  /** How many actions are queued. */
  actionCount: column('u8'),
} as const;

/** The rest of the motion interpreter (retail's CMotionInterp). */
export const motionInterpSchema = {
  standingLongJump: column('u8'),
  /** 1 when the last move came from the mover's own input. */
  lastMoveWasAutonomous: column('u8'),
  /** 15-bit stamp of the last action taken from the server. */
  serverActionStamp: column('u16'),
  /** 0..1, how far the jump that is under way was charged. */
  jumpExtent: column('f64'),
  myRunRate: column('f64', 1),
  currentSpeedFactor: column('f64', 1),
} as const;

/** Most motions that can be pending at once; overflow has a documented outcome (engine/motion/overflow.ts). */
export const PENDING_MOTION_CAPACITY = 32;

/** Motions whose animations are not over yet, oldest first (retail's pending_motions). */
export const pendingMotionsSchema = {
  count: column('u8'),
  motion: ring('u32', PENDING_MOTION_CAPACITY, 'count'),
  /** The error that a jump gets while this motion is at the head; 0: it may jump. */
  jumpError: ring('u8', PENDING_MOTION_CAPACITY, 'count'),
} as const;
