import { parseArgs } from 'node:util';
import { measureRetained } from './memory.ts';
import { createMix } from './mix.ts';
import { planMix } from './mix-plan.ts';
import type { MemoryResult } from './result.ts';
import { runTicks } from './timing.ts';

/**
 * Measures what a crowd keeps in memory once everybody has started. bench/run.ts runs it in a process that compiles nothing
 * (machine code is made once for all crowds, but would count as this one's: some 300 bytes an entity at 1,000), and after a
 * rehearsal that has made what all of them share. Writes one line of JSON to stdout.
 */
function measureMemory(size: number, seed: number, recipe: string): MemoryResult {
  process.stderr.write('  measuring memory\n');
  const rehearsal = createMix(planMix(200, seed + 1, recipe));
  runTicks(rehearsal, 300);
  const plan = planMix(size, seed, recipe);
  const { bytes } = measureRetained(() => {
    const mix = createMix(plan);
    runTicks(mix, 60);
    return mix;
  });
  // Until here it is in use: were it collected in between, its memory would be taken off.
  runTicks(rehearsal, 1);
  return { bytesPerEntity: bytes / size };
}

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    mix: { type: 'string', default: 'CCCCPPFFTI' },
  },
});
process.stdout.write(`${JSON.stringify(measureMemory(Number(values.size), Number(values.seed), values.mix))}\n`);
