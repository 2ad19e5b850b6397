import { MODIFIER_CAPACITY } from '../../components/motion-state.ts';
import type { GaitWorld } from '../world.ts';

/** Modifiers of a motion state (retail's MotionState), newest first. */

/** Slot of a modifier, or -1. */
export function findModifier(world: GaitWorld, entity: number, motion: number): number {
  const { motionState } = world.components;
  const base = entity * MODIFIER_CAPACITY;
  const count = motionState.modifierCount[entity];
  for (let slot = 0; slot < count; slot++) if (motionState.modifier[base + slot] === motion) return slot;
  return -1;
}

/** Puts a modifier at the head; the caller has made room. */
export function addModifierNoCheck(world: GaitWorld, entity: number, motion: number, speed: number): void {
  const { motionState } = world.components;
  const base = entity * MODIFIER_CAPACITY;
  const count = Math.min(motionState.modifierCount[entity], MODIFIER_CAPACITY - 1);
  for (let slot = count; slot > 0; slot--) {
    motionState.modifier[base + slot] = motionState.modifier[base + slot - 1];
    motionState.modifierSpeed[base + slot] = motionState.modifierSpeed[base + slot - 1];
  }
  motionState.modifier[base] = motion;
  motionState.modifierSpeed[base] = speed;
  motionState.modifierCount[entity] = count + 1;
}

/** Takes the modifier in a slot out. */
export function removeModifier(world: GaitWorld, entity: number, slot: number): void {
  const { motionState } = world.components;
  const base = entity * MODIFIER_CAPACITY;
  const last = motionState.modifierCount[entity] - 1;
  for (let cell = base + slot; cell < base + last; cell++) {
    motionState.modifier[cell] = motionState.modifier[cell + 1];
    motionState.modifierSpeed[cell] = motionState.modifierSpeed[cell + 1];
  }
  motionState.modifierCount[entity] = last;
}
