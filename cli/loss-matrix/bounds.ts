import { cellName } from './cells.ts';
import type { CellResult } from './run-cell.ts';

/**
 * What a cell may cost beyond the run over a perfect network of the same seed (no loss, no delay, nothing reordered), and
 * why. The bounds were set after measuring all combinations with twelve seeds (1,080 runs of 6 rounds).
 */

/**
 * Blips. Without losses there are none. A lost message is sent again after a round trip and a little; if it said that a
 * body lets go of somebody, the body has gone along with them meanwhile, and is then put back. So they go with the share
 * of losses: 2 a run and one for each 5 %. Measured: up to 2.
 */
export function mostBlips(perfect: number, loss: number): number {
  return loss === 0 ? perfect : perfect + 2 + Math.round(20 * loss);
}

/**
 * Metres of the largest step. Without losses it is that of somebody who catches up with whom it sticks to, five times as
 * fast as it runs; half a metre more is for other errors. With losses it may be a blip: as far as the other one comes, at
 * 4 to 8 m/s, until a message that was lost is there. Measured: up to 3.3 m more.
 */
export function largestStep(perfect: number, loss: number): number {
  return perfect + (loss === 0 ? 0.5 : 6);
}

/**
 * Bytes for each entity and second. A long way has more acknowledgements that name single packets, and what was overtaken
 * may be sent again in vain: 10 %; measured 6 %. What is lost is sent again, but for the places of moving bodies, which
 * are more than half of all: half of the share of losses; measured a quarter to a third.
 */
export function mostBytes(perfect: number, loss: number): number {
  return perfect * (1.1 + loss / 2);
}

/** What is wrong with a cell, in words; none: it is as it should be. @param perfect The run over a perfect network. */
export function verdict(result: CellResult, perfect: CellResult): string[] {
  const { loss } = result.cell;
  const wrong: string[] = [];
  for (const { who, time, text } of result.faults.slice(0, 3)) wrong.push(`${who} at ${time.toFixed(1)} s ${text}`);
  if (result.faults.length > 3) wrong.push(`and ${result.faults.length - 3} more`);
  if (result.resting === 0 || result.moving === 0) wrong.push('nobody was seen at rest, or nobody moving');
  const check = (what: string, value: number, most: number): void => {
    if (value > most) wrong.push(`${what}: ${round(value)}, more than ${round(most)}`);
  };
  check('blips', result.blips, mostBlips(perfect.blips, loss));
  check('largest step, metres', result.largestStep, largestStep(perfect.largestStep, loss));
  check('bytes for each entity and second', result.bytes, mostBytes(perfect.bytes, loss));
  return wrong.map((text) => `${cellName(result.cell)}: ${text}`);
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
