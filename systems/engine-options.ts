import { DEFAULT_MOVEMENT_FLAGS, FLOAT_MAX, MovementFlags } from '../components/move-to.ts';
import { Limit, requireBoolean, requireInteger, requireKeys, requireNumber } from '../engine/checks.ts';
import { normalizeDegrees } from '../engine/math/heading.ts';
import type { MotionTableNames } from '../engine/motion-table-ids.ts';
import { MovementParameters } from '../engine/movement-parameters.ts';
import type { SpotMaker } from '../engine/marked-spots.ts';
import type { IngestBudget, UnknownPolicy } from '../engine/network.ts';
import type { PlayerRules } from '../engine/player-rules.ts';
import type { Ground } from '../engine/world.ts';
import type { InterestOptions } from './interest-options.ts';

/** How an engine is made. */
export interface EngineOptions {
  /** Motion tables as content files hold them; a body names its own, else has the first. */
  motionTables: readonly unknown[];
  /**
   * Names of motion tables by their ids on the wire, where a server (or a client) other than Gait has ids of its own:
   * `{ 0x09000001: 'human' }`. 0: objects for which no table is named. An id that is not here has
   * `defaults.motionTable`, else the first table, and is told as `unknownMotionTable`. A server tells the lowest id of a
   * body's table, and needs one for each. Default: 0x09000000 is the first of `motionTables`, and so on.
   */
  motionTableIds?: MotionTableNames;
  /** Steps a second, 10 to 30. Default 30. */
  stepRate?: number;
  /** Bodies to make room for at once; more are always possible. Default 64. */
  capacity?: number;
  /** A server tells its peers what its bodies do; a client listens. Default client. */
  role?: 'client' | 'server';
  /** What to do with messages about guids that are not there: hold them, or spawn by the first position. Default hold. */
  unknown?: UnknownPolicy;
  /**
   * With `unknown: 'spawn'`: where bodies stand of which only motion is known, by the number of the spot, from 0; the
   * lowest one that is free is taken. Default: rows of eight, 3 m apart, eastwards from the origin, then northwards.
   */
  markedSpot?: SpotMaker;
  /** What messages may make one step do, and keep. Default: 32768 messages, 8 MiB, 131072 bodies. */
  budget?: Partial<IngestBudget>;
  /** Of a server: what peers may do with their players. */
  players?: Partial<PlayerRules>;
  /** Of a server: how far its peers see. Default: 96 m from their players; a peer without one sees everything. */
  interest?: Partial<InterestOptions>;
  /** What bodies are like that messages bring into the world. */
  defaults?: SpawnOptions;
  /** What bodies stand on. Default: level ground at z = 0. */
  ground?: Ground;
  /**
   * A bitECS world of your own (`createWorld()` without versioning): bodies become entities of it, with ids from its
   * allocator, and components of both are queried in either. Default: a world of its own. Columns are as long as the largest
   * id of a body: make bodies before great numbers of other entities.
   */
  world?: object;
}

/** The options that there are. */
export const engineKeys = [
  'motionTables',
  'motionTableIds',
  'stepRate',
  'capacity',
  'role',
  'unknown',
  'markedSpot',
  'budget',
  'players',
  'interest',
  'defaults',
  'ground',
  'world',
] as const satisfies readonly (keyof EngineOptions)[];

/** What a new body is like. */
export interface SpawnOptions {
  /** The name by which peers know it, 1 to 0xffffffff. Default: the next free one from 0x70000000 on. */
  guid?: number;
  /** Name of its motion table. Default: the engine's first. */
  motionTable?: string;
  /** World metres, east. Default 0. */
  x?: number;
  /** World metres, north. Default 0. */
  y?: number;
  /** World metres, up. Default: the ground there. */
  z?: number;
  /** Compass degrees. Default 0, north. */
  heading?: number;
  /** Metres. Default 0.3, times scale. */
  radius?: number;
  /** Metres. Default 1.8, times scale. */
  height?: number;
  /** Factor of its size and of its root motion. Default 1. */
  scale?: number;
  /** Creatures are slowed, sped up and grounded by the rules; default true. */
  creature?: boolean;
  /** Run rate that its skill answers; null: what the server said last rules. Default null. */
  runRate?: number | null;
  /** Metres of its highest jump. Default 1. */
  jumpHeight?: number;
  /** Metres that it steps up. Default 0.6, times scale. */
  stepUp?: number;
  /** Metres that it steps down without losing the ground. Default 1.5, times scale. */
  stepDown?: number;
  /** Falls. Default true. */
  gravity?: boolean;
  /** Passes through other bodies on a ground where bodies block each other. Default false. */
  ethereal?: boolean;
  /** This client's own player. Default false. */
  localPlayer?: boolean;
}

const spawnKeys = [
  'guid',
  'motionTable',
  'x',
  'y',
  'z',
  'heading',
  'radius',
  'height',
  'scale',
  'creature',
  'runRate',
  'jumpHeight',
  'stepUp',
  'stepDown',
  'gravity',
  'ethereal',
  'localPlayer',
] as const satisfies readonly (keyof SpawnOptions)[];

/** Throws for anything that is not as {@link SpawnOptions} says. */
export function checkSpawnOptions(what: string, options: SpawnOptions): void {
  if (typeof options !== 'object' || options === null) throw new TypeError(`${what}: expected an object of options`);
  requireKeys(what, options, spawnKeys);
  const number = (key: keyof SpawnOptions, least: number, most: number) => {
    if (options[key] !== undefined) requireNumber(`${what}.${key}`, options[key], least, most);
  };
  if (options.guid !== undefined) requireInteger(`${what}.guid`, options.guid, 1, 0xffffffff);
  number('x', -Limit.position, Limit.position);
  number('y', -Limit.position, Limit.position);
  number('z', -Limit.position, Limit.position);
  number('heading', -Limit.angle, Limit.angle);
  number('radius', 0, Limit.scale);
  number('height', 0, Limit.scale);
  number('scale', 1e-6, Limit.scale);
  number('jumpHeight', 0, Limit.scale);
  number('stepUp', 0, Limit.scale);
  number('stepDown', 0, Limit.scale);
  if (options.runRate !== undefined && options.runRate !== null) number('runRate', 0, Limit.rate);
  for (const key of ['creature', 'gravity', 'ethereal', 'localPlayer'] as const) {
    if (options[key] !== undefined) requireBoolean(`${what}.${key}`, options[key]);
  }
}

/** How a move or turn is made; what is left out has its default. */
export interface MoveOptions {
  /** All 18 flags at once; the booleans below change single ones. */
  flags?: number;
  /** May walk. Default true; without it, it runs all the way where it may run. */
  canWalk?: boolean;
  /** May run when it is farther away than `walkRunThreshold`. Default true. */
  canRun?: boolean;
  /** Runs all the way, however short it is. Default false. */
  canCharge?: boolean;
  /** Faces `desiredHeading` at the end. Default: whether that is given. */
  useFinalHeading?: boolean;
  /** Sticks to the target on arrival. */
  sticky?: boolean;
  /** Flees until `minDistance`. Turns moveTowards off unless that is given, too. */
  moveAway?: boolean;
  /** Comes near; with moveAway: keeps between `minDistance` and `distanceToObject`. Default true. */
  moveTowards?: boolean;
  /** Measures from edge to edge instead of between centres. */
  useSpheres?: boolean;
  /** Ends every motion before a turn. */
  stopCompletely?: boolean;
  /** Metres: arrives when this close. Default 0.6 for targets, 0.25 for places. */
  distanceToObject?: number;
  /** Metres: with moveAway, arrives when this far. Default 0. */
  minDistance?: number;
  /** Metres from the start at which it gives up. Default: never. */
  failDistance?: number;
  /** Compass degrees at the end, unless `useFinalHeading` is false; for targets relative to the way there. */
  desiredHeading?: number;
  /** Factor on the gait's own speed. Default 1. At 0 it never arrives; below it walks backwards, away from there. */
  speed?: number;
  /** Metres: farther than this from arriving, it runs. Default 15. */
  walkRunThreshold?: number;
  /** A HoldKey for turns. */
  holdKey?: number;
}

const flagOf = {
  canWalk: MovementFlags.CanWalk,
  canRun: MovementFlags.CanRun,
  canCharge: MovementFlags.CanCharge,
  useFinalHeading: MovementFlags.UseFinalHeading,
  sticky: MovementFlags.Sticky,
  moveAway: MovementFlags.MoveAway,
  moveTowards: MovementFlags.MoveTowards,
  useSpheres: MovementFlags.UseSpheres,
  stopCompletely: MovementFlags.StopCompletely,
} as const;

const numberLimits = {
  distanceToObject: [0, Limit.position],
  minDistance: [0, Limit.position],
  failDistance: [0, FLOAT_MAX],
  desiredHeading: [-Limit.angle, Limit.angle],
  speed: [-Limit.rate, Limit.rate],
  walkRunThreshold: [0, Limit.position],
} as const;

const moveKeys = ['flags', 'holdKey', ...Object.keys(flagOf), ...Object.keys(numberLimits)];

/** Fills parameters from options. @throws TypeError or RangeError that names the option and what was expected. */
export function fillMoveParameters(what: string, options: MoveOptions, parameters: MovementParameters): void {
  if (typeof options !== 'object' || options === null) throw new TypeError(`${what}: expected an object of options`);
  requireKeys(what, options, moveKeys);
  if (options.flags !== undefined) parameters.flags = requireInteger(`${what}.flags`, options.flags, 0, 0x3ffff);
  for (const key of Object.keys(flagOf) as (keyof typeof flagOf)[]) {
    const value = options[key];
    if (value === undefined) continue;
    if (requireBoolean(`${what}.${key}`, value)) parameters.flags |= flagOf[key];
    else parameters.flags &= ~flagOf[key];
  }
  if (options.desiredHeading !== undefined && options.useFinalHeading === undefined && options.flags === undefined) {
    parameters.flags |= MovementFlags.UseFinalHeading;
  }
  // Who asks for a flight does not mean to come nearer first, unless both are asked for.
  if (options.moveAway === true && options.moveTowards === undefined) parameters.flags &= ~MovementFlags.MoveTowards;
  for (const key of Object.keys(numberLimits) as (keyof typeof numberLimits)[]) {
    const value = options[key];
    const [least, most] = numberLimits[key];
    if (value !== undefined) parameters[key] = requireNumber(`${what}.${key}`, value, least, most);
  }
  parameters.desiredHeading = normalizeDegrees(parameters.desiredHeading);
  if (options.holdKey !== undefined) parameters.holdKey = requireInteger(`${what}.holdKey`, options.holdKey, 0, 2);
}

const checkedParameters = new MovementParameters();

/**
 * Checks the options of a move or turn as the call that makes it does, for those who make it later.
 *
 * @param what Starts the error.
 * @throws TypeError or RangeError that names the option and what was expected.
 */
export function checkMoveOptions(what: string, options: MoveOptions): void {
  fillMoveParameters(what, options, checkedParameters.reset());
}

/** The flags of a move to a place: between centres. */
export const PLACE_FLAGS = DEFAULT_MOVEMENT_FLAGS & ~MovementFlags.UseSpheres;
/** Metres within which a move to a place arrives. */
export const PLACE_DISTANCE = 0.25;
