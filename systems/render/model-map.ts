import * as v from 'valibot';

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const u32 = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffffffff));
const finite = (least: number, most: number) => v.pipe(v.number(), v.finite(), v.minValue(least), v.maxValue(most));

const clipOfAnimation = v.strictObject({
  /** Id of an animation of the motion table. */
  animation: u32,
  /** Name of the glTF animation that shows it from its start to its end. */
  clip: v.optional(name),
  /** Another one for when it is played backwards, told forwards in time. Default: `clip`, backwards. */
  backwards: v.optional(name),
  /** Instead of `clip`: leads from the first picture of one glTF animation to that of another. */
  between: v.optional(v.tuple([name, name])),
  /** The part of `clip` that is shown, in seconds. Default: all of it. */
  from: v.optional(finite(0, 1e4)),
  to: v.optional(finite(0, 1e4)),
  /** Where in a loop its animation starts, as a share of it: brings other feet in step. Default 0. */
  start: v.optional(finite(0, 1)),
});

const modelMap = v.strictObject({
  /** What it is called in reports. */
  name,
  /** Name of the motion table whose bodies look so. */
  motionTable: name,
  /** Metres that one unit of the model is. Default 1. */
  scale: v.optional(finite(1e-6, 1e6), 1),
  /** The axis of the file that points up. Default y, as glTF has it. */
  up: v.optional(v.picklist(['y', 'z']), 'y'),
  /** Degrees by which the model is turned clockwise, seen from above, so that it looks ahead. Default 0. */
  yaw: v.optional(finite(-360, 360), 0),
  /** The node that carries the model along in its clips. The simulation moves bodies, so its way is taken out. */
  root: v.optional(
    v.strictObject({
      node: name,
      /**
       * 'all': every move and turn of the node along the ground, for a bone that does nothing else. 'drift': only what is
       * left between a clip's start and its end, for hips that also sway. Default all.
       */
      remove: v.optional(v.picklist(['all', 'drift']), 'all'),
    }),
  ),
  /** What shows each animation. */
  clips: v.array(clipOfAnimation),
  /** Pairs of a substate (a MotionCommand) and the clip that shows it where its animation has none. */
  substates: v.optional(v.array(v.tuple([u32, name])), []),
  /** Simulated seconds that a change of clip takes to be taken over in full. Default 0.15. */
  fade: v.optional(finite(0, 2), 0.15),
  /** Names for bones: what a game calls a bone, and the node that it is. */
  bones: v.optional(v.record(name, name), {}),
  /**
   * Names for colours: what a game calls a colour, and the column of the palette, or the material, that has it. With
   * columns, the model's one material takes its colours from a palette of one row (see docs/own-model.md).
   */
  colours: v.optional(
    v.record(name, v.union([v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)), name])),
    {},
  ),
  /** The palette's own colours as '#rrggbb', by column. */
  palette: v.optional(v.array(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i)))),
});

/** How a model is mapped to a motion table, as its file holds it. */
export type ModelMapContent = v.InferInput<typeof modelMap>;

/** The same with all defaults filled in. */
export type ModelMap = v.InferOutput<typeof modelMap>;

/**
 * Checks a model's map that comes from outside.
 *
 * @param source Named in errors, for example the file.
 * @throws Error that names the source, the place in it, what was found and what was expected.
 */
export function parseModelMap(content: unknown, source = 'model map'): ModelMap {
  const result = v.safeParse(modelMap, content);
  if (!result.success) {
    const issue = result.issues[0];
    const place = v.getDotPath(issue) ?? '(top)';
    throw new Error(`${source}: at ${place}: expected ${issue.expected ?? 'another value'}, found ${issue.received}`);
  }
  const seen = new Set<number>();
  result.output.clips.forEach(({ animation, clip, backwards, between, from, to, start }, index) => {
    const at = `${source}: at clips.${index}`;
    if (seen.has(animation)) throw new Error(`${at}.animation: animation ${animation} is there twice`);
    seen.add(animation);
    if ((clip === undefined) === (between === undefined)) throw new Error(`${at}: expected either 'clip' or 'between'`);
    if (between !== undefined && [backwards, from, to, start].some((value) => value !== undefined)) {
      throw new Error(`${at}: 'backwards', 'from', 'to' and 'start' are for 'clip', not for 'between'`);
    }
    if (from !== undefined && to !== undefined && from >= to)
      throw new Error(`${at}.to: expected more than ${from}, found ${to}`);
  });
  return result.output;
}
