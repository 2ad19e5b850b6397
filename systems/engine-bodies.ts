import { $internal, type InternalWorld } from 'bitecs';
import {
  describe,
  requireChoice,
  requireFunction,
  requireInteger,
  requireKeys,
  requireObject,
  suggestion,
  noBody,
} from '../engine/checks.ts';
import { guardBodies } from '../engine/body-guard.ts';
import { flatGround } from '../engine/collision/flat-ground.ts';
import { askHeight, reportedHeight, requireGround } from '../engine/collision/own-ground.ts';
import { gridSpot } from '../engine/marked-spots.ts';
import { normalizeDegrees } from '../engine/math/heading.ts';
import { MotionTable } from '../engine/motion/motion-table.ts';
import { parseMotionTable } from '../engine/motion/motion-table-content.ts';
import { motionTableIdsOf } from '../engine/motion-table-ids.ts';
import { checkBudget, Network } from '../engine/network.ts';
import { physicsObjectCalls } from '../engine/physics-object.ts';
import { playerRulesOf } from '../engine/player-rules.ts';
import { type BodySetup, despawnBody, leaveWorld, spawnBody } from '../engine/spawn.ts';
import { Stepper } from '../engine/stepper.ts';
import { GaitWorld } from '../engine/world.ts';
import { checkSpawnOptions, type EngineOptions, type SpawnOptions, engineKeys } from './engine-options.ts';
import { interestOf } from './interest-options.ts';
import { Peers } from './peers.ts';
import { PlayerEgress } from './player-egress.ts';

/** Checks a world that the game brings. @throws TypeError when it is none of bitECS, or hands out versioned ids. */
function sharedWorld(call: string, world: object | undefined): object | undefined {
  if (world === undefined) return undefined;
  const internal = (world as Partial<InternalWorld> | null)?.[$internal];
  if (internal === undefined) {
    throw new TypeError(
      `${call}.world: expected a world that bitECS's createWorld() has made, by the same copy of bitECS`,
    );
  }
  if (internal.entityIndex.versioning) {
    throw new TypeError(`${call}.world: expected a world without versioning; its ids would be no indices`);
  }
  return world;
}

/** Throws unless there is a list of motion tables. */
function requireTables(call: string, tables: unknown): void {
  const expected = "expected a list of at least one motion table, such as [human] of 'gait/motion-tables/human.json'";
  if (!Array.isArray(tables)) throw new TypeError(`${call}.motionTables: ${expected}, found ${describe(tables)}`);
  if (tables.length === 0) throw new TypeError(`${call}.motionTables: ${expected}, found an empty one`);
}

/** Throws for an option that would do nothing, because it is one of the other role. */
function requireOwnOptions(call: string, role: 'client' | 'server', options: EngineOptions): void {
  const others = role === 'client' ? (['interest', 'players'] as const) : (['markedSpot', 'unknown'] as const);
  const other = role === 'client' ? 'server' : 'client';
  for (const name of others) {
    if (options[name] === undefined) continue;
    throw new TypeError(`${call}.${name}: only a ${other} has this; expected none with the role '${role}'`);
  }
}

/** Metres above the ground within which a new body stands on it. */
const STANDS_WITHIN = 0.05;

/** The part of an engine that holds the world: its options, and the bodies that come and go. */
export class EngineBodies {
  /** The world: a bitECS world whose `components` hold every column. */
  readonly world: GaitWorld;
  readonly role: 'client' | 'server';

  protected readonly stepper: Stepper;
  protected readonly network: Network;
  protected readonly peers: Peers | null;
  protected readonly playerEgress: PlayerEgress | null;
  protected readonly defaults: SpawnOptions;
  protected stepping = false;

  /** @param call Starts the errors: what makes the engine. */
  constructor(options: EngineOptions, call = 'createEngine') {
    requireObject(call, options, 'options such as { motionTables: [human] }');
    requireKeys(call, options, engineKeys);
    requireTables(call, options.motionTables);
    this.role = requireChoice(`${call}.role`, options.role ?? 'client', ['client', 'server']);
    requireOwnOptions(call, this.role, options);
    this.stepper = new Stepper(options.stepRate ?? 30, `${call}.stepRate`);
    const capacity = requireInteger(`${call}.capacity`, options.capacity ?? 64, 1, 1 << 22);
    this.world = new GaitWorld(physicsObjectCalls, capacity, sharedWorld(call, options.world));
    guardBodies(this.world, (entity) => {
      this.refuseInsideStep('removeEntity');
      this.peers?.farewell(this.world, entity);
      leaveWorld(this.world, entity);
    });
    this.world.clock.quantum = this.stepper.quantum;
    options.motionTables.forEach((content, index) => {
      const table = new MotionTable(parseMotionTable(content, `${call}.motionTables[${index}]`));
      if (this.world.motionTables.some(({ name }) => name === table.name)) {
        throw new TypeError(`${call}.motionTables[${index}]: there is another table of the name '${table.name}'`);
      }
      this.world.motionTables.push(table);
    });
    this.world.motionTableIds = motionTableIdsOf(
      `${call}.motionTableIds`,
      options.motionTableIds,
      this.world.motionTables,
      this.role === 'server',
    );
    this.world.ground = options.ground === undefined ? flatGround() : requireGround(`${call}.ground`, options.ground);
    this.defaults = options.defaults ?? {};
    checkSpawnOptions(`${call}.defaults`, this.defaults);
    if (this.defaults.motionTable !== undefined) this.tableByName(this.defaults.motionTable);
    this.network = new Network(this.world, (guid, x, y, z) =>
      this.setupOf({ ...this.defaults, guid, x, y, z: z ?? undefined }, reportedHeight),
    );
    this.network.unknownPolicy = requireChoice(`${call}.unknown`, options.unknown ?? 'hold', ['hold', 'spawn']);
    this.network.markedSpot = options.markedSpot ?? gridSpot;
    const spots = 'a function from the number of a spot to { x, y, z?, heading? }';
    requireFunction(`${call}.markedSpot`, this.network.markedSpot, spots);
    Object.assign(this.network.budget, checkBudget(`${call}.budget`, options.budget ?? {}));
    this.network.obeys = this.role === 'client';
    this.network.playerRules = playerRulesOf(`${call}.players`, options.players);
    const interest = interestOf(`${call}.interest`, options.interest);
    this.peers = this.role === 'server' ? new Peers(this.network, interest) : null;
    this.playerEgress = this.role === 'client' ? new PlayerEgress() : null;
  }

  /**
   * Brings a body into the world.
   *
   * @returns Its entity id; ids of despawned bodies are used again.
   * @throws TypeError, RangeError for a bad option; Error when the guid is taken or the step is running.
   */
  spawn(options: SpawnOptions = {}): number {
    this.refuseInsideStep('spawn');
    const { entityIndex } = (this.world as unknown as Partial<InternalWorld>)[$internal] ?? {};
    if (entityIndex !== this.world.entityIndex) {
      throw new Error('spawn: the bitECS world has been reset or deleted, its ids begin anew; make a new engine');
    }
    checkSpawnOptions('spawn', options);
    const entity = spawnBody(this.world, this.setupOf(options));
    if (options.localPlayer === true) {
      this.world.playerGuid = this.guidOf(entity);
      this.world.viewer = this.world.playerGuid;
    }
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

  /** Whether a step is running: then nobody is spawned or despawned, no system added, no snapshot taken or restored. */
  get isStepping(): boolean {
    return this.stepping;
  }

  protected refuseInsideStep(call: string): void {
    if (this.stepping)
      throw new Error(`${call}: not while a step is running; use an event handler, or call it between`);
  }

  protected requireBody(call: string, entity: number): void {
    if (!this.isAlive(entity)) throw noBody(call, entity, (guid) => this.world.entityOf(guid));
  }

  /** @param ask Asks the ground; inside a step, one that reports. */
  protected setupOf(options: SpawnOptions, ask = askHeight): BodySetup {
    const { world } = this;
    const table = options.motionTable === undefined ? 0 : this.tableByName(options.motionTable);
    const scale = options.scale ?? 1;
    const x = options.x ?? 0;
    const y = options.y ?? 0;
    const floor = this.floorAt('spawn', x, y, options.z ?? 0, ask);
    const z = options.z ?? floor ?? 0;
    const guid = options.guid ?? this.freeGuid();
    if (world.entityOf(guid) !== 0) throw new Error(`spawn.guid: 0x${guid.toString(16)} is taken by another body`);
    const gravity = options.gravity ?? true;
    const stands = floor !== null && Math.abs(z - floor) <= STANDS_WITHIN;
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
      stepUp: options.stepUp,
      stepDown: options.stepDown,
      gravity,
      ethereal: options.ethereal,
      contact: stands,
      onWalkable: stands,
    };
  }

  /** Height of the ground below a place; null: there is none. */
  protected floorAt(call: string, x: number, y: number, z: number, ask = askHeight): number | null {
    const floor = ask(this.world, call, x, y, z);
    return floor === Number.NEGATIVE_INFINITY ? null : floor;
  }

  protected freeGuid(): number {
    while (this.world.entityOf(this.world.nextGuid) !== 0) this.world.nextGuid++;
    return this.world.nextGuid++;
  }

  protected tableByName(name: string): number {
    const names = this.world.motionTables.map((table) => table.name);
    const index = names.indexOf(name);
    if (index < 0) {
      throw new RangeError(`spawn.motionTable: there is no '${name}'${suggestion(String(name), names)}`);
    }
    return index;
  }

  protected announce(entity: number, what: number): void {
    if (this.peers !== null) this.world.components.outbound.announce[entity] |= what;
  }
}
