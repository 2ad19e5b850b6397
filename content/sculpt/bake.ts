import type { ModelClip } from './glb.ts';
import type { Stance } from './rig.ts';
import { alike, type Quaternion, type Vector } from './vector.ts';

/** Angles and lengths by name; what is left out is 0. */
type Values = { readonly [name: string]: number | undefined };

/** What the poses of a creature are made of. */
export interface PoseKind<Pose extends Values> {
  readonly channels: readonly (keyof Pose & string)[];
  stance(pose: Pose): Stance;
  /** Names of channels that say whether a leg reaches for a place: poses that differ in them are not mixed number by number. */
  readonly reaches: readonly (keyof Pose & string)[];
}

/** What an animation shows: a gait, or poses through which it goes at even times. */
export interface Animated<Pose extends Values> {
  readonly name: string;
  readonly frames: number;
  /** A loop ends where it starts. */
  readonly loop: boolean;
  readonly motion: ((phase: number) => Pose) | readonly Pose[];
}

/** Frames a second of all animations. */
const RATE = 30;
/** Animations of more frames than these need no key for each of them. */
const LONG = 24;

/** Whether an animation only leads from one loop's start to another's: it needs no clip of its own. */
export function isPlainLink({ loop, motion }: Pick<Animated<Values>, 'loop' | 'motion'>): boolean {
  return !loop && typeof motion !== 'function' && motion.length === 2;
}

/** The keys of an animation. */
export function bake<Pose extends Values>(animation: Animated<Pose>, kind: PoseKind<Pose>): ModelClip {
  const { name, frames } = animation;
  const every = frames <= LONG ? 1 : frames % 3 === 0 ? 3 : 2;
  const count = Math.ceil(frames / every);
  const keys = Array.from({ length: count + 1 }, (_, key) => stanceAt(animation, key / count, kind));
  const first = JSON.stringify(keys[0]);
  if (keys.every((key) => JSON.stringify(key) === first))
    return { name, step: frames / RATE, keys: [keys[0], keys[0]] };
  return { name, step: frames / count / RATE, keys };
}

/** The stance of an animation at a point of it, 0 (its start) to 1 (its end). */
export function stanceAt<Pose extends Values>(
  { motion }: Pick<Animated<Pose>, 'motion'>,
  phase: number,
  { channels, stance, reaches }: PoseKind<Pose>,
): Stance {
  if (typeof motion === 'function') return stance(motion(phase));
  const last = motion.length - 1;
  const segment = Math.min(Math.floor(phase * last), last - 1);
  const share = phase * last - segment;
  const four = [-1, 0, 1, 2].map((by) => motion[Math.min(Math.max(segment + by, 0), last)]);
  const reachOf = (pose: Pose): string => reaches.map((name) => pose[name] ?? 0).join();
  if (four.every((pose) => reachOf(pose) === reachOf(four[0]))) {
    const between: Record<string, number> = {};
    for (const name of channels)
      between[name] = curve(
        four.map((pose) => pose[name] ?? 0),
        share,
      );
    return stance(between as Pose);
  }
  // Feet that are put somewhere do not go over into feet that hang: here the bones themselves follow the curve.
  const stances = four.map((pose) => stance(pose));
  return {
    root: [0, 1, 2].map((axis) =>
      curve(
        stances.map(({ root }) => root[axis]),
        share,
      ),
    ) as unknown as Vector,
    turns: stances[1].turns.map((near, bone) => {
      const turns = stances.map(({ turns: all }) => alike(all[bone], near));
      const sum = [0, 1, 2, 3].map((part) =>
        curve(
          turns.map((turn) => turn[part]),
          share,
        ),
      );
      const long = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
      return sum.map((value) => value / long) as unknown as Quaternion;
    }),
  };
}

/** A smooth curve through four values (Catmull-Rom), between the second and the third. */
function curve([a, b, c, d]: readonly number[], t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/** The entries of a model's map: which clip shows which animation. */
export function clipEntries(
  animations: readonly (Pick<Animated<Values>, 'name' | 'loop' | 'motion'> & { id: number })[],
  otherWay: Readonly<Record<string, string>> = {},
): { animation: number; clip?: string; backwards?: string; between?: [string, string] }[] {
  return animations.map((animation) => {
    const { id, name } = animation;
    if (!isPlainLink(animation)) {
      return { animation: id, clip: name, ...(name in otherWay ? { backwards: otherWay[name] } : {}) };
    }
    // A plain link is called after the two loops that it joins: standToWalk.
    const [from, to] = name.split('To');
    return { animation: id, between: [from, to[0].toLowerCase() + to.slice(1)] };
  });
}
