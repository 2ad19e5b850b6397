import { MovementType } from '../components/move-to.ts';
import { EventCode } from './events.ts';
import { createMovementStruct, performMovement } from './physics-object.ts';
import type { GaitWorld } from './world.ts';

const struct = createMovementStruct();

/** The player is placed: the keys that are down take effect, in the order in which they were pressed. */
export function freeInput(world: GaitWorld, entity: number): void {
  const presses = world.heldInput.end();
  world.raise(EventCode.inputFreed, entity);
  for (const { command, speed, holdKey, flags } of presses) {
    world.components.motionInterp.lastMoveWasAutonomous[entity] = 1;
    struct.parameters.reset();
    struct.parameters.speed = speed;
    struct.parameters.holdKey = holdKey;
    struct.parameters.flags = flags;
    struct.type = MovementType.RawCommand;
    struct.motion = command;
    performMovement(world, entity, struct);
  }
}
