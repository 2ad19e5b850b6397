import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { type BenchScript, buildBench, root } from './build.ts';
import { judgeGoals, judgeGround, judgeNpcs, judgeRender, judgeWire } from './goals.ts';
import { type BenchOptions, readOptions, UsageError, usage } from './options.ts';
import { reportGoals, reportGround, reportNpcs, reportRender, reportSize, reportWire } from './report.ts';
import type {
  BenchReport,
  GroundResult,
  NpcResult,
  MemoryResult,
  RenderResult,
  SizeResult,
  TimedResult,
  WireResult,
} from './result.ts';

/** Enough ticks for a steady median in bearable time. */
function usualTicks(size: number): number {
  return Math.min(3000, Math.max(300, Math.round(15_000_000 / size)));
}

const built = new Set<BenchScript>();

/** Builds a measurement as the library ships, runs it in a process of its own and answers what it found. */
async function measureApart(
  script: BenchScript,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<unknown> {
  if (!built.has(script)) await buildBench(script);
  built.add(script);
  const command = [
    '--expose-gc',
    // The young generation has the size that it grows to by default anyway, so that growing it disturbs nothing.
    '--min-semi-space-size=16',
    '--max-semi-space-size=16',
    ...flags,
    `.cache/bench/${script}.js`,
    ...args,
  ];
  return new Promise((fulfil, reject) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) fulfil(JSON.parse(output));
      else reject(new Error(`${script} ${args.join(' ')} ended with exit code ${code}`));
    });
  });
}

/** Measures one number of entities: its memory in a process that compiles nothing, then its times in another. */
async function measureSize(size: number, options: BenchOptions): Promise<SizeResult> {
  const ticks = options.ticks ?? usualTicks(size);
  const crowd = ['--size', size, '--seed', options.seed, '--mix', options.mix].map(String);
  const memory = (await measureApart('memory-run', crowd, ['--no-opt', '--no-sparkplug'])) as MemoryResult;
  const timed = (await measureApart('measure', [...crowd, '--ticks', String(ticks)])) as TimedResult;
  return { ...timed, ...memory };
}

/** Measures the wire. */
function measureWire(options: BenchOptions): Promise<WireResult> {
  return measureApart('wire-run', ['--seed', String(options.seed)]) as Promise<WireResult>;
}

/** Measures sweeps on a terrain. */
function measureGround(options: BenchOptions): Promise<GroundResult> {
  return measureApart('ground-run', ['--seed', String(options.seed)]) as Promise<GroundResult>;
}

/** Measures NPCs with behaviours. */
function measureNpcs(options: BenchOptions): Promise<NpcResult> {
  return measureApart('npc-run', ['--seed', String(options.seed)]) as Promise<NpcResult>;
}

/** Measures what showing bodies costs. */
function measureRender(options: BenchOptions): Promise<RenderResult> {
  return measureApart('render-run', ['--seed', String(options.seed)]) as Promise<RenderResult>;
}

async function run(options: BenchOptions): Promise<number> {
  const sizes: SizeResult[] = [];
  for (const size of options.sizes) {
    process.stderr.write(`${size.toLocaleString('en-US')} entities\n`);
    const result = await measureSize(size, options);
    sizes.push(result);
    console.log(`\n${reportSize(result)}\n`);
  }
  process.stderr.write('the wire\n');
  const wire = await measureWire(options);
  console.log(`\n${reportWire(wire)}\n`);
  process.stderr.write('the ground\n');
  const ground = await measureGround(options);
  console.log(`\n${reportGround(ground)}\n`);
  process.stderr.write('NPCs\n');
  const npcs = await measureNpcs(options);
  console.log(`\n${reportNpcs(npcs)}\n`);
  process.stderr.write('what is shown\n');
  const render = await measureRender(options);
  console.log(`\n${reportRender(render)}\n`);
  const goals = [
    ...sizes.flatMap(judgeGoals),
    ...judgeWire(wire),
    ...judgeGround(ground),
    ...judgeNpcs(npcs),
    ...judgeRender(render),
  ];
  console.log(reportGoals(goals));
  const report: BenchReport = {
    version: 1,
    date: new Date().toISOString(),
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    seed: options.seed,
    sizes,
    wire,
    ground,
    npcs,
    render,
    goals,
  };
  mkdirSync(dirname(options.json), { recursive: true });
  writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\nAs JSON: ${options.json}`);

  const wrong = [...sizes, wire, ground, npcs, render].some(({ subjects }) =>
    subjects.some(({ checks }) => checks.some((check) => !check.ok)),
  );
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
