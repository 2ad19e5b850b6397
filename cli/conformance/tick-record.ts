import { MovementType } from '../../components/move-to.ts';
import { NO_NODE } from '../../components/sequence.ts';
import { frameHeading } from '../../engine/math/frame.ts';
import type { GaitWorld } from '../../engine/world.ts';
import type { TickRecord } from './types.ts';

/** What a trace says of a body at the end of a tick. */
export function tickRecord(world: GaitWorld, entity: number): TickRecord {
  const { components } = world;
  const { frame, moveTo, interpretedMotion, motionState, sequence, pendingNodes } = components;
  const table = world.motionTables[motionState.table[entity]];
  const current = sequence.current[entity];
  const slot = components.interpolation.slot[entity];
  const nodes = rows(world, entity, pendingNodes.count[entity]);
  const modifiers = rows(world, entity, motionState.modifierCount[entity]);
  const motions = rows(world, entity, components.pendingMotions.count[entity]);
  const animations = rows(world, entity, components.pendingAnimations.count[entity]);
  return {
    id: components.identity.guid[entity],
    pos: [frame.x[entity], frame.y[entity], frame.z[entity]],
    heading: frameHeading(frame, entity),
    moveType: moveTo.type[entity],
    currentCommand: moveTo.currentCommand[entity],
    auxCommand: moveTo.auxCommand[entity],
    movingAway: moveTo.movingAway[entity] === 1,
    initialized: moveTo.initialized[entity] === 1,
    nodes: nodes.map((cell) => [
      pendingNodes.type[cell],
      pendingNodes.type[cell] === MovementType.TurnToHeading ? pendingNodes.heading[cell] : 0,
    ]),
    fwd: [interpretedMotion.forwardCommand[entity], interpretedMotion.forwardSpeed[entity]],
    side: [interpretedMotion.sidestepCommand[entity], interpretedMotion.sidestepSpeed[entity]],
    turn: [interpretedMotion.turnCommand[entity], interpretedMotion.turnSpeed[entity]],
    style: interpretedMotion.style[entity],
    substate: motionState.substate[entity],
    substateMod: motionState.substateSpeed[entity],
    modifiers: modifiers.map((cell) => [motionState.modifier[cell], motionState.modifierSpeed[cell]]),
    seqVelocity: [sequence.velocityX[entity], sequence.velocityY[entity], sequence.velocityZ[entity]],
    seqOmega: [sequence.omegaX[entity], sequence.omegaY[entity], sequence.omegaZ[entity]],
    anim: current === NO_NODE ? 0 : table.animationIds[sequence.animation[current * world.stride + entity]],
    frame: sequence.frame[entity],
    pendingMotions: motions.map((cell) => components.pendingMotions.motion[cell]),
    pendingAnims: animations.map((cell) => [
      components.pendingAnimations.motion[cell],
      components.pendingAnimations.animations[cell],
    ]),
    holdKey: moveTo.holdKey[entity],
    interpNodes: slot === 0 ? 0 : world.interpolationQueues.count[slot],
    stickyTarget: components.sticky.object[entity],
  };
}

/** The cells in use of an entity's ring. */
function rows(world: GaitWorld, entity: number, count: number): number[] {
  return Array.from({ length: count }, (_, slot) => slot * world.stride + entity);
}
