import { addComponent, hasComponent, observe, onAdd, query, removeComponent } from 'bitecs';
import { checks, type Engine } from '../index.ts';
import { type CellArray, type FieldMaker, Store } from '../npc/fields.ts';
import { SCRIPT_NAME } from './names.ts';
import type { NpcAtHand } from './npc-at-hand.ts';

/** What one value of a script's component is. */
export type ModField =
  | { readonly type: 'number'; readonly default?: number; readonly least?: number; readonly most?: number }
  /** 0 to 4294967295. */
  | { readonly type: 'whole'; readonly default?: number; readonly least?: number; readonly most?: number }
  | { readonly type: 'flag'; readonly default?: boolean }
  /** One of several names; the column holds its place in the list. */
  | { readonly type: 'choice'; readonly choices: readonly string[]; readonly default?: string }
  /** A body: in JSON an NPC's id, in the column its guid; 0: nobody. */
  | { readonly type: 'npc' };

/** The values of a script's component by name. */
export type ModSchema = Readonly<Record<string, ModField>>;

/** The columns of a component, each a typed array that is indexed by entity id. They are replaced when it grows. */
export type ModColumns<Schema extends ModSchema = ModSchema> = { readonly [Name in keyof Schema]: CellArray };

/** Finds the guid of an NPC by its name. @throws Error that says which there are. */
export type FindNpc = (what: string, name: string) => number;

const LARGEST_WHOLE = 0xffffffff;
const LARGEST = 1e9;
const MOST_FIELDS = 32;
const MOST_CHOICES = 64;
const keysOf: Readonly<Record<ModField['type'], readonly string[]>> = {
  number: ['type', 'default', 'least', 'most'],
  whole: ['type', 'default', 'least', 'most'],
  flag: ['type', 'default'],
  choice: ['type', 'choices', 'default'],
  npc: ['type'],
};

/** A component that a mod's script has defined. */
export class ModComponent<Schema extends ModSchema = ModSchema> {
  /** `mod/name`. */
  readonly name: string;
  /** The bitECS component. */
  readonly columns: ModColumns<Schema>;
  /** Two components of the same schema hold the same values. */
  readonly signature: string;
  private readonly schema: ModSchema;
  private readonly store: Store;
  private readonly engine: Engine;
  private readonly atHand: NpcAtHand;
  private readonly detach: () => void;

  /** @throws TypeError or RangeError for a schema that is none. */
  constructor(engine: Engine, name: string, schema: Schema, atHand: NpcAtHand) {
    this.engine = engine;
    this.atHand = atHand;
    this.name = name;
    this.schema = checkSchema(`component '${name}'`, schema);
    this.signature = JSON.stringify(this.schema);
    this.store = new Store((maker) => {
      return Object.fromEntries(Object.entries(this.schema).map(([key, field]) => [key, columnOf(maker, field)]));
    });
    this.columns = this.store.columns as ModColumns<Schema>;
    // A script may take them off it: const { entities } = mod.component(…).
    this.has = this.has.bind(this);
    this.add = this.add.bind(this);
    this.remove = this.remove.bind(this);
    this.entities = this.entities.bind(this);
    const { world } = engine;
    this.detach = observe(world, onAdd(this.columns), (entity) => {
      this.store.growTo(Math.max(world.capacity, entity));
      this.begin(entity);
    });
  }

  /** Whether a body has it. */
  has(entity: number): boolean {
    return this.engine.isAlive(entity) && hasComponent(this.engine.world, entity, this.columns);
  }

  /**
   * Gives a body the component, or gives it anew: what is left out has its default.
   *
   * @throws TypeError or RangeError that names the value, what was found and what was expected.
   */
  add(entity: number, values: { readonly [Name in keyof Schema]?: unknown } = {}): void {
    if (!this.engine.isAlive(entity)) throw checks.noBody('add', entity, (guid) => this.engine.entityOf(guid));
    this.put(entity, this.cells(`add.${this.name}`, values, requireGuid));
  }

  /** Takes it away. @returns Whether it was there. */
  remove(entity: number): boolean {
    if (!this.has(entity)) return false;
    removeComponent(this.engine.world, entity, this.columns);
    return true;
  }

  /**
   * The bodies that have it. Gone through by `for … of`, `forEach`, `map` and their like (not by index), an error of a system
   * or handler tells which one it was at.
   */
  entities(): readonly number[] {
    return this.atHand.following(query(this.engine.world, [this.columns]));
  }

  /** Checks values of a file, in which NPCs are named; changes nothing. @throws as {@link add}. */
  check(what: string, values: unknown, find: FindNpc): Map<string, number> {
    return this.cells(what, values, (where, npc) => guidOfNpc(where, npc, find));
  }

  private cells(what: string, values: unknown, guidOf: GuidOf): Map<string, number> {
    const given = checks.requireObject(what, values, 'an object of values') as Record<string, unknown>;
    checks.requireKeys(what, given, Object.keys(this.schema));
    const cells = new Map<string, number>();
    for (const [key, field] of Object.entries(this.schema)) {
      if (Object.hasOwn(given, key)) cells.set(key, cellOf(`${what}.${key}`, field, given[key], guidOf));
    }
    return cells;
  }

  /** Writes checked values; the others have their defaults if it is new, and stay if it is not. */
  put(entity: number, cells: ReadonlyMap<string, number>, keepOthers = false): void {
    if (!this.has(entity)) addComponent(this.engine.world, entity, this.columns);
    else if (!keepOthers) this.begin(entity);
    for (const [key, cell] of cells) this.store.write(entity, key, cell);
  }

  /** The value that a cell has at first. */
  initial(key: string): number {
    const field = this.schema[key];
    if (field.type === 'choice') return field.default === undefined ? 0 : field.choices.indexOf(field.default);
    return this.store.fields.get(key)?.initial ?? 0;
  }

  /** Takes it from all bodies and lets go of the world. */
  dispose(): void {
    for (const entity of [...query(this.engine.world, [this.columns])])
      removeComponent(this.engine.world, entity, this.columns);
    this.detach();
  }

  private begin(entity: number): void {
    this.store.clear(entity);
    for (const [key, field] of Object.entries(this.schema)) {
      if (field.type === 'choice') this.store.write(entity, key, this.initial(key));
    }
  }
}

/** Makes the guid of a body of what was given for it. @throws TypeError or RangeError for anything else. */
type GuidOf = (where: string, value: unknown) => number;

/** The guid of a body that a file names: guids are not written into files, as nobody knows them when they write one. */
export function guidOfNpc(where: string, value: unknown, find: FindNpc): number {
  if (typeof value === 'string') return find(where, value);
  if (value === 0) return 0;
  const found = typeof value === 'number' ? String(value) : checks.describe(value);
  throw new TypeError(`${where}: expected the id of an NPC as a text, or 0 for nobody, found ${found}`);
}

/** The guid of a body as a script gives it. */
function requireGuid(where: string, value: unknown): number {
  if (typeof value === 'string')
    throw new TypeError(
      `${where}: expected the guid of a body, a whole number, found the text '${value.slice(0, 80)}'`,
    );
  return checks.requireInteger(where, value, 0, LARGEST_WHOLE);
}

function checkSchema(what: string, schema: ModSchema): ModSchema {
  checks.requireObject(what, schema, 'an object of fields by name');
  const fields = Object.entries(schema);
  if (fields.length > MOST_FIELDS)
    throw new RangeError(`${what}: expected at most ${MOST_FIELDS} fields, found ${fields.length}`);
  for (const [key, field] of fields) {
    const where = `${what}.${key}`;
    if (!SCRIPT_NAME.test(key)) throw new TypeError(`${where}: expected a name that starts with a small letter`);
    const { type } = checks.requireObject(where, field, "a field such as { type: 'number', default: 1 }") as ModField;
    checks.requireChoice(`${where}.type`, type, Object.keys(keysOf) as ModField['type'][]);
    checks.requireKeys(where, field, keysOf[type]);
    checkField(where, field);
  }
  return schema;
}

function checkField(where: string, field: ModField): void {
  if (field.type === 'number' || field.type === 'whole') {
    const [least, most] = limitsOf(field);
    const check = field.type === 'number' ? checks.requireNumber : checks.requireInteger;
    const [lowest, highest] = field.type === 'number' ? [-LARGEST, LARGEST] : [0, LARGEST_WHOLE];
    check(`${where}.least`, least, lowest, highest);
    check(`${where}.most`, most, least, highest);
    check(`${where}.default`, field.default ?? usual(least, most), least, most);
  } else if (field.type === 'choice') {
    if (!Array.isArray(field.choices) || field.choices.length === 0 || field.choices.length > MOST_CHOICES) {
      throw new TypeError(`${where}.choices: expected a list of 1 to ${MOST_CHOICES} names`);
    }
    if (field.default !== undefined) checks.requireChoice(`${where}.default`, field.default, field.choices);
  } else if (field.type === 'flag' && field.default !== undefined)
    checks.requireBoolean(`${where}.default`, field.default);
}

function limitsOf(field: Extract<ModField, { least?: number }>): [least: number, most: number] {
  const lowest = field.type === 'number' ? -LARGEST : 0;
  return [field.least ?? lowest, field.most ?? (field.type === 'number' ? LARGEST : LARGEST_WHOLE)];
}

/** Without a default it is 0, or what is nearest to it. */
function usual(least: number, most: number): number {
  return Math.min(most, Math.max(least, 0));
}

function columnOf(maker: FieldMaker, field: ModField): CellArray {
  switch (field.type) {
    case 'number': {
      const [least, most] = limitsOf(field);
      return maker.number('f64', field.default ?? usual(least, most), least, most);
    }
    case 'whole': {
      const [least, most] = limitsOf(field);
      return maker.whole('u32', field.default ?? usual(least, most), least, most);
    }
    case 'flag':
      return maker.flag(field.default ?? false);
    case 'choice':
      return maker.choice(field.choices);
    case 'npc':
      return maker.guid();
  }
}

function cellOf(where: string, field: ModField, value: unknown, guidOf: GuidOf): number {
  switch (field.type) {
    case 'number':
      return checks.requireNumber(where, value, ...limitsOf(field));
    case 'whole':
      return checks.requireInteger(where, value, ...limitsOf(field));
    case 'flag':
      return checks.requireBoolean(where, value) ? 1 : 0;
    case 'choice':
      return field.choices.indexOf(checks.requireChoice(where, value, field.choices));
    case 'npc':
      return guidOf(where, value);
  }
}
