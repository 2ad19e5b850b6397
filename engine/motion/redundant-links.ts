import { CommandClass } from '../../components/motion-command.ts';
import type { GaitWorld } from '../world.ts';
import { removeLinkAnimations } from './sequence.ts';

/** Classes of motions that a substate's search does not look past while they have animations. */
const ENDS_SUBSTATE_SEARCH = 0xb0000000;
/** The same for a style's search. */
const ENDS_STYLE_SEARCH = 0x70000000;

/**
 * Takes out links that lead away from a motion and back to it (MotionTableManager::remove_redundant_links 0x0051bf20):
 * rapid toggles of gait stay bounded through this.
 *
 * From the tail, the last entry with animations is looked at; a pure substate looks back for an earlier entry of the
 * same motion that still has animations, a style for an earlier one of the same style. What came after that entry then
 * counts nothing, and as many link animations as it counted are removed.
 */
export function removeRedundantLinks(world: GaitWorld, entity: number): void {
  const { pendingAnimations } = world.components;
  const { stride } = world;
  for (let slot = pendingAnimations.count[entity] - 1; slot >= 0; slot--) {
    if (pendingAnimations.animations[slot * stride + entity] === 0) continue;
    const motion = pendingAnimations.motion[slot * stride + entity];
    const pureSubstate = isPureSubstate(motion);
    if (!pureSubstate && (motion & CommandClass.Style) === 0) return;
    const ends = pureSubstate ? ENDS_SUBSTATE_SEARCH : ENDS_STYLE_SEARCH;
    for (let earlier = slot - 1; earlier >= 0; earlier--) {
      const animations = pendingAnimations.animations[earlier * stride + entity];
      const other = pendingAnimations.motion[earlier * stride + entity];
      if (other === motion && (animations !== 0 || !pureSubstate)) {
        truncateAfter(world, entity, earlier);
        return;
      }
      if (animations !== 0 && (other & ends) !== 0) return;
    }
  }
}

/** Entries after `slot` count nothing any more, and their link animations go. */
function truncateAfter(world: GaitWorld, entity: number, slot: number): void {
  const { pendingAnimations } = world.components;
  const { stride } = world;
  let animations = 0;
  const end = pendingAnimations.count[entity] * stride + entity;
  for (let cell = (slot + 1) * stride + entity; cell < end; cell += stride) {
    animations += pendingAnimations.animations[cell];
    pendingAnimations.animations[cell] = 0;
  }
  removeLinkAnimations(world, entity, animations);
}

function isPureSubstate(motion: number): boolean {
  return (motion & CommandClass.SubState) !== 0 && (motion & CommandClass.Modifier) === 0;
}
