import { defineColumns } from './columns.ts';
import { MotionCommand } from './motion-command.ts';
import { HoldKey } from './move-to.ts';

/** What the keys say (retail's RawMotionState). */
export const rawMotionColumns = defineColumns((c) => ({
  currentHoldKey: c.u8(HoldKey.None),
  forwardHoldKey: c.u8(HoldKey.Invalid),
  sidestepHoldKey: c.u8(HoldKey.Invalid),
  turnHoldKey: c.u8(HoldKey.Invalid),
  style: c.u32(MotionCommand.NonCombat),
  forwardCommand: c.u32(MotionCommand.Ready),
  sidestepCommand: c.u32(),
  turnCommand: c.u32(),
  forwardSpeed: c.f64(1),
  sidestepSpeed: c.f64(1),
  turnSpeed: c.f64(1),
  /** How many actions are queued. */
  actionCount: c.u8(),
}));

/** What runs (retail's InterpretedMotionState). */
export const interpretedMotionColumns = defineColumns((c) => ({
  style: c.u32(MotionCommand.NonCombat),
  forwardCommand: c.u32(MotionCommand.Ready),
  sidestepCommand: c.u32(),
  turnCommand: c.u32(),
  forwardSpeed: c.f64(1),
  sidestepSpeed: c.f64(1),
  turnSpeed: c.f64(1),
  /** How many actions are queued. */
  actionCount: c.u8(),
}));

/** The rest of the motion interpreter (retail's CMotionInterp). */
export const motionInterpColumns = defineColumns((c) => ({
  standingLongJump: c.u8(),
  /** 1 when the last move came from the mover's own input. */
  lastMoveWasAutonomous: c.u8(),
  /** 15-bit stamp of the last action taken from the server. */
  serverActionStamp: c.u16(),
  /** 0..1, how far the jump that is under way was charged. */
  jumpExtent: c.f64(),
  myRunRate: c.f64(1),
  currentSpeedFactor: c.f64(1),
}));

/** Most motions that can be pending at once; overflow has a documented outcome (engine/motion/overflow.ts). */
export const PENDING_MOTION_CAPACITY = 32;

/** Motions whose animations are not over yet, oldest first (retail's pending_motions). */
export const pendingMotionsColumns = defineColumns((c) => ({
  count: c.u8(),
  motion: c.ring('u32', PENDING_MOTION_CAPACITY, 'count'),
  /** The error that a jump gets while this motion is at the head; 0: it may jump. */
  jumpError: c.ring('u8', PENDING_MOTION_CAPACITY, 'count'),
}));
