/** What the tool needs of the process that it runs in. */
export interface Io {
  /** Results: whole lines. */
  out(line: string): void;
  /** Progress and errors, written as given. */
  err(text: string): void;
  /** Whether `err` is a terminal, on which a line can be written over. */
  readonly tty: boolean;
  /** Milliseconds, from wherever. */
  now(): number;
}
