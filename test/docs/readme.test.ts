import { describe, expect, it } from 'vitest';
import { examplesOf, runExample } from './examples.ts';

const examples = examplesOf('README.md');
const run = (index: number): Promise<string> => runExample('README.md', index);

describe('the README', () => {
  it('has a first example of at most 25 lines in which a guard catches up with a thief', async () => {
    expect(examples[0].trimEnd().split('\n').length).toBeLessThanOrEqual(25);
    const output = await run(0);
    const thief = /thief arrived at (\S+), (\S+)/.exec(output);
    const guard = /guard arrived at (\S+), (\S+)/.exec(output);
    expect(Math.hypot(Number(thief?.[1]) - 10, Number(thief?.[2]) - 60)).toBeLessThan(0.5);
    expect(Number(guard?.[2])).toBeGreaterThan(40);
    expect(output).toMatch(/state [0-9a-f]{16}/);
  });

  it('has an example that finds bodies by a bitECS query', async () => {
    const [entity, x, y] = (await run(1)).trim().split(' ').map(Number);
    expect(entity).toBe(1);
    // On the way from the origin to (3, 4).
    expect(x).toBeGreaterThan(0.3);
    expect(x).toBeLessThan(3);
    expect(y / x).toBeCloseTo(4 / 3, 1);
  });

  it('has an example in which a client follows its server through a bad network', async () => {
    const [client, server] = (await run(2)).trim().split(' ').map(Number);
    expect(server).toBeCloseTo(20, 0);
    expect(Math.abs(client - server)).toBeLessThan(0.15);
  });

  it('has an example in which a player walks by its own keys, and the server has it where the player does', async () => {
    const [client, server] = (await run(3)).trim().split(' ').map(Number);
    expect(server).toBeGreaterThan(5);
    expect(Math.abs(client - server)).toBeLessThan(0.1);
  });

  it('has an example of an NPC with behaviours', async () => {
    expect(await run(5)).toMatch(/^patrol waiting$/m);
  });

  it('has an example in which a recording is played, forwards and back', async () => {
    const [y, progress] = (await run(4)).trim().split(' ').map(Number);
    expect(y).toBeGreaterThan(3);
    expect(y).toBeLessThan(9);
    expect(progress).toBeCloseTo(0.2, 1);
  });

  it('has an example of a guard who goes out of a house by its door', async () => {
    expect(await run(6)).toMatch(/^-7$/m);
  });
});
