/** The behaviours, most urgent first: of several that want to act, the one with the highest priority does. */
export const behaviourNames = ['flee', 'chase', 'guard', 'follow', 'patrol', 'wander', 'face', 'idle'] as const;

/** Name of a behaviour. */
export type BehaviourName = (typeof behaviourNames)[number];

/** Numbers of the behaviours: their places in {@link behaviourNames}. */
export const Kind = { flee: 0, chase: 1, guard: 2, follow: 3, patrol: 4, wander: 5, face: 6, idle: 7 } as const;

/** Behaviours that only turn or gesture: they may act while one that walks rests. */
export const STILL_KINDS = (1 << Kind.face) | (1 << Kind.idle);

/** The priorities that behaviours have unless told otherwise; 0 to 255, higher is more urgent. */
export const usualPriorities: Readonly<Record<BehaviourName, number>> = {
  flee: 80,
  chase: 70,
  guard: 60,
  follow: 50,
  patrol: 40,
  wander: 30,
  face: 20,
  idle: 10,
};

/** What a behaviour is at: the values of the columns `status`. */
export const BehaviourStatus = {
  /** The entity does not have it. */
  None: 0,
  /** Another one is more urgent, or it has nothing to do. */
  Waiting: 1,
  /** The body is its own, also while it rests: a pause of a patrol, a follower in its slot. */
  Active: 2,
} as const;

/** How the last thing that an NPC did ended: the values of the column `outcome.result`. */
export const BehaviourResult = { None: 0, Arrived: 1, Failed: 2, Lost: 3 } as const;

/** Why something failed or a target was lost; the column `outcome.reason` holds the place in this list. */
export const behaviourReasons = [
  'none',
  /** It got no nearer for six seconds. */
  'stuck',
  /** The move ended early: something else took over, or the motion was refused; see the error. */
  'interrupted',
  /** There is no way there (the answer of `navigate`). */
  'unreachable',
  /** The body refused the motion; see the error. */
  'refused',
  /** The patrol's route is not there. */
  'noRoute',
  /** The target is no longer in the world. */
  'gone',
  /** The target is too far away. */
  'far',
] as const;

/** Why something failed or a target was lost. */
export type BehaviourReason = (typeof behaviourReasons)[number];

/** The number of the first behaviour whose bit is set. */
export function lowestKind(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
