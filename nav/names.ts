/** What a walk is at: the values of the column `path.status`. */
export const WalkStatus = {
  /** The body never walked, or the component was added and no goal given. */
  None: 0,
  /** Its way is still to be found: it waits for its turn. */
  Planning: 1,
  Walking: 2,
  Arrived: 3,
  Failed: 4,
  /** Something else took over, or it was stopped. */
  Cancelled: 5,
} as const;

/** Why a walk failed or was cancelled; the column `path.reason` holds the place in this list. */
export const walkReasons = [
  'none',
  /** The body stands farther from the mesh than `snap`. */
  'startOffMesh',
  /** The goal lies farther from the mesh than `snap`: in a wall, in the air, in a void. */
  'goalOffMesh',
  /** No way leads there. */
  'noWay',
  /** The way is longer than can be searched for (16,384 polygons looked at, or 4,096 to cross). */
  'tooFar',
  /** It got no nearer, and neither did other ways. */
  'stuck',
  /** The body refused to move; see the error. */
  'refused',
  /** The target is no longer in the world. */
  'targetLost',
  /** The body was given another move or turn. */
  'otherMove',
  /** A key, a `stop`, a teleport or its peer ended the move; see the error. */
  'interrupted',
  /** `stop` of the navigation, or the component was taken away. */
  'stopped',
] as const;

/** Why a walk failed or was cancelled. */
export type WalkReason = (typeof walkReasons)[number];
