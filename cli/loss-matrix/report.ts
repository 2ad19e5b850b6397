import { type Cell, percent } from './cells.ts';
import type { CellResult } from './run-cell.ts';

const COLUMNS: readonly (readonly [title: string, width: number])[] = [
  ['round trip', 10],
  ['reordered', 9],
  ['loss', 11],
  ['rest: m', 7],
  ['deg', 5],
  ['moving', 6],
  ['stuck', 5],
  ['blips', 5],
  ['step: m', 7],
  ['B/entity/s', 10],
  ['resent', 6],
  ['', 6],
];

/** What the columns of the table say. */
export const LEGEND = `rest: the farthest that a body at rest was off, metres (0.06 allowed) and degrees (1 allowed)
moving: the farthest that a moving one was off, as a share of what is allowed: speed x 0.2 s + 0.1 m
stuck: looks at bodies that stand while the server's go, go while they stand, or do something else (none allowed)
blips: steps in which a body was put somewhere; step: the largest of all; B/entity/s: datagram bytes from the server
resent: share of the server's datagrams that were sent again`;

/** The table's head. */
export function headLine(): string {
  return line(COLUMNS.map(([title]) => title));
}

/** One cell's line. */
export function cellLine(result: CellResult, isRight: boolean): string {
  const { cell } = result;
  return line([
    `${Math.round(cell.roundTrip * 1000)} ms`,
    percent(cell.reorder),
    lossName(cell),
    result.restDistance.toFixed(3),
    result.restTurn.toFixed(2),
    result.movingShare.toFixed(2),
    String(result.stuck),
    String(result.blips),
    result.largestStep.toFixed(2),
    result.bytes.toFixed(1),
    percent(result.resent),
    isRight ? '' : 'FAILED',
  ]);
}

function lossName({ loss, bursty }: Cell): string {
  if (loss === 0) return 'none';
  return bursty ? `${percent(loss)} bursts` : percent(loss);
}

function line(values: readonly string[]): string {
  return values
    .map((value, index) => value.padStart(COLUMNS[index][1]))
    .join('  ')
    .trimEnd();
}
