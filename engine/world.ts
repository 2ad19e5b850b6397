import { $internal, createWorld as createEcsWorld, type InternalWorld } from 'bitecs';
import {
  type Components,
  createComponents,
  createInterpolationQueues,
  type InterpolationQueues,
  resizeComponents,
  resizeInterpolationQueues,
} from '../components/index.ts';
import { EventQueue } from './events.ts';
import { GuidTable } from './guid-table.ts';
import { HeldInput } from './held-input.ts';
import type { MotionTable } from './motion/motion-table.ts';
import { MotionTableIds } from './motion-table-ids.ts';
import type { MovementParameters } from './movement-parameters.ts';

/**
 * Calls between retail's managers that cross rooms or go up a layer. engine/physics-object.ts fills this table once,
 * when a world is made; nobody else fills it. Lower rooms call through it: these calls re-enter, so callers store their
 * fields first and read ids before they cancel.
 */
export interface PhysicsObjectCalls {
  /** A performed motion is over (CPhysicsObj::MotionDone). */
  motionDone(world: GaitWorld, entity: number, motion: number, success: boolean): void;
  /** Ends the current move with an error (MovementManager::CancelMoveTo 0x005241b0). */
  cancelMoveTo(world: GaitWorld, entity: number, error: number): void;
  /** Lets go of what the body is stuck to (CPhysicsObj::unstick_from_object 0x0050eae0). */
  unstickFromObject(world: GaitWorld, entity: number): void;
  /** Hands on news about a watched target (CPhysicsObj::HandleUpdateTarget 0x00512bc0); the news is in `targetUpdate`. */
  handleUpdateTarget(world: GaitWorld, entity: number): void;
  /** CMotionInterp::DoInterpretedMotion after adjust_motion (MoveToManager::_DoMotion 0x00529010). */
  doAdjustedMotion(world: GaitWorld, entity: number, motion: number, parameters: MovementParameters): number;
  /** CMotionInterp::StopInterpretedMotion after adjust_motion (MoveToManager::_StopMotion 0x00529080). */
  stopAdjustedMotion(world: GaitWorld, entity: number, motion: number, parameters: MovementParameters): number;
  /** CPhysicsObj::StopCompletely 0x00510180. */
  stopCompletely(world: GaitWorld, entity: number): void;
  /** PositionManager::StickTo. */
  stickTo(world: GaitWorld, entity: number, guid: number, radius: number, height: number): void;
  /** CPhysicsObj::set_target 0x0050ed30. */
  setTarget(world: GaitWorld, entity: number, context: number, guid: number, radius: number, quantum: number): void;
  /** CPhysicsObj::clear_target 0x0050ed90. */
  clearTarget(world: GaitWorld, entity: number): void;
  /** Whether the leash holds the body back (PositionManager::IsFullyConstrained). */
  isFullyConstrained(world: GaitWorld, entity: number): boolean;
  /** CMotionInterp::get_adjusted_max_speed, metres a second, into `world.answer`. */
  adjustedMaxSpeed(world: GaitWorld, entity: number): void;
  /** CMotionInterp::get_max_speed, metres a second, into `world.answer`. */
  maxSpeed(world: GaitWorld, entity: number): void;
  /** ON_WALKABLE rose (MovementManager::HitGround 0x00524300). */
  hitGround(world: GaitWorld, entity: number): void;
  /** ON_WALKABLE fell (MovementManager::LeaveGround 0x00524320). */
  leaveGround(world: GaitWorld, entity: number): void;
}

/** News about a target on its way to a watcher (the parts of retail's TargetInfo that are delivered). */
export interface TargetUpdate {
  context: number;
  object: number;
  status: number;
  /** The target's place (x, y, z), then its place ahead, as far as the watcher asked it to look. */
  readonly place: Float64Array;
}

/**
 * What bodies stand on and bump into. One sweep a body and step, for players and remotes alike; behind this interface
 * lie flat ground, heightfields with obstacles, or a physics engine.
 */
export interface Ground {
  /**
   * A digest of what it is made of: snapshots are restored on a ground with the same one only. Grounds without one are not
   * told from one another.
   */
  readonly fingerprint?: string;
  /** Called once a step before the first sweep, while all bodies are still where the last step left them. */
  prepare?(world: GaitWorld): void;
  /**
   * Sweeps a body from its previous frame to its frame: moves the frame to where the body ends, and writes the normal
   * of what it touches, of length 1, to the body's contact normal. What it throws or answers wrongly is told as
   * `handlerError`, and the body stays where it was.
   *
   * @returns Whether it touches something.
   */
  sweep(world: GaitWorld, entity: number): boolean;
  /**
   * Height in metres of the ground below a place, for spawning and placing; minus infinity: there is none. What else is no
   * finite number is thrown by the call that asked.
   */
  heightAt(x: number, y: number, z: number): number;
}

/** The world's clock. */
export interface Clock {
  /** Simulated seconds since the start (retail's Timer::cur_time). */
  now: number;
  /** Steps since the start. */
  tick: number;
  /** Length of this step in seconds. */
  quantum: number;
}

/** An action that a body of an authoritative world performs: a motion that plays once. */
export interface SaidAction {
  entity: number;
  command: number;
  speed: number;
  /** Whether its own player's keys began it. */
  autonomous: boolean;
}

/** bitECS's allocator of ids: the first `aliveCount` cells of `dense` are in use, those behind are handed out next. */
type EntityIndex = InternalWorld[typeof $internal]['entityIndex'];

/** Guids that spawn hands out when none is given start here. */
const FIRST_OWN_GUID = 0x70000000;

/** Everything that a simulation holds. Also a bitECS world: give it to bitECS's functions as it is. */
export class GaitWorld {
  /** Per-entity columns by component. Their arrays are replaced when the world grows: take them at each step's start. */
  readonly components: Components;
  /** Largest entity id that the columns hold. */
  capacity: number;
  /** Distance between the cells of two slots of an entity's ring: slot `s` of entity `e` is at `s * stride + e`. */
  stride: number;
  /** Pooled interpolation queues; cell `s` of slot `q` is at `s * (interpolationCapacity + 1) + q`. */
  readonly interpolationQueues: InterpolationQueues;
  /** Slots of the pool; slot 0 stays unused. */
  interpolationCapacity = 8;
  /** Slots that no body uses; the last one is handed out next. */
  readonly freeInterpolationSlots: number[] = [8, 7, 6, 5, 4, 3, 2, 1];
  /** Simulated time. */
  readonly clock: Clock = { now: 0, tick: 0, quantum: 1 / 30 };
  /** Motion tables; bodies name theirs by index. */
  readonly motionTables: MotionTable[] = [];
  /** Which of them an id on the wire means. */
  motionTableIds = new MotionTableIds(this.motionTables);
  /** Events that are told when the step is over. */
  readonly events = new EventQueue();
  /** Entity by guid. */
  readonly guids = new GuidTable();
  /** bitECS's allocator of ids, held so that snapshots can restore it. */
  readonly entityIndex: EntityIndex;
  /** Live bodies in ascending order; the first {@link bodyCount} cells. Valid after {@link refreshBodies}. */
  bodies = new Uint32Array(64);
  /** How many cells of {@link bodies} count. */
  bodyCount = 0;
  /** Whether {@link bodies} must be brought up to date. */
  bodiesChanged = false;
  /** Room for a system's list of bodies, as long as {@link bodies}. */
  listed = new Uint32Array(64);
  /** Room for the list of bodies that have moved and are still to be swept. */
  swept = new Uint32Array(64);
  /** How many bodies are in {@link swept}. */
  sweptCount = 0;
  /** Guid from whose body "far" is measured in MoveOrTeleport; 0: nothing is far. */
  viewer = 0;
  /** Guid that the server says is this client's player, or that was spawned as it; 0: none. */
  playerGuid = 0;
  /** The next guid that a spawn without one gets. */
  nextGuid = FIRST_OWN_GUID;
  /** As an authoritative world: the last instance stamp of each guid. */
  readonly instances = new Map<number, number>();
  /** As an authoritative world: actions that are to be told with this step. */
  readonly saidActions: SaidAction[] = [];
  /** As a client: what the player presses while it waits for its place. */
  readonly heldInput = new HeldInput();
  /** Ring overflows since the start. */
  overflows = 0;
  /** The update that is being delivered to a watcher. */
  readonly targetUpdate: TargetUpdate = {
    context: 0,
    object: 0,
    status: 0,
    place: new Float64Array(6),
  };
  /** Where calls of the hub leave a number that they answer: returned numbers would be put on the heap. */
  readonly answer = new Float64Array(1);
  /** Calls between managers of different rooms. */
  readonly hub: PhysicsObjectCalls;
  /** What bodies are swept against; null: nothing, contact is then what it was set to. */
  ground: Ground | null = null;

  /** @param shared A bitECS world of the game's own: both are then the same world to bitECS. */
  constructor(hub: PhysicsObjectCalls, capacity: number, shared?: object) {
    this.hub = hub;
    this.capacity = capacity;
    this.stride = capacity + 1;
    this.components = createComponents(capacity);
    this.interpolationQueues = createInterpolationQueues(this.interpolationCapacity);
    this.events.hookName = (table, hook) => this.motionTables[table].hookNames[hook];
    if (shared === undefined) createEcsWorld(this);
    else Object.defineProperty(this, $internal, { value: (shared as InternalWorld)[$internal] });
    this.entityIndex = (this as unknown as InternalWorld)[$internal].entityIndex;
  }

  /** Raises an event (an EventCode) about an entity; it is told when the step is over. */
  raise(code: number, entity: number, a = 0, b = 0): void {
    this.events.push(code, entity, this.components.identity.guid[entity], a, b);
  }

  /** The entity with this guid, or 0. */
  entityOf(guid: number): number {
    return this.guids.get(guid);
  }

  /** Doubles the columns until they hold `entity`. Between steps only. */
  growTo(entity: number): void {
    let capacity = this.capacity;
    while (capacity < entity) capacity *= 2;
    if (capacity === this.capacity) return;
    resizeComponents(this.components, capacity);
    this.capacity = capacity;
    this.stride = capacity + 1;
  }

  /** Doubles the pool of interpolation queues. */
  growInterpolationQueues(): void {
    for (let slot = this.interpolationCapacity * 2; slot > this.interpolationCapacity; slot--) {
      this.freeInterpolationSlots.push(slot);
    }
    this.interpolationCapacity *= 2;
    resizeInterpolationQueues(this.interpolationQueues, this.interpolationCapacity);
  }

  /** Brings {@link bodies} up to date. */
  refreshBodies(): void {
    if (!this.bodiesChanged) return;
    this.bodiesChanged = false;
    const alive = this.components.identity.alive;
    if (this.bodies.length < alive.length) {
      this.bodies = new Uint32Array(alive.length);
      this.listed = new Uint32Array(alive.length);
      this.swept = new Uint32Array(alive.length);
    }
    let count = 0;
    for (let entity = 1; entity < alive.length; entity++) if (alive[entity] === 1) this.bodies[count++] = entity;
    this.bodyCount = count;
  }
}
