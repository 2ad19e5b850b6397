import { parseArgs } from 'node:util';
import { measureAllocation } from './memory.ts';
import { createNpcSubject } from './npc-subject.ts';
import type { NpcResult } from './result.ts';
import { flatten, median, percentile } from './statistics.ts';
import { timeInTurns } from './timing.ts';

/**
 * Measures what behaviours cost in ticks in which nothing changes, and what the whole step then costs; bench/run.ts starts one
 * process of it. Writes progress to stderr and the result, one line of JSON, to stdout.
 */
async function measure(size: number, ticks: number, seed: number): Promise<NpcResult> {
  process.stderr.write('  timing NPCs: their behaviours and whole steps in turns\n');
  const subjects = [createNpcSubject('behaviours', size, seed), createNpcSubject('step', size, seed)];
  const ticksPerRound = 15;
  const rounds = Math.max(4, Math.round(ticks / ticksPerRound));
  const plan = { rounds, ticksPerRound, untimedPerRound: 3, warmUp: 60 };
  const [behaviours, step] = timeInTurns(subjects, plan).map(flatten);
  const allocation = await measureAllocation(subjects[0], 60);
  return {
    size,
    ticks: rounds * ticksPerRound,
    behavioursNs: median(behaviours) / size,
    p99Ns: percentile(behaviours, 99) / size,
    stepNs: median(step) / size,
    bytesPerNpc: allocation.bytesPerTick / size,
    subjects: subjects.map((subject) => ({ name: subject.name, checks: subject.check() })),
  };
}

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10000' },
    ticks: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});
const [size, ticks, seed] = [values.size, values.ticks, values.seed].map(Number);
process.stdout.write(`${JSON.stringify(await measure(size, ticks, seed))}\n`);
