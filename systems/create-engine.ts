import { EntityKind } from '../components/identity.ts';
import { CommandClass } from '../components/motion-command.ts';
import { MovementError, MovementType } from '../components/move-to.ts';
import { TransientState } from '../components/transient-state.ts';
import { Limit, nearest, requireBoolean, requireCommand, requireInteger, requireNumber } from '../engine/checks.ts';
import { flatGround } from '../engine/collision/flat-ground.ts';
import type { GaitEvents, GaitEventType } from '../engine/events.ts';
import { normalizeDegrees } from '../engine/math/heading.ts';
import { reportExhaustion } from '../engine/motion/interp-lifecycle.ts';
import { chargeJump, jump } from '../engine/motion/jumping.ts';
import { setHoldRun } from '../engine/motion/apply-movement.ts';
import { MotionTable } from '../engine/motion/motion-table.ts';
import { parseMotionTable } from '../engine/motion/motion-table-content.ts';
import type { Transport } from '../engine/net/transport.ts';
import { type NetCounters, Network } from '../engine/network.ts';
import { FIRST_MOTION_TABLE_ID } from '../engine/outbound-messages.ts';
import {
  createMovementStruct,
  moveToObject,
  performMovement,
  physicsObjectCalls,
  setPosition,
  stickToObject,
  stopCompletely,
  teleportHook,
  turnToObject,
} from '../engine/physics-object.ts';
import { constrainTo, unConstrain } from '../engine/position/constraint-manager.ts';
import { stopInterpolating } from '../engine/position/interpolation-manager.ts';
import { unStick } from '../engine/position/sticky-manager.ts';
import { restoreSnapshot, takeSnapshot } from '../engine/snapshot.ts';
import { type BodySetup, despawnBody, spawnBody } from '../engine/spawn.ts';
import { stateHash } from '../engine/state-hash.ts';
import { Stepper } from '../engine/stepper.ts';
import { GaitWorld } from '../engine/world.ts';
import {
  checkSpawnOptions,
  type EngineOptions,
  fillMoveParameters,
  type MoveOptions,
  PLACE_DISTANCE,
  PLACE_FLAGS,
  type SpawnOptions,
} from './engine-options.ts';
import { Announce, Peers } from './net-egress.ts';
import { stepPipeline } from './pipeline.ts';
import {
  type FrameReading,
  type MotionReading,
  type MoveToReading,
  readFrameInto,
  readMotionOf,
  readMoveToOf,
} from './readings.ts';

/** A place in world metres; without z, the ground there. */
export interface PlaceOption {
  x: number;
  y: number;
  z?: number;
}

/** An entity as the goal of a move. */
export interface TargetOption {
  target: number;
}

/** Guids that spawn hands out when none is given start here. */
const FIRST_OWN_GUID = 0x70000000;
/** Metres above the ground within which a new body stands on it. */
const STANDS_WITHIN = 0.05;

/**
 * A world with its clock, its pipeline and its connections: what a game developer holds.
 *
 * Every call checks what it is given and throws at the call; nothing is ever thrown out of a step.
 */
export class Engine {
  /** The world: a bitECS world whose `components` hold every column. */
  readonly world: GaitWorld;
  readonly role: 'client' | 'server';

  private readonly stepper: Stepper;
  private readonly network: Network;
  private readonly peers: Peers | null;
  private readonly defaults: SpawnOptions;
  private readonly struct = createMovementStruct();
  private nextGuid = FIRST_OWN_GUID;
  private stepping = false;

  constructor(options: EngineOptions) {
    if (!Array.isArray(options?.motionTables) || options.motionTables.length === 0) {
      throw new TypeError('createEngine.motionTables: expected at least one motion table');
    }
    this.stepper = new Stepper(options.stepRate ?? 30);
    const capacity = requireInteger('createEngine.capacity', options.capacity ?? 64, 1, 1 << 22);
    this.world = new GaitWorld(physicsObjectCalls, capacity);
    this.world.clock.quantum = this.stepper.quantum;
    options.motionTables.forEach((content, index) => {
      this.world.motionTables.push(new MotionTable(parseMotionTable(content, `motionTables[${index}]`)));
    });
    this.world.ground = options.ground ?? flatGround();
    this.role = options.role ?? 'client';
    if (this.role !== 'client' && this.role !== 'server') {
      throw new TypeError(`createEngine.role: expected 'client' or 'server', found '${this.role}'`);
    }
    this.defaults = options.defaults ?? {};
    checkSpawnOptions('createEngine.defaults', this.defaults);
    if (this.defaults.motionTable !== undefined) this.tableByName(this.defaults.motionTable);
    this.network = new Network(
      this.world,
      (guid) => this.setupOf({ ...this.defaults, guid }),
      (id) => (id - FIRST_MOTION_TABLE_ID in this.world.motionTables ? id - FIRST_MOTION_TABLE_ID : -1),
    );
    this.network.unknownPolicy = options.unknown ?? 'hold';
    if (this.network.unknownPolicy !== 'hold' && this.network.unknownPolicy !== 'spawn') {
      throw new TypeError(`createEngine.unknown: expected 'hold' or 'spawn', found '${this.network.unknownPolicy}'`);
    }
    this.peers = this.role === 'server' ? new Peers() : null;
  }

  // ------------------------------------------------------------------------------------------------- bodies

  /**
   * Brings a body into the world.
   *
   * @returns Its entity id; ids of despawned bodies are used again.
   * @throws TypeError, RangeError for a bad option; Error when the guid is taken or the step is running.
   */
  spawn(options: SpawnOptions = {}): number {
    this.refuseInsideStep('spawn');
    checkSpawnOptions('spawn', options);
    const entity = spawnBody(this.world, this.setupOf(options));
    if (options.localPlayer === true) this.world.viewer = this.guidOf(entity);
    this.peers?.welcome(this.world, entity);
    return entity;
  }

  /** Takes a body out of the world: who watches or chases it is told, and its id is free again. */
  despawn(entity: number): void {
    this.refuseInsideStep('despawn');
    this.requireBody('despawn', entity);
    this.peers?.farewell(this.world, entity);
    despawnBody(this.world, entity);
  }

  /** The entity with a guid; 0: there is none. */
  entityOf(guid: number): number {
    return this.world.entityOf(guid);
  }

  /** The guid of an entity. */
  guidOf(entity: number): number {
    this.requireBody('guidOf', entity);
    return this.world.components.identity.guid[entity];
  }

  /** Whether an id belongs to a body that lives. */
  isAlive(entity: number): boolean {
    return Number.isInteger(entity) && entity > 0 && this.world.components.identity.alive[entity] === 1;
  }

  /** The ids of all bodies in ascending order. Valid until the next spawn or despawn. */
  entities(): Uint32Array {
    this.world.refreshBodies();
    return this.world.bodies.subarray(0, this.world.bodyCount);
  }

  // --------------------------------------------------------------------------------------------------- moves

  /**
   * Moves a body to a place, or to another body, which it then chases. The move before is cancelled. Its end is told by
   * an event: `arrived` or `cancelled`.
   */
  moveTo(entity: number, goal: PlaceOption | TargetOption, options: MoveOptions = {}): void {
    this.requireBody('moveTo', entity);
    const { struct } = this;
    const parameters = struct.parameters.reset();
    if (isTarget(goal)) {
      const guid = this.guidOfTarget('moveTo', goal);
      fillMoveParameters('moveTo', options, parameters);
      moveToObject(this.world, entity, guid, parameters);
    } else {
      const { x, y, z } = this.checkPlace('moveTo', goal);
      parameters.flags = PLACE_FLAGS;
      parameters.distanceToObject = PLACE_DISTANCE;
      fillMoveParameters('moveTo', options, parameters);
      struct.type = MovementType.MoveToPosition;
      struct.x = x;
      struct.y = y;
      struct.z = z;
      performMovement(this.world, entity, struct);
    }
    this.announce(entity, Announce.Movement);
  }

  /** Turns a body to a heading in compass degrees, or to face another body. */
  turnTo(entity: number, goal: number | TargetOption, options: MoveOptions = {}): void {
    this.requireBody('turnTo', entity);
    const { struct } = this;
    const parameters = struct.parameters.reset();
    if (typeof goal === 'object' && goal !== null) {
      const guid = this.guidOfTarget('turnTo', goal);
      fillMoveParameters('turnTo', options, parameters);
      turnToObject(this.world, entity, guid, parameters);
    } else {
      const heading = normalizeDegrees(requireNumber('turnTo: heading', goal, -Limit.angle, Limit.angle));
      fillMoveParameters('turnTo', options, parameters);
      parameters.desiredHeading = heading;
      struct.type = MovementType.TurnToHeading;
      performMovement(this.world, entity, struct);
    }
    this.announce(entity, Announce.Movement);
  }

  /** Ends every motion and move, and lets go of what the body is stuck to. */
  stop(entity: number): void {
    this.requireBody('stop', entity);
    unStick(this.world, entity);
    stopCompletely(this.world, entity);
    this.announce(entity, Announce.Movement);
  }

  /**
   * Performs a motion as a key would: a gait, a turn, a style, an emote.
   *
   * @param options speed: factor, default 1; holdKey: a HoldKey.
   * @returns 0, or the MovementError with which it was refused.
   */
  setMotion(entity: number, command: number, options: { speed?: number; holdKey?: number } = {}): number {
    this.requireBody('setMotion', entity);
    requireCommand('setMotion: command', command);
    const { struct } = this;
    struct.parameters.reset();
    fillMoveParameters('setMotion', options, struct.parameters);
    struct.type = MovementType.RawCommand;
    struct.motion = command;
    this.takeControl(entity);
    const error = performMovement(this.world, entity, struct);
    if (error === MovementError.None && (command & CommandClass.Action) !== 0) {
      this.peers?.actions.push({ entity, command, speed: struct.parameters.speed });
    }
    this.announce(entity, Announce.Movement);
    return error;
  }

  /** Ends a motion as letting go of its key would. Answers 0 or a MovementError. */
  clearMotion(entity: number, command: number): number {
    this.requireBody('clearMotion', entity);
    requireCommand('clearMotion: command', command);
    const { struct } = this;
    struct.parameters.reset();
    struct.type = MovementType.StopRawCommand;
    struct.motion = command;
    this.takeControl(entity);
    const error = performMovement(this.world, entity, struct);
    this.announce(entity, Announce.Movement);
    return error;
  }

  /** Jumps. @param extent 0 to 1. @returns 0, or the MovementError with which it was refused. */
  jump(entity: number, extent = 1): number {
    this.requireBody('jump', entity);
    requireNumber('jump: extent', extent, 0, 1);
    const error = jump(this.world, entity, extent);
    if (error === MovementError.None) {
      this.world.components.transientState.bits[entity] &= ~TransientState.Contact;
      this.announce(entity, Announce.Movement | Announce.Vector);
    }
    return error;
  }

  /** Starts to charge a jump: a body at rest on the ground prepares a standing long jump. Answers 0 or a MovementError. */
  chargeJump(entity: number): number {
    this.requireBody('chargeJump', entity);
    const error = chargeJump(this.world, entity);
    this.announce(entity, Announce.Movement);
    return error;
  }

  /** Presses or lets go of the run key: movement that goes on changes its gait. */
  setHoldRun(entity: number, held: boolean): void {
    this.requireBody('setHoldRun', entity);
    requireBoolean('setHoldRun: held', held);
    this.takeControl(entity);
    setHoldRun(this.world, entity, held);
    this.announce(entity, Announce.Movement);
  }

  /** The body is exhausted: its movement is performed again with what its skill now answers. */
  reportExhaustion(entity: number): void {
    this.requireBody('reportExhaustion', entity);
    reportExhaustion(this.world, entity);
    this.announce(entity, Announce.Movement);
  }

  /**
   * Ties a body to a place.
   *
   * @param start Metres that it may go freely.
   * @param max Metres at which it is held.
   */
  constrain(entity: number, to: PlaceOption, start: number, max: number): void {
    this.requireBody('constrain', entity);
    const { x, y, z } = this.checkPlace('constrain', to);
    requireNumber('constrain: start', start, 0, Limit.position);
    requireNumber('constrain: max', max, start, Limit.position);
    constrainTo(this.world, entity, x, y, z, start, max);
  }

  /** Unties a body. */
  unconstrain(entity: number): void {
    this.requireBody('unconstrain', entity);
    unConstrain(this.world, entity);
  }

  /** Sticks a body to another one: for a second it stays at its edge, facing it. */
  stickTo(entity: number, target: number): void {
    this.requireBody('stickTo', entity);
    this.requireBody('stickTo: target', target);
    if (target === entity) throw new RangeError('stickTo: a body cannot stick to itself');
    stickToObject(this.world, entity, this.guidOf(target));
    this.announce(entity, Announce.Movement);
  }

  /** Lets go of what a body is stuck to. */
  unstick(entity: number): void {
    this.requireBody('unstick', entity);
    unStick(this.world, entity);
    this.announce(entity, Announce.Movement);
  }

  /** Puts a body somewhere; its move goes on from there. */
  place(entity: number, to: PlaceOption & { heading?: number }): void {
    this.requireBody('place', entity);
    this.putAt('place', entity, to);
    stopInterpolating(this.world, entity);
    this.markTeleported(entity);
  }

  /** Teleports a body: move, stick, leash and watches end, and who watches it is told. */
  teleport(entity: number, to: PlaceOption & { heading?: number }): void {
    this.requireBody('teleport', entity);
    this.checkPlace('teleport', to);
    if (to.heading !== undefined) requireNumber('teleport: heading', to.heading, -Limit.angle, Limit.angle);
    teleportHook(this.world, entity);
    this.putAt('teleport', entity, to);
    this.markTeleported(entity);
  }

  /** Sets the run rate that a body's skill answers; null: none, and what the server said last rules. */
  setRunRate(entity: number, rate: number | null): void {
    this.requireBody('setRunRate', entity);
    this.world.components.body.runRate[entity] =
      rate === null ? -1 : requireNumber('setRunRate: rate', rate, 0, Limit.rate);
  }

  // ---------------------------------------------------------------------------------------------------- time

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

  // -------------------------------------------------------------------------------------------------- events

  /** Calls `handler` with every event of a type, or of all types with '*' (then with the type first). */
  on<Type extends GaitEventType>(type: Type, handler: (event: GaitEvents[Type]) => void): void {
    this.requireEventType('on', type);
    if (typeof handler !== 'function') throw new TypeError('on: expected a function as handler');
    this.world.events.bus.on(type, handler);
  }

  /** Stops calling a handler, or all of a type. */
  off<Type extends GaitEventType>(type: Type, handler?: (event: GaitEvents[Type]) => void): void {
    this.requireEventType('off', type);
    this.world.events.bus.off(type, handler);
  }

  // ------------------------------------------------------------------------------------------------- reading

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

  // ------------------------------------------------------------------------------------------- network, state

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

  /** Goes back to a state; see {@link restoreSnapshot}. */
  restore(bytes: Uint8Array): void {
    this.refuseInsideStep('restore');
    if (!(bytes instanceof Uint8Array)) throw new TypeError('restore: expected the Uint8Array of a snapshot');
    restoreSnapshot(this.world, bytes);
  }

  // ------------------------------------------------------------------------------------------------- private

  private stepOnce(transportTime: number): void {
    this.refuseInsideStep('step');
    this.stepping = true;
    try {
      stepPipeline(this.world, this.network, this.peers, transportTime);
    } finally {
      this.stepping = false;
    }
    this.world.events.flush();
  }

  private refuseInsideStep(call: string): void {
    if (this.stepping)
      throw new Error(`${call}: not while a step is running; use an event handler, or call it between`);
  }

  private requireBody(call: string, entity: number): void {
    if (!this.isAlive(entity)) throw new RangeError(`${call}: there is no body with entity id ${String(entity)}`);
  }

  private requireEventType(call: string, type: string): void {
    if (type === '*' || Object.hasOwn(eventTypes, type)) return;
    throw new TypeError(`${call}: unknown event '${type}'; did you mean '${nearest(type, Object.keys(eventTypes))}'?`);
  }

  private guidOfTarget(call: string, goal: TargetOption): number {
    this.requireBody(`${call}: target`, goal.target);
    return this.guidOf(goal.target);
  }

  private checkPlace(call: string, place: PlaceOption): { x: number; y: number; z: number } {
    if (typeof place !== 'object' || place === null) {
      throw new TypeError(`${call}: expected a place { x, y, z? } or { target }`);
    }
    const x = requireNumber(`${call}: x`, place.x, -Limit.position, Limit.position);
    const y = requireNumber(`${call}: y`, place.y, -Limit.position, Limit.position);
    const z = place.z ?? this.world.ground?.heightAt(x, y, 0) ?? 0;
    return { x, y, z: requireNumber(`${call}: z`, z, -Limit.position, Limit.position) };
  }

  private putAt(call: string, entity: number, to: PlaceOption & { heading?: number }): void {
    const { x, y, z } = this.checkPlace(call, to);
    const heading =
      to.heading === undefined
        ? null
        : normalizeDegrees(requireNumber(`${call}: heading`, to.heading, -Limit.angle, Limit.angle));
    setPosition(this.world, entity, x, y, z, heading);
  }

  private markTeleported(entity: number): void {
    const { outbound } = this.world.components;
    outbound.teleported[entity] = 1;
    outbound.nextPosition[entity] = 0;
  }

  private announce(entity: number, what: number): void {
    if (this.peers !== null) this.world.components.outbound.announce[entity] |= what;
  }

  /** A key of the player's own: its raw state rules again. */
  private takeControl(entity: number): void {
    const { identity, motionInterp } = this.world.components;
    if ((identity.kind[entity] & EntityKind.LocalPlayer) !== 0) motionInterp.lastMoveWasAutonomous[entity] = 1;
  }

  private setupOf(options: SpawnOptions): BodySetup {
    const { world } = this;
    const table = options.motionTable === undefined ? 0 : this.tableByName(options.motionTable);
    const guid = options.guid ?? this.freeGuid();
    if (world.entityOf(guid) !== 0) throw new Error(`spawn.guid: 0x${guid.toString(16)} is taken by another body`);
    const scale = options.scale ?? 1;
    const x = options.x ?? 0;
    const y = options.y ?? 0;
    const floor = world.ground?.heightAt(x, y, options.z ?? 0) ?? 0;
    const z = options.z ?? floor;
    const gravity = options.gravity ?? true;
    const stands = Math.abs(z - floor) <= STANDS_WITHIN;
    return {
      guid,
      table,
      x,
      y,
      z,
      heading: normalizeDegrees(options.heading ?? 0),
      radius: options.radius ?? 0.3 * scale,
      height: options.height ?? 1.8 * scale,
      scale,
      creature: options.creature ?? true,
      localPlayer: options.localPlayer ?? false,
      runRate: options.runRate ?? null,
      jumpHeight: options.jumpHeight ?? 1,
      gravity,
      contact: stands,
      onWalkable: stands,
    };
  }

  private freeGuid(): number {
    while (this.world.entityOf(this.nextGuid) !== 0) this.nextGuid++;
    return this.nextGuid++;
  }

  private tableByName(name: string): number {
    const names = this.world.motionTables.map((table) => table.name);
    const index = names.indexOf(name);
    if (index < 0) {
      throw new RangeError(`spawn.motionTable: there is no '${name}'; did you mean '${nearest(String(name), names)}'?`);
    }
    return index;
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

function isTarget(goal: PlaceOption | TargetOption): goal is TargetOption {
  return typeof goal === 'object' && goal !== null && 'target' in goal;
}

/** Makes an engine. @throws TypeError or RangeError for a bad option, Error for a bad motion table. */
export function createEngine(options: EngineOptions): Engine {
  return new Engine(options);
}
