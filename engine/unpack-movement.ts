import { MotionU32 } from '../components/motion-interp.ts';
import { MotionCommand } from '../components/motion-command.ts';
import { MovementType } from '../components/move-to.ts';
import { normalizeDegrees } from './math/heading.ts';
import { moveToInterpretedState } from './motion/apply-movement.ts';
import { doMotion } from './motion/perform-movement.ts';
import { MovementParameters } from './movement-parameters.ts';
import {
  createMovementStruct,
  interruptCurrentMovement,
  moveToObject,
  performMovement,
  stickToObject,
  turnToObject,
} from './physics-object.ts';
import { stopInterpolating } from './position/interpolation-manager.ts';
import { unStick } from './position/sticky-manager.ts';
import { worldX, worldY } from './wire/cell.ts';
import { MotionFlag, type MovementData } from './wire/movement-data.ts';
import type { GaitWorld } from './world.ts';

const defaults = new MovementParameters();
const struct = createMovementStruct();

/**
 * Applies a movement event that has passed the gate (retail MovementManager::unpack_movement 0x00524440). On every type
 * the current movement is interrupted, the body lets go, and a new style is taken on; then the type's own part.
 */
export function unpackMovement(world: GaitWorld, entity: number, movement: MovementData): void {
  const { interpretedMotion, motionInterp } = world.components;
  interruptCurrentMovement(world, entity);
  unStick(world, entity);
  const { style } = movement;
  if (style !== MotionCommand.Invalid && style !== interpretedMotion.u32[entity * MotionU32.row + MotionU32.style]) {
    doMotion(world, entity, style, defaults.reset());
  }
  switch (movement.type) {
    case MovementType.Invalid:
      moveToInterpretedState(world, entity, movement.state);
      if ((movement.motionFlags & MotionFlag.StickToObject) !== 0) {
        // The places in its queue would only be walked back to when it lets go.
        stopInterpolating(world, entity);
        stickToObject(world, entity, movement.stickyObject);
      }
      motionInterp.standingLongJump[entity] = (movement.motionFlags & MotionFlag.StandingLongJump) !== 0 ? 1 : 0;
      break;
    case MovementType.MoveToObject:
    case MovementType.MoveToPosition: {
      fillParameters(movement);
      motionInterp.myRunRate[entity] = movement.runRate;
      if (movement.type === MovementType.MoveToObject && world.entityOf(movement.target) !== 0) {
        moveToObject(world, entity, movement.target, struct.parameters);
        break;
      }
      struct.type = MovementType.MoveToPosition;
      struct.x = worldX(movement.cell, movement.x);
      struct.y = worldY(movement.cell, movement.y);
      struct.z = movement.z;
      performMovement(world, entity, struct);
      break;
    }
    case MovementType.TurnToObject:
    case MovementType.TurnToHeading: {
      fillParameters(movement);
      if (movement.type === MovementType.TurnToObject) {
        if (world.entityOf(movement.target) !== 0) {
          turnToObject(world, entity, movement.target, struct.parameters);
          break;
        }
        struct.parameters.desiredHeading = normalizeDegrees(movement.heading);
      }
      struct.type = MovementType.TurnToHeading;
      performMovement(world, entity, struct);
      break;
    }
    default:
    // Types 1 to 5 have the head only.
  }
}

function fillParameters(movement: MovementData): void {
  const parameters = struct.parameters.reset();
  parameters.flags = movement.paramsFlags;
  parameters.distanceToObject = movement.distanceToObject;
  parameters.minDistance = movement.minDistance;
  parameters.failDistance = movement.failDistance;
  parameters.speed = movement.speed;
  parameters.walkRunThreshold = movement.walkRunThreshold;
  parameters.desiredHeading = normalizeDegrees(movement.desiredHeading);
}
