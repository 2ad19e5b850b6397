import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { describe, expect, test } from 'vitest';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The breach of each rule that the fixtures hold: from -> to. */
const BREACHES: Record<string, string[]> = {
  'babylon-only-where-it-is-drawn': [
    'cli/draws.ts -> @babylonjs/core/Meshes/mesh.js',
    'engine/draws.ts -> @babylonjs/core/Meshes/mesh.js',
  ],
  'components-import-only-components': ['components/reaches-up.ts -> engine/world.ts'],
  'engine-imports-only-components': [
    'engine/draws.ts -> @babylonjs/core/Meshes/mesh.js',
    'engine/reaches-up.ts -> systems/pipeline.ts',
    'engine/uses-node.ts -> fs',
    'engine/uses-package.ts -> vitest',
  ],
  'engine-math-imports-no-room': [
    'engine/math/knows-room.ts -> engine/motion/sequence.ts',
    'engine/math/knows-world.ts -> engine/world.ts',
  ],
  'engine-rooms-are-siblings': ['engine/motion/knows-sibling.ts -> engine/move-to/manager.ts'],
  'engine-rooms-know-no-hub': ['engine/move-to/knows-hub.ts -> engine/physics-object.ts'],
  'examples-import-only-the-package': ['examples/small.ts -> systems/pipeline.ts'],
  'game-imports-only-index-render-and-content': ['game/main.ts -> components/frame.ts'],
  'index-imports-only-the-simulation': ['index.ts -> game/hud.ts'],
  'mods-import-only-index-and-npc': ['mods/load.ts -> engine/world.ts', 'mods/load.ts -> nav/mesh.ts'],
  'nav-imports-only-index': ['nav/mesh.ts -> engine/world.ts', 'nav/mesh.ts -> npc/patrol.ts'],
  'no-cycles': ['test/cycle-a.ts -> test/cycle-b.ts'],
  'node-only-where-node-runs': ['engine/uses-node.ts -> fs', 'game/uses-node.ts -> fs'],
  'nothing-outside-the-repository': ['test/outside.test.ts -> ../shared/outside.ts'],
  'npc-imports-only-index': ['npc/patrol.ts -> engine/world.ts'],
  'packets-meet-no-schemas': ['engine/wire/reader.ts -> valibot'],
  'render-imports-only-simulation-and-babylon': ['systems/render/knows-game.ts -> game/hud.ts'],
  'server-imports-only-index': ['server/host.ts -> engine/world.ts'],
  'simulation-reaches-no-render': ['systems/draws.ts -> systems/render/index.ts'],
  'systems-import-only-engine-and-components': ['systems/reaches-up.ts -> index.ts'],
  'testing-imports-only-index': ['testing/kit.ts -> engine/world.ts'],
  'wire-imports-only-messages': ['wire.ts -> engine/world.ts'],
};

async function findBreaches(folder: string): Promise<{ modules: number; breaches: Record<string, string[]> }> {
  const options: ICruiseOptions = await extractDepcruiseOptions(path('../../.dependency-cruiser.mjs'));
  const { output } = await cruise(['.'], { ...options, validate: true, baseDir: path(folder) });
  const { summary } = output as ICruiseResult;
  const breaches: Record<string, string[]> = {};
  for (const { rule, from, to, cycle } of summary.violations) {
    const target = cycle?.[0]?.name ?? unresolvedName(to);
    breaches[rule.name] = [...(breaches[rule.name] ?? []), `${from} -> ${target}`].sort();
  }
  return { modules: summary.totalCruised, breaches };
}

/** A package by its own name, wherever node_modules lies; the files that it resolves to are its own affair. */
function unresolvedName(resolved: string): string {
  const inPackage = resolved.match(/node_modules\/(@babylonjs\/.*|[^@/]+)/);
  return inPackage ? inPackage[1] : resolved;
}

describe('the checker of the import rows', () => {
  test('lets pass everything that the rows allow', async () => {
    const { modules, breaches } = await findBreaches('fixtures/import-rows/clean');
    expect(breaches).toEqual({});
    expect(modules).toBeGreaterThanOrEqual(20);
  });

  test('names the rule and the import of each breach', async () => {
    const { breaches } = await findBreaches('fixtures/import-rows/broken');
    expect(breaches).toEqual(BREACHES);
  });

  test('has no rule without a breach that shows that it bites', async () => {
    const { ruleSet } = (await extractDepcruiseOptions(path('../../.dependency-cruiser.mjs'))) as ICruiseOptions;
    const rules = (ruleSet?.forbidden ?? []).map((rule) => rule.name).sort();
    expect(rules).toEqual(Object.keys(BREACHES).sort());
  });
});
