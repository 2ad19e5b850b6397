import { readFileSync } from 'node:fs';
import { Object3D, Vector3 } from 'three';
import { afterEach, describe, expect, it, vi } from 'vitest';
import human from '../../content/motion-tables/human.json' with { type: 'json' };
import { createEngine, type Engine } from '../../index.ts';
import { runExample } from '../docs/examples.ts';
import { createSeenScene, loadedCharacters } from '../systems/render/support.ts';

const EXAMPLE = new URL('../../examples/18-on-three.ts', import.meta.url);

/** The README's first scenario, which the example of three.js shows: a guard and a thief, thirty seconds. */
async function ends(draw: (engine: Engine) => Promise<() => void>): Promise<string> {
  const engine = createEngine({ motionTables: [human] });
  const guard = engine.spawn({ x: 0, y: 0 });
  const thief = engine.spawn({ x: 10, y: 25, runRate: 1.5 });
  engine.moveTo(thief, { x: 10, y: 60 });
  engine.moveTo(guard, { target: thief }, { canCharge: true });
  const picture = await draw(engine);
  for (let frame = 0; frame <= 60 * 30; frame++) {
    engine.update(frame / 60);
    if (frame % 7 === 0) picture();
  }
  expect(engine.world.clock.tick).toBe(900);
  return engine.hash();
}

describe('the same scenario', () => {
  afterEach(() => vi.restoreAllMocks());

  it('ends in the same state drawn by three.js, drawn by Babylon.js, and with nothing drawn', async () => {
    const said: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...parts) => void said.push(parts.join(' ')));
    const warned = vi.spyOn(console, 'warn');
    await import(/* @vite-ignore */ EXAMPLE.href);
    // It says so when it is loaded twice.
    expect(warned).not.toHaveBeenCalled();
    const byThree = said.find((line) => line.startsWith('state '))?.slice('state '.length);

    const scene = createSeenScene();
    let shown = 0;
    const byBabylon = await ends(async (engine) => {
      const { characters } = await loadedCharacters(engine, scene);
      return () => {
        characters.update(engine.alpha);
        scene.render();
        shown = characters.count;
      };
    });
    scene.dispose();
    expect(shown).toBe(2);

    const undrawn = await ends(async () => () => undefined);
    expect([byThree, byBabylon]).toEqual([undrawn, undrawn]);
    expect(await runExample('README.md', 0)).toContain(`state ${undrawn}\n`);
  });

  it('is drawn by three.js without Babylon.js: nothing is imported but the core, a motion table and three.js', () => {
    const source = readFileSync(EXAMPLE, 'utf8');
    const imported = [...source.matchAll(/from '([^']+)'/g)].map((match) => match[1]);
    expect(imported.sort()).toEqual(['gait', 'gait/motion-tables/human.json', 'three']);
  });
});

it.each([0, 30, 90, 200, 355])(
  'docs/own-renderer.md turns to %i degrees what looks along -z, and what looks along +z',
  (heading) => {
    const guide = readFileSync(new URL('../../docs/own-renderer.md', import.meta.url), 'utf8');
    expect(guide).toContain('`rotation.y = -heading × π/180` for what looks along its -z');
    expect(guide).toContain('`π - heading × π/180` for what looks along its +z');
    const angle = (heading * Math.PI) / 180;
    // North is three.js's -z, east its x.
    const ahead = [Math.sin(angle), 0, -Math.cos(angle)];
    for (const [z, rotation] of [
      [-1, -angle],
      [1, Math.PI - angle],
    ]) {
      const node = new Object3D();
      node.rotation.y = rotation;
      node.updateMatrixWorld();
      const looks = new Vector3(0, 0, z).applyMatrix4(node.matrixWorld).toArray();
      looks.forEach((cell, index) => void expect(cell).toBeCloseTo(ahead[index], 9));
    }
  },
);
