import type { Io } from './io.ts';

/** Milliseconds between two states of the line on a terminal. */
const REWRITE_MS = 100;
/** Milliseconds between two lines where nothing can be written over. */
const LINE_MS = 3000;
const WIDTH = 79;

/** Tells how far the tool is: on a terminal in one line that is written over, else in a line every few seconds. */
export class Progress {
  private readonly io: Io;
  private readonly silent: boolean;
  private last: number;
  private shown = 0;

  constructor(io: Io, silent: boolean) {
    this.io = io;
    this.silent = silent;
    this.last = io.now();
  }

  /** Whether it is time to say something again. */
  get due(): boolean {
    return !this.silent && this.io.now() - this.last >= (this.io.tty ? REWRITE_MS : LINE_MS);
  }

  /** Says it. */
  show(text: string): void {
    this.last = this.io.now();
    if (!this.io.tty) {
      this.io.err(`${text}\n`);
      return;
    }
    const line = text.slice(0, WIDTH);
    this.io.err(`\r${line.padEnd(this.shown)}`);
    this.shown = line.length;
  }

  /** Makes room for other output. */
  clear(): void {
    if (this.shown === 0) return;
    this.io.err(`\r${' '.repeat(this.shown)}\r`);
    this.shown = 0;
  }
}
