import type { MotionTableContent } from './motion-table-content.ts';

/** The hook that ends an animation for the motion that waits for it, as the end of a link does by itself (AnimDoneHook). */
export const ANIM_DONE = 'AnimDone';

/** Directions in which a hook is run, as retail's CAnimHook has them. */
export const HookDirection = { backward: -1, both: 0, forward: 1 } as const;

/** The hooks of one animation, by ascending frame. */
export interface AnimationHooks {
  readonly frame: Uint16Array;
  /** Number of the name in the table's hookNames; -1: AnimDone. */
  readonly name: Int16Array;
  readonly direction: Int8Array;
}

/** The hooks of an animation as arrays, or null when it has none; names that are not there yet are added to `names`. */
export function compileHooks(
  hooks: NonNullable<MotionTableContent['animations'][number]['hooks']>,
  names: string[],
): AnimationHooks | null {
  if (hooks.length === 0) return null;
  const sorted = [...hooks].sort((a, b) => a.frame - b.frame);
  return {
    frame: Uint16Array.from(sorted, ({ frame }) => frame),
    name: Int16Array.from(sorted, ({ hook }) => {
      if (hook === ANIM_DONE) return -1;
      if (!names.includes(hook)) names.push(hook);
      return names.indexOf(hook);
    }),
    direction: Int8Array.from(sorted, ({ direction }) => HookDirection[direction ?? 'both']),
  };
}
