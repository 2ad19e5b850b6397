import { describe, expect, it } from 'vitest';
import type { Behaviours } from '../../npc/index.ts';
import { createBehaviours } from '../../npc/index.ts';
import { newEngine } from '../support/engines.ts';
import { newNpcs } from './support.ts';

const wrong = <Value>(value: unknown) => value as Value;

type Call = (npc: Behaviours, body: number, dead: number) => void;

describe('a wrong call throws at the call and says what was expected', () => {
  it.each<[string, Call, RegExp]>([
    ['add: a dead id', (n, _b, dead) => n.add(dead, 'wander'), /add: there is no body with entity id/],
    ['add: a guid for an id', (n) => n.add(0x70000000, 'wander'), /add: there is no body/],
    [
      'add: an unknown behaviour',
      (n, b) => n.add(b, wrong<'patrol'>('patroll')),
      /no behaviour 'patroll'; did you mean 'patrol'/,
    ],
    ['add: null', (n, b) => n.add(b, 'wander', wrong(null)), /add\.wander: expected an object of values/],
    [
      'add: a list',
      (n, b) => n.add(b, 'wander', wrong([])),
      /add\.wander: expected an object of values, found an array/,
    ],
    [
      'add: an unknown value',
      (n, b) => n.add(b, 'wander', wrong({ raduis: 3 })),
      /unknown 'raduis'; did you mean 'radius'/,
    ],
    ['add: its own memory', (n, b) => n.add(b, 'wander', wrong({ until: 3 })), /unknown 'until'/],
    ['add: a prototype', (n, b) => n.add(b, 'wander', JSON.parse('{"__proto__":{"x":1}}')), /unknown '__proto__'/],
    ['add: NaN', (n, b) => n.add(b, 'wander', { radius: Number.NaN }), /add\.wander\.radius: .* found NaN/],
    ['add: text', (n, b) => n.add(b, 'wander', { radius: wrong('8') }), /radius: expected a number, found string/],
    ['add: too far', (n, b) => n.add(b, 'wander', { x: 1e8 }), /wander\.x: expected a number from -10000000/],
    [
      'add: pauseMost below pause',
      (n, b) => n.add(b, 'wander', { pause: 5, pauseMost: 2 }),
      /expected at least pause, 5/,
    ],
    [
      'add: priority 256',
      (n, b) => n.add(b, 'idle', { priority: 256 }),
      /idle\.priority: expected a number from 0 to 255/,
    ],
    ['add: half a priority', (n, b) => n.add(b, 'idle', { priority: 1.5 }), /priority: expected a whole number/],
    ['add: run is 1', (n, b) => n.add(b, 'patrol', { run: wrong(1) }), /patrol\.run: expected true or false/],
    ['add: speed 0', (n, b) => n.add(b, 'patrol', { speed: 0 }), /patrol\.speed: expected a number from 0\.1 to 10/],
    ['add: an unknown mode', (n, b) => n.add(b, 'patrol', { mode: wrong('pingpong') }), /did you mean 'pingPong'/],
    [
      'add: an empty route',
      (n, b) => n.add(b, 'patrol', { route: [] }),
      /patrol\.route: expected 1 to 256 places, found 0/,
    ],
    [
      'add: a long route',
      (n, b) => n.add(b, 'patrol', { route: Array(257).fill([0, 0]) }),
      /1 to 256 places, found 257/,
    ],
    [
      'add: a route of text',
      (n, b) => n.add(b, 'patrol', { route: wrong('north') }),
      /route: expected a list of places/,
    ],
    [
      'add: a place of one number',
      (n, b) => n.add(b, 'patrol', { route: [[0, 0], wrong([1])] }),
      /route\[1\]: expected a/,
    ],
    [
      'add: a place with NaN',
      (n, b) => n.add(b, 'patrol', { route: [[0, Number.NaN]] }),
      /route\[0\]\[1\]: expected a num/,
    ],
    ['add: a route that is not there', (n, b) => n.add(b, 'patrol', { route: 7 }), /there is no route with id 7/],
    ['add: an entity for a guid', (n, b) => n.add(b, 'chase', { target: b }), /no body has the guid 1; .*guidOf\(1\)/],
    ['add: a leader by entity', (n, b) => n.add(b, 'follow', { leader: b }), /follow\.leader: no body has the guid 1/],
    ['add: a negative guid', (n, b) => n.add(b, 'chase', { target: -1 }), /chase\.target: expected a number from 0/],
    [
      'add: tags of numbers',
      (n, b) => n.add(b, 'flee', { tags: wrong([1]) }),
      /flee\.tags: expected the name of a tag/,
    ],
    [
      'add: safe below radius',
      (n, b) => n.add(b, 'flee', { radius: 9, safe: 3 }),
      /flee\.safe: expected at least radius, 9/,
    ],
    [
      'add: leash below radius',
      (n, b) => n.add(b, 'guard', { radius: 9, leash: 3 }),
      /guard\.leash: expected at least/,
    ],
    ['add: five emotes', (n, b) => n.add(b, 'idle', { emotes: Array(5).fill('Wave') }), /at most 4 emotes, found 5/],
    [
      'add: a misspelt emote',
      (n, b) => n.add(b, 'idle', { emotes: [wrong('Waev')] }),
      /emotes\[0\].*did you mean 'Wave'/,
    ],
    [
      'add: a lasting pose',
      (n, b) => n.add(b, 'idle', { emotes: ['Sitting'] }),
      /expected a gesture that is over by itself/,
    ],
    ['change: what it has not', (n, b) => n.change(b, 'flee', {}), /change: entity 1 has no flee; add it first/],
    ['values: what it has not', (n, b) => n.values(b, 'flee'), /values: entity 1 has no flee/],
    ['remove: an unknown behaviour', (n, b) => n.remove(b, wrong('fle')), /did you mean 'flee'/],
    ['tag: no name', (n, b) => n.tag(b, ''), /tag: expected the name of a tag/],
    ['tag: a dead id', (n, _b, dead) => n.tag(dead, 'wolf'), /tag: there is no body/],
    ['wake: a dead id', (n, _b, dead) => n.wake(dead), /wake: there is no body/],
    ['on: an unknown event', (n) => n.on(wrong('arived'), () => {}), /unknown event 'arived'; did you mean 'arrived'/],
    ['on: no function', (n) => n.on('arrived', wrong(3)), /on: expected a function/],
    ['update: as a system', (n) => n.update(), /update: the behaviours run as a system/],
    ['routes.add: a place', (n) => n.routes.add([wrong([0])]), /routes\.add\[0\]: expected a place/],
    ['load: nothing', (n) => n.load(wrong(undefined)), /load: expected an object/],
    ['load: another version', (n) => n.load(wrong({ version: 2 })), /load\.version: expected 1, found 2/],
  ])('%s', (_what, call, message) => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    const dead = engine.spawn();
    engine.despawn(dead);
    const before = JSON.stringify(npc.save());
    expect(() => call(npc, body, dead)).toThrow(message);
    expect(JSON.stringify(npc.save())).toBe(before);
    expect(npc.list(body)).toEqual([]);
  });

  it('a wrong change changes nothing of what is there', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    npc.add(body, 'patrol', { route: [[0, 9]], pause: 2 });
    const before = npc.values(body, 'patrol');
    expect(() => npc.change(body, 'patrol', { route: [[1, 1]], pause: -1 })).toThrow(/pause/);
    expect(npc.values(body, 'patrol')).toEqual(before);
    expect(npc.routes.size).toBe(1);
  });

  it.each<[unknown, unknown, RegExp]>([
    [undefined, {}, /createBehaviours: expected an engine/],
    [null, null, /createBehaviours: expected an object of options/],
    [null, { sed: 1 }, /unknown 'sed'; did you mean 'seed'/],
    [null, { seed: -1 }, /createBehaviours\.seed/],
    [null, { navigate: 3 }, /createBehaviours\.navigate: expected a function/],
    [null, { thoughtsPerStep: 0 }, /createBehaviours\.thoughtsPerStep: expected a number from 1/],
    [null, { system: 1 }, /createBehaviours\.system: expected true or false/],
  ])('createBehaviours %#', (engine, options, message) => {
    const { engine: real } = newEngine();
    expect(() => createBehaviours(wrong(engine === null ? real : engine), wrong(options))).toThrow(message);
    expect(real.systems()).toHaveLength(7);
  });

  it('an engine has one set of behaviours; after dispose it can have another', () => {
    const { engine, npc } = newNpcs();
    expect(() => createBehaviours(engine)).toThrow('createBehaviours: this engine has behaviours already');
    expect(() => createBehaviours(engine, { system: false })).toThrow('this engine has behaviours already');
    const body = engine.spawn();
    npc.add(body, 'patrol', { route: [[0, 50]] });
    engine.step(60);
    npc.dispose();
    expect(engine.readMoveTo(body).type).toBe(0);
    expect(engine.systems()).toHaveLength(7);
    const again = createBehaviours(engine);
    again.add(body, 'patrol', { route: [[0, 50]] });
    engine.step(60);
    expect(again.status(body, 'patrol')).toBe('active');
    expect(npc.list(body)).toEqual([]);
  });

  it('after dispose nothing can be changed, only asked', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    npc.add(body, 'wander');
    const saved = npc.save();
    npc.dispose();
    npc.dispose();
    const calls: Record<string, () => unknown> = {
      add: () => npc.add(body, 'wander'),
      change: () => npc.change(body, 'wander', {}),
      tag: () => npc.tag(body, 'wolf'),
      on: () => npc.on('arrived', () => {}),
      update: () => npc.update(),
      save: () => npc.save(),
      load: () => npc.load(saved),
    };
    for (const [name, call] of Object.entries(calls)) {
      expect(call).toThrow(`${name}: these behaviours have been disposed of`);
    }
    expect([npc.has(body, 'wander'), npc.status(body, 'wander'), npc.active(body)]).toEqual([false, null, null]);
    expect(npc.remove(body, 'wander')).toBe(false);
  });

  it('an unknown behaviour is told by the call that was made', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    const gard = wrong<'guard'>('gard');
    for (const call of ['status', 'has', 'remove'] as const) {
      expect(() => npc[call](body, gard)).toThrow(`${call}: there is no behaviour 'gard'; did you mean 'guard'?`);
    }
  });

  it('without the system the host lets them act', () => {
    const { engine } = newEngine();
    const npc = createBehaviours(engine, { system: false });
    const told: string[] = [];
    npc.on('arrived', ({ behaviour }) => told.push(behaviour));
    npc.add(engine.spawn(), 'patrol', { route: [[0, 3]], mode: 'once' });
    for (let step = 0; step < 120; step++) {
      npc.update();
      engine.step();
    }
    expect(told).toEqual(['patrol']);
    expect(engine.systems()).toHaveLength(7);
  });

  it('check says the same before there is a body, and starts with what it is told', () => {
    const { npc } = newNpcs();
    const values = { route: [[0, 1]], puase: 2 };
    expect(() => npc.check('patrol', wrong(values), 'mods/town/npcs.json: [3].patrol')).toThrow(
      /^mods\/town\/npcs\.json: \[3\]\.patrol: unknown 'puase'; did you mean 'pause'/,
    );
    expect(() => npc.check('patrol', { route: [[0, 1]], pause: 2 })).not.toThrow();
    expect(npc.routes.size).toBe(0);
  });

  it('33 tags are one too many', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    for (let index = 0; index < 30; index++) npc.tag(body, `tag ${index}`);
    expect(npc.tags.names).toHaveLength(32);
    expect(() => npc.tag(body, 'tag 30')).toThrow(/tag: expected at most 32 tags/);
    expect(() => npc.add(body, 'flee', { tags: 'tag 30' })).toThrow(/add\.flee\.tags: expected at most 32 tags/);
    expect(npc.tagsOf(body)).toHaveLength(30);
    npc.untag(body, 'tag 3');
    expect(npc.tagsOf(body)).toHaveLength(29);
    npc.untag(body);
    expect(npc.tagsOf(body)).toEqual([]);
  });
});
