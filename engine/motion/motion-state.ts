import { MODIFIER_CAPACITY } from '../../components/motion-state.ts';
import type { GaitWorld } from '../world.ts';
import { motionSpeed } from './sequence.ts';

/** Modifiers of a motion state (retail's MotionState), newest first. */

/** Slot of a modifier, or -1. */
export function findModifier(world: GaitWorld, entity: number, motion: number): number {
  const { motionState } = world.components;
  const { stride } = world;
  const count = motionState.modifierCount[entity];
  for (let slot = 0; slot < count; slot++) if (motionState.modifier[slot * stride + entity] === motion) return slot;
  return -1;
}

/** Puts a modifier at the head, at the speed of motionSpeed; the caller has made room. */
export function addModifierNoCheck(world: GaitWorld, entity: number, motion: number): void {
  const { motionState } = world.components;
  const { stride } = world;
  const count = Math.min(motionState.modifierCount[entity], MODIFIER_CAPACITY - 1);
  for (let cell = count * stride + entity; cell > entity; cell -= stride) {
    motionState.modifier[cell] = motionState.modifier[cell - stride];
    motionState.modifierSpeed[cell] = motionState.modifierSpeed[cell - stride];
  }
  motionState.modifier[entity] = motion;
  motionState.modifierSpeed[entity] = motionSpeed[0];
  motionState.modifierCount[entity] = count + 1;
}

/** Takes the modifier in a slot out. */
export function removeModifier(world: GaitWorld, entity: number, slot: number): void {
  const { motionState } = world.components;
  const { stride } = world;
  const last = motionState.modifierCount[entity] - 1;
  for (let cell = slot * stride + entity; cell < last * stride + entity; cell += stride) {
    motionState.modifier[cell] = motionState.modifier[cell + stride];
    motionState.modifierSpeed[cell] = motionState.modifierSpeed[cell + stride];
  }
  motionState.modifierCount[entity] = last;
}
