import { describe, expect, it } from 'vitest';
import { createNavigation } from '../../nav/index.ts';
import { away, engineOn, groundOf, listenWalks, meshOf, numbers, type SceneName, stepUntil } from './support.ts';

/** Walks in a scene; half of its side, metres; heights from which places are let down. */
const scenes: readonly (readonly [scene: SceneName, walks: number, half: number, heights: readonly number[]])[] = [
  ['village', 60, 30, [0]],
  ['stairs', 60, 14, [0, 4.5]],
  ['ravine', 40, 25, [0]],
];

describe.each(scenes)('in %s', (scene, walks, half, heights) => {
  it('every way that is found can be walked: each body arrives by its first way', { timeout: 60_000 }, async () => {
    const random = numbers(11);
    const ground = groundOf(scene);
    const mesh = await meshOf(scene);
    const engine = engineOn(scene, { capacity: 128 });
    const nav = await createNavigation(engine, mesh, { plansPerStep: 1000 });
    const told = listenWalks(nav);
    const place = () => {
      const x = (random() * 2 - 1) * half;
      const y = (random() * 2 - 1) * half;
      const z = ground.heightAt(x, y, heights[Math.floor(random() * heights.length)]);
      return Number.isFinite(z) ? mesh.nearest({ x, y, z }) : null;
    };
    const goals = new Map<number, { x: number; y: number }>();
    while (goals.size < walks) {
      const [from, to] = [place(), place()];
      if (from === null || to === null || mesh.findPath(from, to).points.length === 0) continue;
      const body = engine.spawn({ x: from.x, y: from.y, z: ground.heightAt(from.x, from.y, from.z) });
      nav.walkTo(body, to);
      goals.set(body, to);
    }
    stepUntil(engine, 90, () => nav.work.walks === 0);
    expect(told.filter(({ type }) => type !== 'planned' && type !== 'arrived')).toEqual([]);
    expect(told.filter(({ type }) => type === 'planned')).toHaveLength(walks);
    for (const [body, { x, y }] of goals) expect(away(engine, body, x, y)).toBeLessThan(0.5);
  });
});
