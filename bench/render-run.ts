import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene } from '@babylonjs/core/scene.js';
import { createEngine, MotionCommand } from '../index.ts';
import { type Characters, createCharacters } from '../systems/render/index.ts';
import { createRandom } from './random.ts';
import type { RenderResult } from './result.ts';
import { mean, median, percentile } from './statistics.ts';
import { type Check, checkBetween } from './subject.ts';

/** Metres between two bodies, and how fast those who go may be, of the table's paces. */
const APART = 2;
const SPEEDS = [0.7, 1.3] as const;
const { WalkForward, RunForward, TurnRight, Ready } = MotionCommand;
/** What they do: a quarter each. */
const DOINGS = [WalkForward, RunForward, TurnRight, Ready] as const;

/** Of the repository, in whose root bench/run.ts starts this. */
const file = (path: string): Uint8Array => new Uint8Array(readFileSync(`content/${path}`));
const json = (path: string): unknown => JSON.parse(new TextDecoder().decode(file(path)));

/** Bodies that are shown, and the time that showing them takes: in milliseconds a picture. */
async function showAll(size: number, nearCount: number, pictures: number, seed: number) {
  Logger.LogLevels = Logger.WarningLogLevel | Logger.ErrorLogLevel;
  const random = createRandom(seed);
  const table = json('motion-tables/human.json') as NonNullable<Parameters<typeof createEngine>[0]>['motionTables'];
  const engine = createEngine({ motionTables: [table].flat() as typeof table, capacity: size });
  const scene = new Scene(new NullEngine());
  new FreeCamera('camera', new Vector3(0, 2, -8), scene);
  const characters = createCharacters(engine, scene, {
    models: [{ map: json('models/human.json'), file: file('models/human.glb') }],
    nearCount,
    nearDistance: nearCount === 0 ? 30 : 1e9,
    look: ({ entity }) => ({ colours: { top: entity % 2 === 0 ? '#b5523b' : '#3f6fb5' } }),
    automatic: false,
  });
  await characters.ready;
  const side = Math.ceil(Math.sqrt(size));
  for (let index = 0; index < size; index++) {
    const body = engine.spawn({
      x: (index % side) * APART,
      y: Math.floor(index / side) * APART,
      heading: random.between(0, 360),
    });
    const doing = DOINGS[index % DOINGS.length];
    if (doing !== Ready) engine.setMotion(body, doing, { speed: random.between(...SPEEDS) });
  }
  const times = new Float64Array(pictures);
  const between = new Float64Array(pictures);
  const draw = (alpha: number): number => {
    const start = performance.now();
    characters.update(alpha);
    scene.render();
    return performance.now() - start;
  };
  for (let picture = -60; picture < pictures; picture++) {
    engine.step();
    const first = draw(0.3);
    const second = draw(0.8);
    if (picture < 0) continue;
    times[picture] = first;
    between[picture] = second;
  }
  return { times, between, checks: check(characters, size, nearCount) };
}

function check(characters: Characters, size: number, nearCount: number): Check[] {
  return [
    checkBetween('bodies that are shown', characters.count, size, size),
    checkBetween('bodies with skeletons', characters.nearCount, nearCount, nearCount),
  ];
}

/**
 * Measures what showing bodies costs in JavaScript, on an engine that draws nothing; bench/run.ts starts one process of it.
 * Writes progress to stderr and the result, one line of JSON, to stdout.
 */
async function measure(crowd: number, near: number, pictures: number, seed: number): Promise<RenderResult> {
  process.stderr.write('  timing pictures of a crowd, then of skeletons\n');
  const many = await showAll(crowd, 0, pictures, seed);
  const few = await showAll(near, near, pictures, seed);
  return {
    crowd,
    near,
    pictures,
    crowdMs: median(many.times),
    crowdP99Ms: percentile(many.times, 99),
    crowdBetweenMs: median(many.between),
    crowdMeanMs: mean([...many.times, ...many.between]),
    nearMs: median(few.times),
    nearP99Ms: percentile(few.times, 99),
    subjects: [
      { name: 'crowd', checks: many.checks },
      { name: 'skeletons', checks: few.checks },
    ],
  };
}

const { values } = parseArgs({
  options: {
    crowd: { type: 'string', default: '10000' },
    near: { type: 'string', default: '100' },
    pictures: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});
const [crowd, near, pictures, seed] = [values.crowd, values.near, values.pictures, values.seed].map(Number);
process.stdout.write(`${JSON.stringify(await measure(crowd, near, pictures, seed))}\n`);
