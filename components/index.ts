import { bodySchema } from './body.ts';
import {
  clearRow,
  type ColumnArray,
  type ColumnSchema,
  type ColumnsOf,
  createColumnSets,
  resizeColumnSets,
} from './columns.ts';
import { constraintSchema } from './constraint.ts';
import { frameSchema, offsetFrameSchema, previousFrameSchema } from './frame.ts';
import { identitySchema } from './identity.ts';
import { type interpolationQueueSchema, interpolationSchema } from './interpolation.ts';
import { interpretedMotionSchema, motionInterpSchema, pendingMotionsSchema, rawMotionSchema } from './motion-interp.ts';
import { motionStateSchema } from './motion-state.ts';
import { moveToSchema, pendingNodesSchema } from './move-to.ts';
import { dropsSchema, outboundSchema } from './network.ts';
import { physicsStateSchema } from './physics-state.ts';
import { pendingAnimationsSchema, sequenceSchema } from './sequence.ts';
import { stampsSchema } from './stamps.ts';
import { stickySchema } from './sticky.ts';
import { targetSchema, watchersSchema } from './target.ts';
import { transientStateSchema } from './transient-state.ts';

/** The schema of every component with a row for each entity, in the order in which they are hashed. */
export const componentSchemas = {
  identity: identitySchema,
  frame: frameSchema,
  previousFrame: previousFrameSchema,
  offsetFrame: offsetFrameSchema,
  body: bodySchema,
  transientState: transientStateSchema,
  physicsState: physicsStateSchema,
  moveTo: moveToSchema,
  pendingNodes: pendingNodesSchema,
  rawMotion: rawMotionSchema,
  interpretedMotion: interpretedMotionSchema,
  motionInterp: motionInterpSchema,
  pendingMotions: pendingMotionsSchema,
  motionState: motionStateSchema,
  sequence: sequenceSchema,
  pendingAnimations: pendingAnimationsSchema,
  target: targetSchema,
  watchers: watchersSchema,
  interpolation: interpolationSchema,
  sticky: stickySchema,
  constraint: constraintSchema,
  stamps: stampsSchema,
  drops: dropsSchema,
  outbound: outboundSchema,
} as const satisfies Record<string, ColumnSchema>;

/** Name of a component. */
export type ComponentName = keyof typeof componentSchemas;

/** The components of one world: per-entity columns by component and column name. */
export type Components = { [Name in ComponentName]: ColumnsOf<(typeof componentSchemas)[Name]> };

/** The pooled interpolation queues of one world, indexed by slot. */
export type InterpolationQueues = ColumnsOf<typeof interpolationQueueSchema>;

const entries = Object.entries(componentSchemas) as [ComponentName, ColumnSchema][];

const schemas = entries.map(([, schema]) => schema);

/** Makes the columns of a world for entity ids up to `capacity`. */
export function createComponents(capacity: number): Components {
  const sets = createColumnSets(schemas, capacity);
  return Object.fromEntries(entries.map(([name], index) => [name, sets[index]])) as Components;
}

/** Replaces every column by one for another capacity, with the same contents; columns taken before are stale afterwards. */
export function resizeComponents(components: Components, capacity: number): void {
  resizeColumnSets(
    schemas,
    entries.map(([name]) => rowsOf(components, name)),
    capacity,
  );
}

/** Sets every column of an entity to its initial value, all but its generation. */
export function clearEntity(components: Components, entity: number): void {
  const generation = components.identity.generation[entity];
  for (const [name, schema] of entries) clearRow(schema, rowsOf(components, name), entity);
  components.identity.generation[entity] = generation;
}

/** A component's columns by name, for code that treats all alike. */
export function rowsOf(components: Components, name: ComponentName): Record<string, ColumnArray> {
  return components[name] as Record<string, ColumnArray>;
}
