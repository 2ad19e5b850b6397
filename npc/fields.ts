/**
 * How the values of behaviours are stored: each behaviour is a bitECS component, a plain object of typed arrays indexed
 * by the entity id, that belongs to one world. What is known of each column (its range, what it means) is written down
 * once, and values are checked, cleared, put right and saved by it.
 */

const constructors = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

interface CellArrays {
  u8: Uint8Array;
  u16: Uint16Array;
  u32: Uint32Array;
  f32: Float32Array;
  f64: Float64Array;
}

/** Cell types: unsigned whole numbers and floating ones, with their width in bits. */
export type CellType = keyof CellArrays;

/** The typed array of a cell type. */
export type CellArray<Type extends CellType = CellType> = CellArrays[Type];

/** What a column's values mean to whoever sets them; `state` is the behaviour's own memory and not set by anyone else. */
export type Meaning = 'number' | 'whole' | 'flag' | 'choice' | 'tags' | 'guid' | 'route' | 'emotes' | 'state';

/** What is known of one column. */
export interface Field {
  readonly type: CellType;
  readonly meaning: Meaning;
  readonly initial: number;
  readonly least: number;
  readonly most: number;
  /** Names of the values 0, 1, 2 ... of a choice. */
  readonly choices: readonly string[];
  /** Cells an entity: those of entity `e` start at `e * length`. */
  readonly length: number;
}

/** The columns of a component. */
export type Columns = Record<string, CellArray>;

const LARGEST: Record<CellType, number> = { u8: 0xff, u16: 0xffff, u32: 0xffffffff, f32: 1e9, f64: 1e12 };

type Take = (field: Field) => CellArray;

/** Makes the columns of a component, one call a column. */
export class FieldMaker {
  private readonly take: Take;

  constructor(take: Take) {
    this.take = take;
  }

  number<Type extends 'f32' | 'f64'>(type: Type, initial: number, least: number, most: number): CellArray<Type> {
    return this.make(type, 'number', initial, least, most);
  }

  whole<Type extends 'u8' | 'u16' | 'u32'>(type: Type, initial: number, least: number, most: number): CellArray<Type> {
    return this.make(type, 'whole', initial, least, most);
  }

  /** True or false, as 1 or 0. */
  flag(initial: boolean): Uint8Array {
    return this.make('u8', 'flag', initial ? 1 : 0, 0, 1);
  }

  /** One of several names, as its place in the list. The first is the default. */
  choice(choices: readonly string[]): Uint8Array {
    return this.make('u8', 'choice', 0, 0, choices.length - 1, choices);
  }

  /** Any of 32 tags, as bits; 0: none. */
  tags(): Uint32Array {
    return this.make('u32', 'tags', 0, 0, LARGEST.u32);
  }

  /** The guid of a body; 0: none. */
  guid(): Uint32Array {
    return this.make('u32', 'guid', 0, 0, LARGEST.u32);
  }

  /** The id of a route; 0: none. */
  route(): Uint32Array {
    return this.make('u32', 'route', 0, 0, LARGEST.u32);
  }

  /** Motion commands, 0: none; `length` an entity. The only columns with several cells an entity. */
  emotes(length: number): Uint32Array {
    return this.make('u32', 'emotes', 0, 0, LARGEST.u32, [], length);
  }

  /** What the behaviour itself remembers. */
  state<Type extends CellType>(type: Type, initial = 0): CellArray<Type> {
    return this.make(type, 'state', initial, -LARGEST[type], LARGEST[type]);
  }

  private make<Type extends CellType>(
    type: Type,
    meaning: Meaning,
    initial: number,
    least: number,
    most: number,
    choices: readonly string[] = [],
    length = 1,
  ): CellArray<Type> {
    return this.take({ type, meaning, initial, least, most, choices, length }) as CellArray<Type>;
  }
}

/** Columns whose cells must lie in a range. */
interface Checked<Cells extends CellArray> {
  readonly cells: readonly Cells[];
  readonly least: Float64Array;
  readonly most: Float64Array;
}

function checkedOf<Cells extends CellArray>(
  columns: readonly { readonly cells: CellArray; readonly field: Field }[],
): Checked<Cells> {
  return {
    cells: columns.map(({ cells }) => cells as Cells),
    least: Float64Array.from(columns, ({ field }) => field.least),
    most: Float64Array.from(columns, ({ field }) => field.most),
  };
}

/** The columns of one component in one world. They are made room for when the first entity has the component. */
export class Store<Of extends Columns = Columns> {
  /** The bitECS component. Its arrays are replaced when it grows. */
  readonly columns: Of;
  readonly fields: ReadonlyMap<string, Field>;
  /** Largest entity id that the columns hold; -1: none. */
  private capacity = -1;
  private readonly entries: readonly (readonly [string, Field])[];
  /** Those whose cells can hold something that is out of range. */
  private readonly fallible: readonly (readonly [string, Field])[];
  /** The arrays of the fallible ones: floating ones of either width, and the others. */
  private floats: Checked<Float32Array> = checkedOf([]);
  private doubles: Checked<Float64Array> = checkedOf([]);
  private others: Checked<CellArray> = checkedOf([]);

  /** @param create Makes the columns as ONE object literal, so that V8 does not take the component for a dictionary. */
  constructor(create: (c: FieldMaker) => Of) {
    const fields: Field[] = [];
    this.columns = create(
      new FieldMaker((field) => {
        fields.push(field);
        return new constructors[field.type](0);
      }),
    );
    this.entries = Object.keys(this.columns).map((name, index) => [name, fields[index]] as const);
    this.fields = new Map(this.entries);
    this.fallible = this.entries.filter(
      ([, { type, least, most }]) => least > 0 || most < LARGEST[type] || type[0] === 'f',
    );
  }

  /** Makes room for the ids up to `capacity`. */
  growTo(capacity: number): void {
    if (capacity <= this.capacity) return;
    this.capacity = capacity;
    const columns: Columns = this.columns;
    for (const [name, { type, length, initial }] of this.entries) {
      const cells = new constructors[type]((capacity + 1) * length);
      if (initial !== 0) cells.fill(initial);
      cells.set(columns[name]);
      columns[name] = cells;
    }
    const fallible = this.fallible.map(([name, field]) => ({ cells: columns[name], field }));
    this.floats = checkedOf(fallible.filter(({ field }) => field.type === 'f32'));
    this.doubles = checkedOf(fallible.filter(({ field }) => field.type === 'f64'));
    this.others = checkedOf(fallible.filter(({ field }) => field.type[0] !== 'f'));
  }

  /** Sets every cell of an entity to its initial value. */
  clear(entity: number): void {
    const columns: Columns = this.columns;
    for (const [name, { length, initial }] of this.entries) {
      columns[name].fill(initial, entity * length, (entity + 1) * length);
    }
  }

  /**
   * Puts right what was written straight to the columns: what is no number becomes the initial value, what is out of
   * range the nearest in it.
   *
   * @returns The name of the last column that was wrong; '': none.
   */
  putRight(entity: number): string {
    if (this.isRight(entity)) return '';
    let wrong = '';
    const columns: Columns = this.columns;
    for (const [name, field] of this.fallible) {
      const cells = columns[name];
      const value = cells[entity];
      if (value >= field.least && value <= field.most) continue;
      cells[entity] = value < field.least ? field.least : value > field.most ? field.most : field.initial;
      wrong = name;
    }
    return wrong;
  }

  /** Whether all is as it must be: asked at every thought of every NPC, so each loop reads arrays of one kind. */
  private isRight(entity: number): boolean {
    const { floats, doubles, others } = this;
    for (let index = 0; index < floats.cells.length; index++) {
      const value = floats.cells[index][entity];
      if (!(value >= floats.least[index] && value <= floats.most[index])) return false;
    }
    for (let index = 0; index < doubles.cells.length; index++) {
      const value = doubles.cells[index][entity];
      if (!(value >= doubles.least[index] && value <= doubles.most[index])) return false;
    }
    for (let index = 0; index < others.cells.length; index++) {
      const value = others.cells[index][entity];
      if (!(value >= others.least[index] && value <= others.most[index])) return false;
    }
    return true;
  }

  /** An entity's cells by column, as plain numbers. */
  read(entity: number): Record<string, number | number[]> {
    const columns: Columns = this.columns;
    const cells = this.entries.map(([name, { length }]) => {
      const of = Array.from(columns[name].subarray(entity * length, (entity + 1) * length));
      return [name, length === 1 ? of[0] : of] as const;
    });
    return Object.fromEntries(cells);
  }

  /** Writes a cell, or all cells of a column with several. */
  write(entity: number, name: string, value: number | readonly number[]): void {
    const columns: Columns = this.columns;
    if (typeof value === 'number') columns[name][entity] = value;
    else columns[name].set(value, entity * value.length);
  }
}
