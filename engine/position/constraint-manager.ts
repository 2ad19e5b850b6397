import { OffsetKind, FrameF64 } from '../../components/frame.ts';
import { TransientState } from '../../components/transient-state.ts';
import { distanceToPoint } from '../math/frame.ts';
import type { GaitWorld } from '../world.ts';

/** Share of the leash from which on a body counts as fully constrained. */
const FULLY = 0.9;

/**
 * Ties the body to a place (retail ConstraintManager::ConstrainTo).
 *
 * @param start Metres from which on it is held back.
 * @param max Metres at which it cannot go on.
 */
export function constrainTo(
  world: GaitWorld,
  entity: number,
  x: number,
  y: number,
  z: number,
  start: number,
  max: number,
): void {
  const { constraint, frame } = world.components;
  constraint.constrained[entity] = 1;
  constraint.x[entity] = x;
  constraint.y[entity] = y;
  constraint.z[entity] = z;
  constraint.start[entity] = start;
  constraint.max[entity] = max;
  constraint.offset[entity] = distanceToPoint(frame, entity, x, y, z);
}

/** Unties the body (retail ConstraintManager::UnConstrain). */
export function unConstrain(world: GaitWorld, entity: number): void {
  world.components.constraint.constrained[entity] = 0;
}

/** Whether the leash is all but used up (retail ConstraintManager::IsFullyConstrained). */
export function isFullyConstrained(world: GaitWorld, entity: number): boolean {
  const { constraint } = world.components;
  return constraint.constrained[entity] === 1 && constraint.offset[entity] > FULLY * constraint.max[entity];
}

/** Shortens this step's offset by how far the body has gone (retail ConstraintManager::adjust_offset). */
export function constraintAdjustOffset(world: GaitWorld, entity: number): void {
  const { constraint, offsetFrame, transientState } = world.components;
  const frameRow = entity * FrameF64.row;
  if (constraint.constrained[entity] === 0) return;
  if ((offsetFrame.kind[entity] & OffsetKind.Translation) === 0) return;
  if ((transientState.bits[entity] & TransientState.Contact) !== 0) {
    const start = constraint.start[entity];
    const max = constraint.max[entity];
    const gone = constraint.offset[entity];
    const share = gone >= max ? 0 : gone > start ? (max - gone) / (max - start) : 1;
    offsetFrame.f64[frameRow + FrameF64.x] *= share;
    offsetFrame.f64[frameRow + FrameF64.y] *= share;
    offsetFrame.f64[frameRow + FrameF64.z] *= share;
  }
  const x = offsetFrame.f64[frameRow + FrameF64.x];
  const y = offsetFrame.f64[frameRow + FrameF64.y];
  const z = offsetFrame.f64[frameRow + FrameF64.z];
  constraint.offset[entity] += Math.sqrt(x * x + y * y + z * z);
}
