import { AutonomousPosition, encodeAutonomousPosition } from '../../engine/wire/autonomous-position.ts';
import { type ClientStamps, encodeClientActionHeader } from '../../engine/wire/client-action.ts';
import { ClientAction, ClientActionOutcome, decodeClientAction } from '../../engine/wire/client-action-message.ts';
import { encodeJump, Jump } from '../../engine/wire/jump.ts';
import { encodeMoveToState, MoveToState } from '../../engine/wire/move-to-state.ts';
import { ActionType } from '../../engine/wire/opcodes.ts';
import { rawFlagsByDifference, type RawMotionState } from '../../engine/wire/raw-motion-state.ts';
import { ByteReader } from '../../engine/wire/reader.ts';
import type { WirePosition } from '../../engine/wire/wire-position.ts';
import { ByteWriter } from '../../engine/wire/writer.ts';

/** Client actions as bytes, and bytes as client actions. What a call does not say has the default of a fresh message. */

const writer = new ByteWriter(256);

/** What all client actions may say. */
export interface ActionParts {
  sequence?: number;
  stamps?: Partial<ClientStamps>;
  /** World metres within the first landblock, and the rotation. */
  position?: Partial<WirePosition>;
  contact?: boolean;
}

/** Parts of a MoveToState; actions as [command, stamp, speed]. */
export interface MoveToStateParts extends ActionParts {
  raw?: Partial<Omit<RawMotionState, 'flags' | 'actions'>>;
  actions?: readonly (readonly [command: number, stamp: number, speed: number])[];
  standingLongJump?: boolean;
}

/** MoveToState, with the mask that a client sends. */
export function moveToStateMessage(parts: MoveToStateParts): Uint8Array {
  const message = new MoveToState();
  Object.assign(message.raw, parts.raw);
  for (const [command, stamp, speed] of parts.actions ?? []) message.raw.actions.add(command, stamp, true, speed);
  message.raw.flags = rawFlagsByDifference(message.raw);
  Object.assign(message.position, parts.position);
  Object.assign(message.stamps, parts.stamps);
  message.contact = parts.contact ?? true;
  message.standingLongJump = parts.standingLongJump ?? false;
  encodeClientActionHeader(writer.reset(), parts.sequence ?? 1, ActionType.MoveToState);
  encodeMoveToState(writer, message);
  return writer.bytes().slice();
}

/** AutonomousPosition. */
export function placeMessage(parts: ActionParts): Uint8Array {
  const message = new AutonomousPosition();
  Object.assign(message.position, parts.position);
  Object.assign(message.stamps, parts.stamps);
  message.contact = parts.contact ?? true;
  encodeClientActionHeader(writer.reset(), parts.sequence ?? 1, ActionType.AutonomousPosition);
  encodeAutonomousPosition(writer, message);
  return writer.bytes().slice();
}

/** Jump. */
export function jumpMessage(parts: ActionParts & Partial<Omit<Jump, 'stamps'>>): Uint8Array {
  const { sequence, stamps, position: _position, contact: _contact, ...rest } = parts;
  const message = Object.assign(new Jump(), rest);
  Object.assign(message.stamps, stamps);
  encodeClientActionHeader(writer.reset(), sequence ?? 1, ActionType.Jump);
  encodeJump(writer, message);
  return writer.bytes().slice();
}

/** A client action as read from its bytes. @throws Error when they are none. */
export function readAction(message: Uint8Array): ClientAction {
  const reader = new ByteReader();
  reader.reset(message);
  const action = new ClientAction();
  const outcome = decodeClientAction(reader, action);
  if (outcome !== ClientActionOutcome.Decoded) throw new Error(`no client action: outcome ${outcome}`);
  return action;
}

/** What a raw state says, without what it leaves out, for a test to compare. */
export function saidOf(raw: RawMotionState): Record<string, number> {
  const said: Record<string, number> = {};
  if (raw.flags & 0x1) said.currentHoldKey = raw.currentHoldKey;
  if (raw.flags & 0x2) said.currentStyle = raw.currentStyle;
  if (raw.flags & 0x4) said.forwardCommand = raw.forwardCommand;
  if (raw.flags & 0x8) said.forwardHoldKey = raw.forwardHoldKey;
  if (raw.flags & 0x10) said.forwardSpeed = raw.forwardSpeed;
  if (raw.flags & 0x20) said.sidestepCommand = raw.sidestepCommand;
  if (raw.flags & 0x40) said.sidestepHoldKey = raw.sidestepHoldKey;
  if (raw.flags & 0x80) said.sidestepSpeed = raw.sidestepSpeed;
  if (raw.flags & 0x100) said.turnCommand = raw.turnCommand;
  if (raw.flags & 0x200) said.turnHoldKey = raw.turnHoldKey;
  if (raw.flags & 0x400) said.turnSpeed = raw.turnSpeed;
  return said;
}
