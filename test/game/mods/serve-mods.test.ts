import { beforeEach, describe, expect, it } from 'vitest';
import manifest from '../../../content/mods/wolf-pack/mod.json';
import animals from '../../../content/mods/wolf-pack/npcs/animals.json';
import village from '../../../content/scenes/village.json';
import { type ModNews, ServedMods } from '../../../game/mods/serve-mods.ts';
import { PlayServer } from '../../../game/play/play-server.ts';
import type { Engine, SceneInput } from '../../../index.ts';
import type { ModScript } from '../../../mods/index.ts';
import { newWorld } from '../../mods/support.ts';

const npc = (id: string, components: string) =>
  `{ "id": "${id}", "place": { "x": 0, "y": 0 }, "components": ${components} }`;
const jsonMod = (name: string, person: string, more = '') => ({
  name,
  files: {
    'mod.json': `{ "name": "${name}", "format": 1, "npcs": ["a.json"]${more} }`,
    'a.json': `{ "npcs": [${person}] }`,
  },
});

const SCRIPT = new URL('../../../content/mods/wolf-pack/scripts/hunger.js', import.meta.url).href;
/** A script without a default export. */
const NEVER = 'await new Promise(() => {}); export default () => {};';
const NOTHING = 'export const nothing = 1;';

describe('the mods of the page', () => {
  let engine: Engine;
  let served: ServedMods;
  let news: ModNews[];
  let scripts: Record<string, ModScript>;
  const problems = (): readonly string[] => news.at(-1)?.problems ?? ['nothing was told'];

  beforeEach(() => {
    const world = newWorld();
    engine = world.engine;
    news = [];
    scripts = {};
    served = new ServedMods(
      engine,
      world.npc,
      'village',
      (told) => news.push(told),
      async (text) => {
        if (text === NOTHING) return undefined;
        if (text === NEVER) return new Promise(() => {});
        if (scripts[text] === undefined) throw new SyntaxError(`unexpected '${text}'`);
        return scripts[text];
      },
      0.1,
    );
  });

  const scripted = (name: string, text: string) => ({
    name,
    files: { 'mod.json': `{ "name": "${name}", "format": 1, "scripts": ["main.js"] }`, 'main.js': text },
  });

  it('are told with file, place, what was found and what was expected, and the others are there', async () => {
    await served.take([jsonMod('good', npc('a', '{}')), jsonMod('bad', npc('b', '{ "flee": { "radius": 500 } }'))]);
    expect(problems()).toEqual([
      'bad/a.json:1:90: npcs[0].components.flee.radius: expected a number from 0 to 100, found 500',
    ]);
    expect(news.at(-1)?.npcs.map(({ mod, id }) => `${mod}/${id}`)).toEqual(['good/a']);
  });

  it('are told of until they are put right, whatever else changes meanwhile', async () => {
    await served.take([jsonMod('bad', npc('b', '{ "fle": {} }'))]);
    const [before] = problems();
    expect(before).toMatch(/^bad\/a\.json:1:\d+: .*there is no component 'fle'; did you mean 'flee'\?$/);
    await served.take([jsonMod('other', npc('c', '{}'))]);
    expect(problems()).toEqual([before]);
    await served.take([jsonMod('bad', npc('b', '{ "flee": {} }'))]);
    expect(problems()).toEqual([]);
  });

  it('are told of no longer when their folder is gone', async () => {
    await served.take([jsonMod('bad', '3')]);
    expect(problems()).toHaveLength(1);
    await served.take([{ name: 'bad', files: {} }]);
    expect(problems()).toEqual([]);
  });

  it('are there as soon as what they need has been put right', async () => {
    await served.take([jsonMod('town', '3'), jsonMod('visitors', npc('v', '{}'), ', "needs": ["town"]')]);
    expect(problems()).toHaveLength(2);
    await served.take([jsonMod('town', npc('t', '{}'))]);
    expect(problems()).toEqual([]);
    expect(served.mods.list.map(({ name }) => name)).toEqual(['town', 'visitors']);
  });

  it('may be wolves, as the world of every scene has their motion table', async () => {
    const server = new PlayServer('village', village as unknown as SceneInput);
    served = new ServedMods(
      server.engine,
      server.behaviours,
      'village',
      (told) => news.push(told),
      () => import(SCRIPT).then((script) => script.default),
    );
    const texts = { 'mod.json': manifest, 'npcs/animals.json': animals };
    const files = Object.fromEntries(Object.entries(texts).map(([path, content]) => [path, JSON.stringify(content)]));
    await served.take([{ name: 'wolf-pack', files: { ...files, 'scripts/hunger.js': '' } }]);
    expect(problems()).toEqual([]);
    const { components, motionTables } = server.engine.world;
    const tableOf = (id: string) => motionTables[components.motionState.table[served.mods.entityOf(`wolf-pack/${id}`)]];
    expect([tableOf('grey').name, tableOf('sheep-1').name]).toEqual(['wolf', 'human']);
  });

  it('are told of a scene that there is not, of a script that imports, and of one that exports nothing', async () => {
    await served.take([jsonMod('far', npc('f', '{}'), ', "scenes": ["vilage"]')]);
    expect(problems()).toEqual([
      expect.stringMatching(
        /^far\/mod\.json:1:\d+: scenes\[0\]: there is no scene 'vilage'; did you mean 'village'\?$/,
      ),
    ]);
    await served.take([{ name: 'far', files: {} }, scripted('bad', "\nimport a from './a.js';")]);
    expect(problems()).toEqual([expect.stringMatching(/^bad\/main\.js:2:1: a script of a mod cannot import/)]);
    await served.take([{ name: 'bad', files: {} }, scripted('empty', NOTHING)]);
    expect(problems()).toEqual([expect.stringMatching(/^empty\/main\.js: expected a default export: .*found none$/)]);
  });

  it('of other scenes are left alone', async () => {
    await served.take([jsonMod('far', npc('f', '{}'), ', "scenes": ["hills"]')]);
    expect(problems()).toEqual([]);
    expect(served.mods.list).toEqual([]);
  });

  it('are told by their file when a script cannot be loaded', async () => {
    await served.take([scripted('magic', 'garbage')]);
    expect(problems()).toEqual(["magic/main.js: the script could not be loaded: SyntaxError: unexpected 'garbage'"]);
  });

  it('are told by their file when a script is not loaded in time; the others, and later changes, do not wait', async () => {
    await served.take([scripted('endless', NEVER), jsonMod('good', npc('a', '{}'))]);
    const [problem] = problems();
    expect(problem).toMatch(
      /^endless\/main\.js: the script could not be loaded: .*expected it to be loaded within 0\.1 s/,
    );
    expect(served.mods.list.map(({ name }) => name)).toEqual(['good']);
    await served.take([jsonMod('later', npc('b', '{}'))]);
    expect(served.mods.list.map(({ name }) => name)).toEqual(['good', 'later']);
    expect(problems()).toEqual([problem]);
  });

  it('are told at once when one of their systems throws and is disabled, until they are changed', async () => {
    scripts.one = (mod) => {
      mod.system({
        name: 'burn',
        after: 'events',
        run: () => {
          throw new TypeError('no fire');
        },
      });
    };
    scripts.two = () => undefined;
    await served.take([scripted('magic', 'one')]);
    expect(problems()).toEqual([]);
    engine.step(2);
    expect(problems()).toEqual(["magic: its system 'burn' is disabled: it threw TypeError: no fire"]);
    expect(engine.systems().find(({ name }) => name === 'magic/burn')).toMatchObject({ enabled: false });
    await served.take([scripted('magic', 'two')]);
    expect(problems()).toEqual([]);
  });
});
