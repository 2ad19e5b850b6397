import { DecodeOutcome } from '../../engine/decode-message.ts';
import { dropReasonName, dropReasons } from '../../engine/net/drop-reasons.ts';
import { messageName, opcodeOf } from '../../engine/wire/opcodes.ts';
import { WireReason, wireReasonName } from '../../engine/wire/wire-reason.ts';

const REASONS = Math.max(...Object.values(WireReason)) + 1;

/** Counts of what became of the messages of one direction. */
export class Tally {
  sent = 0;
  /** Messages that were read and came to the gates. */
  reached = 0;
  applied = 0;
  held = 0;
  unknown = 0;
  /** By WireReason. */
  readonly malformed = new Float64Array(REASONS);
  /** By DropCode. */
  readonly dropped = new Float64Array(dropReasons.length);
  /** Well-formed messages by opcode. */
  readonly byOpcode = new Map<number, number>();
  /** The most steps that decoding took for a byte, of messages of 16 bytes or more. */
  mostSteps = 0;

  /** Counts a message. @param outcome A DecodeOutcome. @param reached Whether it came to the gates. */
  count(message: Uint8Array, outcome: number, reached: boolean): void {
    this.sent++;
    if (outcome === DecodeOutcome.Unknown) this.unknown++;
    if (!reached) return;
    this.reached++;
    const opcode = opcodeOf(message);
    this.byOpcode.set(opcode, (this.byOpcode.get(opcode) ?? 0) + 1);
  }

  noteSteps(steps: number, length: number): void {
    if (length >= 16) this.mostSteps = Math.max(this.mostSteps, steps / length);
  }
}

function share(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

/** The counts as lines for a person. */
export function tallyLines(what: string, tally: Tally): string[] {
  const { sent, reached, applied, held, unknown, mostSteps } = tally;
  const row = (name: string, count: number) => `  ${name.padEnd(38)}${String(count).padStart(10)}`;
  const lines = [
    `${what}: ${sent} messages, ${reached} (${share(reached, sent)}) reached the gates, ${applied} applied, ${held} held`,
    `  at most ${mostSteps.toFixed(2)} steps of decoding a byte`,
  ];
  for (const [opcode, count] of [...tally.byOpcode].sort(([, a], [, b]) => b - a)) {
    lines.push(row(`well-formed ${messageName(opcode)}`, count));
  }
  for (let reason = 0; reason < tally.malformed.length; reason++) {
    if (tally.malformed[reason] > 0) lines.push(row(`malformed: ${wireReasonName(reason)}`, tally.malformed[reason]));
  }
  if (unknown > 0) lines.push(row('unknown opcode or action', unknown));
  for (let code = 0; code < tally.dropped.length; code++) {
    if (tally.dropped[code] > 0) lines.push(row(`dropped: ${dropReasonName(code)}`, tally.dropped[code]));
  }
  return lines;
}
