import { requireInteger, requireKeys, requireObject, suggestion } from '../engine/checks.ts';
import { Connection } from '../engine/connection.ts';
import { type ConnectionLimits, limitsOf, peerLimits, serverLimits } from '../engine/connection-limits.ts';
import type { GaitEvents, GaitEventType } from '../engine/events.ts';
import type { DropReason } from '../engine/net/drop-reasons.ts';
import type { Transport } from '../engine/net/transport.ts';
import type { NetCounters } from '../engine/net-counters.ts';
import { restoreSnapshot, takeSnapshot } from '../engine/snapshot.ts';
import { stateHash } from '../engine/state-hash.ts';
import { AddedSystems, type StepClock, type SystemOptions, type SystemReading } from './added-systems.ts';
import type { EngineOptions } from './engine-options.ts';
import { stepPipeline } from './pipeline.ts';
import {
  type FrameReading,
  type MotionReading,
  type MoveToReading,
  readDropsOf,
  readFrameInto,
  readMotionOf,
  readMoveToOf,
} from './readings.ts';
import { EngineMoves } from './engine-moves.ts';

/** The close code of who ends a connection without a reason. */
const NORMAL_CLOSE = 1000;

/** Who a new connection is, and what it may do. */
export interface ConnectOptions {
  /** The entity (not the guid) that this peer controls. Only in an authoritative world. */
  player?: number;
  /** The entity (not the guid) from whose place interest is measured. Default: the player. Only in an authoritative world. */
  viewer?: number;
  /** What it may make this world do; see {@link ConnectionLimits}. Defaults: peerLimits in a server, else serverLimits. */
  limits?: Partial<ConnectionLimits>;
}

/**
 * A world with its clock, its pipeline and its connections: what a game developer holds.
 *
 * Every call checks what it is given and throws at the call; nothing is ever thrown out of a step.
 */
export class Engine extends EngineMoves {
  private readonly added = new AddedSystems();

  /** Runs whole steps at once. */
  step(count = 1): void {
    requireInteger('step: count', count, 0, 1e6);
    this.refuseNested('step');
    for (let index = 0; index < count; index++) this.stepOnce(this.world.clock.now + this.world.clock.quantum);
  }

  /**
   * Lets time pass and runs the steps that are due.
   *
   * @param now Seconds on any steady clock, for example performance.now() / 1000.
   * @returns How many steps ran: in a gap of more than two seconds (a hidden tab, a debugger) none; and none any more after a
   * handler or a system has called {@link pause}.
   * @throws Error inside a step, in an event handler and in a system.
   */
  update(now: number): number {
    this.refuseNested('update');
    const due = this.stepper.advance(now);
    let ran = 0;
    while (ran < due && !this.stepper.paused) {
      this.stepOnce(now);
      ran++;
    }
    return ran;
  }

  /** Where a renderer stands between the last two steps, 0 to 1. */
  get alpha(): number {
    return this.stepper.alpha;
  }

  /** Stops time for `update`, also for one that runs; `step` still steps. */
  pause(): void {
    this.stepper.paused = true;
  }

  /** Lets time go on. */
  resume(): void {
    this.stepper.paused = false;
  }

  /** Whether time stands still for `update`. */
  get paused(): boolean {
    return this.stepper.paused;
  }

  /** Factor on the time of `update`, 0 to 10. */
  get timeScale(): number {
    return this.stepper.timeScale;
  }

  set timeScale(scale: number) {
    this.stepper.setTimeScale(scale);
  }

  /** Calls `handler` with every event of a type, or of all types with '*' (then with the type first). */
  on<Type extends GaitEventType>(type: Type, handler: (event: GaitEvents[Type]) => void): void;
  on(type: '*', handler: (type: GaitEventType, event: GaitEvents[GaitEventType]) => void): void;
  on<Type extends GaitEventType>(type: Type | '*', handler: never): void {
    this.requireEventType('on', type);
    if (typeof handler !== 'function') throw new TypeError('on: expected a function as handler');
    this.world.events.bus.on(type as Type, handler);
  }

  /** Stops calling a handler, or all of a type. */
  off<Type extends GaitEventType>(type: Type, handler?: (event: GaitEvents[Type]) => void): void;
  off(type: '*', handler?: (type: GaitEventType, event: GaitEvents[GaitEventType]) => void): void;
  off<Type extends GaitEventType>(type: Type | '*', handler?: never): void {
    this.requireEventType('off', type);
    this.world.events.bus.off(type as Type, handler);
  }

  /**
   * Adds a system of your own, placed before or after a named one; it runs once a step. Between steps only.
   *
   * Inside a step it may move bodies but not spawn or despawn; after `events` it may do both. One that throws is
   * disabled, and told of as `handlerError` with the type 'system NAME'.
   *
   * @throws TypeError or RangeError for a bad option; Error when the name is taken.
   */
  addSystem(options: SystemOptions): void {
    this.refuseInsideStep('addSystem');
    this.added.add(options);
  }

  /** Takes a system of your own away. Between steps only. @throws RangeError when there is none of this name. */
  removeSystem(name: string): void {
    this.refuseInsideStep('removeSystem');
    this.added.remove(name);
  }

  /** All systems in the order in which a step runs them, with those that were disabled and why, and their times. */
  systems(): SystemReading[] {
    return this.added.list();
  }

  /**
   * Times every system by a clock of yours from the next step on, for {@link systems}; null: no more. It is off at first:
   * the simulation itself never asks a clock.
   *
   * @param clock Milliseconds, for example `() => performance.now()`.
   */
  timeSystems(clock: StepClock | null): void {
    if (clock !== null && typeof clock !== 'function') {
      throw new TypeError('timeSystems: expected a function that answers milliseconds, or null');
    }
    this.added.timeBy(clock);
  }

  /** Where a body is. */
  readFrame(entity: number, out?: FrameReading): FrameReading {
    this.requireBody('readFrame', entity);
    const target = out ?? { x: 0, y: 0, z: 0, heading: 0, qw: 1, qx: 0, qy: 0, qz: 0 };
    return readFrameInto(this.world, entity, target);
  }

  /** What a body performs. */
  readMotion(entity: number): MotionReading {
    this.requireBody('readMotion', entity);
    return readMotionOf(this.world, entity);
  }

  /** How many messages about a body were dropped, by reason; those that were once are there. A count stops at 255. */
  readDrops(entity: number): Partial<Record<DropReason, number>> {
    this.requireBody('readDrops', entity);
    return readDropsOf(this.world, entity);
  }

  /** The move or turn that is under way. */
  readMoveTo(entity: number): MoveToReading {
    this.requireBody('readMoveTo', entity);
    return readMoveToOf(this.world, entity);
  }

  /** What the network has brought: received, decoded, malformed, applied, dropped by reason. */
  get counters(): Readonly<NetCounters> {
    return this.network.counters;
  }

  /** The connections that there are, oldest first: each with its counters, its limits and, in a server, its player. */
  get connections(): readonly Connection[] {
    return this.network.connections;
  }

  /**
   * Connects to a server, or lets a peer in. A new peer is told of the world.
   *
   * @returns The connection: its counters, its limits and, in a server, its player; also in {@link connections}.
   * @throws TypeError or RangeError for something that is no transport, or a bad option; Error when it is connected.
   */
  connect(transport: Transport, options: ConnectOptions = {}): Connection {
    requireTransport('connect', transport);
    requireObject('connect', options, 'options such as { player: entity }');
    requireKeys('connect', options, ['player', 'viewer', 'limits']);
    if (this.connectionOf(transport) !== undefined) throw new Error('connect: this transport is connected already');
    const usual = this.role === 'server' ? peerLimits : serverLimits;
    const limits = limitsOf('connect.limits', options.limits ?? {}, usual);
    const player = this.guidForPeer('connect.player', options.player);
    const viewer = this.guidForPeer('connect.viewer', options.viewer);
    const connection = new Connection(transport, limits, { player, viewer });
    this.network.connections.push(connection);
    return connection;
  }

  /**
   * Takes a transport away and closes it.
   *
   * @param code Why, for transports that can tell their peer: 1000, the default, or 3000 to 4999.
   * @param words The same in words; a WebSocket takes 123 bytes of them.
   */
  disconnect(transport: Transport, code?: number, words?: string): void {
    requireTransport('disconnect', transport);
    if (code !== undefined && code !== NORMAL_CLOSE) requireInteger('disconnect: code', code, 3000, 4999);
    const connection = this.connectionOf(transport);
    if (connection !== undefined) this.network.end(this.world, connection, null);
    transport.close(code, words);
  }

  /**
   * Gives the peer behind a transport a body, from the next step on; a peer that had it loses it. Only in a server.
   *
   * @param entity 0: none.
   * @throws RangeError when there is no such body; Error when the transport is not connected; TypeError in a client.
   */
  setPlayer(transport: Transport, entity: number): void {
    const connection = this.requireConnection('setPlayer', transport);
    connection.player = this.guidForPeer('setPlayer', entity === 0 ? undefined : entity);
  }

  /** Lets a peer see the world from another body than its player's; 0: from its player. As {@link setPlayer}. */
  setViewer(transport: Transport, entity: number): void {
    const connection = this.requireConnection('setViewer', transport);
    connection.viewer = this.guidForPeer('setViewer', entity === 0 ? undefined : entity);
  }

  private requireConnection(call: string, transport: Transport): Connection {
    requireTransport(call, transport);
    if (this.role !== 'server') throw new TypeError(`${call}: only the peers of a server have one`);
    const connection = this.connectionOf(transport);
    if (connection === undefined) throw new Error(`${call}: this transport is not connected`);
    return connection;
  }

  private connectionOf(transport: Transport): Connection | undefined {
    return this.network.connections.find((connection) => connection.transport === transport);
  }

  /** Who a connection's player or viewer is, as a guid; 0: nobody. */
  private guidForPeer(what: string, entity: number | undefined): number {
    if (entity === undefined) return 0;
    if (this.role !== 'server') throw new TypeError(`${what}: only the peers of a server have one`);
    this.requireBody(what, entity);
    return this.guidOf(entity);
  }

  /** A hash of the whole state: the same inputs give the same hash, in every JS engine. */
  hash(): string {
    return stateHash(this.world);
  }

  /** The whole state as bytes. */
  snapshot(): Uint8Array {
    this.refuseInsideStep('snapshot');
    return takeSnapshot(this.world);
  }

  /**
   * Goes back to a state; see {@link restoreSnapshot}. Components of your own and events that have not been told yet are
   * not part of a snapshot: add them again afterwards.
   */
  restore(bytes: Uint8Array): void {
    this.refuseInsideStep('restore');
    if (!(bytes instanceof Uint8Array)) throw new TypeError('restore: expected the Uint8Array of a snapshot');
    const told = this.peers?.remember(this.world);
    restoreSnapshot(this.world, bytes);
    if (told !== undefined) this.peers?.retell(this.world, told);
  }

  private stepOnce(transportTime: number): void {
    this.stepping = true;
    try {
      stepPipeline(this.world, this.network, this.peers, transportTime, this.added, this.playerEgress);
    } finally {
      this.stepping = false;
    }
    this.world.events.flush();
    this.added.runEnd(this.world);
  }

  private refuseNested(call: string): void {
    this.refuseInsideStep(call);
    if (this.world.events.telling)
      throw new Error(`${call}: not in an event handler; the step that told it is not over`);
    if (this.added.atEnd) throw new Error(`${call}: not in a system; the step that runs it is not over`);
  }

  private requireEventType(call: string, type: string): void {
    if (type === '*' || Object.hasOwn(eventTypes, type)) return;
    throw new TypeError(`${call}: unknown event '${type}'${suggestion(String(type), Object.keys(eventTypes))}`);
  }
}

/** The events that there are. */
export const eventTypes: Readonly<Record<GaitEventType, true>> = {
  spawned: true,
  despawned: true,
  arrived: true,
  cancelled: true,
  motionDone: true,
  hitGround: true,
  leaveGround: true,
  targetLost: true,
  unknownMotion: true,
  unknownMotionTable: true,
  ringOverflow: true,
  playerChanged: true,
  controlLost: true,
  animationHook: true,
  inputHeld: true,
  inputFreed: true,
  putBack: true,
  playerRefused: true,
  messageDropped: true,
  malformed: true,
  connectionLimited: true,
  disconnected: true,
  handlerError: true,
};

function requireTransport(call: string, transport: Transport): void {
  for (const part of ['send', 'poll', 'close'] as const) {
    if (typeof transport?.[part] !== 'function') {
      throw new TypeError(`${call}: expected a Transport with send, poll and close`);
    }
  }
}

/** Makes an engine. @throws TypeError or RangeError for a bad option, Error for a bad motion table. */
export function createEngine(options: EngineOptions): Engine {
  return new Engine(options);
}
