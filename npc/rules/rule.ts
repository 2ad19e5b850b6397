import type { Context } from '../context.ts';

/** How a behaviour decides and acts. All it remembers lies in columns. */
export interface Rule {
  /** Whether it has something to do; sees to whom it is about. Asked only when nothing more urgent wants to act. */
  wants(c: Context, entity: number): boolean;
  /**
   * Does it: sees to it that the right move is under way, or sets `rests`.
   *
   * @returns Seconds until it is to act again at the latest.
   */
  act(c: Context, entity: number): number;
  /** Its own move came to its end, or failed (which is told already). */
  ended(c: Context, entity: number, arrived: boolean): void;
}
