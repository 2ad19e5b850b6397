import { DROP_REASON_COUNT } from '../components/network.ts';
import { DecodeOutcome, decodeMessage } from './decode-message.ts';
import { EventCode } from './events.ts';
import { type IngestRecord, IngestRing } from './ingest-ring.ts';
import { DropCode } from './net/drop-reasons.ts';
import type { Transport } from './net/transport.ts';
import type { BodySetup } from './spawn.ts';
import { isServerOpcode, opcodeOf } from './wire/opcodes.ts';
import { ByteReader } from './wire/reader.ts';
import { wireReasonName } from './wire/wire-reason.ts';
import type { GaitWorld } from './world.ts';

/** What to do with messages about a guid that is not there. */
export type UnknownPolicy = 'hold' | 'spawn';

/** Counts since the start. */
export interface NetCounters {
  /** Messages that came in. */
  received: number;
  /** Messages that were read and put into the ring. */
  decoded: number;
  /** Messages that could not be read. */
  malformed: number;
  /** Messages with an opcode that is not known; they are skipped. */
  unknown: number;
  /** Messages that passed the gate. */
  applied: number;
  /** Messages that did not, by drop code. */
  readonly dropped: Uint32Array;
  /** Messages that are being held for a body that is not there yet. */
  held: number;
}

/** Limits of what strangers can make a world do or keep. */
export const NetLimits = {
  /** Records that may wait in the ring. */
  ring: 65536,
  /** Records that the gate takes in a step; the others wait, in order. */
  recordsPerStep: 16384,
  /** Records that are handed to the gate at once. */
  batch: 16,
  /** Records that may be held for bodies that are not there yet: in all, and for one guid. */
  held: 512,
  heldPerGuid: 16,
  /** Seconds that a record is held. */
  heldTime: 10,
} as const;

/** Says what a body that a message brings is like; z null: on the ground. */
export type SetupMaker = (guid: number, x: number, y: number, z: number | null) => BodySetup;

/** A record that waits for its body. */
export interface HeldRecord {
  record: IngestRecord;
  expires: number;
}

/** The inbound side of a world: transports, the ring between NetIngest and SequenceGate, and what is held. */
export class Network {
  readonly transports: Transport[] = [];
  readonly ring = new IngestRing(NetLimits.ring);
  /** Held records, oldest first. */
  held: HeldRecord[] = [];
  readonly counters: NetCounters = {
    received: 0,
    decoded: 0,
    malformed: 0,
    unknown: 0,
    applied: 0,
    dropped: new Uint32Array(DROP_REASON_COUNT),
    held: 0,
  };
  unknownPolicy: UnknownPolicy = 'hold';
  /** Whether messages that only a server may send are taken; an authoritative world takes none from its peers. */
  obeys = true;
  /** Records that the gate may still take in this step. */
  budget: number = NetLimits.recordsPerStep;
  /** Called when a batch of records is in the ring, so that the gate takes them while they are still in the cache. */
  onBatch: (() => void) | null = null;
  /** What a body that a message brings into the world is like. */
  readonly setupFor: SetupMaker;
  /** The index of a motion table by its id on the wire; -1: it is not there. */
  readonly tableOf: (motionTableId: number) => number;
  /** Takes one message; the same function for every transport, so that nothing is made for a message. */
  readonly take: (message: Uint8Array) => void;

  private readonly reader = new ByteReader();

  constructor(world: GaitWorld, setupFor: SetupMaker, tableOf: (motionTableId: number) => number) {
    this.setupFor = setupFor;
    this.tableOf = tableOf;
    world.events.reasonName = wireReasonName;
    this.take = (message) => this.ingest(world, message);
  }

  /** Gives up a transport that threw; the error is told when the step is over. */
  fail(world: GaitWorld, transport: Transport, error: unknown): void {
    const index = this.transports.indexOf(transport);
    if (index >= 0) this.transports.splice(index, 1);
    world.events.report('transport', error);
  }

  private ingest(world: GaitWorld, message: Uint8Array): void {
    const { counters, ring } = this;
    counters.received++;
    if (ring.full) {
      counters.dropped[DropCode['ring full']]++;
      world.events.push(EventCode.messageDropped, 0, 0, opcodeOf(message), DropCode['ring full']);
      return;
    }
    if (!this.obeys && isServerOpcode(opcodeOf(message))) {
      counters.dropped[DropCode['not for a server']]++;
      world.events.push(EventCode.messageDropped, 0, 0, opcodeOf(message), DropCode['not for a server']);
      return;
    }
    const outcome = decodeMessage(this.reader, message, ring.next());
    if (outcome === DecodeOutcome.Decoded) {
      ring.commit();
      counters.decoded++;
      if (ring.count >= NetLimits.batch && this.onBatch !== null) this.onBatch();
    } else if (outcome === DecodeOutcome.Unknown) counters.unknown++;
    else {
      counters.malformed++;
      const { errorOffset, reason } = this.reader;
      world.events.push(EventCode.malformed, opcodeOf(message), 0, errorOffset, reason);
    }
  }
}
