/** Actions of an inbound state, oldest first. */
export interface InterpretedActions {
  count: number;
  /** 32-bit commands. */
  readonly command: ArrayLike<number>;
  /** 15-bit stamps. */
  readonly stamp: ArrayLike<number>;
  /** 1: an action of the mover's own. */
  readonly autonomous: ArrayLike<number>;
  readonly speed: ArrayLike<number>;
}

/** The flat state that a type-0 movement event carries (retail's InterpretedMotionState with its actions). */
export interface InterpretedState {
  currentStyle: number;
  forwardCommand: number;
  sidestepCommand: number;
  turnCommand: number;
  forwardSpeed: number;
  sidestepSpeed: number;
  turnSpeed: number;
  readonly actions: InterpretedActions;
}
