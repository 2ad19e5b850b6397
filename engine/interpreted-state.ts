/** The flat state that a type-0 movement event carries (retail's InterpretedMotionState with its actions). */
export interface InterpretedState {
  style: number;
  forwardCommand: number;
  sidestepCommand: number;
  turnCommand: number;
  forwardSpeed: number;
  sidestepSpeed: number;
  turnSpeed: number;
  /** Number of actions, oldest first in the arrays below. */
  actionCount: number;
  readonly actionCommand: Uint32Array;
  /** 15-bit stamps. */
  readonly actionStamp: Uint16Array;
  /** 1: an action of the mover's own. */
  readonly actionAutonomous: Uint8Array;
  readonly actionSpeed: Float64Array;
}
