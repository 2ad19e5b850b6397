import { MovementType } from '../../components/move-to.ts';
import type { GaitWorld } from '../world.ts';

/** Appends a turn (MoveToManager::AddTurnToHeadingNode 0x00529530). @param heading Degrees. */
export function addTurnToHeadingNode(world: GaitWorld, entity: number, heading: number): void {
  append(world, entity, MovementType.TurnToHeading, heading);
}

/** Appends a walk to the target (MoveToManager::AddMoveToPositionNode 0x00529580). */
export function addMoveToPositionNode(world: GaitWorld, entity: number): void {
  append(world, entity, MovementType.MoveToPosition, 0);
}

function append(world: GaitWorld, entity: number, type: number, heading: number): void {
  const { pendingNodes } = world.components;
  const count = pendingNodes.count[entity];
  const cell = count * world.stride + entity;
  pendingNodes.type[cell] = type;
  pendingNodes.heading[cell] = heading;
  pendingNodes.count[entity] = count + 1;
}

/** Takes the first node out (MoveToManager::RemovePendingActionsHead 0x00529380). */
export function removePendingActionsHead(world: GaitWorld, entity: number): void {
  const { pendingNodes } = world.components;
  const count = pendingNodes.count[entity];
  if (count === 0) return;
  const { stride } = world;
  for (let slot = 1, cell = entity; slot < count; slot++, cell += stride) {
    pendingNodes.type[cell] = pendingNodes.type[cell + stride];
    pendingNodes.heading[cell] = pendingNodes.heading[cell + stride];
  }
  pendingNodes.count[entity] = count - 1;
}
