/**
 * The joints of a figure, in the order in which sampled poses hold them. Angles are degrees, lengths metres at a height
 * of 1.8 m; all zero is standing straight with hanging arms. Positive is: up (`lift`), to the right (`shift`, `roll`,
 * `spineRoll`, `headRoll`: the top goes there; `twist`, `spineTwist`, `headTwist`: the face turns there), forward (`lean`,
 * `spine`, `head`: the top goes there; `arm`, `leg`: the lower end goes there), away from the body (`armOut`, `legOut`),
 * bent (`elbow`, `knee`), toes up (`foot`); `armTurn` turns the arm about its own length, so that a bent forearm goes
 * towards the other arm.
 */
export const jointNames = [
  'lift',
  'shift',
  'lean',
  'roll',
  'twist',
  'spine',
  'spineRoll',
  'spineTwist',
  'head',
  'headRoll',
  'headTwist',
  'armLeft',
  'armRight',
  'armOutLeft',
  'armOutRight',
  'armTurnLeft',
  'armTurnRight',
  'elbowLeft',
  'elbowRight',
  'legLeft',
  'legRight',
  'legOutLeft',
  'legOutRight',
  'kneeLeft',
  'kneeRight',
  'footLeft',
  'footRight',
] as const;

/** A joint's name. */
export type JointName = (typeof jointNames)[number];

/** Place of each joint in a sampled pose. */
export const Joint = Object.fromEntries(jointNames.map((name, index) => [name, index])) as Record<JointName, number>;

/** Cells of a sampled pose. */
export const POSE_CELLS = jointNames.length;

/** The poses of a kind of figure as content files hold them (content/poses). */
export interface PoseContent {
  /** What errors call it. */
  name: string;
  /** Pairs of a substate and the animation that shows it, for motion tables with animations that have no clip. */
  substates: number[][];
  /** How the animations of a motion table are shown. */
  clips: {
    /** Id of the animation that the clip shows. */
    animation: number;
    /** Frames of that animation: the keys are spread evenly over them. */
    frames: number;
    /** A loop's last key is followed by its first; otherwise the last key is at the animation's end. */
    loop: boolean;
    /** By joint: its values at the keys; one value holds for all. A joint that is left out is 0. */
    tracks: Partial<Record<string, number[]>>;
  }[];
}

/** A clip ready to be sampled. */
export interface Clip {
  readonly frames: number;
  readonly loop: boolean;
  readonly tracks: readonly { readonly joint: number; readonly keys: Float64Array }[];
}

/** The clips of a kind of figure, by animation id and by substate. */
export class PoseSet {
  /** What errors call it. */
  readonly name: string;
  private readonly byAnimation = new Map<number, Clip>();
  private readonly bySubstate = new Map<number, Clip>();

  /** @throws Error that names the place in the content that cannot be used. */
  constructor(content: PoseContent) {
    this.name = content.name;
    for (const { animation, frames, loop, tracks } of content.clips) {
      const where = `poses '${content.name}', animation ${animation}`;
      if (this.byAnimation.has(animation)) throw new Error(`${where}: is there twice`);
      if (!(frames >= 1)) throw new Error(`${where}: expected at least 1 frame, found ${frames}`);
      this.byAnimation.set(animation, {
        frames,
        loop,
        tracks: Object.entries(tracks).map(([name, values]) => {
          const joint = Joint[name as JointName];
          if (joint === undefined) throw new Error(`${where}: there is no joint '${name}'`);
          if (values === undefined || values.length === 0 || !values.every(Number.isFinite)) {
            throw new Error(`${where}, ${name}: expected a list of finite numbers`);
          }
          return { joint, keys: Float64Array.from(values) };
        }),
      });
    }
    for (const [substate, animation] of content.substates) {
      const clip = this.byAnimation.get(animation);
      if (clip === undefined) throw new Error(`poses '${content.name}': substate ${substate} has no clip ${animation}`);
      this.bySubstate.set(substate, clip);
    }
  }

  /** The clip of an animation; without one, that of the substate; without that, undefined: standing straight. */
  clip(animation: number, substate: number): Clip | undefined {
    return this.byAnimation.get(animation) ?? this.bySubstate.get(substate);
  }
}

/**
 * Writes the pose of a clip at a point of its animation to `out` (see {@link Joint}); joints that it does not move are 0.
 *
 * @param phase 0 (the animation's start) to 1 (its end); a loop goes on beyond.
 */
export function samplePose(clip: Clip, phase: number, out: Float64Array): void {
  out.fill(0);
  for (const { joint, keys } of clip.tracks) {
    out[joint] = keys.length === 1 ? keys[0] : sampleKeys(keys, clip.loop, phase);
  }
}

/** A smooth curve through the keys (Catmull-Rom). */
function sampleKeys(keys: Float64Array, loop: boolean, phase: number): number {
  const count = keys.length;
  const segments = loop ? count : count - 1;
  const position = loop ? (phase - Math.floor(phase)) * segments : Math.min(1, Math.max(0, phase)) * segments;
  const segment = Math.min(Math.floor(position), segments - 1);
  const t = position - segment;
  const b = keys[segment];
  const c = keys[(segment + 1) % count];
  const a = segment > 0 ? keys[segment - 1] : loop ? keys[count - 1] : b;
  const d = segment + 2 < count ? keys[segment + 2] : loop ? keys[(segment + 2) % count] : c;
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}
