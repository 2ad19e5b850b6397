import { TargetU32, WatchersU32 } from '../../components/target.ts';
import { FrameF64 } from '../../components/frame.ts';
import { MoveToU32 } from '../../components/move-to.ts';
import { query } from 'bitecs';
import { cellOf, type ColumnArray, type ColumnSchema, type ColumnSpec } from '../../components/columns.ts';
import { type ComponentName, componentSchemas, interpolationQueueSchema, rowsOf } from '../../components/index.ts';
import { NO_NODE, SequenceU8, SequenceF64 } from '../../components/sequence.ts';
import type { GaitWorld } from '../../engine/world.ts';
import { ringOf } from './cells.ts';

const components = (Object.entries(componentSchemas) as [ComponentName, ColumnSchema][]).map(([name, schema]) => ({
  name,
  specs: Object.entries(schema),
}));
const queueSpecs: [string, ColumnSpec][] = Object.entries(interpolationQueueSchema);

/** What must hold between any two calls, whatever was called before. Answers every breach in words; none: all is well. */
export function breaches(world: GaitWorld): string[] {
  const found: string[] = [];
  const bodies: number[] = [];
  const { identity } = world.components;
  for (let entity = 1; entity <= world.capacity; entity++) if (identity.alive[entity] === 1) bodies.push(entity);
  checkRegister(world, bodies, found);
  for (const entity of bodies) {
    checkCells(world, entity, found);
    checkMotions(world, entity, found);
    checkRest(world, entity, found);
    checkMove(world, entity, found);
    checkWatchers(world, entity, found);
  }
  checkPool(world, bodies, found);
  return found;
}

function areEqual(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** The map of guids, bitECS and the list of bodies agree on who is there. */
function checkRegister(world: GaitWorld, bodies: readonly number[], found: string[]): void {
  const { identity } = world.components;
  if (world.guids.size !== bodies.length) found.push(`${world.guids.size} guids for ${bodies.length} bodies`);
  for (const entity of bodies) {
    const guid = identity.guid[entity];
    if (guid === 0) found.push(`body ${entity} has guid 0`);
    if (world.guids.get(guid) !== entity) found.push(`guid ${guid} leads to ${world.guids.get(guid)}, not ${entity}`);
  }
  const known = [...query(world, [world.components.frame])].sort((a, b) => a - b);
  if (!areEqual(known, bodies)) found.push(`bitECS knows ${known}, alive are ${bodies}`);
  world.refreshBodies();
  const listed = [...world.bodies.subarray(0, world.bodyCount)];
  if (!areEqual(listed, bodies)) found.push(`listed are ${listed}, alive are ${bodies}`);
}

/** Every cell in use holds a number, and no ring holds more than it can. */
function checkCells(world: GaitWorld, entity: number, found: string[]): void {
  for (const { name, specs } of components) checkRow(name, specs, rowsOf(world.components, name), entity, found);
  const slot = world.components.interpolation.slot[entity];
  if (slot !== 0) checkRow('queue', queueSpecs, world.interpolationQueues, slot, found);
  const { f64 } = world.components.frame;
  const frameRow = entity * FrameF64.row;
  const length = Math.hypot(...f64.subarray(frameRow + FrameF64.qw, frameRow + FrameF64.qz + 1));
  if (!(Math.abs(length - 1) < 1e-6)) found.push(`${entity}: its quaternion is ${length} long`);
}

function checkRow(
  component: string,
  specs: readonly (readonly [string, ColumnSpec])[],
  columns: Record<string, ColumnArray>,
  row: number,
  found: string[],
): void {
  for (const [name, spec] of specs) {
    const column = columns[spec.array];
    let used = spec.length;
    if (spec.countedBy !== null) {
      used = columns[spec.countedBy][row];
      if (used > spec.length) found.push(`${row}: ${component}.${spec.countedBy} is ${used} of ${spec.length}`);
    }
    for (let slot = 0; slot < used; slot++) {
      const value = column[cellOf(spec, column, row, slot)];
      if (!Number.isFinite(value)) found.push(`${row}: ${component}.${name} is ${value}`);
    }
  }
}

/** Pending motions and pending animations go together; actions and modifiers are counted right. */
function checkMotions(world: GaitWorld, entity: number, found: string[]): void {
  const { pendingMotions, pendingAnimations, sequence, motionState, interpretedMotion } = world.components;
  const sequenceBytes = entity * SequenceU8.row;
  const motions = ringOf(
    componentSchemas.pendingMotions.motion,
    pendingMotions.motion,
    entity,
    pendingMotions.count[entity],
  );
  const animations = ringOf(
    componentSchemas.pendingAnimations.motion,
    pendingAnimations.motion,
    entity,
    pendingAnimations.count[entity],
  );
  if (!areEqual(motions, animations)) found.push(`${entity}: pending are ${motions}, played are ${animations}`);
  const actions = motions.filter((motion) => (motion & 0x10000000) !== 0).length;
  // An action that came as a forward command is pending without being queued.
  if (interpretedMotion.actionCount[entity] > actions) {
    found.push(`${entity}: ${interpretedMotion.actionCount[entity]} actions queued, ${actions} are pending`);
  }
  if (motionState.actionCount[entity] > actions) {
    found.push(`${entity}: ${motionState.actionCount[entity]} actions play, ${actions} are pending`);
  }
  const count = sequence.count[entity];
  const current = sequence.u8[sequenceBytes + SequenceU8.current];
  if (count === 0 ? current !== NO_NODE : current >= count) found.push(`${entity}: node ${current} of ${count} plays`);
  if (count > 0 && current < count) {
    const cell = cellOf(componentSchemas.sequence.low, sequence.low, entity, current);
    const frame = sequence.f64[entity * SequenceF64.row + SequenceF64.frame];
    if (!(frame >= sequence.low[cell] && frame < sequence.high[cell] + 1)) {
      found.push(`${entity}: frame ${frame} is outside ${sequence.low[cell]} to ${sequence.high[cell]}`);
    }
  }
  if (sequence.doneHooks[entity] !== 0) found.push(`${entity}: ${sequence.doneHooks[entity]} hooks are left`);
  const modifiers = ringOf(
    componentSchemas.motionState.modifier,
    motionState.modifier,
    entity,
    motionState.modifierCount[entity],
  );
  if (new Set(modifiers).size !== modifiers.length) found.push(`${entity}: modifiers twice: ${modifiers}`);
}

/** A body that counts as at rest is where it was before: what is drawn between the two frames stands still. */
function checkRest(world: GaitWorld, entity: number, found: string[]): void {
  const { frame, previousFrame, body } = world.components;
  if (body.moved[entity] !== 0) return;
  for (const name of ['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz'] as const) {
    const cell = entity * FrameF64.row + FrameF64[name];
    if (frame.f64[cell] !== previousFrame.f64[cell]) {
      found.push(`${entity}: at rest with ${name} ${frame.f64[cell]}, before ${previousFrame.f64[cell]}`);
    }
  }
}

/** Nothing is left of a move that is over. */
function checkMove(world: GaitWorld, entity: number, found: string[]): void {
  const { moveTo, pendingNodes, sticky, target } = world.components;
  const moveToWords = entity * MoveToU32.row;
  if (moveTo.u32[moveToWords + MoveToU32.type] === 0) {
    if (pendingNodes.count[entity] !== 0) found.push(`${entity}: ${pendingNodes.count[entity]} nodes without a move`);
    if (moveTo.u32[moveToWords + MoveToU32.currentCommand] !== 0)
      found.push(`${entity}: a current command without a move`);
    if (moveTo.u32[moveToWords + MoveToU32.auxCommand] !== 0) found.push(`${entity}: an aux command without a move`);
  }
  const stuckTo = sticky.object[entity];
  const watched = target.u32[entity * TargetU32.row + TargetU32.object];
  // A move that ends stops watching, also for what it is stuck to.
  if (stuckTo !== 0 && watched !== 0 && watched !== stuckTo) {
    found.push(`${entity}: stuck to ${stuckTo}, watches ${watched}`);
  }
}

/** Watchers form doubly linked lists that say of everyone whom it watches. */
function checkWatchers(world: GaitWorld, entity: number, found: string[]): void {
  const { watchers, target, identity } = world.components;
  const targetWords = entity * TargetU32.row;
  const watchersWords = entity * WatchersU32.row;
  let previous = 0;
  let steps = 0;
  for (
    let watcher = watchers.u32[watchersWords + WatchersU32.head];
    watcher !== 0;
    watcher = watchers.u32[watcher * WatchersU32.row + WatchersU32.next]
  ) {
    if (++steps > world.capacity) {
      found.push(`${entity}: its watchers go round in a circle`);
      return;
    }
    if (identity.alive[watcher] !== 1) found.push(`${entity}: its watcher ${watcher} is dead`);
    if (watchers.u32[watcher * WatchersU32.row + WatchersU32.watched] !== entity)
      found.push(`${watcher} watches another one than ${entity}`);
    if (watchers.u32[watcher * WatchersU32.row + WatchersU32.previous] !== previous)
      found.push(`${watcher} comes after ${watchers.u32[watcher * WatchersU32.row + WatchersU32.previous]}`);
    previous = watcher;
  }
  if (watchers.u32[watchersWords + WatchersU32.tail] !== previous)
    found.push(`${entity}: its last watcher is ${previous}`);
  const watched = watchers.u32[watchersWords + WatchersU32.watched];
  if (watched === 0) return;
  if (target.u32[targetWords + TargetU32.object] !== identity.guid[watched] || identity.alive[watched] !== 1) {
    found.push(
      `${entity} is in the list of ${watched}, its target is guid ${target.u32[targetWords + TargetU32.object]}`,
    );
  }
  let found1 = false;
  for (
    let watcher = watchers.u32[watched * WatchersU32.row + WatchersU32.head], left = world.capacity;
    watcher !== 0 && left > 0;
    left--
  ) {
    found1 ||= watcher === entity;
    watcher = watchers.u32[watcher * WatchersU32.row + WatchersU32.next];
  }
  if (!found1) found.push(`${entity} watches ${watched} and is not in its list`);
}

/** Every slot of the pool of interpolation queues is either free or one body's. */
function checkPool(world: GaitWorld, bodies: readonly number[], found: string[]): void {
  const { slot } = world.components.interpolation;
  const { owner } = world.interpolationQueues;
  const used = bodies.filter((entity) => slot[entity] !== 0);
  for (const entity of used) {
    if (owner[slot[entity]] !== entity) found.push(`${entity}: its queue belongs to ${owner[slot[entity]]}`);
  }
  const slots = [...world.freeInterpolationSlots, ...used.map((entity) => slot[entity])].sort((a, b) => a - b);
  const all = Array.from({ length: world.interpolationCapacity }, (_, index) => index + 1);
  if (!areEqual(slots, all)) found.push(`slots free or used are ${slots} of ${all.length}`);
  for (const free of world.freeInterpolationSlots) if (owner[free] !== 0) found.push(`free slot ${free} has an owner`);
}

/**
 * Seconds that a body's link animations have still to play at their frame rates, for a body whose motions are pending;
 * 0 when nothing is pending.
 */
export function secondsPending(world: GaitWorld, entity: number): number {
  const { sequence, pendingMotions } = world.components;
  const sequenceBytes = entity * SequenceU8.row;
  if (pendingMotions.count[entity] === 0) return 0;
  let seconds = 0;
  for (let slot = sequence.u8[sequenceBytes + SequenceU8.current]; slot < sequence.count[entity] - 1; slot++) {
    const cell = cellOf(componentSchemas.sequence.low, sequence.low, entity, slot);
    seconds += (sequence.high[cell] - sequence.low[cell] + 1) / Math.abs(sequence.framerate[cell]);
  }
  return seconds;
}
