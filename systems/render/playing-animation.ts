import { NO_NODE, SequenceU8, SequenceF64 } from '../../components/sequence.ts';
import type { GaitWorld } from '../../engine/world.ts';

/** What a body's sequence plays at the time of a frame. */
export interface PlayingAnimation {
  /** Id of the animation in the motion table; 0: none. */
  animation: number;
  /** Where in the animation: 0 (its start) to 1 (its end). */
  phase: number;
}

/**
 * Writes which animation a body's sequence plays, and where in it, to `out`. The frame number of the last step is led
 * back to the time that is shown by the node's own frame rate, so figures move smoothly and no clock runs beside the
 * simulation's.
 *
 * @param alpha 0..1, as in smoothPlace.
 */
export function playingAnimation(
  world: GaitWorld,
  entity: number,
  alpha: number,
  out: PlayingAnimation,
): PlayingAnimation {
  const { sequence, motionState } = world.components;
  const sequenceBytes = entity * SequenceU8.row;
  const table = world.motionTables[motionState.table[entity]];
  const current = sequence.u8[sequenceBytes + SequenceU8.current];
  if (current === NO_NODE || current >= sequence.count[entity]) {
    out.animation = 0;
    out.phase = 0;
    return out;
  }
  const cell = current * world.stride + entity;
  const animation = sequence.animation[cell];
  const low = sequence.low[cell];
  const length = sequence.high[cell] + 1 - low;
  let frame =
    sequence.f64[entity * SequenceF64.row + SequenceF64.frame] -
    low -
    sequence.framerate[cell] * world.clock.quantum * (1 - alpha);
  if (current === sequence.count[entity] - 1) frame -= Math.floor(frame / length) * length;
  else frame = Math.min(length, Math.max(0, frame));
  out.animation = table.animationIds[animation];
  out.phase = (low + frame) / table.animationFrames[animation];
  return out;
}
