/** The legs of a wolf. */
export const legs = ['foreLeft', 'foreRight', 'hindLeft', 'hindRight'] as const;

/** Name of a leg. */
export type Leg = (typeof legs)[number];

/**
 * What a wolf's pose may say beside its legs; what is left out is 0. `lift`, `forward`, `shift`: the hips up, ahead and to
 * the right, metres. All others are degrees: `pitch` (nose up), `roll` (right side down), `yaw` (to the right) of the whole;
 * `back` bends the trunk so that its middle comes up, `bend` so that its front goes to the right; `neck` and `head` up,
 * `headTwist` to the right, `headRoll` right side down, `jaw` open, `ears` back, `tail` up, `tailSwing` to the right.
 */
const trunkNames = [
  'lift',
  'forward',
  'shift',
  'pitch',
  'roll',
  'yaw',
  'back',
  'bend',
  'neck',
  'head',
  'headTwist',
  'headRoll',
  'jaw',
  'ears',
  'tail',
  'tailSwing',
] as const;

/**
 * Of each leg: `Step` 1: it reaches for a place, 0: it follows its angles. X, Y and Z of the paw from the point on the
 * ground below the body, metres; `Pastern` and `Paw`: how far pastern and paw are turned (lower end ahead), degrees. Angles:
 * `Upper`, `Lower` (lower end ahead), `Out` (away from the body).
 */
const legParts = ['Step', 'X', 'Y', 'Z', 'Pastern', 'Paw', 'Upper', 'Lower', 'Out'] as const;

/** Name of anything that a wolf's pose may say. */
export type Channel = (typeof trunkNames)[number] | `${Leg}${(typeof legParts)[number]}`;

/** All that a pose may say. */
export const channels: readonly Channel[] = [
  ...trunkNames,
  ...legs.flatMap((leg) => legParts.map((part): Channel => `${leg}${part}`)),
];

/** Angles and lengths by name. */
export type Pose = { readonly [C in Channel]?: number };

/** A pose with other poses laid over it: what they name wins. */
export function withJoints(pose: Pose, ...over: Pose[]): Pose {
  return Object.assign({}, pose, ...over);
}
