import { describe, requireObject, suggestion } from './checks.ts';

/** Which motion table an id on the wire means: names of tables by id. 0: objects for which no table is named. */
export type MotionTableNames = Readonly<Record<number, string>>;

/** First id of the motion tables on the wire where nobody names ids; a world's tables follow it by index. */
const FIRST_ID = 0x09000000;

/** What has a name: a motion table. */
interface Named {
  readonly name: string;
}

/** Which motion table of a world an id on the wire means, and the other way round. */
export class MotionTableIds {
  private readonly tables: readonly Named[];
  private readonly indexById: ReadonlyMap<number, number> | null;
  private readonly idByIndex = new Map<number, number>();

  /**
   * @param tables The world's tables, live.
   * @param indexById What each id means; null: ids count the tables from 0x09000000 on.
   */
  constructor(tables: readonly Named[], indexById: ReadonlyMap<number, number> | null = null) {
    this.tables = tables;
    this.indexById = indexById;
    if (indexById === null) return;
    // Of several ids of a table its lowest is told; 0 says that there is none.
    for (const id of [...indexById.keys()].sort((a, b) => a - b)) {
      const index = indexById.get(id) as number;
      if (id !== 0 && !this.idByIndex.has(index)) this.idByIndex.set(index, id);
    }
  }

  /** Index of the table that an id means; 0: that of objects for which none is named. -1: none. */
  indexOf(id: number): number {
    if (this.indexById !== null) return this.indexById.get(id) ?? -1;
    const index = id - FIRST_ID;
    return index >= 0 && index < this.tables.length ? index : -1;
  }

  /** The id by which the table of an index is told; 0: none, so that it is told by none. */
  idOf(index: number): number {
    return this.indexById === null ? FIRST_ID + index : (this.idByIndex.get(index) ?? 0);
  }
}

/**
 * The motion tables that ids mean.
 *
 * @param names Names of tables by id, whole numbers from 0 to 0xffffffff; undefined: ids count the tables.
 * @param everyTable Whether each table must have an id, for it may have to be told.
 * @throws TypeError or RangeError that names the id, and what was found and expected.
 */
export function motionTableIdsOf(
  what: string,
  names: MotionTableNames | undefined,
  tables: readonly Named[],
  everyTable: boolean,
): MotionTableIds {
  if (names === undefined) return new MotionTableIds(tables);
  const expected = "names of motion tables by id, such as { 0x09000001: 'human' }";
  requireObject(what, names, expected);
  if (names instanceof Map) throw new TypeError(`${what}: expected ${expected}, found a Map`);
  const known = tables.map(({ name }) => name);
  const indexById = new Map<number, number>();
  for (const [key, name] of Object.entries(names) as [string, unknown][]) {
    const id = /^(0|[1-9]\d*|0x[\da-f]+)$/i.test(key) ? Number(key) : Number.NaN;
    if (!(id <= 0xffffffff)) throw new RangeError(`${what}: expected ids from 0 to 0xffffffff, found '${key}'`);
    const where = `${what}[0x${id.toString(16).padStart(8, '0')}]`;
    if (typeof name !== 'string') {
      throw new TypeError(`${where}: expected the name of a motion table, found ${describe(name)}`);
    }
    const index = known.indexOf(name);
    if (index < 0) throw new RangeError(`${where}: there is no motion table '${name}'${suggestion(name, known)}`);
    if (indexById.has(id)) throw new TypeError(`${where}: expected each id once, found it in two spellings`);
    indexById.set(id, index);
  }
  const indexes = new Set(indexById.values());
  const without = known.find((_, index) => !indexes.has(index));
  if (everyTable && without !== undefined) {
    throw new TypeError(
      `${what}: expected an id for every motion table that is told to peers, found none for '${without}'`,
    );
  }
  return new MotionTableIds(tables, indexById);
}
