import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import human from '../../content/motion-tables/human.json' with { type: 'json' };
import { parseMotionTable } from '../../index.ts';
import { FileError, UsageError } from './usage.ts';

/** Reads a whole file. @throws FileError that names it. */
export function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new FileError(`${file} cannot be read: ${reasonOf(error)}`);
  }
}

/** The motion tables of a folder, or the one that comes with the package. @throws FileError, UsageError. */
export function readTables(folder: string | null): unknown[] {
  if (folder === null) return [human];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw new UsageError(`there is no .json file in the folder of tables: ${folder}`);
  return names.sort().map((name) => {
    const file = join(folder, name);
    const bytes = readBytes(file);
    let content: unknown;
    try {
      content = JSON.parse(new TextDecoder().decode(bytes));
    } catch (error) {
      throw new FileError(`${file} is no JSON: ${reasonOf(error)}`);
    }
    try {
      return parseMotionTable(content, file);
    } catch (error) {
      throw new FileError(reasonOf(error));
    }
  });
}

/** Whether two paths lead to the same file. */
export function isSameFile(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}

/** Whether a path is that of a folder: one that is there, or one that ends as folders do. */
function isFolder(path: string): boolean {
  return /[/\\]$/.test(path) || (existsSync(path) && statSync(path).isDirectory());
}

/**
 * Where the trace of a capture goes: the file that was named, or a file named after the capture in the folder.
 *
 * @throws UsageError for a name that may be meant as that of a file, and is none of JSON.
 */
export function traceFile(named: string, capture: string): string {
  const within = join(named, `${basename(capture)}.json`);
  if (isFolder(named)) return within;
  if (named.endsWith('.json')) return named;
  if (extname(named) === '') return within;
  throw new UsageError(`--trace is "${named}"; the name of a file ends in .json, that of a new folder in /`);
}

/**
 * Where a recording of a capture goes: the file that was named, or a file named after the capture in the folder.
 *
 * @throws UsageError for a name that may be meant as that of a file, and is none of a recording.
 */
export function recordingFile(named: string, capture: string): string {
  const within = join(named, `${basename(capture, extname(capture))}.gaitcap`);
  if (isFolder(named)) return within;
  if (named.endsWith('.gaitcap')) return named;
  if (extname(named) === '') return within;
  throw new UsageError(`--to is "${named}"; the name of a file ends in .gaitcap, that of a new folder in /`);
}

/** A file that is written in pieces. What was begun and not ended is removed again. */
export class OutputFile {
  /** The outermost folder that had to be made for it; undefined: none. */
  readonly madeFolder: string | undefined;
  private readonly path: string;
  private readonly descriptor: number;

  /** Makes the file and the folders above it. @throws FileError that names it. */
  constructor(path: string) {
    this.path = path;
    this.madeFolder = this.attempt(() => mkdirSync(dirname(path), { recursive: true }));
    this.descriptor = this.attempt(() => openSync(path, 'w'));
  }

  /** @throws FileError. */
  write(piece: string | Uint8Array): void {
    const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
    this.attempt(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.descriptor, bytes, at);
    });
  }

  /** @throws FileError. */
  end(): void {
    this.attempt(() => closeSync(this.descriptor));
  }

  /** Removes what was written. */
  discard(): void {
    try {
      closeSync(this.descriptor);
      rmSync(this.path, { force: true });
    } catch {
      // It could not be written; that it cannot be removed either tells nothing new.
    }
  }

  private attempt<Result>(act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      throw new FileError(`${this.path} cannot be written: ${reasonOf(error)}`);
    }
  }
}

/** What went wrong, in one line without the name of the call. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/^[A-Z]+: /, '')
    .replace(/, \w+( '[^']*')*$/, '')
    .replaceAll(/\s*\n\s*/g, ' ');
}
