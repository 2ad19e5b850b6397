import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeGoals } from './goals.ts';
import { type BenchOptions, readOptions, UsageError, usage } from './options.ts';
import { reportGoals, reportSize } from './report.ts';
import type { BenchReport, SizeResult } from './result.ts';

/** Enough ticks for a steady median in bearable time. */
function usualTicks(size: number): number {
  return Math.min(3000, Math.max(300, Math.round(15_000_000 / size)));
}

/** Measures one number of entities in a process of its own. */
function measureSize(size: number, options: BenchOptions): Promise<SizeResult> {
  const measure = fileURLToPath(new URL('./measure.ts', import.meta.url));
  const ticks = options.ticks ?? usualTicks(size);
  const args = [
    '--expose-gc',
    // The young generation has the size that it grows to by default anyway, so that growing it disturbs nothing.
    '--min-semi-space-size=16',
    '--max-semi-space-size=16',
    '--import',
    'tsx',
    measure,
    ...['--size', String(size), '--ticks', String(ticks), '--seed', String(options.seed), '--mix', options.mix],
  ];
  return new Promise((fulfil, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) fulfil(JSON.parse(output) as SizeResult);
      else reject(new Error(`measuring ${size} entities ended with exit code ${code}`));
    });
  });
}

async function run(options: BenchOptions): Promise<number> {
  const sizes: SizeResult[] = [];
  for (const size of options.sizes) {
    process.stderr.write(`${size.toLocaleString('en-US')} entities\n`);
    const result = await measureSize(size, options);
    sizes.push(result);
    console.log(`\n${reportSize(result)}\n`);
  }
  const goals = sizes.flatMap(judgeGoals);
  console.log(reportGoals(goals));
  const report: BenchReport = {
    version: 1,
    date: new Date().toISOString(),
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    seed: options.seed,
    sizes,
    goals,
  };
  mkdirSync(dirname(options.json), { recursive: true });
  writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\nAs JSON: ${options.json}`);

  const wrong = sizes.some(({ subjects }) => subjects.some(({ checks }) => checks.some((check) => !check.ok)));
  const missed = options.strict && goals.some((goal) => !goal.met);
  return wrong || missed ? 1 : 0;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) console.log(usage);
  else process.exitCode = await run(options);
} catch (error) {
  const isUsage = error instanceof UsageError;
  console.error(isUsage ? `${error.message}\n\n${usage}` : error);
  process.exitCode = isUsage ? 2 : 1;
}
