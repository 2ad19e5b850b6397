/** Network conditions of one run, the same both ways. */
export interface Cell {
  /** Share of the datagrams that never arrive, 0 to 1. */
  readonly loss: number;
  /** Whether they are lost in rows. */
  readonly bursty: boolean;
  /** Seconds there and back. */
  readonly roundTrip: number;
  /** Share of the datagrams that are overtaken, 0 to 1. */
  readonly reorder: number;
}

const LOSSES = [0, 0.01, 0.05, 0.1, 0.2];
const ROUND_TRIPS = [0, 0.05, 0.1, 0.2, 0.4];
const REORDERINGS = [0, 0.1];

/** Datagrams that a burst loses on average: a sixth of a second, at one datagram a step. */
export const BURST = 5;

/** Every combination; bursts of no losses are not a combination of their own. */
export function allCells(): Cell[] {
  return combine(LOSSES, ROUND_TRIPS, REORDERINGS);
}

/** The ends of the matrix, for a first look. */
export function quickCells(): Cell[] {
  return combine([0, 0.2], [0, 0.4], REORDERINGS);
}

function combine(losses: readonly number[], roundTrips: readonly number[], reorderings: readonly number[]): Cell[] {
  const cells: Cell[] = [];
  for (const roundTrip of roundTrips) {
    for (const reorder of reorderings) {
      for (const loss of losses) {
        cells.push({ loss, bursty: false, roundTrip, reorder });
        if (loss > 0) cells.push({ loss, bursty: true, roundTrip, reorder });
      }
    }
  }
  return cells;
}

/** A cell in words. */
export function cellName({ loss, bursty, roundTrip, reorder }: Cell): string {
  const kind = loss === 0 ? 'no loss' : `${percent(loss)} loss ${bursty ? 'in bursts' : 'independent'}`;
  return `${kind}, ${Math.round(roundTrip * 1000)} ms, ${percent(reorder)} reordered`;
}

/** A share as people write it. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
