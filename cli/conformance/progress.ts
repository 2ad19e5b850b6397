import type { Io } from './report.ts';

/** Milliseconds between two states of the line on a terminal. */
const REWRITE_MS = 100;
/** Milliseconds between two lines where nothing can be written over. */
const LINE_MS = 3000;

/** Tells how far a run is: on a terminal in one line that is written over, else in a line every few seconds. */
export class Progress {
  readonly #io: Io;
  readonly #total: number;
  #last: number;
  #shown = 0;

  constructor(io: Io, total: number) {
    this.#io = io;
    this.#total = total;
    this.#last = io.now();
  }

  /** `done` checks are made, `failed` of them failed; `name` comes next. */
  show(done: number, failed: number, name: string): void {
    const now = this.#io.now();
    if (now - this.#last < (this.#io.tty ? REWRITE_MS : LINE_MS)) return;
    this.#last = now;
    const text = `${done} of ${this.#total} checked, ${failed} failed: ${name}`;
    if (!this.#io.tty) {
      this.#io.err(`${text}\n`);
      return;
    }
    const line = text.slice(0, 79);
    this.#io.err(`\r${line.padEnd(this.#shown)}`);
    this.#shown = line.length;
  }

  /** Makes room for other output. */
  clear(): void {
    if (this.#shown === 0) return;
    this.#io.err(`\r${' '.repeat(this.#shown)}\r`);
    this.#shown = 0;
  }
}
