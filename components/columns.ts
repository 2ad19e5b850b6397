/**
 * How components are stored: each component is a plain object of typed arrays ("columns"), one cell (or a fixed number
 * of cells, a ring) per entity, indexed by the plain entity id. A component is defined by a function that makes its
 * columns; from it come the arrays, their growth, and the schema by which they are cleared, hashed and put into snapshots.
 */

/** Typed arrays that a column may be. */
export type ColumnArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

const constructors = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

/** Names of cell types: unsigned and floating, with their width in bits. */
export type ColumnType = keyof typeof constructors;

/** The typed array of a cell type. */
export type ArrayOf<Type extends ColumnType> = InstanceType<(typeof constructors)[Type]>;

/** What is known of one column. */
export interface ColumnSpec {
  readonly type: ColumnType;
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

/** Makes the columns of a component, one call a column. `initial` is the value of a cell after a spawn. */
export interface ColumnMaker {
  u8(initial?: number): Uint8Array;
  u16(initial?: number): Uint16Array;
  u32(initial?: number): Uint32Array;
  f32(initial?: number): Float32Array;
  f64(initial?: number): Float64Array;
  /** A column with `length` cells an entity, of which the column `countedBy` says how many are in use (null: all). */
  ring<Type extends ColumnType>(type: Type, length: number, countedBy: string | null): ArrayOf<Type>;
}

/** A component: the function that makes its columns, and what it makes. */
export interface ColumnDefinition<Columns extends Record<string, ColumnArray>> {
  readonly create: (maker: ColumnMaker) => Columns;
  readonly schema: ColumnSchema;
}

/** The columns of a definition. */
export type ColumnsOf<Definition> = Definition extends ColumnDefinition<infer Columns> ? Columns : never;

/**
 * Defines a component.
 *
 * @param create Makes the columns as ONE object literal, so that V8 never takes the component for a slow dictionary, as it
 * does with an object that gets many names one after the other.
 */
export function defineColumns<Columns extends Record<string, ColumnArray>>(
  create: (maker: ColumnMaker) => Columns,
): ColumnDefinition<Columns> {
  const specs: ColumnSpec[] = [];
  const columns = create(
    makerOf((type, length, initial, countedBy) => {
      specs.push({ type, length, initial, countedBy });
      return new constructors[type](0);
    }),
  );
  return { create, schema: Object.fromEntries(Object.keys(columns).map((name, index) => [name, specs[index]])) };
}

function makerOf(
  make: (type: ColumnType, length: number, initial: number, countedBy: string | null) => ColumnArray,
): ColumnMaker {
  return {
    u8: (initial = 0) => make('u8', 1, initial, null) as Uint8Array,
    u16: (initial = 0) => make('u16', 1, initial, null) as Uint16Array,
    u32: (initial = 0) => make('u32', 1, initial, null) as Uint32Array,
    f32: (initial = 0) => make('f32', 1, initial, null) as Float32Array,
    f64: (initial = 0) => make('f64', 1, initial, null) as Float64Array,
    ring: <Type extends ColumnType>(type: Type, length: number, countedBy: string | null) =>
      make(type, length, 0, countedBy) as ArrayOf<Type>,
  };
}

/** Bytes that column starts are aligned to: a cache line. */
const LINE = 64;

/**
 * A maker of arrays for the ids 0 to `capacity` (ids start at 1; cell 0 stays unused).
 *
 * They are laid one after the other into one buffer: columns that each start a memory page would all lie in the same
 * few sets of the processor's cache for one entity.
 */
export function createColumnMaker(schemas: readonly ColumnSchema[], capacity: number): ColumnMaker {
  let bytes = 0;
  for (const schema of schemas) for (const name in schema) bytes += paddedBytes(schema[name], capacity);
  const buffer = new ArrayBuffer(bytes);
  let offset = 0;
  return makerOf((type, length, initial) => {
    const cells = new constructors[type](buffer, offset, (capacity + 1) * length);
    offset += paddedBytes({ type, length }, capacity);
    if (initial !== 0) cells.fill(initial);
    return cells;
  });
}

function paddedBytes(spec: Pick<ColumnSpec, 'type' | 'length'>, capacity: number): number {
  const bytes = (capacity + 1) * spec.length * constructors[spec.type].BYTES_PER_ELEMENT;
  return Math.ceil(bytes / LINE) * LINE + LINE;
}

/** Makes the arrays of one component, see {@link createColumnMaker}. */
export function createColumns<Columns extends Record<string, ColumnArray>>(
  definition: ColumnDefinition<Columns>,
  capacity: number,
): Columns {
  return definition.create(createColumnMaker([definition.schema], capacity));
}

/** Replaces the arrays of a component by those of `larger`, with the same contents as far as they fit. */
export function replaceColumns(
  schema: ColumnSchema,
  columns: Record<string, ColumnArray>,
  larger: Record<string, ColumnArray>,
): void {
  for (const name in schema) {
    const { length } = schema[name];
    const cells = larger[name];
    const old = columns[name];
    const oldStride = old.length / length;
    const stride = cells.length / length;
    const kept = Math.min(oldStride, stride);
    for (let slot = 0; slot < length; slot++) {
      cells.set(old.subarray(slot * oldStride, slot * oldStride + kept), slot * stride);
    }
    columns[name] = cells;
  }
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
