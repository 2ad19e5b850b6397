import { parseArgs } from 'node:util';
import { measureEventCost } from './event-cost.ts';
import { createKernel } from './kernel.ts';
import { collect, measureAllocation } from './memory.ts';
import { createMix } from './mix.ts';
import { planMix } from './mix-plan.ts';
import type { TimedResult } from './result.ts';
import { flatten, median, medianRatio, percentile } from './statistics.ts';
import { runTicks, timeInTurns } from './timing.ts';
import { createYukaArrive } from './yuka-arrive.ts';

/**
 * Times one number of entities; bench/run.ts starts one process of it for each. Writes progress to stderr and the result,
 * one line of JSON, to stdout.
 */
async function measure(size: number, ticks: number, seed: number, recipe: string): Promise<TimedResult> {
  const tell = (what: string): void => {
    process.stderr.write(`  ${what}\n`);
  };

  tell('warming up');
  runTicks(createMix(planMix(200, seed + 1, recipe)), 300);
  const plan = planMix(size, seed, recipe);
  collect();
  const gait = createMix(plan);
  runTicks(gait, 60);
  collect();

  tell('timing kernel, yuka and gait in turns');
  const subjects = [createKernel(size, seed), createYukaArrive(size, seed), gait];
  const ticksPerRound = 15;
  const rounds = Math.max(4, Math.round(ticks / ticksPerRound));
  const times = timeInTurns(subjects, { rounds, ticksPerRound, untimedPerRound: 3, warmUp: 90 }, (round) => {
    if (round % Math.ceil(rounds / 4) === 0) tell(`  ${round} of ${rounds} rounds`);
  });
  const [kernelTimes, yukaTimes, gaitTimes] = times;

  tell('measuring allocation');
  const before = { ...plan.stream.sent };
  const allocation = await measureAllocation(gait, Math.min(ticks, 120));
  const messages = plan.stream.sent.motions + plan.stream.sent.positions - before.motions - before.positions;

  tell('checking the end state');
  const results = subjects.map((subject, index) => {
    const all = flatten(times[index]);
    return {
      name: subject.name,
      medianNs: median(all) / size,
      p99Ns: percentile(all, 99) / size,
      checks: subject.check(),
    };
  });

  tell('measuring events');
  const walkers = Math.max(200, Math.min(20_000, Math.round(size / 5)));
  const events = measureEventCost(walkers, seed, Math.max(30, Math.min(300, Math.round(400_000 / walkers))));

  return {
    size,
    recipe,
    ticks: rounds * ticksPerRound,
    subjects: results,
    ratios: {
      toYuka: medianRatio(gaitTimes, yukaTimes),
      toKernel: medianRatio(gaitTimes, kernelTimes),
      yukaToKernel: medianRatio(yukaTimes, kernelTimes),
    },
    events,
    messagesPerTick: messages / Math.min(ticks, 120),
    allocation: {
      bytesPerTick: allocation.bytesPerTick,
      bytesPerEntityAndTick: allocation.bytesPerTick / size,
      ticks: allocation.ticks,
    },
  };
}

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1000' },
    ticks: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    mix: { type: 'string', default: 'CCCCPPFFTI' },
  },
});
const result = await measure(Number(values.size), Number(values.ticks), Number(values.seed), values.mix);
process.stdout.write(`${JSON.stringify(result)}\n`);
