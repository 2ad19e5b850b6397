import { indexFromCommand } from '../components/motion-command.ts';
import { InterpretedFlag } from '../engine/wire/interpreted-motion-state.ts';
import { MotionFlag, type MovementData } from '../engine/wire/movement-data.ts';
import { Opcode } from '../engine/wire/opcodes.ts';
import { ByteReader } from '../engine/wire/reader.ts';
import { decodeUpdateMotion, UpdateMotion } from '../engine/wire/update-motion.ts';
import type { MotionMessages } from './wire-messages.ts';

/** The sum of all fields of the messages as the codec reads them: what a walk must come to. */
export function sumOfFields(messages: MotionMessages): number {
  const reader = new ByteReader();
  const message = new UpdateMotion();
  let sum = 0;
  for (const bytes of messages.views) {
    if (!decodeUpdateMotion(reader.reset(bytes), message)) return Number.NaN;
    sum += Opcode.UpdateMotion + message.guid + message.instanceStamp + sumOfMovement(message.movement);
  }
  return sum;
}

function sumOfMovement(movement: MovementData): number {
  const head = movement.movementStamp + movement.serverControlStamp + (movement.autonomous ? 1 : 0) + movement.type;
  return head + movement.motionFlags + indexFromCommand(movement.style) + sumOfPayload(movement);
}

function sumOfPayload(movement: MovementData): number {
  switch (movement.type) {
    case 0:
      return sumOfState(movement);
    case 6:
    case 7: {
      const { cell, x, y, z, paramsFlags, distanceToObject, minDistance, failDistance } = movement;
      const place = (movement.type === 6 ? movement.target : 0) + cell + x + y + z;
      const distances = paramsFlags + distanceToObject + minDistance + failDistance;
      return (
        place + distances + movement.speed + movement.walkRunThreshold + movement.desiredHeading + movement.runRate
      );
    }
    default: {
      const target = movement.type === 8 ? movement.target + movement.heading : 0;
      return target + movement.paramsFlags + movement.speed + movement.desiredHeading;
    }
  }
}

function sumOfState({ state, motionFlags, stickyObject }: MovementData): number {
  const { flags, actions } = state;
  let sum = flags + actions.count * 128;
  if ((flags & InterpretedFlag.Style) !== 0) sum += indexFromCommand(state.currentStyle);
  if ((flags & InterpretedFlag.ForwardCommand) !== 0) sum += indexFromCommand(state.forwardCommand);
  if ((flags & InterpretedFlag.SidestepCommand) !== 0) sum += indexFromCommand(state.sidestepCommand);
  if ((flags & InterpretedFlag.TurnCommand) !== 0) sum += indexFromCommand(state.turnCommand);
  if ((flags & InterpretedFlag.ForwardSpeed) !== 0) sum += state.forwardSpeed;
  if ((flags & InterpretedFlag.SidestepSpeed) !== 0) sum += state.sidestepSpeed;
  if ((flags & InterpretedFlag.TurnSpeed) !== 0) sum += state.turnSpeed;
  for (let index = 0; index < actions.count; index++) {
    sum += indexFromCommand(actions.command[index]) + actions.stamp[index] + actions.autonomous[index] * 0x8000;
    sum += actions.speed[index];
  }
  return (motionFlags & MotionFlag.StickToObject) !== 0 ? sum + stickyObject : sum;
}
