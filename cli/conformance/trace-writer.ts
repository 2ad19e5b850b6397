import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './options.ts';
import type { TickRecord, Trace } from './types.ts';
import { errorText } from './values.ts';

/** No separators, nothing that a file system refuses, no hidden file. */
const FILE_NAME = /^[^./\\:*?"<>|][^/\\:*?"<>|]*$/;

/** Writes traces in the form of the golden ones, as plain JSON. */
export class TraceWriter {
  readonly #folder: string;
  readonly #written = new Set<string>();

  /** Makes the folder. Throws UsageError when it cannot be made. */
  constructor(folder: string) {
    this.#folder = folder;
    try {
      mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw new UsageError(`the folder for traces cannot be made: ${errorText(error)}`);
    }
  }

  /** Writes NAME.json. Throws for a name that is no file name, or that was written before: two scenarios share it. */
  write(name: string, ticks: TickRecord[][]): void {
    if (!FILE_NAME.test(name)) throw new Error(`"${name}" is no name for a trace file`);
    if (this.#written.has(name)) throw new Error(`a trace of another scenario named "${name}" is written already`);
    this.#written.add(name);
    const trace: Trace = { name, ticks };
    writeFileSync(join(this.#folder, `${name}.json`), JSON.stringify(trace));
  }
}
