import { defineColumns } from './columns.ts';
import { MotionCommand } from './motion-command.ts';
import { HoldKey } from './move-to.ts';

/** Places of what a motion state asks for on its axes. */
export const MotionU32 = { style: 0, forwardCommand: 1, sidestepCommand: 2, turnCommand: 3, row: 4 } as const;

/** Places of the speeds on these axes. */
export const MotionF64 = { forwardSpeed: 0, sidestepSpeed: 1, turnSpeed: 2, row: 3 } as const;

/** Places of the keys that choose the gait: {@link HoldKey}s. */
export const HoldKeysU8 = {
  currentHoldKey: 0,
  forwardHoldKey: 1,
  sidestepHoldKey: 2,
  turnHoldKey: 3,
  row: 4,
} as const;

const motionAtFirst = { style: MotionCommand.NonCombat, forwardCommand: MotionCommand.Ready };
const speedsAtFirst = { forwardSpeed: 1, sidestepSpeed: 1, turnSpeed: 1 };

/** What the keys say (retail's RawMotionState). */
export const rawMotionColumns = defineColumns((c) => ({
  u8: c.rows('u8', HoldKeysU8, { currentHoldKey: HoldKey.None }),
  u32: c.rows('u32', MotionU32, motionAtFirst),
  f64: c.rows('f64', MotionF64, speedsAtFirst),
  /** How many actions are queued. */
  actionCount: c.u8(),
}));

/** What runs (retail's InterpretedMotionState). */
export const interpretedMotionColumns = defineColumns((c) => ({
  u32: c.rows('u32', MotionU32, motionAtFirst),
  f64: c.rows('f64', MotionF64, speedsAtFirst),
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
