import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}.cache/readme-${process.pid}`;
const examples = [...readFileSync(`${root}README.md`, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
  (match) => match[1],
);

/** Runs an example as a user would, with the package's own source in place of the installed package. */
function run(index: number): string {
  const file = `${folder}/example-${index}.ts`;
  const source = examples[index]
    .replaceAll("from 'gait'", "from '../../index.ts'")
    .replaceAll("from 'gait/motion-tables/", "from '../../content/motion-tables/");
  writeFileSync(file, source);
  return execFileSync(process.execPath, ['--import', 'tsx', file], { cwd: root, encoding: 'utf8' });
}

describe('the README', () => {
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('has a first example of at most 25 lines in which a guard catches up with a thief', () => {
    expect(examples[0].trimEnd().split('\n').length).toBeLessThanOrEqual(25);
    const output = run(0);
    const thief = /thief arrived at (\S+), (\S+)/.exec(output);
    const guard = /guard arrived at (\S+), (\S+)/.exec(output);
    expect(Math.hypot(Number(thief?.[1]) - 10, Number(thief?.[2]) - 60)).toBeLessThan(0.5);
    expect(Number(guard?.[2])).toBeGreaterThan(40);
    expect(output).toMatch(/state [0-9a-f]{16}/);
  });

  it('has an example that finds bodies by a bitECS query', () => {
    expect(run(1)).toMatch(/^1 0 0\s*$/m);
  });

  it('has an example in which a client follows its server through a bad network', () => {
    const [client, server] = run(2).trim().split(' ').map(Number);
    expect(server).toBeCloseTo(20, 0);
    expect(Math.abs(client - server)).toBeLessThan(0.15);
  });
});
