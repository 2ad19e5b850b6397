import { describe, expect, it } from 'vitest';
import type { ModSource } from '../../mods/index.ts';
import { lines, modOf, newWorld } from './support.ts';

const MANIFEST = '{ "name": "town", "format": 1, "npcs": ["npcs.json"] }';
const town = (files: Record<string, string>): ModSource => ({ name: 'town', files });
const npcs = (text: string): ModSource => town({ 'mod.json': MANIFEST, 'npcs.json': text });
const guard = (components: string): ModSource =>
  npcs(
    `{\n  "npcs": [\n    { "id": "guard", "place": { "x": 0, "y": 0 },\n      "components": ${components} }\n  ]\n}`,
  );

describe('a broken mod is left out, and told with file, line, column, what was found and what was expected', () => {
  it.each<[string, ModSource, string]>([
    ['no manifest', town({ 'a.json': '{}' }), 'town: expected a file mod.json, found a.json'],
    ['no JSON', town({ 'mod.json': '{\n "name": }' }), "town/mod.json:2:10: expected a value, found '}'"],
    [
      'an unknown name',
      town({ 'mod.json': '{ "name": "town", "format": 1, "ncps": [] }' }),
      "town/mod.json:1:32: unknown 'ncps'; did you mean 'npcs'?",
    ],
    [
      'another name',
      town({ 'mod.json': '{ "name": "city", "format": 1 }' }),
      'town/mod.json:1:11: name: expected \'town\', the name of its folder, found the text "city"',
    ],
    [
      'another format',
      town({ 'mod.json': '{ "name": "town", "format": 2 }' }),
      'town/mod.json:1:29: format: expected 1, found 2',
    ],
    ['a missing name', town({ 'mod.json': '{ "format": 1 }' }), 'town/mod.json:1:1: name is missing'],
    [
      'a file that is not there',
      town({ 'mod.json': MANIFEST }),
      'town/npcs.json: mod.json names this file, and it is not there',
    ],
    ['an NPC without a place', npcs('{ "npcs": [{ "id": "a" }] }'), 'town/npcs.json:1:12: npcs[0]: place is missing'],
    [
      'a place that is none',
      npcs('{ "npcs": [{ "id": "a", "place": { "x": "1", "y": 2 } }] }'),
      'town/npcs.json:1:41: npcs[0].place.x: expected a number, found string',
    ],
    [
      'two of one id',
      npcs('{ "npcs": [\n{ "id": "a", "place": { "x": 0, "y": 0 } },\n{ "id": "a", "place": { "x": 0, "y": 0 } }] }'),
      "town/npcs.json:3:1: npcs[1].id: there is an NPC 'a' already, in npcs.json",
    ],
    [
      'a body that is none',
      npcs('{ "npcs": [{ "id": "a", "place": { "x": 0, "y": 0 }, "body": { "scale": -1 } }] }'),
      'town/npcs.json:1:73: npcs[0].body.scale: expected a number from 0.000001 to 1000, found -1',
    ],
    [
      'an unknown body',
      npcs('{ "npcs": [{ "id": "a", "place": { "x": 0, "y": 0 }, "body": { "raduis": 1 } }] }'),
      "town/npcs.json:1:64: npcs[0].body: unknown 'raduis'",
    ],
    [
      'an unknown motion table',
      npcs('{ "npcs": [{ "id": "a", "place": { "x": 0, "y": 0 }, "body": { "motionTable": "humanoit" } }] }'),
      "town/npcs.json:1:79: npcs[0].body.motionTable: there is no motion table 'humanoit'; did you mean 'humanoid'?",
    ],
    [
      'an unknown component',
      guard('{ "patrl": {} }'),
      "town/npcs.json:4:32: npcs[0].components.patrl: there is no component 'patrl'; did you mean 'patrol'?",
    ],
    [
      'an unknown value',
      guard('{ "patrol": { "route": [[0, 1]], "speeed": 2 } }'),
      "town/npcs.json:4:54: npcs[0].components.patrol: unknown 'speeed'; did you mean 'speed'?",
    ],
    [
      'a value out of range',
      guard('{\n "flee": { "radius": 500 } }'),
      'town/npcs.json:5:22: npcs[0].components.flee.radius: expected a number from 0 to 100, found 500',
    ],
    [
      'a place of a route',
      guard('{ "patrol": { "route": [[0, 1], [2, "3"]] } }'),
      'town/npcs.json:4:57: npcs[0].components.patrol.route[1][1]: expected a number, found string',
    ],
    [
      'a misspelt emote',
      guard('{ "idle": { "emotes": ["Wavee"] } }'),
      "town/npcs.json:4:44: npcs[0].components.idle.emotes[0]: expected a gesture that is over by itself, found 'Wavee'; did you mean 'Wave'?",
    ],
    [
      'nobody',
      guard('{ "follow": { "leader": "gaurd" } }'),
      "town/npcs.json:4:45: npcs[0].components.follow.leader: there is no NPC 'gaurd'; did you mean 'guard'?",
    ],
    [
      'a number for an NPC',
      guard('{ "follow": { "leader": 5 } }'),
      'town/npcs.json:4:45: npcs[0].components.follow.leader: expected the id of an NPC as a text, or 0 for nobody, found 5',
    ],
    [
      'a list for an NPC',
      guard('{ "chase": { "target": ["guard"] } }'),
      'town/npcs.json:4:44: npcs[0].components.chase.target: expected the id of an NPC as a text, or 0 for nobody, found an array',
    ],
    [
      'a place that is not on the route',
      guard('{ "patrol": { "next": 7, "route": [[0, 1], [2, 3]] } }'),
      'town/npcs.json:4:43: npcs[0].components.patrol.next: expected a place on the route, 0 to 1, found 7',
    ],
    [
      'a number for a route',
      guard('{ "patrol": { "route": 1 } }'),
      'town/npcs.json:4:44: npcs[0].components.patrol.route: expected a list of places [x, y] or [x, y, z], found 1',
    ],
    [
      'components that are a list',
      guard('[]'),
      'town/npcs.json:4:21: npcs[0].components: expected an object of components by name, found a list',
    ],
  ])('%s', (_what, source, line) => {
    const { engine, mods } = newWorld();
    const report = mods.apply(source);
    expect(report.applied).toBe(false);
    expect(lines(report)[0]).toContain(line);
    expect(engine.entities()).toHaveLength(0);
    expect(mods.list).toEqual([]);
  });

  it('tells all that is wrong at once, at most fifty', () => {
    const { mods } = newWorld();
    const broken = {
      id: 'A',
      place: { x: 'no' },
      tags: 3,
      components: { face: { radius: -1 }, idle: { pause: 'long' } },
    };
    expect(lines(mods.apply(modOf([broken]))).length).toBeGreaterThan(3);
    expect(mods.apply(modOf(Array(90).fill(broken))).problems).toHaveLength(50);
  });

  it('leaves the others alone: the world goes on', () => {
    const { engine, mods } = newWorld();
    const fine = modOf([{ id: 'guard', place: { x: 1, y: 2 } }], { name: 'fine' });
    expect(mods.apply(fine).applied).toBe(true);
    const hash = engine.hash();
    expect(mods.apply(npcs('{')).applied).toBe(false);
    expect(engine.hash()).toBe(hash);
    expect(mods.list.map(({ name }) => name)).toEqual(['fine']);
  });
});

describe('a mod of JSON alone is safe to take from a stranger', () => {
  it.each([
    '../other/npcs.json',
    '/etc/npcs.json',
    'a/../../npcs.json',
    'C:/npcs.json',
    'a\\npcs.json',
    '.hidden/npcs.json',
    'https://x.test/npcs.json',
    'a//npcs.json',
    'npcs.js',
    `${'a/'.repeat(9)}npcs.json`,
    '',
  ])('the path %j is refused', (path) => {
    const { mods } = newWorld();
    const manifest = JSON.stringify({ name: 'town', format: 1, npcs: [path] });
    const report = mods.apply(town({ 'mod.json': manifest, [path]: '{ "npcs": [] }' }));
    expect(report.applied).toBe(false);
    expect(lines(report)[0]).toMatch(/^town\/mod\.json:1:\d+: npcs\[0\]: expected a (path|file)/);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('the name %s changes no object', (name) => {
    const { mods } = newWorld();
    const report = mods.apply(
      npcs(`{ "npcs": [{ "id": "a", "place": { "x": 0, "y": 0 }, "components": { "${name}": { "polluted": 1 } } }] }`),
    );
    expect(lines(report)[0]).toContain(`the name '${name}' is not allowed`);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('names of objects are no components, tags or NPCs', () => {
    const { mods } = newWorld();
    const wrong = {
      id: 'a',
      place: { x: 0, y: 0 },
      components: { toString: {}, hasOwnProperty: {}, follow: { leader: 'valueOf' } },
    };
    expect(lines(mods.apply(modOf([wrong])))).toHaveLength(3);
  });

  it('its size is bounded: characters, files, NPCs, components, depth', () => {
    const { engine, mods } = newWorld();
    const many = Array.from({ length: 1001 }, (_, index) => ({ id: `n${index}`, place: { x: 0, y: 0 } }));
    expect(lines(mods.apply(modOf(many)))[0]).toContain('npcs: expected at most 1000 items, found 1001');
    expect(lines(mods.apply(npcs(' '.repeat(262_145))))[0]).toBe(
      'town/npcs.json: expected at most 262144 characters, found 262145',
    );
    const files = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`f${index}.json`, '{}']));
    expect(lines(mods.apply(town(files)))[0]).toBe('town: expected at most 64 files, found 65');
    const components = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`c${index}`, {}]));
    expect(lines(mods.apply(modOf([{ id: 'a', place: { x: 0, y: 0 }, components }])))[0]).toContain(
      'expected at most 32 components, found 33',
    );
    const tags = Array.from({ length: 31 }, (_, index) => `t${index}`);
    const [first, last] = [
      { id: 'a', place: { x: 0, y: 0 }, tags: tags.slice(0, 20) },
      { id: 'b', place: { x: 0, y: 0 }, tags: tags.slice(20) },
    ];
    expect(lines(mods.apply(modOf([first, last])))).toEqual([
      'town/npcs.json:38:15: npcs[1].tags: expected at most 32 tags in a world, found 31 more beside player, creature',
    ]);
    expect(engine.entities()).toHaveLength(0);
  });

  it('its scripts are not run unless code is given for them', () => {
    const { mods } = newWorld();
    const source = modOf([], { script: () => {} });
    const report = mods.apply({ ...source, scripts: undefined });
    expect(lines(report)).toEqual([
      'town/main.js: this mod has scripts, and no code was given for this one: scripts are run only for trusted mods',
    ]);
  });

  it('anything else than a mod is told and not thrown', () => {
    const { mods } = newWorld();
    for (const wrong of [null, 3, {}, { name: 'x' }, { name: '../x', files: {} }, { name: 'x', files: null }]) {
      const report = mods.apply(wrong as never);
      expect(report.applied).toBe(false);
      expect(report.problems).toHaveLength(1);
    }
  });
});

describe('a file of a mod that is no text', () => {
  it.each([
    ['mod.json', { name: 'town', format: 1 }],
    ['mod.json', new Uint8Array(3)],
    ['more.json', 7],
    ['more.json', null],
  ])('%s given as %j: the report names it, and nothing is thrown', (file, content) => {
    const { mods } = newWorld();
    const source = modOf([]);
    const report = mods.apply({ ...source, files: { ...source.files, [file]: content as unknown as string } });
    expect(report.applied).toBe(false);
    expect(report.problems[0]).toMatchObject({
      file,
      message: expect.stringMatching(/^expected the text of the file/),
    });
  });
});
