import { AutonomousPosition, decodeAutonomousPosition } from './autonomous-position.ts';
import { ClientActionHeader, decodeClientActionHeader } from './client-action.ts';
import { decodeJump, Jump } from './jump.ts';
import { decodeMoveToState, MoveToState } from './move-to-state.ts';
import { ActionType } from './opcodes.ts';
import type { ByteReader } from './reader.ts';

/** A client action with its body: the field that belongs to the action's type holds it. */
export class ClientAction {
  /** Its running number and which action it is. */
  readonly header = new ClientActionHeader();
  /** The body of a MoveToState. */
  readonly moveToState = new MoveToState();
  /** The body of an AutonomousPosition. */
  readonly autonomousPosition = new AutonomousPosition();
  /** The body of a Jump. */
  readonly jump = new Jump();

  /** The running number that the client gave it. */
  get sequence(): number {
    return this.header.sequence;
  }

  /** Which action it is, and which field holds it: an ActionType. */
  get actionType(): number {
    return this.header.actionType;
  }
}

/** What became of a client action; the numbers are those of DecodeOutcome. */
export const ClientActionOutcome = { Decoded: 0, Malformed: 1, Unknown: 2 } as const;

/** Reads a whole client action, opcode first. @returns A {@link ClientActionOutcome}. */
export function decodeClientAction(reader: ByteReader, out: ClientAction): number {
  if (!decodeClientActionHeader(reader, out.header)) return ClientActionOutcome.Malformed;
  switch (out.header.actionType) {
    case ActionType.MoveToState:
      return decodeMoveToState(reader, out.moveToState) ? ClientActionOutcome.Decoded : ClientActionOutcome.Malformed;
    case ActionType.AutonomousPosition:
      return decodeAutonomousPosition(reader, out.autonomousPosition)
        ? ClientActionOutcome.Decoded
        : ClientActionOutcome.Malformed;
    case ActionType.Jump:
      return decodeJump(reader, out.jump) ? ClientActionOutcome.Decoded : ClientActionOutcome.Malformed;
    default:
      return ClientActionOutcome.Unknown;
  }
}
