import { readFileSync } from 'node:fs';
import type { Connection } from '../../engine/connection.ts';
import { DecodeOutcome, decodeMessage } from '../../engine/decode-message.ts';
import { createIngestRecord } from '../../engine/ingest-ring.ts';
import { DropCode } from '../../engine/net/drop-reasons.ts';
import type { Transport } from '../../engine/net/transport.ts';
import { opcodeOf } from '../../engine/wire/opcodes.ts';
import { Engine } from '../../systems/create-engine.ts';
import { netIngest } from '../../systems/net-ingest.ts';
import { sequenceGate } from '../../systems/sequence-gate.ts';
import { breaches } from '../../test/support/invariants.ts';
import { CheckedReader } from './checked-reader.ts';
import type { Tally } from './tally.ts';
import { Change, WorldWatch } from './world-watch.ts';

const TABLE = JSON.parse(readFileSync(new URL('../../test/golden/tables/humanoid.json', import.meta.url), 'utf8'));

/** Decoding may take this many steps for each byte of a message, and this many more. */
const STEPS_A_BYTE = 2;
const STEPS_MORE = 16;

/** Bodies up to which messages may bring new ones: few, so that looking at all of them costs little. */
const MOST_BODIES = 10;
const CAPACITY = 12;

/** Reasons with which the rules turn down what passed the gates; what they do then is the rules' matter. */
const BY_THE_RULES = new Set([DropCode['not allowed'], DropCode['out of reach'], DropCode['server in control']]);

/** A transport with one message. */
class OneMessage implements Transport {
  closed = false;
  message: Uint8Array | null = null;

  send(): void {}

  poll(_now: number, deliver: (message: Uint8Array) => void): void {
    const { message } = this;
    this.message = null;
    if (message !== null) deliver(message);
  }

  close(): void {
    this.closed = true;
  }
}

/** An engine whose first two systems can be run by themselves: then nothing happens but what a message does. */
class GatedEngine extends Engine {
  takeIn(): void {
    netIngest(this.world, this.network, this.world.clock.now);
    sequenceGate(this.world, this.network);
  }
}

/** No limit but those of the whole: every message is to get as far as it can. */
const limits = {
  messagesPerSecond: 1e12,
  bytesPerSecond: 1e15,
  messagesPerStep: 1e12,
  abuseTime: Number.POSITIVE_INFINITY,
};

/** A small world that takes messages one by one, and what is found wrong with how it takes them. */
export class Target {
  readonly engine: GatedEngine;
  /** What was wrong since this was last asked for, in words. */
  readonly problems: string[] = [];
  private readonly transports: OneMessage[] = [];
  private readonly tally: Tally;
  private readonly reader = new CheckedReader();
  private readonly record = createIngestRecord();
  private readonly watch: WorldWatch;
  private readonly droppedBefore: Uint32Array;
  private readonly spawns: boolean;

  constructor(role: 'client' | 'server', unknown: 'hold' | 'spawn', tally: Tally) {
    const budget = { bodies: MOST_BODIES };
    // A server is told of no bodies.
    const own = role === 'client' ? { unknown } : {};
    this.engine = new GatedEngine({ motionTables: [TABLE], role, ...own, capacity: CAPACITY, budget });
    this.tally = tally;
    this.spawns = own.unknown === 'spawn';
    this.engine.on('handlerError', ({ type, error }) => {
      this.problems.push(`thrown (${type}): ${error instanceof Error ? error.stack : String(error)}`);
    });
    const bodies = [1, 2, 3, 4].map((guid) =>
      this.engine.spawn({ guid, x: 4 * guid, localPlayer: role === 'client' && guid === 1 }),
    );
    const players = role === 'server' ? bodies.slice(0, 2) : [undefined];
    for (const player of players) {
      const transport = new OneMessage();
      this.transports.push(transport);
      this.engine.connect(transport, player === undefined ? { limits } : { player, limits });
    }
    this.engine.step(3);
    this.watch = new WorldWatch(this.engine.world);
    this.droppedBefore = this.engine.counters.droppedByCode.slice();
  }

  /** The connection with this number. */
  connection(peer: number): Connection {
    return this.engine.connections[peer];
  }

  /** How many peers it has. */
  get peers(): number {
    return this.transports.length;
  }

  /** Lets time pass. */
  step(): void {
    this.guarded(() => this.engine.step());
    this.remember();
  }

  /** Takes what has been done to the world from outside for given. */
  remember(): void {
    this.watch.remember();
    this.droppedBefore.set(this.engine.counters.droppedByCode);
  }

  /** What of the world is not as it must be between two steps. */
  checkInvariants(): void {
    for (const breach of breaches(this.engine.world).slice(0, 3)) this.problems.push(`invariant: ${breach}`);
  }

  /** Takes one message of a peer, and looks at what it does. */
  take(message: Uint8Array, peer: number): void {
    const { counters } = this.engine;
    const { received, malformed, unknown, applied, decoded, held } = counters;
    const bodies = this.engine.world.guids.size;
    const outcome = this.decode(message);
    this.transports[peer].message = message;
    this.guarded(() => this.engine.takeIn());
    const tookPart = counters.decoded > decoded;
    this.tally.count(message, outcome, tookPart);

    const isApplied = counters.applied > applied;
    let isJudged = false;
    let drops = 0;
    for (let code = 0; code < this.droppedBefore.length; code++) {
      const more = counters.droppedByCode[code] - this.droppedBefore[code];
      if (more === 0) continue;
      this.droppedBefore[code] += more;
      this.tally.dropped[code] += more;
      drops += more;
      if (BY_THE_RULES.has(code)) isJudged = true;
    }
    this.tally.applied += counters.applied - applied;
    if (counters.held > held) this.tally.held += counters.held - held;
    if (counters.received !== received + 1) this.problems.push('was not taken from its transport');
    this.compareOutcomes(outcome, counters.malformed > malformed, counters.unknown > unknown, tookPart, drops);
    // With the policy `spawn` a well-formed message may bring its body, whatever becomes of the message.
    const brings = this.spawns && this.engine.world.guids.size > bodies;
    this.compareWorlds(isApplied || isJudged || brings, isApplied, drops, peer);
  }

  /** Decodes a message under supervision. @returns A DecodeOutcome, or -1 when it threw. */
  private decode(message: Uint8Array): number {
    const { reader } = this;
    let outcome = -1;
    this.guarded(() => {
      outcome = decodeMessage(reader, message, this.record);
    });
    if (reader.outside > 0) this.problems.push(`${reader.outside} bytes were read outside the message`);
    const most = STEPS_A_BYTE * message.length + STEPS_MORE;
    if (reader.steps > most) this.problems.push(`${reader.steps} steps for ${message.length} bytes`);
    this.tally.noteSteps(reader.steps, message.length);
    const isUnwatched = outcome === DecodeOutcome.Decoded && reader.reads === 0;
    if (isUnwatched) this.problems.push('was decoded past the watched reader');
    if (outcome === DecodeOutcome.Malformed) {
      this.tally.malformed[reader.reason]++;
      if (reader.errorOffset > message.length) this.problems.push(`an error at byte ${reader.errorOffset}`);
    }
    return outcome;
  }

  private compareOutcomes(alone: number, malformed: boolean, unknown: boolean, taken: boolean, drops: number): void {
    // A message of the other direction is dropped unread.
    if (!malformed && !unknown && !taken && drops > 0) return;
    const inWorld = malformed
      ? DecodeOutcome.Malformed
      : unknown
        ? DecodeOutcome.Unknown
        : taken
          ? DecodeOutcome.Decoded
          : -1;
    if (alone !== inWorld) this.problems.push(`decoded to ${alone} by itself and to ${inWorld} in the world`);
  }

  private compareWorlds(mayChange: boolean, isApplied: boolean, drops: number, peer: number): void {
    const change = this.watch.change();
    if (change === Change.None) return;
    if (!mayChange && change === Change.State) this.problems.push('was rejected, and changed the world');
    if (!isApplied && drops === 0) this.problems.push('was not applied, and changed what a gate stores');
    if (this.engine.role === 'server') {
      const own = this.engine.entityOf(this.connection(peer).player);
      const bystander = this.watch.changedBystander(own);
      if (bystander !== null) this.problems.push(`changed another body: ${bystander}`);
    }
    this.watch.remember();
  }

  private guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.problems.push(`thrown: ${error instanceof Error ? error.stack : String(error)}`);
    }
    if (this.engine.connections.length !== this.transports.length) {
      // The engine lets go of a transport that throws; the error comes with the next events.
      this.engine.step();
      this.problems.push('a connection was lost');
    }
  }
}

/** A problem with the message that showed it. */
export function problemText(problem: string, message: Uint8Array): string {
  const hex = Buffer.from(message.subarray(0, 200)).toString('hex');
  return `${problem}\n    opcode 0x${opcodeOf(message).toString(16)}, ${message.length} bytes: ${hex}`;
}
