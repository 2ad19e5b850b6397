/** How the parts of our messages map to the field names of the wire vectors. */

import { commandFromIndex, indexFromCommand } from '../../components/motion-command.ts';
import type { ClientStamps } from '../../engine/wire/client-action.ts';
import { InterpretedFlag } from '../../engine/wire/interpreted-motion-state.ts';
import { FLOAT_MAX } from '../../engine/wire/limits.ts';
import type { MotionActions } from '../../engine/wire/motion-actions.ts';
import { MotionFlag, WireMovementType } from '../../engine/wire/movement-data.ts';
import { Opcode } from '../../engine/wire/opcodes.ts';
import { RawFlag, type RawMotionState } from '../../engine/wire/raw-motion-state.ts';
import { UpdateMotion } from '../../engine/wire/update-motion.ts';
import type { WirePosition } from '../../engine/wire/wire-position.ts';
import { type Fields, isFields, number, numberOr, numbers, object, yes } from './wire-fields.ts';

export function fieldsOfUpdateMotion(message: UpdateMotion): Fields {
  const movement = message.movement;
  const fields: Fields = {
    opcode: Opcode.UpdateMotion,
    guid: message.guid,
    instanceSequence: message.instanceStamp,
    movementSequence: movement.movementStamp,
    serverControlSequence: movement.serverControlStamp,
    autonomous: movement.autonomous,
    movementType: movement.type,
    motionFlags: movement.motionFlags,
    style: movement.style,
    styleWire: indexFromCommand(movement.style),
  };
  const turnParams: Fields = {
    flags: movement.paramsFlags,
    speed: movement.speed,
    desiredHeading: movement.desiredHeading,
  };
  switch (movement.type) {
    case WireMovementType.InterpretedState: {
      const state = movement.state;
      const given = (flag: number, value: number): number | null => (state.flags & flag ? value : null);
      fields.stickyObject = movement.motionFlags & MotionFlag.StickToObject ? movement.stickyObject : null;
      fields.standingLongJump = (movement.motionFlags & MotionFlag.StandingLongJump) !== 0;
      fields.state = {
        flagsWord: state.flags | (state.actions.count << 7),
        currentStyle: given(InterpretedFlag.Style, state.currentStyle),
        forwardCommand: given(InterpretedFlag.ForwardCommand, state.forwardCommand),
        sidestepCommand: given(InterpretedFlag.SidestepCommand, state.sidestepCommand),
        turnCommand: given(InterpretedFlag.TurnCommand, state.turnCommand),
        forwardSpeed: given(InterpretedFlag.ForwardSpeed, state.forwardSpeed),
        sidestepSpeed: given(InterpretedFlag.SidestepSpeed, state.sidestepSpeed),
        turnSpeed: given(InterpretedFlag.TurnSpeed, state.turnSpeed),
        commands: fieldsOfActions(state.actions),
      };
      break;
    }
    case WireMovementType.MoveToObject:
    case WireMovementType.MoveToPosition:
      if (movement.type === WireMovementType.MoveToObject) fields.target = movement.target;
      fields.origin = { cell: movement.cell, position: [movement.x, movement.y, movement.z] };
      fields.params = {
        ...turnParams,
        distanceToObject: movement.distanceToObject,
        minDistance: movement.minDistance,
        failDistance: movement.failDistance === FLOAT_MAX ? null : movement.failDistance,
        walkRunThreshold: movement.walkRunThreshold,
      };
      fields.runRate = movement.runRate;
      break;
    case WireMovementType.TurnToObject:
      fields.target = movement.target;
      fields.wireHeading = movement.heading;
      fields.params = turnParams;
      break;
    case WireMovementType.TurnToHeading:
      fields.params = turnParams;
      break;
  }
  return fields;
}

export function updateMotionOf(fields: Fields): UpdateMotion {
  const message = new UpdateMotion();
  const movement = message.movement;
  message.guid = number(fields, 'guid');
  message.instanceStamp = number(fields, 'instanceSequence');
  movement.movementStamp = number(fields, 'movementSequence');
  movement.serverControlStamp = number(fields, 'serverControlSequence');
  movement.autonomous = yes(fields, 'autonomous');
  movement.type = number(fields, 'movementType');
  movement.motionFlags = number(fields, 'motionFlags');
  movement.style = numberOr(fields, 'style', commandFromIndex(numberOr(fields, 'styleWire', 0)));
  if (movement.type === WireMovementType.InterpretedState) {
    const theirs = object(fields, 'state');
    const state = movement.state;
    state.flags = number(theirs, 'flagsWord') & 0x7f;
    state.currentStyle = numberOr(theirs, 'currentStyle', state.currentStyle);
    state.forwardCommand = numberOr(theirs, 'forwardCommand', state.forwardCommand);
    state.sidestepCommand = numberOr(theirs, 'sidestepCommand', state.sidestepCommand);
    state.turnCommand = numberOr(theirs, 'turnCommand', state.turnCommand);
    state.forwardSpeed = numberOr(theirs, 'forwardSpeed', state.forwardSpeed);
    state.sidestepSpeed = numberOr(theirs, 'sidestepSpeed', state.sidestepSpeed);
    state.turnSpeed = numberOr(theirs, 'turnSpeed', state.turnSpeed);
    fillActions(state.actions, theirs);
    movement.stickyObject = numberOr(fields, 'stickyObject', 0);
    return message;
  }
  if (movement.type < WireMovementType.MoveToObject) return message;
  movement.target = numberOr(fields, 'target', 0);
  movement.heading = numberOr(fields, 'wireHeading', 0);
  const params = object(fields, 'params');
  movement.paramsFlags = number(params, 'flags');
  movement.speed = number(params, 'speed');
  movement.desiredHeading = number(params, 'desiredHeading');
  if (movement.type === WireMovementType.MoveToObject || movement.type === WireMovementType.MoveToPosition) {
    const origin = object(fields, 'origin');
    movement.cell = number(origin, 'cell');
    [movement.x, movement.y, movement.z] = numbers(origin, 'position', 3);
    movement.distanceToObject = number(params, 'distanceToObject');
    movement.minDistance = number(params, 'minDistance');
    movement.failDistance = numberOr(params, 'failDistance', FLOAT_MAX);
    movement.walkRunThreshold = number(params, 'walkRunThreshold');
    movement.runRate = number(fields, 'runRate');
  }
  return message;
}

export function fieldsOfRaw(raw: RawMotionState): Fields {
  const fields: Fields = { flags: raw.flags, commands: fieldsOfActions(raw.actions) };
  for (const [name, flag] of RAW_FIELDS) fields[name] = raw.flags & flag ? raw[name] : null;
  return fields;
}

export function fillRaw(raw: RawMotionState, fields: Fields): void {
  raw.flags = number(fields, 'flags');
  for (const [name] of RAW_FIELDS) raw[name] = numberOr(fields, name, raw[name]);
  fillActions(raw.actions, fields);
}

const RAW_FIELDS = [
  ['currentHoldKey', RawFlag.CurrentHoldKey],
  ['currentStyle', RawFlag.Style],
  ['forwardCommand', RawFlag.ForwardCommand],
  ['forwardHoldKey', RawFlag.ForwardHoldKey],
  ['forwardSpeed', RawFlag.ForwardSpeed],
  ['sidestepCommand', RawFlag.SidestepCommand],
  ['sidestepHoldKey', RawFlag.SidestepHoldKey],
  ['sidestepSpeed', RawFlag.SidestepSpeed],
  ['turnCommand', RawFlag.TurnCommand],
  ['turnHoldKey', RawFlag.TurnHoldKey],
  ['turnSpeed', RawFlag.TurnSpeed],
] as const;

function fieldsOfActions(actions: MotionActions): Fields[] {
  const fields: Fields[] = [];
  for (let i = 0; i < actions.count; i++) {
    fields.push({
      motion: actions.command[i],
      motionWire: indexFromCommand(actions.command[i]),
      stamp: actions.stamp[i],
      autonomous: actions.autonomous[i] === 1,
      speed: actions.speed[i],
    });
  }
  return fields;
}

function fillActions(actions: MotionActions, fields: Fields): void {
  const commands = fields.commands;
  if (!Array.isArray(commands)) throw new Error('commands is not a list');
  for (const action of commands) {
    if (!isFields(action)) throw new Error('commands holds something that is no action');
    const command = numberOr(action, 'motion', commandFromIndex(numberOr(action, 'motionWire', 0)));
    if (!actions.add(command, number(action, 'stamp'), yes(action, 'autonomous'), number(action, 'speed'))) {
      throw new Error(`${commands.length} actions are too many`);
    }
  }
}

export function fieldsOfPosition(position: WirePosition): Fields {
  return {
    cell: position.cell,
    origin: [position.x, position.y, position.z],
    rotationWXYZ: [position.qw, position.qx, position.qy, position.qz],
  };
}

export function fillPosition(position: WirePosition, fields: Fields): void {
  position.cell = number(fields, 'cell');
  [position.x, position.y, position.z] = numbers(fields, 'origin', 3);
  [position.qw, position.qx, position.qy, position.qz] = numbers(fields, 'rotationWXYZ', 4);
}

export function fieldsOfStamps(stamps: ClientStamps): Fields {
  return {
    instanceSequence: stamps.instance,
    serverControlSequence: stamps.serverControl,
    teleportSequence: stamps.teleport,
    forcePositionSequence: stamps.forcePosition,
  };
}

export function fillStamps(stamps: ClientStamps, fields: Fields): void {
  stamps.instance = number(fields, 'instanceSequence');
  stamps.serverControl = number(fields, 'serverControlSequence');
  stamps.teleport = number(fields, 'teleportSequence');
  stamps.forcePosition = number(fields, 'forcePositionSequence');
}
