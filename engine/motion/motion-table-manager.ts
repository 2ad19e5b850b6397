import { SequenceU8 } from '../../components/sequence.ts';
import { CommandClass, MotionCommand } from '../../components/motion-command.ts';
import { MovementError } from '../../components/move-to.ts';
import type { GaitWorld } from '../world.ts';
import {
  getObjectSequence,
  NO_SEQUENCE,
  setDefaultState,
  stopObjectCompletely,
  stopSequenceMotion,
} from './object-sequence.ts';
import { reportOverflow } from './overflow-report.ts';
import { removeRedundantLinks } from './redundant-links.ts';
import { removeAllLinkAnimations } from './sequence.ts';

/** The body's motion-table manager: it performs motions and keeps what is pending (retail's MotionTableManager). */

/** Performs a motion at `requestedSpeed`. Answers a MovementError; NoMotionTableData when the table has no rule for it. */
export function performMotion(world: GaitWorld, entity: number, motion: number): number {
  const animations = getObjectSequence(world, entity, motion, false);
  if (animations === NO_SEQUENCE) return MovementError.NoMotionTableData;
  addToQueue(world, entity, motion, animations);
  return MovementError.None;
}

/** Ends a motion. Answers a MovementError; NoMotionTableData when it does not run. */
export function stopMotion(world: GaitWorld, entity: number, motion: number): number {
  const animations = stopSequenceMotion(world, entity, motion);
  if (animations === NO_SEQUENCE) return MovementError.NoMotionTableData;
  addToQueue(world, entity, MotionCommand.Ready, animations);
  return MovementError.None;
}

/** Ends everything. */
export function stopTableCompletely(world: GaitWorld, entity: number): void {
  const animations = stopObjectCompletely(world, entity);
  addToQueue(world, entity, MotionCommand.Ready, Math.max(0, animations));
}

/** The table's default state, with a Ready pending (MotionTableManager::initialize_state). */
export function initializeState(world: GaitWorld, entity: number): void {
  const animations = setDefaultState(world, entity);
  addToQueue(world, entity, MotionCommand.Ready, animations);
}

/** Seconds that a motion may be pending behind an animation that does not get on. */
const MOST_WAITED = 30;
/** Seconds that an animation may last to count as getting on. */
const LONGEST_ANIMATION = 60;

/**
 * A link at a speed of (nearly) nothing never ends, and what is pending would wait for ever: after half a minute all
 * links are removed and what is pending ends with success false, as when a ring is full. An animation that lasts long but
 * does end is waited for.
 */
export function endWhatNeverEnds(world: GaitWorld, entity: number): void {
  const { pendingAnimations, sequence } = world.components;
  const sequenceBytes = entity * SequenceU8.row;
  if (pendingAnimations.count[entity] === 0) return;
  pendingAnimations.waited[entity] += world.clock.quantum;
  if (pendingAnimations.waited[entity] <= MOST_WAITED) return;
  pendingAnimations.waited[entity] = 0;
  const current = sequence.u8[sequenceBytes + SequenceU8.current];
  const cell = current * world.stride + entity;
  const endless =
    sequence.count[entity] <= 1 ||
    (sequence.high[cell] + 1 - sequence.low[cell]) / Math.abs(sequence.framerate[cell]) > LONGEST_ANIMATION;
  if (!endless) return;
  reportOverflow(world, entity, 'pendingAnimations');
  removeLinkAnimationsAndEndPending(world, entity);
}

/** Appends to the pending animations (MotionTableManager::add_to_queue 0x0051bfe0); the caller has made room. */
function addToQueue(world: GaitWorld, entity: number, motion: number, animations: number): void {
  const { pendingAnimations, sequence } = world.components;
  const count = pendingAnimations.count[entity];
  const cell = count * world.stride + entity;
  pendingAnimations.motion[cell] = motion;
  // Never more than can still play: links that a full list has lost must not be waited for.
  pendingAnimations.animations[cell] = Math.min(animations, Math.max(0, sequence.count[entity] - 1));
  pendingAnimations.count[entity] = count + 1;
  removeRedundantLinks(world, entity);
}

/**
 * An animation has ended: counts it, and every pending motion whose animations are thereby over is done
 * (MotionTableManager::AnimationDone).
 */
export function animationDone(world: GaitWorld, entity: number, success: boolean): void {
  const { pendingAnimations } = world.components;
  if (pendingAnimations.count[entity] === 0) return;
  pendingAnimations.counter[entity]++;
  while (
    pendingAnimations.count[entity] > 0 &&
    pendingAnimations.animations[entity] <= pendingAnimations.counter[entity]
  ) {
    pendingAnimations.counter[entity] -= pendingAnimations.animations[entity];
    endHead(world, entity, success);
  }
  if (pendingAnimations.count[entity] === 0) pendingAnimations.counter[entity] = 0;
}

/** Ends the leading pending motions that have no animations to play (MotionTableManager::CheckForCompletedMotions). */
export function checkForCompletedMotions(world: GaitWorld, entity: number): void {
  const { pendingAnimations } = world.components;
  while (pendingAnimations.count[entity] > 0 && pendingAnimations.animations[entity] === 0)
    endHead(world, entity, true);
}

/**
 * Removes every link animation and ends every pending animation with success false, so that each motion is told of
 * (CPhysicsObj::RemoveLinkAnimations).
 */
export function removeLinkAnimationsAndEndPending(world: GaitWorld, entity: number): void {
  const { pendingAnimations } = world.components;
  removeAllLinkAnimations(world, entity);
  while (pendingAnimations.count[entity] > 0) endHead(world, entity, false);
  pendingAnimations.counter[entity] = 0;
}

/** Takes the head out, with its action if it is one, and tells that it is done. The call re-enters. */
function endHead(world: GaitWorld, entity: number, success: boolean): void {
  const { pendingAnimations, motionState } = world.components;
  const motion = pendingAnimations.motion[entity];
  const { stride } = world;
  const count = pendingAnimations.count[entity];
  for (let slot = 1, cell = entity; slot < count; slot++, cell += stride) {
    pendingAnimations.motion[cell] = pendingAnimations.motion[cell + stride];
    pendingAnimations.animations[cell] = pendingAnimations.animations[cell + stride];
  }
  pendingAnimations.count[entity] = count - 1;
  pendingAnimations.waited[entity] = 0;
  if ((motion & CommandClass.Action) !== 0 && motionState.actionCount[entity] > 0) motionState.actionCount[entity]--;
  world.hub.motionDone(world, entity, motion, success);
}
