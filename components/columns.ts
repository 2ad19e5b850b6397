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
  /**
   * Cells per entity: 1, or the capacity of a ring. A ring is laid out slot by slot, so that the first slots of all
   * entities lie together: cell `slot` of entity `e` is at `slot * stride + e`, with the world's stride.
   */
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

/** Bytes that column starts are aligned to: a cache line. */
const LINE = 64;

/**
 * Makes the arrays of several components for the ids 0 to `capacity` (ids start at 1; cell 0 stays unused).
 *
 * They are laid one after the other into one buffer: columns that each start a memory page would all lie in the same
 * few sets of the processor's cache for one entity.
 */
export function createColumnSets(schemas: readonly ColumnSchema[], capacity: number): Record<string, ColumnArray>[] {
  let bytes = 0;
  for (const schema of schemas) for (const name in schema) bytes += paddedBytes(schema[name], capacity);
  const buffer = new ArrayBuffer(bytes);
  let offset = 0;
  return schemas.map((schema) => {
    const columns = Object.entries(schema).map(([name, spec]): [string, ColumnArray] => {
      const cells = new constructors[spec.type](buffer, offset, (capacity + 1) * spec.length);
      offset += paddedBytes(spec, capacity);
      if (spec.initial !== 0) cells.fill(spec.initial);
      return [name, cells];
    });
    // Made at once: an object that gets many names one after the other becomes a slow dictionary in V8.
    return Object.fromEntries(columns);
  });
}

function paddedBytes(spec: ColumnSpec, capacity: number): number {
  const bytes = (capacity + 1) * spec.length * constructors[spec.type].BYTES_PER_ELEMENT;
  return Math.ceil(bytes / LINE) * LINE + LINE;
}

/** Makes the arrays of one component, see {@link createColumnSets}. */
export function createColumns<Schema extends ColumnSchema>(schema: Schema, capacity: number): ColumnsOf<Schema> {
  return createColumnSets([schema], capacity)[0] as ColumnsOf<Schema>;
}

/** Replaces the arrays of components by ones for another capacity, with the same contents as far as they fit. */
export function resizeColumnSets(
  schemas: readonly ColumnSchema[],
  sets: readonly Record<string, ColumnArray>[],
  capacity: number,
): void {
  const larger = createColumnSets(schemas, capacity);
  sets.forEach((columns, index) => {
    for (const name in schemas[index]) {
      const cells = larger[index][name];
      const old = columns[name];
      const { length } = schemas[index][name];
      const oldStride = old.length / length;
      const kept = Math.min(oldStride, capacity + 1);
      for (let slot = 0; slot < length; slot++) {
        cells.set(old.subarray(slot * oldStride, slot * oldStride + kept), slot * (capacity + 1));
      }
      columns[name] = cells;
    }
  });
}

/** Sets every cell of one entity to its initial value. */
export function clearRow(schema: ColumnSchema, columns: Record<string, ColumnArray>, entity: number): void {
  for (const name in schema) {
    const { length, initial } = schema[name];
    const cells = columns[name];
    const stride = cells.length / length;
    for (let cell = entity; cell < cells.length; cell += stride) cells[cell] = initial;
  }
}

/** How many cells of a column are in use for an entity. */
export function cellsInUse(spec: ColumnSpec, columns: Record<string, ColumnArray>, entity: number): number {
  return spec.countedBy === null ? spec.length : Math.min(spec.length, columns[spec.countedBy][entity]);
}
