import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { kindOf, parseTable, readData, ShapeError } from './load.ts';
import type { TableJson } from './types.ts';

const DATA_FILE = /\.json(\.gz)?$/;

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/**
 * Finds motion tables by name: in `tables/` of the scenario's own folder or one above it, then in the folder that was
 * named for the purpose, or, when none was, in the tables of a golden folder beside it and last in a fallback.
 */
export class TableFinder {
  readonly #named: string | null;
  readonly #fallback: string | null;
  readonly #folders = new Map<string, Map<string, TableJson>>();

  /** `named`: the folder given by the user; `fallback`: where to look last when none was given. */
  constructor(named: string | null, fallback: string | null) {
    this.#named = named;
    this.#fallback = fallback;
  }

  /** A table met elsewhere: it is found as if it lay in `tables/` of that folder. */
  add(folder: string, table: TableJson): void {
    this.#tablesIn(join(folder, 'tables')).set(table.name, table);
  }

  /** `ancestors`: the scenario's folder and those above it, nearest first. Throws ShapeError when there is no such table. */
  find(name: string, ancestors: string[]): TableJson {
    const own = ancestors.map((folder) => join(folder, 'tables'));
    const beside = ancestors.map((folder) => resolve(folder, '..', 'golden', 'tables'));
    const others =
      this.#named !== null ? [this.#named] : [...beside, ...(this.#fallback === null ? [] : [this.#fallback])];
    for (const folder of [...own, ...others]) {
      const table = this.#tablesIn(folder).get(name);
      if (table) return table;
    }
    throw new ShapeError(`no motion table "${name}" was found (--tables names a folder with tables)`);
  }

  #tablesIn(folder: string): Map<string, TableJson> {
    let tables = this.#folders.get(folder);
    if (!tables) {
      tables = isFolder(folder) ? readTables(folder) : new Map();
      this.#folders.set(folder, tables);
    }
    return tables;
  }
}

/** Files that are no table are passed over: when they lie in a checked folder, discovery tells of them. */
function readTables(folder: string): Map<string, TableJson> {
  const tables = new Map<string, TableJson>();
  for (const file of readdirSync(folder).filter((name) => DATA_FILE.test(name))) {
    try {
      const value = readData(join(folder, file));
      if (kindOf(value) !== 'table') continue;
      const table = parseTable(value);
      tables.set(table.name, table);
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
    }
  }
  return tables;
}
