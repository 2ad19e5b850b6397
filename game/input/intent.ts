/**
 * What a player wants at a moment, whatever keys, sticks or fingers said it. Everything that steers a body ends here, and
 * only `PlayerControl` goes on from here.
 */
export interface Intent {
  /** 1 forward, -1 backward, 0 neither. */
  forward: -1 | 0 | 1;
  /** 1 to the right, -1 to the left. */
  sidestep: -1 | 0 | 1;
  /** 1 to the right, -1 to the left. */
  turn: -1 | 0 | 1;
  /** Compass degrees that the body is to face, as when the mouse turns it; null: where it faces now. Turns come before it. */
  facing: number | null;
  /** Compass degrees that the body is to go to, as a stick says; null: nowhere. Comes before all of the above. */
  towards: number | null;
  /** Runs instead of walking. */
  run: boolean;
}

/** An intent to stand. */
export function createIntent(): Intent {
  return { forward: 0, sidestep: 0, turn: 0, facing: null, towards: null, run: true };
}

/** Whether somebody with this intent wants to be moved. */
export function wantsToMove({ forward, sidestep, turn, towards }: Readonly<Intent>): boolean {
  return forward !== 0 || sidestep !== 0 || turn !== 0 || towards !== null;
}
