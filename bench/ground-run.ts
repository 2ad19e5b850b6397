import { parseArgs } from 'node:util';
import { createGroundSubjects } from './ground-subject.ts';
import { measureAllocation } from './memory.ts';
import type { GroundResult } from './result.ts';
import { flatten, median, percentile } from './statistics.ts';
import { timeInTurns } from './timing.ts';

/**
 * Measures what a sweep costs on a terrain with obstacles, all bodies walking, with sweeps on level ground in turns;
 * bench/run.ts starts one process of it. Writes progress to stderr and the result, one line of JSON, to stdout.
 */
async function measure(size: number, obstacles: number, ticks: number, seed: number): Promise<GroundResult> {
  process.stderr.write('  timing the ground: sweeps on the level and on a terrain in turns\n');
  const subjects = createGroundSubjects(size, obstacles, seed);
  const ticksPerRound = 15;
  const rounds = Math.max(4, Math.round(ticks / ticksPerRound));
  const plan = { rounds, ticksPerRound, untimedPerRound: 3, warmUp: 60 };
  const [flat, terrain] = timeInTurns(subjects, plan).map(flatten);
  const allocation = await measureAllocation(subjects[1], 60);
  return {
    size,
    obstacles,
    ticks: rounds * ticksPerRound,
    flatNs: median(flat) / size,
    sweepNs: median(terrain) / size,
    p99Ns: percentile(terrain, 99) / size,
    bytesPerSweep: allocation.bytesPerTick / size,
    subjects: subjects.map((subject) => ({ name: subject.name, checks: subject.check() })),
  };
}

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10000' },
    obstacles: { type: 'string', default: '500' },
    ticks: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});
const [size, obstacles, ticks, seed] = [values.size, values.obstacles, values.ticks, values.seed].map(Number);
process.stdout.write(`${JSON.stringify(await measure(size, obstacles, ticks, seed))}\n`);
