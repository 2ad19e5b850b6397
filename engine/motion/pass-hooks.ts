import { EventCode } from '../events.ts';
import type { GaitWorld } from '../world.ts';
import { type AnimationHooks, HookDirection } from './animation-hooks.ts';

/** Most hooks that are run of one body in one step: an animation played absurdly fast must not flood the events. */
const MOST_A_STEP = 16;

let left = MOST_A_STEP;

/** Begins a body's step: as many hooks as there may be can run again. */
export function startHooks(): void {
  left = MOST_A_STEP;
}

/**
 * Runs the hooks of the frames that were left on the way from one frame to another (CPartArray's execute_hooks); the frame
 * that is reached is not among them. AnimDone is posted for the sequence, all others are told as events.
 *
 * @param from The frame that was left first.
 * @param to The frame that was reached: above `from` when playing forwards, below it backwards.
 */
export function passHooks(
  world: GaitWorld,
  entity: number,
  hooks: AnimationHooks | null,
  from: number,
  to: number,
): void {
  if (hooks === null || from === to) return;
  const { frame, name, direction } = hooks;
  const forward = to > from;
  const lowest = forward ? from : to + 1;
  const highest = forward ? to - 1 : from;
  const against = forward ? HookDirection.backward : HookDirection.forward;
  for (let index = 0; index < frame.length && left > 0; index++) {
    // Backwards the highest frame comes first.
    const hook = forward ? index : frame.length - 1 - index;
    if (frame[hook] < lowest || frame[hook] > highest || direction[hook] === against) continue;
    left--;
    if (name[hook] < 0) world.components.sequence.doneHooks[entity]++;
    else world.raise(EventCode.animationHook, entity, world.components.motionState.table[entity], name[hook]);
  }
}
