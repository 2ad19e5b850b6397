import * as v from 'valibot';
import { issueText, requireParsed } from '../content-issue.ts';

const finite = (bound: number) => v.pipe(v.number(), v.finite(), v.minValue(-bound), v.maxValue(bound));
const u32 = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffffffff));
const frameNumber = v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(0xfffe));
const vector = v.tuple([finite(1e4), finite(1e4), finite(1e4)]);

const animationEntry = v.object({
  /** Id of the animation. */
  anim: u32,
  /** First frame. */
  low: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xfffe)),
  /** Last frame; -1: the animation's last. */
  high: frameNumber,
  /** Frames a second. */
  framerate: finite(1e4),
});

const motionData = {
  bitfield: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xff)),
  /** Metres a second in the body's axes. */
  velocity: vector,
  /** Radians a second about the body's axes. */
  omega: vector,
  anims: v.pipe(v.array(animationEntry), v.maxLength(4)),
};

const animation = v.object({
  id: u32,
  frames: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(0xffff)),
  /** Root motion: what each frame adds. */
  posFrames: v.optional(v.array(v.object({ origin: vector, yawDegrees: finite(1e6) }))),
  /** What is told when the animation passes a frame; `AnimDone` ends the animation for the motion that waits for it. */
  hooks: v.optional(
    v.pipe(
      v.array(
        v.object({
          /** The frame that is left. */
          frame: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xfffe)),
          hook: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
          /** Playing forwards only, backwards only, or either. Default both. */
          direction: v.optional(v.picklist(['both', 'forward', 'backward'])),
        }),
      ),
      v.maxLength(64),
    ),
  ),
});

const motionTable = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  defaultStyle: u32,
  /** Pairs of a style and its default substate. */
  styleDefaults: v.pipe(v.array(v.tuple([u32, u32])), v.minLength(1)),
  animations: v.pipe(v.array(animation), v.maxLength(0xffff)),
  cycles: v.array(v.object({ style: u32, motion: u32, ...motionData })),
  modifiers: v.array(v.object({ style: u32, motion: u32, ...motionData })),
  links: v.array(v.object({ style: u32, from: u32, to: u32, ...motionData })),
});

/** A motion table as content files hold it. */
export type MotionTableContent = v.InferOutput<typeof motionTable>;

/** What a cycle, modifier or link does, as content files hold it. */
export type MotionDataContent = Pick<MotionTableContent['cycles'][number], 'bitfield' | 'velocity' | 'omega' | 'anims'>;

/**
 * Checks a motion table that comes from outside.
 *
 * @param source Named in errors, for example the file.
 * @throws Error that names the source, the place in it, what was found and what was expected.
 */
export function parseMotionTable(content: unknown, source = 'motion table'): MotionTableContent {
  requireParsed(source, content, 'a motion table');
  const result = v.safeParse(motionTable, content);
  if (!result.success) throw new Error(`${source}: at ${issueText(motionTable, result.issues)}`);
  checkReferences(result.output, source);
  return result.output;
}

function checkReferences(table: MotionTableContent, source: string): void {
  const frames = new Map<number, number>();
  table.animations.forEach((entry, index) => {
    if (frames.has(entry.id))
      throw new Error(`${source}: at animations.${index}.id: animation ${entry.id} is there twice`);
    frames.set(entry.id, entry.frames);
    if (entry.posFrames !== undefined && entry.posFrames.length !== 0 && entry.posFrames.length !== entry.frames) {
      throw new Error(
        `${source}: at animations.${index}.posFrames: expected one for each of ${entry.frames} frames, found ${entry.posFrames.length}`,
      );
    }
    entry.hooks?.forEach(({ frame, direction }, position) => {
      // Retail runs a frame's hooks when it is left for another of the same animation.
      const first = direction === 'backward' ? 1 : 0;
      const last = direction === 'backward' ? entry.frames - 1 : entry.frames - 2;
      if (frame < first || frame > last) {
        throw new Error(
          `${source}: at animations.${index}.hooks.${position}.frame: expected ${first} to ${last}, as an animation's end runs no hooks; found ${frame}`,
        );
      }
    });
  });
  const styles = new Map(table.styleDefaults);
  if (!styles.has(table.defaultStyle)) {
    throw new Error(`${source}: at defaultStyle: expected one of styleDefaults, found ${table.defaultStyle}`);
  }
  table.styleDefaults.forEach(([style, substate], index) => {
    const cycle = table.cycles.find((entry) => entry.style === style && entry.motion === substate);
    if (cycle === undefined || cycle.anims.length === 0) {
      throw new Error(
        `${source}: at styleDefaults.${index}: expected a cycle with an animation for style ${style} and substate ${substate}, found none`,
      );
    }
  });
  for (const kind of ['cycles', 'modifiers', 'links'] as const) {
    table[kind].forEach((motion, index) => {
      motion.anims.forEach((entry, position) => {
        const place = `${source}: at ${kind}.${index}.anims.${position}`;
        const count = frames.get(entry.anim);
        if (count === undefined)
          throw new Error(`${place}.anim: expected an animation of this table, found ${entry.anim}`);
        const high = entry.high < 0 ? count - 1 : entry.high;
        if (high >= count) throw new Error(`${place}.high: expected at most ${count - 1}, found ${entry.high}`);
        if (entry.low > high) throw new Error(`${place}.low: expected at most ${high}, found ${entry.low}`);
      });
    });
  }
}
