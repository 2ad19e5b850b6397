import {
  clearRow,
  type ColumnArray,
  type ColumnSchema,
  type ColumnsOf,
  createColumnMaker,
  createColumns,
  replaceColumns,
} from './columns.ts';
import { bodyColumns } from './body.ts';
import { constraintColumns } from './constraint.ts';
import { frameColumns, offsetFrameColumns, previousFrameColumns } from './frame.ts';
import { identityColumns } from './identity.ts';
import { interpolationColumns, interpolationQueueColumns } from './interpolation.ts';
import {
  interpretedMotionColumns,
  motionInterpColumns,
  pendingMotionsColumns,
  rawMotionColumns,
} from './motion-interp.ts';
import { motionStateColumns } from './motion-state.ts';
import { moveToColumns, pendingNodesColumns } from './move-to.ts';
import { dropsColumns, outboundColumns } from './network.ts';
import { physicsStateColumns } from './physics-state.ts';
import { pendingAnimationsColumns, sequenceColumns } from './sequence.ts';
import { stampsColumns } from './stamps.ts';
import { stickyColumns } from './sticky.ts';
import { targetColumns, watchersColumns } from './target.ts';
import { transientStateColumns } from './transient-state.ts';

const definitions = {
  identity: identityColumns,
  frame: frameColumns,
  previousFrame: previousFrameColumns,
  offsetFrame: offsetFrameColumns,
  body: bodyColumns,
  transientState: transientStateColumns,
  physicsState: physicsStateColumns,
  moveTo: moveToColumns,
  pendingNodes: pendingNodesColumns,
  rawMotion: rawMotionColumns,
  interpretedMotion: interpretedMotionColumns,
  motionInterp: motionInterpColumns,
  pendingMotions: pendingMotionsColumns,
  motionState: motionStateColumns,
  sequence: sequenceColumns,
  pendingAnimations: pendingAnimationsColumns,
  target: targetColumns,
  watchers: watchersColumns,
  interpolation: interpolationColumns,
  sticky: stickyColumns,
  constraint: constraintColumns,
  stamps: stampsColumns,
  drops: dropsColumns,
  outbound: outboundColumns,
} as const;

/** Name of a component. */
export type ComponentName = keyof typeof definitions;

/** The components of one world: per-entity columns by component and column name. */
export type Components = { [Name in ComponentName]: ColumnsOf<(typeof definitions)[Name]> };

const entries = Object.entries(definitions) as [ComponentName, { schema: ColumnSchema }][];

/** The schema of every component with a row for each entity, in the order in which they are hashed. */
export const componentSchemas = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as Record<
  ComponentName,
  ColumnSchema
>;

/** The pooled interpolation queues of one world, indexed by slot. */
export type InterpolationQueues = ColumnsOf<typeof interpolationQueueColumns>;

/** The schema of the pooled queues. */
export const interpolationQueueSchema = interpolationQueueColumns.schema;

const schemas = entries.map(([, { schema }]) => schema);

/** Makes the columns of a world for entity ids up to `capacity`. */
export function createComponents(capacity: number): Components {
  const maker = createColumnMaker(schemas, capacity);
  return {
    identity: identityColumns.create(maker),
    frame: frameColumns.create(maker),
    previousFrame: previousFrameColumns.create(maker),
    offsetFrame: offsetFrameColumns.create(maker),
    body: bodyColumns.create(maker),
    transientState: transientStateColumns.create(maker),
    physicsState: physicsStateColumns.create(maker),
    moveTo: moveToColumns.create(maker),
    pendingNodes: pendingNodesColumns.create(maker),
    rawMotion: rawMotionColumns.create(maker),
    interpretedMotion: interpretedMotionColumns.create(maker),
    motionInterp: motionInterpColumns.create(maker),
    pendingMotions: pendingMotionsColumns.create(maker),
    motionState: motionStateColumns.create(maker),
    sequence: sequenceColumns.create(maker),
    pendingAnimations: pendingAnimationsColumns.create(maker),
    target: targetColumns.create(maker),
    watchers: watchersColumns.create(maker),
    interpolation: interpolationColumns.create(maker),
    sticky: stickyColumns.create(maker),
    constraint: constraintColumns.create(maker),
    stamps: stampsColumns.create(maker),
    drops: dropsColumns.create(maker),
    outbound: outboundColumns.create(maker),
  };
}

/** Replaces every column by one for another capacity, with the same contents; columns taken before are stale afterwards. */
export function resizeComponents(components: Components, capacity: number): void {
  const larger = createComponents(capacity);
  for (const [name, { schema }] of entries) replaceColumns(schema, rowsOf(components, name), rowsOf(larger, name));
}

/** Makes the pool of interpolation queues for the slots 0 to `capacity`; slot 0 stays unused. */
export function createInterpolationQueues(capacity: number): InterpolationQueues {
  return createColumns(interpolationQueueColumns, capacity);
}

/** Replaces the pool by one of another capacity, with the same contents. */
export function resizeInterpolationQueues(queues: InterpolationQueues, capacity: number): void {
  replaceColumns(interpolationQueueSchema, queues, createInterpolationQueues(capacity));
}

/** Sets every column of an entity to its initial value, all but its generation. */
export function clearEntity(components: Components, entity: number): void {
  const generation = components.identity.generation[entity];
  for (const [name, { schema }] of entries) clearRow(schema, rowsOf(components, name), entity);
  components.identity.generation[entity] = generation;
}

/** A component's columns by name, for code that treats all alike. */
export function rowsOf(components: Components, name: ComponentName): Record<string, ColumnArray> {
  return components[name] as Record<string, ColumnArray>;
}
