import { nearest, requireInteger } from '../engine/checks.ts';
import type { GaitEvents, GaitEventType } from '../engine/events.ts';
import type { Transport } from '../engine/net/transport.ts';
import type { NetCounters } from '../engine/network.ts';
import { restoreSnapshot, takeSnapshot } from '../engine/snapshot.ts';
import { stateHash } from '../engine/state-hash.ts';
import type { EngineOptions } from './engine-options.ts';
import { stepPipeline } from './pipeline.ts';
import {
  type FrameReading,
  type MotionReading,
  type MoveToReading,
  readFrameInto,
  readMotionOf,
  readMoveToOf,
} from './readings.ts';
import { EngineMoves } from './engine-moves.ts';

/**
 * A world with its clock, its pipeline and its connections: what a game developer holds.
 *
 * Every call checks what it is given and throws at the call; nothing is ever thrown out of a step.
 */
export class Engine extends EngineMoves {
  /** Runs whole steps at once. */
  step(count = 1): void {
    requireInteger('step: count', count, 0, 1e6);
    for (let index = 0; index < count; index++) this.stepOnce(this.world.clock.now + this.world.clock.quantum);
  }

  /**
   * Lets time pass and runs the steps that are due.
   *
   * @param now Seconds on any steady clock, for example performance.now() / 1000.
   * @returns How many steps ran. A gap of more than two seconds is skipped.
   */
  update(now: number): number {
    const due = this.stepper.advance(now);
    for (let index = 0; index < due; index++) this.stepOnce(now);
    return due;
  }

  /** Where a renderer stands between the last two steps, 0 to 1. */
  get alpha(): number {
    return this.stepper.alpha;
  }

  /** Stops time for `update`; `step` still steps. */
  pause(): void {
    this.stepper.paused = true;
  }

  /** Lets time go on. */
  resume(): void {
    this.stepper.paused = false;
  }

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

  /** The move or turn that is under way. */
  readMoveTo(entity: number): MoveToReading {
    this.requireBody('readMoveTo', entity);
    return readMoveToOf(this.world, entity);
  }

  /** What the network has brought: received, decoded, malformed, applied, dropped by reason. */
  get counters(): Readonly<NetCounters> {
    return this.network.counters;
  }

  /** Connects to a server, or lets a peer in. A new peer is told of the whole world. */
  connect(transport: Transport): void {
    requireTransport('connect', transport);
    if (this.network.transports.includes(transport)) throw new Error('connect: this transport is connected already');
    this.network.transports.push(transport);
    this.peers?.newcomers.push(transport);
  }

  /** Takes a transport away and closes it. */
  disconnect(transport: Transport): void {
    requireTransport('disconnect', transport);
    const index = this.network.transports.indexOf(transport);
    if (index >= 0) this.network.transports.splice(index, 1);
    this.peers?.drop(transport);
    transport.close();
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
    this.refuseInsideStep('step');
    if (this.world.events.telling) throw new Error('step: not in an event handler; the step that told it is not over');
    this.stepping = true;
    try {
      stepPipeline(this.world, this.network, this.peers, transportTime);
    } finally {
      this.stepping = false;
    }
    this.world.events.flush();
  }

  private requireEventType(call: string, type: string): void {
    if (type === '*' || Object.hasOwn(eventTypes, type)) return;
    throw new TypeError(`${call}: unknown event '${type}'; did you mean '${nearest(type, Object.keys(eventTypes))}'?`);
  }
}

const eventTypes: Record<GaitEventType, true> = {
  spawned: true,
  despawned: true,
  arrived: true,
  cancelled: true,
  motionDone: true,
  hitGround: true,
  leaveGround: true,
  targetLost: true,
  unknownMotion: true,
  ringOverflow: true,
  controlLost: true,
  messageDropped: true,
  malformed: true,
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
