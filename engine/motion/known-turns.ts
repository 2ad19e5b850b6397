import { trigScratch } from '../math/trigonometry.ts';

/** How many turns of a step are remembered; a power of two. */
export const KNOWN_TURNS = 64;
/** Takes half an angle in radians to its place among them. */
export const TURN_BUCKETS = 65536;

/**
 * Turns of one step that have been worked out: half the angle in radians, its cosine and its sine. Bodies turn by few
 * different angles a step. Only a memory: with or without it the numbers are the same.
 */
export const knownTurns = new Float64Array(KNOWN_TURNS * 3).fill(Number.NaN);

/** Remembers the turn whose sine and cosine are in {@link trigScratch}. @param angle Half of it, in radians. */
export function rememberTurn(angle: number): void {
  const at = ((angle * TURN_BUCKETS) & (KNOWN_TURNS - 1)) * 3;
  knownTurns[at] = angle;
  knownTurns[at + 1] = trigScratch[1];
  knownTurns[at + 2] = trigScratch[0];
}
