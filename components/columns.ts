/**
 * How components are stored: each component is a plain object of typed arrays ("columns"), one cell (or a fixed number
 * of cells, a ring) per entity, indexed by the plain entity id. The schema is the single source from which columns are
 * made, grown, cleared, hashed and put into snapshots.
 */

/** Typed arrays that a column may be. */
export type ColumnArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

const constructors = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

/** Names of cell types: unsigned, signed and floating, with their width in bits. */
export type ColumnType = keyof typeof constructors;

/** One column of a component. */
export interface ColumnSpec<Type extends ColumnType = ColumnType> {
  readonly type: Type;
  /** Cells per entity: 1, or the capacity of a ring. Cell `slot` of entity `e` is at `e * length + slot`. */
  readonly length: number;
  /** The value of a cell after a spawn. */
  readonly initial: number;
  /** Name of the column (in the same component) that counts the cells in use; without it all cells are in use. */
  readonly countedBy: string | null;
}

/** The columns of one component by name. */
export type ColumnSchema = Readonly<Record<string, ColumnSpec>>;

/** The typed arrays that a schema describes. */
export type ColumnsOf<Schema extends ColumnSchema> = {
  [Name in keyof Schema]: Schema[Name] extends ColumnSpec<infer Type>
    ? InstanceType<(typeof constructors)[Type]>
    : never;
};

/** A column with one cell an entity. */
export function column<Type extends ColumnType>(type: Type, initial = 0): ColumnSpec<Type> {
  return { type, length: 1, initial, countedBy: null };
}

/** A column with `length` cells an entity, of which the column `countedBy` says how many are in use. */
export function ring<Type extends ColumnType>(type: Type, length: number, countedBy: string): ColumnSpec<Type> {
  return { type, length, initial: 0, countedBy };
}

/** Makes the arrays of a component for the ids 0 to `capacity` (ids start at 1; cell 0 stays unused). */
export function createColumns<Schema extends ColumnSchema>(schema: Schema, capacity: number): ColumnsOf<Schema> {
  const columns: Record<string, ColumnArray> = {};
  for (const [name, spec] of Object.entries(schema)) columns[name] = allocate(spec, capacity);
  return columns as ColumnsOf<Schema>;
}

function allocate(spec: ColumnSpec, capacity: number): ColumnArray {
  const cells = new constructors[spec.type]((capacity + 1) * spec.length);
  if (spec.initial !== 0) cells.fill(spec.initial);
  return cells;
}

/** Replaces the arrays of a component by larger ones with the same contents. */
export function growColumns(schema: ColumnSchema, columns: Record<string, ColumnArray>, capacity: number): void {
  for (const [name, spec] of Object.entries(schema)) {
    const larger = allocate(spec, capacity);
    larger.set(columns[name]);
    columns[name] = larger;
  }
}

/** Sets every cell of one entity to its initial value. */
export function clearRow(schema: ColumnSchema, columns: Record<string, ColumnArray>, entity: number): void {
  for (const name in schema) {
    const spec = schema[name];
    if (spec.length === 1) columns[name][entity] = spec.initial;
    else columns[name].fill(spec.initial, entity * spec.length, (entity + 1) * spec.length);
  }
}

/** How many cells of a column are in use for an entity. */
export function cellsInUse(spec: ColumnSpec, columns: Record<string, ColumnArray>, entity: number): number {
  return spec.countedBy === null ? spec.length : Math.min(spec.length, columns[spec.countedBy][entity]);
}
