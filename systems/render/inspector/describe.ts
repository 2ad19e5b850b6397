import { StampsU16 } from '../../../components/stamps.ts';
import { HoldKeysU8, MotionF64, MotionU32 } from '../../../components/motion-interp.ts';
import { MotionStateU32 } from '../../../components/motion-state.ts';
import { FrameF64 } from '../../../components/frame.ts';
import { BodyF32 } from '../../../components/body.ts';
import { motionCommandName } from '../../../components/motion-command.ts';
import {
  FLOAT_MAX,
  HoldKey,
  MovementFlags,
  MovementType,
  MoveToU32,
  MoveToF64,
  MoveToPlanF64,
} from '../../../components/move-to.ts';
import { NO_NODE, SequenceU8, SequenceF64 } from '../../../components/sequence.ts';
import { TargetStatus, TargetU32 } from '../../../components/target.ts';
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
  const bodyRow = entity * BodyF32.row;
  const frameRow = entity * FrameF64.row;
  const bits = transientState.bits[entity];
  const contact = (bits & TransientState.Contact) !== 0;
  const walkable = (bits & TransientState.OnWalkable) !== 0;
  const pace = Math.hypot(
    body.f32[bodyRow + BodyF32.cachedVelocityX],
    body.f32[bodyRow + BodyF32.cachedVelocityY],
    body.f32[bodyRow + BodyF32.cachedVelocityZ],
  );
  return [
    ['Place', [FrameF64.x, FrameF64.y, FrameF64.z].map((cell) => number(frame.f64[frameRow + cell], 2)).join(', ')],
    ['Heading', `${number(frameHeading(frame, entity), 1)}°`],
    ['Pace', `${number(pace, 2)} m/s`],
    ['Contact', contact ? (walkable ? 'stands' : 'too steep') : 'in the air'],
    ['Size', `${number(body.f32[bodyRow + BodyF32.radius], 2)} × ${number(body.f32[bodyRow + BodyF32.height], 2)} m`],
  ];
}

function moveRows(world: GaitWorld, entity: number, nameOf: NameOf): Row[] {
  const { moveTo, pendingNodes, target, sticky, constraint, interpolation } = world.components;
  const targetWords = entity * TargetU32.row;
  const moveToWords = entity * MoveToU32.row;
  const type = moveTo.u32[moveToWords + MoveToU32.type];
  const slot = interpolation.slot[entity];
  const rows: Row[] = [['Move', type === 0 ? 'none' : nameIn(MovementType, type)]];
  if (type !== MovementType.Invalid) {
    const guid = moveTo.u32[moveToWords + MoveToU32.topLevelObject];
    if (guid !== 0)
      rows.push(['To', `${moveTo.u32[moveToWords + MoveToU32.movingAway] === 1 ? 'away from ' : ''}${nameOf(guid)}`]);
    const nodes = cells(world, entity, pendingNodes.count[entity]).map((cell) =>
      pendingNodes.type[cell] === MovementType.TurnToHeading
        ? `turn to ${number(pendingNodes.heading[cell], 0)}°`
        : 'go',
    );
    rows.push(['Nodes', nodes.length === 0 ? 'none' : nodes.join(', then ')]);
    if (stoppingDistance(world, entity) > 0) {
      rows.push(['Distance', `${number(getCurrentDistance(world, entity), 2)} m, ${stopText(world, entity)}`]);
    }
    rows.push(['Command', commandText(moveTo.u32[moveToWords + MoveToU32.currentCommand])]);
    rows.push(['Turning aside', commandText(moveTo.u32[moveToWords + MoveToU32.auxCommand])]);
    rows.push(['Flags', flagsText(moveTo.u32[moveToWords + MoveToU32.flags])]);
    const fail = moveTo.f64[entity * MoveToF64.row + MoveToF64.failDistance];
    if (fail < FLOAT_MAX) rows.push(['Gives up after', `${number(fail, 1)} m`]);
  }
  if (target.u32[targetWords + TargetU32.object] !== 0) {
    const status = nameIn(TargetStatus, target.u32[targetWords + TargetU32.status]);
    rows.push(['Watches', `${nameOf(target.u32[targetWords + TargetU32.object])}, ${status}`]);
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
  const moveToRow = entity * MoveToF64.row;
  const moveToWords = entity * MoveToU32.row;
  const away = moveTo.u32[moveToWords + MoveToU32.movingAway] === 1;
  const edges = (moveTo.u32[moveToWords + MoveToU32.flags] & MovementFlags.UseSpheres) !== 0 ? ' (between edges)' : '';
  return `stops at ${number(away ? moveTo.plan[entity * MoveToPlanF64.row + MoveToPlanF64.minDistance] : moveTo.f64[moveToRow + MoveToF64.distanceToObject], 2)}${edges}`;
}

function motionRows(world: GaitWorld, entity: number): Row[] {
  const { motionState, interpretedMotion, rawMotion, pendingMotions, motionInterp } = world.components;
  const motionStateWords = entity * MotionStateU32.row;
  const modifiers = cells(world, entity, motionState.modifierCount[entity]).map(
    (cell) => `${motionCommandName(motionState.modifier[cell])} × ${number(motionState.modifierSpeed[cell], 2)}`,
  );
  const pending = cells(world, entity, pendingMotions.count[entity]).map((cell) =>
    motionCommandName(pendingMotions.motion[cell]),
  );
  return [
    ['Table', world.motionTables[motionState.table[entity]].name],
    ['Style', motionCommandName(motionState.u32[motionStateWords + MotionStateU32.style])],
    [
      'Substate',
      `${motionCommandName(motionState.u32[motionStateWords + MotionStateU32.substate])} × ${number(motionState.substateSpeed[entity], 2)}`,
    ],
    ['Modifiers', list(modifiers)],
    ['Pending motions', list(pending)],
    ['Interpreted', stateText(interpretedMotion, entity)],
    [
      'Raw',
      `${stateText(rawMotion, entity)}${rawMotion.u8[entity * HoldKeysU8.row + HoldKeysU8.currentHoldKey] === HoldKey.Run ? ', runs' : ''}`,
    ],
    ['Run rate', number(motionInterp.myRunRate[entity], 2)],
    ['Last moved by', motionInterp.lastMoveWasAutonomous[entity] === 1 ? 'itself' : 'the server'],
  ];
}

type Motion = Readonly<Record<'u32' | 'f64', ArrayLike<number>>>;

function stateText({ u32, f64 }: Motion, entity: number): string {
  const words = entity * MotionU32.row;
  const row = entity * MotionF64.row;
  const parts = [
    [u32[words + MotionU32.forwardCommand], f64[row + MotionF64.forwardSpeed]],
    [u32[words + MotionU32.sidestepCommand], f64[row + MotionF64.sidestepSpeed]],
    [u32[words + MotionU32.turnCommand], f64[row + MotionF64.turnSpeed]],
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
  const stampsRow = entity * StampsU16.row;
  return [
    ['Instance', String(stamps.u16[stampsRow + StampsU16.instance])],
    [
      'Position, teleport',
      `${stamps.u16[stampsRow + StampsU16.position]}, ${stamps.u16[stampsRow + StampsU16.teleport]}`,
    ],
    ['Force position', String(stamps.u16[stampsRow + StampsU16.forcePosition])],
    ['Movement', String(stamps.u16[stampsRow + StampsU16.movement])],
    ['Server control', String(stamps.u16[stampsRow + StampsU16.serverControl])],
    ['State, vector', `${stamps.u16[stampsRow + StampsU16.state]}, ${stamps.u16[stampsRow + StampsU16.vector]}`],
    ['Description', String(stamps.u16[stampsRow + StampsU16.description])],
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
  const sequenceBytes = entity * SequenceU8.row;
  const table = world.motionTables[motionState.table[entity]];
  const count = sequence.count[entity];
  const nodes = cells(world, entity, count).map((cell, index) => ({
    animation: table.animationIds[sequence.animation[cell]],
    frames: sequence.high[cell] + 1 - sequence.low[cell],
    framerate: sequence.framerate[cell],
    cycle: index === count - 1,
  }));
  const current = sequence.u8[sequenceBytes + SequenceU8.current];
  if (current === NO_NODE || current >= count) return { nodes, current: -1, share: 0 };
  const cell = current * world.stride + entity;
  const { frames, framerate } = nodes[current];
  const passed = (sequence.f64[entity * SequenceF64.row + SequenceF64.frame] - sequence.low[cell]) / frames;
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
