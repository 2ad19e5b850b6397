import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseModelMap } from '../../systems/render/index.ts';
import { lines, newWorld } from '../mods/support.ts';
import { allBlocks, type Block, blocksOf, documents, root } from './blocks.ts';

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** What reads each JSON block of a document, in order, as the game does: it throws, or answers what is wrong. */
const readers: Readonly<Record<string, readonly ((text: string) => unknown)[]>> = {
  'docs/mods.md': [
    (text) => {
      const { engine, npc, mods } = newWorld();
      const files = { 'mod.json': '{ "name": "town", "format": 1, "npcs": ["npcs.json"] }', 'npcs.json': text };
      const report = mods.apply({ name: 'town', files });
      expect(lines(report)).toEqual([]);
      engine.step(2);
      expect(npc.list(mods.entityOf('town/baker'))).toEqual(['flee', 'patrol']);
    },
  ],
  'docs/own-model.md': [(text) => expect(parseModelMap(JSON.parse(text)).clips.length).toBeGreaterThan(0)],
};

describe('blocks of code in the documents', () => {
  it.each(documents)('%s: each says what language it is in, one that is checked here', (document) => {
    const languages = blocksOf(document).map(({ language }) => language);
    expect(languages.filter((language) => !['ts', 'js', 'html', 'json', 'sh', 'text'].includes(language))).toEqual([]);
  });

  it('of JSON are all read by what reads such files in the game', () => {
    const jsons = new Map<string, Block[]>();
    for (const block of allBlocks('json')) jsons.set(block.document, [...(jsons.get(block.document) ?? []), block]);
    expect([...jsons].map(([document, blocks]) => [document, blocks.length])).toEqual(
      Object.entries(readers).map(([document, list]) => [document, list.length]),
    );
    for (const [document, blocks] of jsons) blocks.forEach(({ text }, index) => void readers[document][index](text));
  });
});

/** Where a name of an import map leads in the repository; undefined: nowhere that is checked. */
function inRepository(target: string): string | undefined {
  const [, name, path] = /^\.\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(target) ?? [];
  if (name === undefined) return undefined;
  return name === manifest.name ? path : `node_modules/${name}/${path}`;
}

describe('pages in the documents', () => {
  const pages = allBlocks('html');

  it('are there', () => expect(pages.length).toBeGreaterThan(0));

  it.each(pages)(
    '$document:$line maps names to files that the packages have, and all that the core imports',
    ({ text }) => {
      const [, json] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(text) ?? [];
      const { imports } = JSON.parse(json ?? '') as { imports: Record<string, string> };
      for (const [name, target] of Object.entries(imports)) {
        const path = inRepository(target);
        expect(path, `${name} leads to ${target}`).toBeDefined();
        // The library is built, and named by package.json; the rest lies there.
        if (name === manifest.name) expect(`./${path}`).toBe(manifest.exports['.'].default);
        else expect(existsSync(`${root}${path}`), `${name} leads to ${target}`).toBe(true);
      }
      // What lies in content/ is exported as it is named here.
      const named = [...text.matchAll(/from 'gait\/([^']+)'/g)].map((match) => match[1]);
      for (const path of named) {
        const pattern = `./${path.replace(/[^/]+\.json$/, '*.json')}`;
        expect(manifest.exports[pattern], path).toBe(`./content/${pattern.slice(2)}`);
        expect(inRepository(`${imports['gait/']}${path}`)).toBe(`content/${path}`);
        expect(existsSync(`${root}content/${path}`)).toBe(true);
      }
      expect(Object.keys(imports)).toEqual(
        expect.arrayContaining(['gait', 'bitecs', ...Object.keys(manifest.dependencies)]),
      );
    },
  );
});
