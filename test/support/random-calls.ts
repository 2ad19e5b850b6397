import { StampsU16 } from '../../components/stamps.ts';
import {
  type Engine,
  type MoveOptions,
  MotionCommand,
  type SpawnOptions,
  type TargetOption,
  type PlaceOption,
} from '../../index.ts';
import type { Inbox } from './inbox.ts';
import {
  createMessage,
  deleteMessage,
  fillCreatedMovement,
  motionMessage,
  type MovementParts,
  playerMessage,
  playerTeleportMessage,
  positionAndMovementMessage,
  positionMessage,
  type PositionParts,
  vectorMessage,
} from './messages.ts';
import { PhysicsFlag } from '../../engine/wire/physics-data.ts';
import { seededUnit } from './trig-digest.ts';

/**
 * Random legal calls of the public API and random legal messages, each drawn from a seed alone. Uses nothing but the
 * language, so that Node and a page draw the same ones.
 */

/** Draws values. */
class Draw {
  private readonly unit: () => number;

  constructor(seed: number) {
    // Neighbouring seeds must not give neighbouring draws.
    let mixed = Math.imul(seed ^ (seed >>> 16), 0x7feb352d);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
    this.unit = seededUnit((mixed ^ (mixed >>> 16)) >>> 0);
  }

  /** Whether something of this probability happens. */
  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    return Math.floor(this.unit() * limit);
  }

  between(least: number, most: number): number {
    return least + this.unit() * (most - least);
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)];
  }

  u16(): number {
    return this.below(0x10000);
  }

  /** A place on an axis: near by, or anywhere in the world. */
  coordinate(): number {
    return this.chance(0.95) ? this.between(-40, 40) : this.between(-1e7, 1e7);
  }

  /** A height: on the ground, above it, or anywhere. */
  height(): number {
    return this.chance(0.7) ? 0 : this.chance(0.9) ? this.between(-5, 30) : this.between(-1e7, 1e7);
  }

  /** A factor of speed: ordinary, none, backwards, next to nothing, or as large as it may be. */
  speed(): number {
    if (this.chance(0.6)) return this.pick([1, 1, 1, 2, 0.5, 1.5]);
    return this.chance(0.6) ? this.between(-3, 3) : this.pick([0, -1, 1e-4, -1e-4, 3e-4, 0.01, 1e4, -1e4, 700]);
  }

  angle(): number {
    return this.chance(0.8) ? this.between(0, 360) : this.pick([0, 180, 360, -90, 720, 1e6, -1e6]);
  }

  /** A distance in metres, up to a float's own limit. */
  distance(): number {
    return this.chance(0.8) ? this.between(0, 10) : this.pick([0, 0.6, 100, 1e7]);
  }

  command(): number {
    return this.chance(0.7) ? this.pick(usualCommands) : this.pick(allCommands);
  }
}

const allCommands = Object.values(MotionCommand);
const usualCommands = [
  MotionCommand.WalkForward,
  MotionCommand.WalkForward,
  MotionCommand.RunForward,
  MotionCommand.WalkBackwards,
  MotionCommand.TurnRight,
  MotionCommand.TurnLeft,
  MotionCommand.SideStepRight,
  MotionCommand.SideStepLeft,
  MotionCommand.Ready,
  MotionCommand.Crouch,
  MotionCommand.Wave,
  MotionCommand.NonCombat,
  MotionCommand.HandCombat,
  MotionCommand.Falling,
  MotionCommand.Dead,
] as const;

/** The stamps that the random server has given out last about a guid. */
interface Stamps {
  instance: number;
  movement: number;
  serverControl: number;
  position: number;
  teleport: number;
  forcePosition: number;
  vector: number;
  action: number;
}

/** An engine that random calls are made on, and what the random server behind its inbox remembers. */
export interface Subject {
  engine: Engine;
  inbox: Inbox;
  stamps: Map<number, Stamps>;
  /** Names of the motion tables. */
  tables: readonly string[];
  /** Bodies beyond which none is spawned. */
  mostBodies: number;
  /** Whether messages may be about guids and incarnations that are not there. */
  strangers: boolean;
  /** The clock of `update`, seconds. */
  now: number;
}

/** A subject that nothing has happened to yet. */
export function createSubject(engine: Engine, inbox: Inbox, tables: readonly string[]): Subject {
  return { engine, inbox, stamps: new Map(), tables, mostBodies: 6, strangers: true, now: 0 };
}

/** A copy of a subject's server side on another engine that is in the same state. */
export function copySubject(subject: Subject, engine: Engine, inbox: Inbox): Subject {
  const stamps = new Map([...subject.stamps].map(([guid, of]) => [guid, { ...of }]));
  return { ...subject, engine, inbox, stamps };
}

type Call = (subject: Subject, draw: Draw) => void;

const calls: readonly (readonly [weight: number, name: string, call: Call])[] = [
  [7, 'spawn', spawn],
  [2, 'despawn', despawn],
  [6, 'moveTo a place', onBody((engine, entity, draw) => engine.moveTo(entity, place(draw), moveOptions(draw)))],
  [
    7,
    'moveTo a target',
    onBody((engine, entity, draw) => {
      const [goal, options] = [target(engine, draw), moveOptions(draw)];
      if (goal.target !== entity) engine.moveTo(entity, goal, options);
    }),
  ],
  [
    4,
    'turnTo',
    onBody((engine, entity, draw) => {
      const [goal, options] = [draw.chance(0.5) ? draw.angle() : target(engine, draw), moveOptions(draw)];
      if (typeof goal === 'number' || goal.target !== entity) engine.turnTo(entity, goal, options);
    }),
  ],
  [3, 'stop', onBody((engine, entity) => engine.stop(entity))],
  [12, 'setMotion', onBody(setMotion)],
  [4, 'clearMotion', onBody((engine, entity, draw) => engine.clearMotion(entity, draw.command()))],
  [4, 'jump', onBody((engine, entity, draw) => engine.jump(entity, draw.pick([0, 0.3, 1, draw.between(0, 1)])))],
  [1, 'chargeJump', onBody((engine, entity) => engine.chargeJump(entity))],
  [2, 'setHoldRun', onBody((engine, entity, draw) => engine.setHoldRun(entity, draw.chance(0.5)))],
  [1, 'reportExhaustion', onBody((engine, entity) => engine.reportExhaustion(entity))],
  [1, 'constrain', onBody(constrain)],
  [1, 'unconstrain', onBody((engine, entity) => engine.unconstrain(entity))],
  [4, 'stickTo', onBody(stickTo)],
  [1, 'unstick', onBody((engine, entity) => engine.unstick(entity))],
  [2, 'place', onBody((engine, entity, draw) => engine.place(entity, placeWithHeading(draw)))],
  [2, 'teleport', onBody((engine, entity, draw) => engine.teleport(entity, placeWithHeading(draw)))],
  [2, 'setRunRate', onBody((engine, entity, draw) => engine.setRunRate(entity, runRate(draw)))],
  [10, 'step', ({ engine }, draw) => engine.step(draw.chance(0.8) ? 1 : draw.below(40))],
  [3, 'update', update],
  [1, 'pause or resume', ({ engine }, draw) => (draw.chance(0.3) ? engine.pause() : engine.resume())],
  [1, 'timeScale', ({ engine }, draw) => (engine.timeScale = draw.pick([0, 0.25, 1, 1, 3]))],
  [1, 'snapshot and restore', ({ engine }) => engine.restore(engine.snapshot())],
  [
    12,
    'UpdateMotion',
    toGuid((guid, stamps, draw) => motionMessage(guid, movement(stamps, draw), instance(stamps, draw))),
  ],
  [8, 'UpdatePosition', toGuid((guid, stamps, draw) => positionMessage(guid, position(stamps, draw)))],
  [
    2,
    'PositionAndMovement',
    toGuid((guid, stamps, draw) => positionAndMovementMessage(guid, position(stamps, draw), movement(stamps, draw))),
  ],
  [3, 'VectorUpdate', toGuid(vector)],
  [2, 'ObjectCreate', create],
  [1, 'ObjectDelete', toGuid((guid, stamps, draw) => deleteMessage(guid, instance(stamps, draw)))],
  [
    1,
    'PlayerCreate',
    (subject, draw) => {
      const guid = someGuid(subject, draw);
      if (guid !== 0) subject.inbox.put(playerMessage(guid));
    },
  ],
  [
    1,
    'PlayerTeleport',
    ({ inbox }, draw) => inbox.put(playerTeleportMessage(draw.chance(0.8) ? draw.below(5) : draw.u16())),
  ],
];

const deck: number[] = calls.flatMap(([weight], index) => Array.from({ length: weight }, () => index));

/** The name of the call that a seed makes. */
export function callName(seed: number): string {
  return calls[new Draw(seed).pick(deck)][1];
}

/** Makes the call that a seed stands for. */
export function makeCall(subject: Subject, seed: number): void {
  const draw = new Draw(seed);
  calls[draw.pick(deck)][2](subject, draw);
}

function onBody(call: (engine: Engine, entity: number, draw: Draw) => void): Call {
  return ({ engine }, draw) => {
    const entity = someBody(engine, draw);
    if (entity !== 0) call(engine, entity, draw);
  };
}

function someBody(engine: Engine, draw: Draw): number {
  const bodies = engine.entities();
  return bodies.length === 0 ? 0 : bodies[draw.below(bodies.length)];
}

function spawn({ engine, tables, mostBodies }: Subject, draw: Draw): void {
  if (engine.entities().length >= mostBodies) return;
  const options: SpawnOptions = {};
  if (draw.chance(0.8)) Object.assign(options, { x: draw.coordinate(), y: draw.coordinate() });
  if (draw.chance(0.3)) options.z = draw.height();
  if (draw.chance(0.5)) options.heading = draw.angle();
  if (draw.chance(0.3)) options.guid = 1 + draw.below(9);
  if (draw.chance(0.7)) options.motionTable = draw.pick(tables);
  if (draw.chance(0.2)) options.radius = draw.pick([0, 0.3, 2, 1000]);
  if (draw.chance(0.2)) options.height = draw.pick([0, 1.8, 5, 1000]);
  if (draw.chance(0.2)) options.scale = draw.pick([1e-6, 0.5, 2, 1000]);
  if (draw.chance(0.2)) options.creature = draw.chance(0.5);
  if (draw.chance(0.2)) options.gravity = draw.chance(0.5);
  if (draw.chance(0.2)) options.localPlayer = draw.chance(0.5);
  if (draw.chance(0.4)) options.runRate = runRate(draw);
  if (draw.chance(0.2)) options.jumpHeight = draw.pick([0, 0.5, 3, 1000]);
  if (options.guid !== undefined && engine.entityOf(options.guid) !== 0) return;
  engine.spawn(options);
}

function despawn({ engine }: Subject, draw: Draw): void {
  const entity = someBody(engine, draw);
  if (entity !== 0) engine.despawn(entity);
}

function runRate(draw: Draw): number | null {
  return draw.pick([null, null, 1, 1.5, 2.2, 0, 4.5, 1e4]);
}

function place(draw: Draw): PlaceOption {
  const where: PlaceOption = { x: draw.coordinate(), y: draw.coordinate() };
  if (draw.chance(0.3)) where.z = draw.height();
  return where;
}

function placeWithHeading(draw: Draw): PlaceOption & { heading?: number } {
  const where = place(draw);
  return draw.chance(0.5) ? { ...where, heading: draw.angle() } : where;
}

function target(engine: Engine, draw: Draw): TargetOption {
  return { target: someBody(engine, draw) };
}

const flags = [
  'canWalk',
  'canRun',
  'canCharge',
  'useFinalHeading',
  'sticky',
  'moveAway',
  'moveTowards',
  'useSpheres',
  'stopCompletely',
] as const;

function moveOptions(draw: Draw): MoveOptions {
  const options: MoveOptions = {};
  if (draw.chance(0.15)) options.flags = draw.below(0x40000);
  for (const flag of flags) if (draw.chance(0.2)) options[flag] = draw.chance(0.6);
  if (draw.chance(0.3)) options.distanceToObject = draw.distance();
  if (draw.chance(0.3)) options.minDistance = draw.distance();
  if (draw.chance(0.2)) options.failDistance = draw.pick([0, 1, 20, 3.4028234663852886e38]);
  if (draw.chance(0.3)) options.desiredHeading = draw.angle();
  if (draw.chance(0.3)) options.speed = draw.speed();
  if (draw.chance(0.3)) options.walkRunThreshold = draw.distance();
  if (draw.chance(0.2)) options.holdKey = draw.below(3);
  return options;
}

function setMotion(engine: Engine, entity: number, draw: Draw): void {
  const options: { speed?: number; holdKey?: number } = {};
  if (draw.chance(0.6)) options.speed = draw.speed();
  if (draw.chance(0.4)) options.holdKey = draw.below(3);
  engine.setMotion(entity, draw.command(), options);
}

function constrain(engine: Engine, entity: number, draw: Draw): void {
  const start = draw.distance();
  engine.constrain(entity, place(draw), start, Math.min(1e7, start + draw.distance()));
}

function stickTo(engine: Engine, entity: number, draw: Draw): void {
  const other = someBody(engine, draw);
  if (other !== entity) engine.stickTo(entity, other);
}

function update(subject: Subject, draw: Draw): void {
  subject.now += draw.chance(0.9) ? draw.between(0, 0.2) : draw.pick([0, -1, 1.9, 20]);
  subject.engine.update(subject.now);
}

/** A guid that there is, or, with strangers, one of a few that there may be. */
function someGuid({ engine, strangers }: Subject, draw: Draw): number {
  const entity = someBody(engine, draw);
  if (entity !== 0 && (!strangers || draw.chance(0.85))) return engine.guidOf(entity);
  return strangers ? draw.pick([1, 2, 3, 4, 0x50000001, 0xffffffff]) : 0;
}

function stampsOf({ engine, stamps, strangers }: Subject, guid: number): Stamps {
  let of = stamps.get(guid);
  const entity = engine.entityOf(guid);
  const current = entity === 0 ? 0 : engine.world.components.stamps.u16[entity * StampsU16.row + StampsU16.instance];
  if (of === undefined || (!strangers && of.instance !== current)) {
    of = {
      instance: current,
      movement: 0,
      serverControl: 0,
      position: 0,
      teleport: 0,
      forcePosition: 0,
      vector: 0,
      action: 0,
    };
    stamps.set(guid, of);
  }
  return of;
}

function toGuid(message: (guid: number, stamps: Stamps, draw: Draw) => Uint8Array): Call {
  return (subject, draw) => {
    const guid = someGuid(subject, draw);
    if (guid !== 0) subject.inbox.put(message(guid, stampsOf(subject, guid), draw));
  };
}

/** Mostly the next stamp, else the same again, or any. */
function next(stamps: Stamps, name: keyof Stamps, draw: Draw, advance = 0.9): number {
  if (draw.chance(advance)) stamps[name] = (stamps[name] + 1) & 0xffff;
  else if (draw.chance(0.3)) return draw.u16();
  return stamps[name];
}

/** The incarnation that there is, now and then another one. */
function instance(stamps: Stamps, draw: Draw): number {
  return draw.chance(0.95) ? stamps.instance : (stamps.instance + draw.pick([1, 0xffff])) & 0xffff;
}

function movement(stamps: Stamps, draw: Draw): MovementParts {
  const type = draw.chance(0.5) ? 0 : draw.below(10);
  const parts: MovementParts = {
    movementStamp: next(stamps, 'movement', draw),
    serverControlStamp: next(stamps, 'serverControl', draw, 0.3),
    autonomous: draw.chance(0.2),
    type,
    motionFlags: draw.chance(0.7) ? 0 : draw.below(4),
    style: draw.chance(0.8)
      ? 0x80000000
      : draw.pick([MotionCommand.NonCombat, MotionCommand.HandCombat, draw.command()]),
    target: draw.pick([1, 2, 3, 0x70000000, 0x70000001, 0x70000002]),
    stickyObject: draw.pick([0, 1, 2, 0x70000000, 0x70000001]),
    cell: draw.pick([0, 1, 0x00010000, 0xa9b40021]),
    x: draw.coordinate() / 2,
    y: draw.coordinate() / 2,
    z: draw.height(),
    paramsFlags: draw.chance(0.6) ? 0x1ee0f : draw.below(0x40000),
    distanceToObject: draw.chance(0.9) ? draw.distance() : -3,
    minDistance: draw.chance(0.9) ? draw.distance() : -1e38,
    failDistance: draw.pick([3.4028234663852886e38, 3.4028234663852886e38, 5, -1]),
    speed: draw.speed(),
    walkRunThreshold: draw.chance(0.9) ? draw.distance() : -1e38,
    desiredHeading: draw.angle(),
    heading: draw.angle(),
    runRate: draw.chance(0.8) ? draw.between(0.5, 4) : draw.pick([0, -1, 1e4, -1e4]),
  };
  if (type !== 0) return parts;
  const state: MovementParts['state'] = {};
  if (draw.chance(0.3))
    state.currentStyle = draw.pick([MotionCommand.NonCombat, MotionCommand.HandCombat, draw.command()]);
  if (draw.chance(0.7)) state.forwardCommand = draw.command();
  if (draw.chance(0.5)) state.forwardSpeed = draw.speed();
  if (draw.chance(0.3)) state.sidestepCommand = draw.pick([MotionCommand.SideStepRight, draw.command()]);
  if (draw.chance(0.3)) state.sidestepSpeed = draw.speed();
  if (draw.chance(0.4)) state.turnCommand = draw.pick([MotionCommand.TurnRight, draw.command()]);
  if (draw.chance(0.3)) state.turnSpeed = draw.speed();
  const actions: [number, number, boolean, number][] = [];
  for (let left = draw.chance(0.3) ? draw.below(draw.chance(0.1) ? 32 : 3) : 0; left > 0; left--) {
    stamps.action = (stamps.action + 1) & 0x7fff;
    actions.push([draw.command(), stamps.action, draw.chance(0.2), draw.speed()]);
  }
  return { ...parts, state, actions };
}

function position(stamps: Stamps, draw: Draw): PositionParts {
  const turned = draw.between(-1, 1);
  const tilted = draw.chance(0.1) ? draw.between(-1, 1) : 0;
  return {
    grounded: draw.chance(0.9),
    cell: draw.pick([0, 0, 1, 0x100, 0x00000150]),
    x: draw.coordinate() / 2,
    y: draw.coordinate() / 2,
    z: draw.height(),
    qw: draw.chance(0.9) ? 1 - Math.abs(turned) + 0.02 : 5,
    qx: tilted,
    qy: draw.chance(0.5) ? tilted : 0,
    qz: turned,
    velocityX: draw.chance(0.2) ? draw.between(-1e4, 1e4) : 0,
    placementId: draw.chance(0.1) ? 101 : 0,
    instanceStamp: instance(stamps, draw),
    positionStamp: next(stamps, 'position', draw),
    teleportStamp: next(stamps, 'teleport', draw, 0.08),
    forcePositionStamp: next(stamps, 'forcePosition', draw, 0.05),
  };
}

function vector(guid: number, stamps: Stamps, draw: Draw): Uint8Array {
  const rate = () => (draw.chance(0.8) ? draw.between(-8, 8) : draw.between(-1e4, 1e4));
  return vectorMessage(guid, {
    velocityX: rate(),
    velocityY: rate(),
    velocityZ: rate(),
    omegaX: draw.chance(0.5) ? 0 : rate(),
    omegaY: draw.chance(0.5) ? 0 : rate(),
    omegaZ: rate(),
    instanceStamp: instance(stamps, draw),
    vectorStamp: next(stamps, 'vector', draw),
  });
}

function create(subject: Subject, draw: Draw): void {
  const guid = draw.pick([1, 2, 3, 4, 0x50000001, 0xffffffff]);
  if (subject.engine.entities().length >= subject.mostBodies && subject.engine.entityOf(guid) === 0) return;
  const stamps = stampsOf(subject, guid);
  if (draw.chance(0.7)) stamps.instance = (stamps.instance + 1) & 0xffff;
  subject.inbox.put(
    createMessage(guid, (message) => {
      const { physics } = message;
      physics.state = draw.pick([0, 0x400, 0x410]);
      physics.flags = draw.pick([0, PhysicsFlag.Position, PhysicsFlag.Position | PhysicsFlag.MotionTable]);
      if (draw.chance(0.3)) physics.flags |= PhysicsFlag.Scale;
      if (draw.chance(0.3)) physics.flags |= PhysicsFlag.Velocity | PhysicsFlag.Omega | PhysicsFlag.Friction;
      if (draw.chance(0.3)) {
        physics.flags |= PhysicsFlag.Movement;
        fillCreatedMovement(message, movement({ ...stamps }, draw));
      }
      Object.assign(physics.position, {
        cell: 1,
        x: draw.coordinate() / 2,
        y: draw.coordinate() / 2,
        z: draw.height(),
      });
      physics.motionTable = 0x09000000 + draw.below(3);
      physics.scale = draw.pick([1, 0.5, 3, 1000]);
      physics.velocityX = draw.between(-9, 9);
      physics.friction = draw.pick([0.5, 0.95, 9999]);
      const order = [stamps.position, stamps.movement, 0, stamps.vector, stamps.teleport, stamps.serverControl];
      physics.stamps.set([...order, stamps.forcePosition, 0, stamps.instance]);
    }),
  );
}
