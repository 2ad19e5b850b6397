import { requireInteger } from './checks.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { DropCode } from './net/drop-reasons.ts';
import { MessageQueue } from './net/message-queue.ts';
import { NetCounters } from './net-counters.ts';
import { PlayerControl } from './player-control.ts';
import type { Transport } from './net/transport.ts';
import { ByteReader } from './wire/reader.ts';

/** Who is at the other end of a transport, in an authoritative world. */
export interface Peer {
  /** Guid of the body that this peer controls; 0: none. */
  player: number;
  /** Guid of the body whose place interest is measured from; 0: the player; none: everything is in range. */
  viewer: number;
}

/** Seconds between two events that say that the limits bite. */
const TELL_INTERVAL = 1;
/** Most messages or bytes of a turn: a small integer, which costs no box. */
const MOST = 0x3fffffff;
/** What thirty thirtieths may lack of one. */
const ROUNDING = 1e-9;
/** Seconds for which what waits of a transport that has ended is still taken in; what is left then is dropped. */
const LAST_WORDS = 2;
/** Seconds without dropping after which a peer counts as well-behaved again. */
const PAUSE = 1;

/** One transport of a world: who is at its other end, what it may do, and what it has done. */
export class Connection {
  /** What carries its messages. */
  readonly transport: Transport;
  /** Sequence number of the last client action that was taken. */
  lastActionSequence = 0;
  /** What is kept of its hold on its body. */
  readonly control = new PlayerControl();
  /** What it has brought: received, decoded, malformed, applied, dropped by reason. */
  readonly counters = new NetCounters();
  /** What it may make this world do. */
  readonly limits: Readonly<ConnectionLimits>;

  /** Whether the transport keeps what is not polled; one that does not tell how much is taken to keep nothing. */
  readonly keeps: boolean;
  /** Messages that the transport handed over although it was told to wait; made by the first of them. */
  queue: MessageQueue | null = null;
  /** Its own, so that messages of other transports in between cost no new view. */
  readonly reader = new ByteReader();
  /** Messages that it may still hand over in this turn. */
  messageAllowance = 0;
  /** Bytes that it may still hand over in this turn. */
  byteAllowance = 0;
  /** Messages of this turn that did not get into the ring: malformed, unknown, or not this peer's to send. */
  turnFailures = 0;
  /** Messages that the last turn took. */
  takenMessages = 0;
  /** Bytes that the last turn took. */
  takenBytes = 0;
  /** Whether it had more to hand over than its turn let it. */
  cutShort = false;
  /** Whether its own limits stopped it in this step. */
  limited = false;
  /** What its transport threw in this step. */
  failure: { readonly error: unknown } | null = null;

  /** What it may take by its average rates; the bytes may fall below 0 by the last message. */
  private messageTokens: number;
  private byteTokens: number;
  private stepMessages = 0;
  /** What this turn began with. */
  private turnMessages = 0;
  private turnBytes = 0;
  /** What the transport had lost when last asked. */
  private overflowSeen: number;
  /** Messages lost for want of room: in this step, and since it was last told. */
  private lost = 0;
  private untold = 0;
  private nextTold = 0;
  private closedSince = Number.POSITIVE_INFINITY;
  private droppingSince = 0;
  private lastDrop = Number.NEGATIVE_INFINITY;
  private playerGuid = 0;
  private viewerGuid = 0;

  constructor(transport: Transport, limits: Readonly<ConnectionLimits>, peer: Peer = { player: 0, viewer: 0 }) {
    this.transport = transport;
    this.limits = limits;
    this.player = peer.player;
    this.viewer = peer.viewer;
    this.messageTokens = limits.messagesPerSecond * limits.burst;
    this.byteTokens = limits.bytesPerSecond * limits.burst;
    this.overflowSeen = transport.overflowCount ?? 0;
    this.keeps = transport.waitingCount !== undefined;
  }

  /**
   * Guid (not entity id: see Engine.setPlayer) of the body that this peer controls; 0: none. Only in an authoritative
   * world. The game may change it: the peer is told with the next step, and a peer that had the same body loses it. It may
   * be the guid of a body that is not there yet.
   *
   * @throws TypeError or RangeError when it is set to what is no guid.
   */
  get player(): number {
    return this.playerGuid;
  }

  set player(guid: number) {
    this.playerGuid = requireInteger('connection.player', guid, 0, 0xffffffff);
  }

  /**
   * Guid of the body whose place interest is measured from; 0: the player; none: everything is in range. The game may
   * change it; see {@link player}.
   */
  get viewer(): number {
    return this.viewerGuid;
  }

  set viewer(guid: number) {
    this.viewerGuid = requireInteger('connection.viewer', guid, 0, 0xffffffff);
  }

  /** Starts a step: the rates give what they give in `quantum` seconds. */
  refill(quantum: number): void {
    const { messagesPerSecond, bytesPerSecond, burst, messagesPerStep } = this.limits;
    // A slow rate still lets one message through when its time has come.
    const mostMessages = Math.max(1, messagesPerSecond * burst);
    this.messageTokens = Math.min(mostMessages, this.messageTokens + messagesPerSecond * quantum);
    this.byteTokens = Math.min(bytesPerSecond * burst, this.byteTokens + bytesPerSecond * quantum);
    this.stepMessages = messagesPerStep;
    this.cutShort = true;
    this.limited = false;
  }

  /**
   * Opens a turn of at most so many messages and bytes.
   *
   * @returns Whether it may take anything at all.
   */
  openTurn(messages: number, bytes: number): boolean {
    const allowed = Math.min(Math.floor(this.messageTokens + ROUNDING), this.stepMessages);
    this.turnMessages = Math.max(0, Math.min(messages, allowed, MOST)) | 0;
    this.turnBytes = Math.max(0, Math.min(bytes, Math.ceil(this.byteTokens), MOST)) | 0;
    this.messageAllowance = this.turnMessages;
    this.byteAllowance = this.turnBytes;
    this.turnFailures = 0;
    this.cutShort = false;
    this.limited = allowed < 1 || this.byteTokens <= 0;
    return this.mayTake;
  }

  /**
   * Closes a turn: what was taken in it is counted.
   *
   * @param total The world's counters.
   */
  closeTurn(total: NetCounters): void {
    const messages = this.turnMessages - this.messageAllowance;
    const bytes = this.turnBytes - this.byteAllowance;
    this.turnMessages = 0;
    this.turnBytes = 0;
    this.messageAllowance = 0;
    this.byteAllowance = 0;
    this.takenMessages = messages;
    this.takenBytes = bytes;
    if (messages > 0) {
      count(this.counters, messages, bytes, messages - this.turnFailures);
      count(total, messages, bytes, messages - this.turnFailures);
    }
    this.messageTokens -= messages;
    this.byteTokens -= bytes;
    this.stepMessages -= messages;
    this.limited = this.messageTokens + ROUNDING < 1 || this.stepMessages < 1 || this.byteTokens <= 0;
  }

  /** Keeps a message for a later turn. @returns Whether there was room. */
  enqueue(message: Uint8Array): boolean {
    const { queueMessages, queueBytes } = this.limits;
    this.queue ??= new MessageQueue(queueBytes);
    return this.queue.count < queueMessages && this.queue.push(message);
  }

  /** Messages that wait, here and in the transport. */
  get waiting(): number {
    return (this.queue?.count ?? 0) + (this.transport.waitingCount ?? 0);
  }

  /** Whether it may take another message in this turn. */
  get mayTake(): boolean {
    return this.messageAllowance > 0 && this.byteAllowance > 0;
  }

  /**
   * Whether its transport has ended, and all that came before has been taken in, or has waited for so long that the rest
   * does not count: nobody is there any more who could be slowed down.
   *
   * @param time The network's clock, seconds.
   */
  isOver(time: number): boolean {
    if (!this.transport.closed) return false;
    if (this.saidAll) return true;
    this.closedSince = Math.min(this.closedSince, time);
    return time - this.closedSince >= LAST_WORDS;
  }

  /** Whether nothing of it waits anywhere, so far as it can be told. */
  private get saidAll(): boolean {
    return !this.limited && !this.cutShort && this.counters.waiting === 0;
  }

  /** Counts messages for which there was no room; telling of each would only make it worse. */
  countLost(messages: number): void {
    this.lost += messages;
    this.counters.droppedByCode[DropCode['queue full']] += messages;
  }

  /**
   * Ends a step's ingest: asks what the transport has lost, too.
   *
   * @returns How many messages were lost in this step.
   */
  closeStep(): number {
    const overflowed = this.transport.overflowCount ?? 0;
    if (overflowed > this.overflowSeen) this.countLost(overflowed - this.overflowSeen);
    this.overflowSeen = overflowed;
    this.counters.waiting = this.waiting;
    const { lost } = this;
    this.lost = 0;
    this.untold += lost;
    return lost;
  }

  /**
   * Whether it is time to tell that the limits bite, at most once a second.
   *
   * @param time The network's clock, seconds.
   * @returns How many messages were lost since this was told last; -1: not now.
   */
  takeUntold(time: number): number {
    const bites = this.untold > 0 || (this.limited && this.counters.waiting > 0);
    if (!bites || time < this.nextTold) return -1;
    const { untold } = this;
    this.untold = 0;
    this.nextTold = time + TELL_INTERVAL;
    return untold;
  }

  /** Whether more waits behind its limits than may: more than its queue, here or in its transport. */
  get isBehind(): boolean {
    return this.limited && this.counters.waiting > this.limits.queueMessages;
  }

  /**
   * Notes that messages were lost in this step, or that too many wait.
   *
   * @param time The network's clock, seconds.
   * @returns Whether this has been going on for longer than the connection may.
   */
  noteLoss(time: number): boolean {
    if (time - this.lastDrop > PAUSE) this.droppingSince = time;
    this.lastDrop = time;
    return time - this.droppingSince >= this.limits.abuseTime;
  }
}

function count(counters: NetCounters, messages: number, bytes: number, decoded: number): void {
  counters.received += messages;
  counters.bytes += bytes;
  counters.decoded += decoded;
}
