import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verdict } from '../../../cli/loss-matrix/bounds.ts';
import { allCells, type Cell, quickCells } from '../../../cli/loss-matrix/cells.ts';
import { type Io, lossMatrix, planOf, runCells } from '../../../cli/loss-matrix/main.ts';
import { type CellResult, runCell } from '../../../cli/loss-matrix/run-cell.ts';

const table = JSON.parse(readFileSync(new URL('../../../content/motion-tables/human.json', import.meta.url), 'utf8'));
const PERFECT: Cell = { loss: 0, bursty: false, roundTrip: 0, reorder: 0 };
const WORST: Cell = { loss: 0.2, bursty: true, roundTrip: 0.4, reorder: 0.1 };

/** An Io that keeps what it is given. */
function kept(tty = false): { io: Io; out: string[]; err: string[] } {
  const out: string[] = [];
  const err: string[] = [];
  let now = 0;
  const io: Io = { out: (text) => out.push(text), err: (text) => err.push(text), tty, now: () => (now += 6000) };
  return { io, out, err };
}

describe('two worlds over a bad network that heals', () => {
  it('agree two seconds later, in the short form of the matrix', () => {
    const cells: Cell[] = [
      PERFECT,
      { loss: 0.05, bursty: false, roundTrip: 0.1, reorder: 0.1 },
      { loss: 0.1, bursty: true, roundTrip: 0.05, reorder: 0 },
      WORST,
    ];
    const { results, wrong } = runCells(cells, planOf({ seed: 1, rounds: 1 }), table);
    expect(wrong).toEqual([]);
    for (const result of results) {
      expect(result.resting).toBeGreaterThan(300);
      expect(result.moving).toBeGreaterThan(100);
    }
    expect(results[3].resent).toBeGreaterThan(0.05);
    expect(results[0].resent).toBe(0);
  }, 60_000);

  it('give the same numbers for the same seed, and others for another', () => {
    const plan = { ...planOf({ seed: 5, rounds: 1 }), bad: 4 };
    const first = runCell(WORST, plan, table);
    expect(runCell(WORST, plan, table)).toEqual(first);
    expect(runCell(WORST, { ...plan, seed: 6 }, table).bytes).not.toBe(first.bytes);
  });

  it('do not agree while it is bad, and the judge says who, when and by how much', () => {
    const worse: Cell = { ...WORST, loss: 0.9 };
    const result = runCell(worse, { seed: 1, rounds: 1, bad: 8, settle: 0, look: 0.2 }, table);
    expect(result.faults.length).toBeGreaterThan(0);
    expect(result.faults[0].who).toMatch(/^[a-z]+ \d+$/);
    expect(result.faults[0].text).toMatch(/off \d+\.\d+ m|stands|moves/);
    expect(verdict(result, result).length).toBeGreaterThan(0);
  });
});

describe('the verdict', () => {
  const good: CellResult = {
    cell: PERFECT,
    resting: 100,
    moving: 100,
    restDistance: 0,
    restTurn: 0,
    movingShare: 0,
    stuck: 0,
    faults: [],
    blips: 0,
    largestStep: 1,
    bytes: 200,
    resent: 0,
  };
  const lossy: CellResult = { ...good, cell: { ...PERFECT, loss: 0.1 } };

  it.each([
    [{ ...good }, /^$/],
    [{ ...good, blips: 1 }, /blips: 1, more than 0/],
    [{ ...lossy, blips: 4 }, /^$/],
    [{ ...lossy, blips: 5 }, /blips: 5, more than 4/],
    [{ ...good, largestStep: 1.6 }, /largest step, metres: 1.6, more than 1.5/],
    [{ ...lossy, largestStep: 6.9 }, /^$/],
    [{ ...lossy, largestStep: 7.1 }, /largest step, metres: 7.1, more than 7/],
    [{ ...good, bytes: 221 }, /bytes for each entity and second: 221, more than 220/],
    [{ ...lossy, bytes: 229 }, /^$/],
    [{ ...lossy, bytes: 231 }, /bytes for each entity and second: 231, more than 230/],
    [{ ...good, faults: [{ who: 'turn 4', time: 3, text: 'stands' }] }, /turn 4 at 3.0 s stands/],
    [{ ...good, moving: 0 }, /nobody/],
  ])('states its bounds: %#', (result, text) => {
    expect(verdict(result, good).join('\n')).toMatch(text);
  });
});

describe('the tool', () => {
  it('has every combination once', () => {
    const cells = allCells();
    expect(cells.length).toBe(9 * 5 * 2);
    expect(new Set(cells.map((cell) => JSON.stringify(cell))).size).toBe(cells.length);
    expect(cells[0]).toEqual(PERFECT);
    expect(quickCells()[0]).toEqual(PERFECT);
    expect(cells).toEqual(expect.arrayContaining(quickCells()));
  });

  it('prints its table with progress', () => {
    const { io, out, err } = kept();
    expect(lossMatrix(['--quick', '--rounds', '1', '--seed', '3'], table, io)).toBe(0);
    const rows = quickCells().length;
    expect(out[0]).toMatch(/round trip.*blips.*B\/entity\/s/);
    expect(out.slice(1, 1 + rows).every((line) => /ms .* \d+ %/.test(line))).toBe(true);
    expect(out.at(-1)).toMatch(/12 combinations, seed 3, 1 rounds each.*all as they should be/);
    expect(err.join('')).toMatch(/\d+ of 12 done; next: /);
  }, 60_000);

  it('prints the same as one JSON document', () => {
    const { io, out } = kept();
    expect(lossMatrix(['--quick', '--rounds', '1', '--json'], table, io)).toBe(0);
    const document = JSON.parse(out.join('\n'));
    expect(document).toMatchObject({ version: 1, plan: { seed: 1, rounds: 1, burst: 5 }, wrong: [] });
    expect(document.results.length).toBe(quickCells().length);
  }, 60_000);

  it.each([
    [['--seed', 'x'], /--seed: expected a whole number from 0 to 65535, found 'x'/],
    [['--rounds', '0'], /--rounds: expected a whole number from 1 to 100/],
    [['--fast'], /there is no option --fast; the options are --/],
    [['more'], /Unexpected argument 'more'/],
  ])('refuses wrong usage: %s', (args, text) => {
    const { io, out, err } = kept();
    expect(lossMatrix(args, table, io)).toBe(2);
    expect(err.join('')).toMatch(text);
    expect(out).toEqual([]);
  });

  it('prints its usage', () => {
    const { io, out } = kept();
    expect(lossMatrix(['--help'], table, io)).toBe(0);
    expect(out.join('\n')).toMatch(/usage: npm run loss-matrix[\s\S]*--seed[\s\S]*--quick[\s\S]*--json/);
  });
});
