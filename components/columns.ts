/**
 * How components are stored: each component is a plain object of typed arrays, indexed by the plain entity id. Cells that
 * a step reads together lie together, in ROWS: cell `c` of entity `e` is at `e * row + c`, and a constant of the
 * component's file names the places (`frame.f64[entity * FrameF64.row + FrameF64.x]`). What is looked at alone is a
 * COLUMN with one cell an entity (`offsetFrame.kind[entity]`) or a fixed number of them, a RING. A component is defined
 * by a function that makes its arrays; from it come the arrays, their growth, and the schema by which cells are cleared,
 * hashed and put into snapshots.
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

/** The places of the cells in a row, by name, and the row's length. */
export type RowCells = Readonly<Record<string, number>> & { readonly row: number };

/** What is known of one column, or of one cell of a row. */
export interface ColumnSpec {
  readonly type: ColumnType;
  /** Name of the array that holds it: its own, or that of its row. */
  readonly array: string;
  /** Its place in the row; 0 in a column. */
  readonly at: number;
  /** Cells from one entity to the next: the row's length; 1 in a column. */
  readonly row: number;
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
  /** Rows of the cells that `cells` names, and what those that do not start as 0 hold after a spawn. */
  rows<Type extends ColumnType, Cells extends RowCells>(
    type: Type,
    cells: Cells,
    initial?: Partial<Record<Exclude<keyof Cells, 'row'>, number>>,
  ): ArrayOf<Type>;
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
  const made: ArrayPlan[] = [];
  const columns = create(
    makerOf((plan) => {
      made.push(plan);
      return new constructors[plan.type](0);
    }),
  );
  const schema: Record<string, ColumnSpec> = {};
  Object.keys(columns).forEach((array, index) => {
    const { type, length, row, cells, countedBy } = made[index];
    for (const { name, at, initial } of cells) {
      schema[name ?? array] = { type, array, at, row, length, initial, countedBy };
    }
  });
  return { create, schema };
}

/** One array of a component: `length` planes (the slots of a ring) of rows of `row` cells. */
interface ArrayPlan {
  readonly type: ColumnType;
  readonly length: number;
  readonly row: number;
  readonly countedBy: string | null;
  /** The cells of a row; a column has one, which is called as its array is. */
  readonly cells: readonly { readonly name: string | null; readonly at: number; readonly initial: number }[];
}

function makerOf(make: (plan: ArrayPlan) => ColumnArray): ColumnMaker {
  const column = (type: ColumnType, initial: number, length = 1, countedBy: string | null = null): ColumnArray =>
    make({ type, length, row: 1, countedBy, cells: [{ name: null, at: 0, initial }] });
  return {
    u8: (initial = 0) => column('u8', initial) as Uint8Array,
    u16: (initial = 0) => column('u16', initial) as Uint16Array,
    u32: (initial = 0) => column('u32', initial) as Uint32Array,
    f32: (initial = 0) => column('f32', initial) as Float32Array,
    f64: (initial = 0) => column('f64', initial) as Float64Array,
    rows: <Type extends ColumnType>(
      type: Type,
      places: RowCells,
      initials: Readonly<Record<string, number | undefined>> = {},
    ) => {
      const cells = Object.entries(places)
        .filter(([name]) => name !== 'row')
        .map(([name, at]) => ({ name, at, initial: initials[name] ?? 0 }));
      return make({ type, length: 1, row: places.row, countedBy: null, cells }) as ArrayOf<Type>;
    },
    ring: <Type extends ColumnType>(type: Type, length: number, countedBy: string | null) =>
      column(type, 0, length, countedBy) as ArrayOf<Type>,
  };
}

/** Bytes that arrays start at multiples of: a cache line. */
const LINE = 64;
/** Where the first array starts: allocators put 16 bytes of their own before a large block that starts at a page. */
const FIRST = LINE - 16;

/**
 * A maker of arrays for the ids 0 to `capacity` (ids start at 1; cell 0 stays unused).
 *
 * They are laid one after the other into one buffer: columns that each start a memory page would all lie in the same
 * few sets of the processor's cache for one entity.
 */
export function createColumnMaker(schemas: readonly ColumnSchema[], capacity: number): ColumnMaker {
  let bytes = FIRST;
  for (const schema of schemas) for (const spec of arraysOf(schema)) bytes += paddedBytes(spec, capacity);
  const buffer = new ArrayBuffer(bytes);
  let offset = FIRST;
  return makerOf((plan) => {
    const { type, length, row } = plan;
    const cells = new constructors[type](buffer, offset, (capacity + 1) * length * row);
    offset += paddedBytes(plan, capacity);
    for (const { at, initial } of plan.cells) {
      if (initial === 0) continue;
      for (let cell = at; cell < cells.length; cell += row) cells[cell] = initial;
    }
    return cells;
  });
}

/** One spec for each array of a component, in the order in which they are made. */
export function arraysOf(schema: ColumnSchema): ColumnSpec[] {
  const first = new Map<string, ColumnSpec>();
  for (const spec of Object.values(schema)) if (!first.has(spec.array)) first.set(spec.array, spec);
  return [...first.values()];
}

function paddedBytes(spec: Pick<ColumnSpec, 'type' | 'length' | 'row'>, capacity: number): number {
  const bytes = (capacity + 1) * spec.length * spec.row * constructors[spec.type].BYTES_PER_ELEMENT;
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
  for (const { array, length } of arraysOf(schema)) {
    const cells = larger[array];
    const old = columns[array];
    const oldPlane = old.length / length;
    const plane = cells.length / length;
    const kept = Math.min(oldPlane, plane);
    for (let slot = 0; slot < length; slot++) {
      cells.set(old.subarray(slot * oldPlane, slot * oldPlane + kept), slot * plane);
    }
    columns[array] = cells;
  }
}

/** Sets every cell of one entity to its initial value. */
export function clearRow(schema: ColumnSchema, columns: Record<string, ColumnArray>, entity: number): void {
  for (const name in schema) {
    const spec = schema[name];
    const cells = columns[spec.array];
    for (let slot = 0; slot < spec.length; slot++) cells[cellOf(spec, cells, entity, slot)] = spec.initial;
  }
}

/** Place of an entity's cell in its array, whether it lies in a row, a column or a slot of a ring. */
export function cellOf(spec: ColumnSpec, cells: ColumnArray, entity: number, slot = 0): number {
  return slot * (cells.length / spec.length) + entity * spec.row + spec.at;
}

/** How many cells of a column are in use for an entity. */
export function cellsInUse(spec: ColumnSpec, columns: Record<string, ColumnArray>, entity: number): number {
  return spec.countedBy === null ? spec.length : Math.min(spec.length, columns[spec.countedBy][entity]);
}
