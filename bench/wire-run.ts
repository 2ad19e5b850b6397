import { parseArgs } from 'node:util';
import { measureAllocation } from './memory.ts';
import type { WireResult } from './result.ts';
import { flatten, median, medianRatio } from './statistics.ts';
import { timeInTurns } from './timing.ts';
import { createIngest, createWalk } from './wire-subjects.ts';
import { walkMessages, walkPlaces } from './wire-walk.ts';

/**
 * Measures what taking an UpdateMotion in and deciding about it costs, against a walk through the same fields with a
 * DataView; bench/run.ts starts one process of it. Writes progress to stderr and the result, one line of JSON, to stdout.
 */
async function measure(size: number, ticks: number, seed: number): Promise<WireResult> {
  process.stderr.write('  timing walks and the ingest in turns\n');
  const ingest = createIngest(size, seed);
  const subjects = [createWalk(size, seed, walkMessages), createWalk(size, seed, walkPlaces), ingest];
  const ticksPerRound = 15;
  const rounds = Math.max(4, Math.round(ticks / ticksPerRound));
  const times = timeInTurns(subjects, { rounds, ticksPerRound, untimedPerRound: 3, warmUp: 90 });
  const [walkTimes, placesTimes, ingestTimes] = times;
  process.stderr.write('  measuring allocation\n');
  const allocation = await measureAllocation(ingest, 120);
  const nanoseconds = times.map((rounds) => median(flatten(rounds)) / size);
  return {
    size,
    ticks: rounds * ticksPerRound,
    walkNs: nanoseconds[0],
    placesNs: nanoseconds[1],
    ingestNs: nanoseconds[2],
    perSecond: 1e9 / nanoseconds[2],
    timesTheWalk: medianRatio(ingestTimes, walkTimes),
    timesThePlaces: medianRatio(ingestTimes, placesTimes),
    bytesPerMessage: allocation.bytesPerTick / size,
    subjects: subjects.map((subject) => ({ name: subject.name, checks: subject.check() })),
  };
}

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10000' },
    ticks: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
  },
});
const result = await measure(Number(values.size), Number(values.ticks), Number(values.seed));
process.stdout.write(`${JSON.stringify(result)}\n`);
