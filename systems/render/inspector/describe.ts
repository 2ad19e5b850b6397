import { motionCommandName } from '../../../components/motion-command.ts';
import { FLOAT_MAX, HoldKey, MovementFlags, MovementType } from '../../../components/move-to.ts';
import { NO_NODE } from '../../../components/sequence.ts';
import { TargetStatus } from '../../../components/target.ts';
import { TransientState } from '../../../components/transient-state.ts';
import { frameHeading } from '../../../engine/math/frame.ts';
import { getCurrentDistance } from '../../../engine/move-to/progress.ts';
import type { GaitWorld } from '../../../engine/world.ts';
import type { SystemReading } from '../../added-systems.ts';
import { readDropsOf } from '../../readings.ts';
import { stoppingDistance } from './sketch.ts';

/** A part of what is told of a body: a title, and lines of a name and a text. */
export interface Section {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, text: string])[];
}

/** Says who a guid is. */
export type NameOf = (guid: number) => string;

/** Reads everything that the inspector tells of a body in words. */
export function describeBody(world: GaitWorld, entity: number, nameOf: NameOf): Section[] {
  return [
    { title: 'Body', rows: bodyRows(world, entity) },
    { title: 'Move', rows: moveRows(world, entity, nameOf) },
    { title: 'Motion', rows: motionRows(world, entity) },
    { title: 'Stamps', rows: stampRows(world, entity) },
    { title: 'Dropped messages', rows: dropRows(world, entity) },
  ];
}

type Row = readonly [name: string, text: string];

function bodyRows(world: GaitWorld, entity: number): Row[] {
  const { frame, body, transientState } = world.components;
  const bits = transientState.bits[entity];
  const contact = (bits & TransientState.Contact) !== 0;
  const walkable = (bits & TransientState.OnWalkable) !== 0;
  const pace = Math.hypot(body.cachedVelocityX[entity], body.cachedVelocityY[entity], body.cachedVelocityZ[entity]);
  return [
    ['Place', [frame.x, frame.y, frame.z].map((column) => number(column[entity], 2)).join(', ')],
    ['Heading', `${number(frameHeading(frame, entity), 1)}°`],
    ['Pace', `${number(pace, 2)} m/s`],
    ['Contact', contact ? (walkable ? 'stands' : 'too steep') : 'in the air'],
    ['Size', `${number(body.radius[entity], 2)} × ${number(body.height[entity], 2)} m`],
  ];
}

function moveRows(world: GaitWorld, entity: number, nameOf: NameOf): Row[] {
  const { moveTo, pendingNodes, target, sticky, constraint, interpolation } = world.components;
  const type = moveTo.type[entity];
  const slot = interpolation.slot[entity];
  const rows: Row[] = [['Move', type === 0 ? 'none' : nameIn(MovementType, type)]];
  if (type !== MovementType.Invalid) {
    const guid = moveTo.topLevelObject[entity];
    if (guid !== 0) rows.push(['To', `${moveTo.movingAway[entity] === 1 ? 'away from ' : ''}${nameOf(guid)}`]);
    const nodes = cells(world, entity, pendingNodes.count[entity]).map((cell) =>
      pendingNodes.type[cell] === MovementType.TurnToHeading
        ? `turn to ${number(pendingNodes.heading[cell], 0)}°`
        : 'go',
    );
    rows.push(['Nodes', nodes.length === 0 ? 'none' : nodes.join(', then ')]);
    if (stoppingDistance(world, entity) > 0) {
      rows.push(['Distance', `${number(getCurrentDistance(world, entity), 2)} m, ${stopText(world, entity)}`]);
    }
    rows.push(['Command', commandText(moveTo.currentCommand[entity])]);
    rows.push(['Turning aside', commandText(moveTo.auxCommand[entity])]);
    rows.push(['Flags', flagsText(moveTo.flags[entity])]);
    const fail = moveTo.failDistance[entity];
    if (fail < FLOAT_MAX) rows.push(['Gives up after', `${number(fail, 1)} m`]);
  }
  if (target.object[entity] !== 0) {
    const status = nameIn(TargetStatus, target.status[entity]);
    rows.push(['Watches', `${nameOf(target.object[entity])}, ${status}`]);
  }
  if (sticky.object[entity] !== 0) {
    const rest = sticky.timeOut[entity] - world.clock.now;
    rows.push(['Stuck to', `${nameOf(sticky.object[entity])}, ${number(rest, 1)} s left`]);
  }
  if (constraint.constrained[entity] === 1) {
    const { start, max, offset } = constraint;
    rows.push(['Leash', `${number(offset[entity], 1)} of ${number(start[entity], 1)} to ${number(max[entity], 1)} m`]);
  }
  const queued = slot === 0 ? 0 : world.interpolationQueues.count[slot];
  const fails = slot === 0 ? 0 : world.interpolationQueues.failCount[slot];
  rows.push(['Queued places', fails === 0 ? String(queued) : `${queued}, ${fails} failed`]);
  return rows;
}

function stopText(world: GaitWorld, entity: number): string {
  const { moveTo } = world.components;
  const away = moveTo.movingAway[entity] === 1;
  const edges = (moveTo.flags[entity] & MovementFlags.UseSpheres) !== 0 ? ' (between edges)' : '';
  return `stops at ${number(away ? moveTo.minDistance[entity] : moveTo.distanceToObject[entity], 2)}${edges}`;
}

function motionRows(world: GaitWorld, entity: number): Row[] {
  const { motionState, interpretedMotion, rawMotion, pendingMotions, motionInterp } = world.components;
  const modifiers = cells(world, entity, motionState.modifierCount[entity]).map(
    (cell) => `${motionCommandName(motionState.modifier[cell])} × ${number(motionState.modifierSpeed[cell], 2)}`,
  );
  const pending = cells(world, entity, pendingMotions.count[entity]).map((cell) =>
    motionCommandName(pendingMotions.motion[cell]),
  );
  return [
    ['Table', world.motionTables[motionState.table[entity]].name],
    ['Style', motionCommandName(motionState.style[entity])],
    [
      'Substate',
      `${motionCommandName(motionState.substate[entity])} × ${number(motionState.substateSpeed[entity], 2)}`,
    ],
    ['Modifiers', list(modifiers)],
    ['Pending motions', list(pending)],
    ['Interpreted', stateText(interpretedMotion, entity)],
    ['Raw', `${stateText(rawMotion, entity)}${rawMotion.currentHoldKey[entity] === HoldKey.Run ? ', runs' : ''}`],
    ['Run rate', number(motionInterp.myRunRate[entity], 2)],
    ['Last moved by', motionInterp.lastMoveWasAutonomous[entity] === 1 ? 'itself' : 'the server'],
  ];
}

type MotionColumns = Readonly<
  Record<
    'forwardCommand' | 'forwardSpeed' | 'sidestepCommand' | 'sidestepSpeed' | 'turnCommand' | 'turnSpeed',
    ArrayLike<number>
  >
>;

function stateText(state: MotionColumns, entity: number): string {
  const parts = [
    [state.forwardCommand[entity], state.forwardSpeed[entity]],
    [state.sidestepCommand[entity], state.sidestepSpeed[entity]],
    [state.turnCommand[entity], state.turnSpeed[entity]],
  ];
  return list(
    parts
      .filter(([command]) => command !== 0)
      .map(([command, speed]) =>
        speed === 1 ? commandText(command) : `${commandText(command)} × ${number(speed, 2)}`,
      ),
  );
}

function stampRows(world: GaitWorld, entity: number): Row[] {
  const { stamps } = world.components;
  return [
    ['Instance', String(stamps.instance[entity])],
    ['Position, teleport', `${stamps.position[entity]}, ${stamps.teleport[entity]}`],
    ['Force position', String(stamps.forcePosition[entity])],
    ['Movement', String(stamps.movement[entity])],
    ['Server control', String(stamps.serverControl[entity])],
    ['State, vector', `${stamps.state[entity]}, ${stamps.vector[entity]}`],
    ['Description', String(stamps.description[entity])],
  ];
}

function dropRows(world: GaitWorld, entity: number): Row[] {
  const rows = Object.entries(readDropsOf(world, entity)).map(
    ([reason, count]): Row => [reason, count === 255 ? '255 or more' : String(count)],
  );
  return rows.length === 0 ? [['none', '']] : rows;
}

/** A piece of a body's sequence. */
export interface StripNode {
  /** Id in the motion table. */
  readonly animation: number;
  /** Frames that are played of it, and how many a second; below 0: backwards. */
  readonly frames: number;
  readonly framerate: number;
  /** Whether it is played again and again; the others lead over to it. */
  readonly cycle: boolean;
}

/** A body's sequence. */
export interface Strip {
  readonly nodes: readonly StripNode[];
  /** Number of the node that plays; -1: none. */
  readonly current: number;
  /** How much of the node that plays lies behind, 0 to 1. */
  readonly share: number;
}

/** Reads the sequence of a body: links that are played once, then the cycle. */
export function readStrip(world: GaitWorld, entity: number): Strip {
  const { sequence, motionState } = world.components;
  const table = world.motionTables[motionState.table[entity]];
  const count = sequence.count[entity];
  const nodes = cells(world, entity, count).map((cell, index) => ({
    animation: table.animationIds[sequence.animation[cell]],
    frames: sequence.high[cell] + 1 - sequence.low[cell],
    framerate: sequence.framerate[cell],
    cycle: index === count - 1,
  }));
  const current = sequence.current[entity];
  if (current === NO_NODE || current >= count) return { nodes, current: -1, share: 0 };
  const cell = current * world.stride + entity;
  const { frames, framerate } = nodes[current];
  const passed = (sequence.frame[entity] - sequence.low[cell]) / frames;
  const share = Math.min(1, Math.max(0, framerate < 0 ? 1 - passed : passed));
  return { nodes, current, share };
}

function cells(world: GaitWorld, entity: number, count: number): number[] {
  return Array.from({ length: count }, (_, slot) => slot * world.stride + entity);
}

function commandText(command: number): string {
  return command === 0 ? 'none' : motionCommandName(command);
}

function flagsText(flags: number): string {
  return list(
    Object.entries(MovementFlags)
      .filter(([, bit]) => (flags & bit) !== 0)
      .map(([name]) => name),
  );
}

function list(parts: readonly string[]): string {
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function nameIn(names: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(names).find((name) => names[name] === value) ?? String(value);
}

/** Milliseconds a step of one system that are much: a step at 30 a second has 33 for all. */
const SLOW = 2;

/** What systems cost: a line each, the slow ones marked, those that are disabled with what they threw. */
export function describeSystems(systems: readonly SystemReading[]): (readonly [name: string, text: string])[] {
  return systems.map(({ name, enabled, error, milliseconds, slowest }) => {
    if (!enabled) return [name, `disabled: it threw ${String(error)}`];
    const slow = milliseconds >= SLOW ? 'slow: ' : '';
    return [name, `${slow}${number(milliseconds, 3)} (most ${number(slowest, 2)})`];
  });
}

/** A number for people, with a minus as wide as the digits. */
export function number(value: number, digits: number): string {
  return value.toFixed(digits).replace('-', '−');
}
