import { requireInteger, requireKeys, requireObject } from './checks.ts';
import type { Connection } from './connection.ts';
import { DecodeOutcome, decodeRecord } from './decode-message.ts';
import { type EndReason, EventCode } from './events.ts';
import { AbsentObjects } from './absent-objects.ts';
import { HeldRecords } from './held-records.ts';
import { type IngestRecord, IngestRing } from './ingest-ring.ts';
import { NetCounters } from './net-counters.ts';
import { NetLimits } from './net-limits.ts';
import { gridSpot, SpotFinder, type SpotMaker } from './marked-spots.ts';
import { DropCode, type DropReason, ENTITY_REASON_COUNT } from './net/drop-reasons.ts';
import type { Deliver } from './net/transport.ts';
import { type PlayerRules, usualPlayerRules } from './player-rules.ts';
import type { BodySetup } from './spawn.ts';
import { isServerOpcode, Opcode } from './wire/opcodes.ts';
import { wireReasonName } from './wire/wire-reason.ts';
import type { GaitWorld } from './world.ts';

/** What to do with messages about a guid that is not there. */
export type UnknownPolicy = 'hold' | 'spawn';

/** What messages may make a world do in one step, and keep. */
export interface IngestBudget {
  /** Messages that a step takes in from all connections together; the others wait, in order. */
  messages: number;
  /** Bytes of these messages. */
  bytes: number;
  /** Bodies in the world up to which messages may bring new ones. */
  bodies: number;
}

/** What a world's budget is unless it is told otherwise: more than a hundred thousand bodies need. */
export const usualBudget: Readonly<IngestBudget> = { messages: 32_768, bytes: 8_388_608, bodies: 131_072 };

/** Throws for anything that is no budget; what is left out stays as it is. */
export function checkBudget(what: string, budget: Partial<IngestBudget>): Partial<IngestBudget> {
  requireObject(what, budget, 'an object of messages, bytes and bodies');
  requireKeys(what, budget, Object.keys(usualBudget));
  const checked: Partial<IngestBudget> = {};
  for (const key of ['messages', 'bytes', 'bodies'] as const) {
    const value = budget[key];
    if (value === undefined) continue;
    checked[key] = requireInteger(`${what}.${key}`, value, key === 'bodies' ? 0 : 1, Number.MAX_SAFE_INTEGER);
  }
  return checked;
}

/** Says what a body that a message brings is like; z null: on the ground. */
export type SetupMaker = (guid: number, x: number, y: number, z: number | null) => BodySetup;

/** The inbound side of a world: connections, the ring between NetIngest and SequenceGate, and what is held. */
export class Network {
  readonly connections: Connection[] = [];
  /** Connections that have ended without the game's doing since the outbound side last looked. */
  readonly ended: Connection[] = [];
  readonly ring = new IngestRing(NetLimits.batch);
  readonly held = new HeldRecords();
  /** Objects that are known and have no place. */
  readonly absent = new AbsentObjects();
  readonly counters = new NetCounters();
  readonly budget: IngestBudget = { ...usualBudget };
  /** Seconds of its own steps: it goes on when a world goes back to a snapshot. */
  time = 0;
  unknownPolicy: UnknownPolicy = 'hold';
  /** Where bodies stand of which only motion is known; with the policy `spawn` only. */
  markedSpot: SpotMaker = gridSpot;
  readonly spots = new SpotFinder();
  /** What peers may do with their players. */
  playerRules: Readonly<PlayerRules> = usualPlayerRules;
  /** Whether messages that only a server may send are taken; an authoritative world takes none from its peers. */
  obeys = true;
  /** Called when a batch of records is in the ring, so that the gate takes them while they are still in the cache. */
  onBatch: (() => void) | null = null;
  /** What a body that a message brings into the world is like. */
  readonly setupFor: SetupMaker;
  /** Takes one message; the same function for every transport, so that nothing is made for a message. */
  readonly take: Deliver;
  /** Whose turn it is: whose messages {@link take} takes. */
  speaker: Connection | null = null;

  constructor(world: GaitWorld, setupFor: SetupMaker) {
    this.setupFor = setupFor;
    world.events.reasonName = wireReasonName;
    this.take = (message) => this.speaker !== null && takeMessage(world, this, this.speaker, message);
  }

  /** Lets go of a connection whose transport threw; the error is told when the step is over. */
  fail(world: GaitWorld, connection: Connection, error: unknown): void {
    world.events.report('transport', error);
    this.end(world, connection, 'failed');
  }

  /** Lets go of a connection: what is held of it is dropped. `reason` null: the game itself ended it, and knows. */
  end(world: GaitWorld, connection: Connection, reason: EndReason | null): void {
    const index = this.connections.indexOf(connection);
    if (index < 0) return;
    this.connections.splice(index, 1);
    for (const { record } of this.held.takeFrom(connection)) countDrop(world, this, record, 0, 'connection ended');
    this.counters.held = this.held.count;
    this.absent.forgetFrom(connection);
    const { transport, player } = connection;
    if (reason === null) return;
    this.ended.push(connection);
    const { code = 0, reason: words = '' } = transport;
    world.events.tellLater('disconnected', { transport, player, reason, code, words });
  }
}

/**
 * Takes one message of a connection: reads and checks it, and puts it into the ring. It makes no decisions but who may
 * say what. What it takes is counted by the turn.
 *
 * @returns Whether the connection may hand over another one.
 */
function takeMessage(world: GaitWorld, network: Network, connection: Connection, message: Uint8Array): boolean {
  const { ring } = network;
  if (!connection.mayTake || ring.full) {
    // The transport goes on although it was told to wait.
    if (!connection.enqueue(message)) connection.countLost(1);
    return false;
  }
  connection.messageAllowance--;
  connection.byteAllowance -= message.length;
  const reader = connection.reader.reset(message);
  const opcode = reader.peekOpcode();
  // An authoritative world takes no orders from its peers, and a client does not act for others.
  if (network.obeys ? opcode === Opcode.ClientAction : isServerOpcode(opcode)) {
    connection.turnFailures++;
    dropMessage(world, network, connection, opcode, network.obeys ? 'not for a client' : 'not for a server');
  } else {
    const record = ring.next();
    const outcome = decodeRecord(reader, opcode, record);
    if (outcome === DecodeOutcome.Decoded) {
      record.connection = connection;
      if (opcode === Opcode.ClientAction) record.guid = connection.player;
      ring.commit();
      if (ring.count >= NetLimits.batch && network.onBatch !== null) network.onBatch();
    } else {
      connection.turnFailures++;
      if (outcome === DecodeOutcome.Unknown) countUnknown(network, connection);
      else countMalformed(world, network, connection, opcode);
    }
  }
  if (connection.mayTake) return true;
  connection.cutShort = true;
  return false;
}

function countUnknown(network: Network, connection: Connection): void {
  network.counters.unknown++;
  connection.counters.unknown++;
}

function countMalformed(world: GaitWorld, network: Network, connection: Connection, opcode: number): void {
  network.counters.malformed++;
  connection.counters.malformed++;
  const { errorOffset, reason } = connection.reader;
  world.events.push(EventCode.malformed, opcode, 0, errorOffset, reason);
}

/** Counts a record that passed the gate and was applied. */
export function countApplied(network: Network, record: IngestRecord): void {
  network.counters.applied++;
  if (record.connection !== null) record.connection.counters.applied++;
}

/** Counts and tells of a message that was not taken from its connection at all. */
export function dropMessage(
  world: GaitWorld,
  network: Network,
  connection: Connection,
  opcode: number,
  reason: DropReason,
): void {
  const code = DropCode[reason];
  network.counters.droppedByCode[code]++;
  connection.counters.droppedByCode[code]++;
  world.events.push(EventCode.messageDropped, 0, 0, opcode, code);
}

const OWN_ECHO = DropCode['own autonomous echo'];

/** Counts and tells of a record that the gate did not let through. `entity`: whom it is about, 0: nobody who is there. */
export function countDrop(
  world: GaitWorld,
  network: Network,
  record: IngestRecord,
  entity: number,
  reason: DropReason,
): void {
  const code = DropCode[reason];
  network.counters.droppedByCode[code]++;
  if (record.connection !== null) record.connection.counters.droppedByCode[code]++;
  if (entity !== 0 && code < ENTITY_REASON_COUNT) {
    const { byReason } = world.components.drops;
    const cell = code * world.stride + entity;
    if (byReason[cell] < 0xff) byReason[cell]++;
  }
  // What every client hears all the time tells nobody anything.
  if (code === OWN_ECHO) return;
  const { opcode, clientAction } = record;
  const what = opcode === Opcode.ClientAction && clientAction !== null ? clientAction.actionType : opcode;
  world.events.push(EventCode.messageDropped, entity, record.guid, what, code);
}
