import { describe, expect, it } from 'vitest';
import type { ModApi, ModComponent } from '../../mods/index.ts';
import { lines, modOf, newWorld } from './support.ts';

const soldier = (values: object = { level: 2 }) => ({
  id: 'soldier',
  place: { x: 0, y: 0 },
  components: { fear: values },
});
const schema = {
  level: { type: 'number', default: 1, least: 0, most: 10 },
  count: { type: 'whole', default: 3 },
  brave: { type: 'flag', default: true },
  of: { type: 'choice', choices: ['wolves', 'fire'], default: 'fire' },
  lord: { type: 'npc' },
} as const;

describe('a script', () => {
  it('defines components that NPCs have by JSON, checked and with their defaults', () => {
    const { engine, mods } = newWorld();
    const script = (mod: ModApi) => void mod.component('fear', schema);
    const report = mods.apply(modOf([soldier({ level: 2, lord: 'soldier' })], { script }));
    expect(lines(report)).toEqual([]);
    const body = mods.entityOf('town/soldier');
    const { columns } = mods.componentOf('town/fear') as ModComponent;
    const cells = Object.fromEntries(Object.entries(columns).map(([key, cell]) => [key, cell[body]]));
    expect(cells).toEqual({ level: 2, count: 3, brave: 1, of: 1, lord: engine.guidOf(body) });
  });

  it('gives its components guids, as it has no files to name NPCs in', () => {
    const { engine, mods } = newWorld();
    mods.apply(modOf([soldier({})], { script: (mod) => void mod.component('fear', schema) }));
    const fear = mods.componentOf('town/fear');
    const body = mods.entityOf('town/soldier');
    fear?.add(body, { lord: engine.guidOf(body) });
    expect(fear?.columns.lord[body]).toBe(engine.guidOf(body));
    expect(() => fear?.add(body, { lord: 'soldier' })).toThrow(
      "add.town/fear.lord: expected the guid of a body, a whole number, found the text 'soldier'",
    );
  });

  it.each<[object, string]>([
    [{ level: 11 }, 'town/npcs.json:11:20: npcs[0].components.fear.level: expected a number from 0 to 10, found 11'],
    [{ levle: 1 }, "npcs[0].components.fear: unknown 'levle'"],
    [{ count: 1.5 }, 'fear.count: expected a whole number, found 1.5'],
    [{ brave: 1 }, 'fear.brave: expected true or false, found number'],
    [{ of: 'water' }, "fear.of: expected 'wolves' or 'fire', found 'water'"],
    [{ lord: 'nobody' }, "fear.lord: there is no NPC 'nobody'"],
    [{ lord: 5 }, 'fear.lord: expected the id of an NPC as a text, or 0 for nobody, found 5'],
  ])('refuses %j at its place', (values, line) => {
    const { mods } = newWorld();
    const report = mods.apply(modOf([soldier(values)], { script: (mod) => void mod.component('fear', schema) }));
    expect(lines(report)[0]).toContain(line);
    expect(mods.componentOf('town/fear')).toBeNull();
  });

  it('adds systems before or after named ones, which see the components, and hears of events', () => {
    const { engine, mods } = newWorld();
    const order: string[] = [];
    mods.apply(
      modOf([soldier()], {
        script: (mod) => {
          const fear = mod.component('fear', schema);
          mod.system({ name: 'late', after: 'npc', run: () => order.push('late') });
          mod.system({
            name: 'early',
            before: 'late',
            run: (world) => {
              for (const entity of fear.entities()) (fear.columns.level as Float64Array)[entity] += world.clock.quantum;
              order.push('early');
            },
          });
          mod.on('arrived', ({ entity }) => order.push(`arrived ${entity === mod.entityOf('soldier')}`));
        },
      }),
    );
    engine.moveTo(mods.entityOf('town/soldier'), { x: 0, y: 0.1 });
    engine.step(1);
    expect(order.slice(0, 2)).toEqual(['early', 'late']);
    expect(order).toContain('arrived true');
    expect(engine.systems().map(({ name }) => name)).toEqual(expect.arrayContaining(['town/early', 'town/late']));
    expect(mods.componentOf('town/fear')?.columns.level[mods.entityOf('town/soldier')]).toBeCloseTo(2 + 1 / 30, 9);
  });

  it('may take the methods off its component', () => {
    const { engine, mods } = newWorld();
    const found: number[][] = [];
    const script = (mod: ModApi) => {
      const { add, has, entities, remove } = mod.component('fear', schema);
      mod.system({
        name: 'once',
        after: 'npc',
        run: () => {
          const soldier = mod.entityOf('soldier');
          if (has(soldier)) remove(soldier);
          else add(soldier, { level: 3 });
          found.push([...entities()]);
        },
      });
    };
    expect(mods.apply(modOf([soldier()], { script })).problems).toEqual([]);
    engine.step(2);
    expect(found).toEqual([[], [mods.entityOf('town/soldier')]]);
  });

  it('is not async, which is said; what it still does ends nothing', async () => {
    const { mods, errors } = newWorld();
    const script = (async (mod: ModApi) => {
      await null;
      mod.component('late', schema);
    }) as unknown as (mod: ModApi) => void;
    const report = mods.apply(modOf([], { script }));
    expect(report.applied).toBe(false);
    expect(report.problems[0].message).toBe(
      'the script threw: a script is not async: what comes after an await comes too late',
    );
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(errors).toEqual([]);
  });

  it('may not have async systems: one that answers a promise is disabled and named', async () => {
    const { engine, mods, errors } = newWorld();
    const run = () => Promise.reject(new Error('too late')) as unknown as undefined;
    mods.apply(modOf([], { script: (mod) => mod.system({ name: 'slow', after: 'npc', run }) }));
    engine.step(3);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('system town/slow: TypeError: a system is not async');
    expect(engine.systems().find(({ name }) => name === 'town/slow')?.enabled).toBe(false);
  });

  it.each(['patrol', 'constructor'])('may not name a component %s, which no NPC could be given', (name) => {
    const { mods } = newWorld();
    const report = mods.apply(modOf([], { script: (mod) => void mod.component(name, schema) }));
    expect(report.problems[0]?.message).toContain(`component: '${name}' is taken`);
  });

  it('may not apply or remove mods while a step runs: nothing is changed, and both can be done afterwards', () => {
    const { engine, mods, errors } = newWorld();
    const other = modOf([soldier()], { text: 'other', script: (mod) => void mod.component('fear', schema) });
    const script = (mod: ModApi) => {
      mod.component('fear', schema);
      mod.system({ name: 'z', after: 'npc', run: () => void mods.apply(other) });
    };
    mods.apply(modOf([soldier()], { script }));
    engine.step(2);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('apply: not while a step is running');
    expect(mods.apply(other).problems).toEqual([]);
    expect(engine.systems().some(({ name }) => name === 'town/z')).toBe(false);
    expect(mods.apply(modOf([soldier()], { script })).problems).toEqual([]);
    expect(mods.remove('town')).toBe(true);
  });

  it('that is changed takes the place of the old one: its systems and handlers end, values of an unchanged component stay', () => {
    const { engine, mods } = newWorld();
    const log: string[] = [];
    const script =
      (label: string, more: object = {}) =>
      (mod: ModApi) => {
        mod.component('fear', { ...schema, ...more });
        mod.system({ name: 'beat', after: 'npc', run: () => log.push(label) });
        mod.on('spawned', () => log.push(`${label} spawned`));
        mod.onEnd(() => log.push(`${label} ends`));
      };
    mods.apply(modOf([soldier()], { script: script('a') }));
    const body = mods.entityOf('town/soldier');
    const before = mods.componentOf('town/fear') as ModComponent;
    before.columns.level[body] = 7;
    engine.step();
    log.length = 0;
    mods.apply(modOf([soldier()], { script: script('b'), text: 'two' }));
    engine.step();
    engine.spawn();
    engine.step();
    expect(log).toEqual(['a ends', 'b', 'b', 'b spawned']);
    expect(mods.componentOf('town/fear')).toBe(before);
    expect(before.columns.level[body]).toBe(7);
    mods.apply(modOf([soldier()], { script: script('c', { extra: { type: 'flag' } }), text: 'three' }));
    const after = mods.componentOf('town/fear') as ModComponent;
    expect(after).not.toBe(before);
    expect(before.has(body)).toBe(false);
    expect(after.columns.level[body]).toBe(2);
    mods.remove('town');
    expect(engine.systems().some(({ name }) => name.startsWith('town/'))).toBe(false);
  });

  it('only its JSON was changed: it goes on, and the component changes in the value that was edited', () => {
    const { mods } = newWorld();
    let calls = 0;
    const script = (mod: ModApi) => {
      calls++;
      mod.component('fear', schema);
    };
    mods.apply(modOf([soldier({ level: 2, count: 9 })], { script }));
    const body = mods.entityOf('town/soldier');
    const { columns } = mods.componentOf('town/fear') as ModComponent;
    columns.brave[body] = 0;
    mods.apply(modOf([soldier({ level: 5 })], { script }));
    expect(calls).toBe(1);
    expect([columns.level[body], columns.count[body], columns.brave[body]]).toEqual([5, 3, 0]);
  });

  it.each<[string, (mod: ModApi) => void, string]>([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
      'town/main.js: the script threw: mine',
    ],
    [
      'is no function',
      3 as never,
      'town/main.js: expected a default export: a function, as in export default (mod) => { … }, found number',
    ],
    [
      'places a system nowhere',
      (mod) => mod.system({ name: 'a', after: 'ncp', run: () => {} }),
      "town/main.js: addSystem.after: there is no 'ncp'",
    ],
    [
      'misnames a component',
      (mod) => void mod.component('Fear', {}),
      "component: expected a name of letters, digits and -, a small letter first, found 'Fear'",
    ],
    [
      'has a wrong schema',
      (mod) => void mod.component('fear', { a: { type: 'nummber' } as never }),
      "component 'town/fear'.a.type: expected 'number' or 'whole'",
    ],
    [
      'has a wrong default',
      (mod) => void mod.component('fear', { a: { type: 'number', least: 1, default: 0 } }),
      "component 'town/fear'.a.default: expected a number from 1",
    ],
    [
      'asks for another mod’s component',
      (mod) => void mod.componentOf('city/fear'),
      "componentOf: there is no component 'city/fear'",
    ],
  ])('that %s is told, and the old one acts on', (_what, script, line) => {
    const { engine, mods, errors } = newWorld();
    let beats = 0;
    mods.apply(modOf([], { script: (mod) => mod.system({ name: 'beat', after: 'npc', run: () => void beats++ }) }));
    const report = mods.apply(modOf([], { script, text: 'two' }));
    expect(report.applied).toBe(false);
    expect(lines(report)[0]).toContain(line);
    engine.step(3);
    expect(beats).toBe(3);
    expect(errors).toEqual([]);
  });

  it('whose system throws is disabled and named, and the others run', () => {
    const { engine, mods, errors } = newWorld();
    let beats = 0;
    mods.apply(
      modOf([soldier()], {
        script: (mod) => {
          mod.component('fear', schema);
          mod.system({
            name: 'bad',
            before: 'npc',
            run: () => {
              throw new Error('mine');
            },
          });
          mod.system({ name: 'good', after: 'npc', run: () => void beats++ });
          mod.onEnd(() => {
            throw new Error('late');
          });
        },
      }),
    );
    engine.step(3);
    expect(beats).toBe(3);
    expect(errors).toEqual(['system town/bad: Error: mine']);
    expect(engine.systems().find(({ name }) => name === 'town/bad')).toMatchObject({ enabled: false });
    mods.remove('town');
    expect(errors).toContain('town: Error: late');
  });

  it('whose system throws at an NPC says which one, by name and guid, and where in the script', () => {
    const { engine, mods } = newWorld();
    const thrown: unknown[] = [];
    engine.on('handlerError', ({ error }) => thrown.push(error));
    const second = { ...soldier(), id: 'second' };
    mods.apply(
      modOf([soldier(), second, { ...soldier(), id: 'third' }], {
        script: (mod) => {
          const fear = mod.component('fear', schema);
          mod.system({
            name: 'bad',
            before: 'npc',
            run: () => {
              for (const entity of fear.entities()) if (entity === mod.entityOf('second')) throw new TypeError('mine');
            },
          });
          mod.system({
            name: 'over',
            before: 'npc',
            run: () => {
              for (const entity of fear.entities()) fear.columns.count[entity] = 1;
              throw new Error('at nobody');
            },
          });
        },
      }),
    );
    engine.step();
    const guid = engine.guidOf(mods.entityOf('town/second')).toString(16);
    expect(thrown.map(String)).toEqual([`TypeError: NPC town/second (0x${guid}): mine`, 'Error: at nobody']);
    expect((thrown[0] as Error).stack).toContain('scripts.test');
  });

  it.each<[string, (entities: readonly number[], visit: (entity: number) => boolean) => unknown]>([
    ['forEach', (entities, visit) => entities.forEach(visit)],
    ['map', (entities, visit) => entities.map(visit)],
    ['filter', (entities, visit) => entities.filter(visit)],
    ['some', (entities, visit) => entities.some(visit)],
    ['every', (entities, visit) => entities.every((entity) => !visit(entity))],
    ['find', (entities, visit) => entities.find(visit)],
    ['findIndex', (entities, visit) => entities.findIndex(visit)],
    ['flatMap', (entities, visit) => entities.flatMap((entity) => [visit(entity)])],
  ])('that throws in a %s over the bodies of a component names the one too, and none behind it', (_name, walk) => {
    const { engine, mods } = newWorld();
    const thrown: unknown[] = [];
    engine.on('handlerError', ({ error }) => thrown.push(error));
    mods.apply(
      modOf([soldier(), { ...soldier(), id: 'second' }, { ...soldier(), id: 'third' }], {
        script: (mod) => {
          const fear = mod.component('fear', schema);
          const bad = (name: string, run: () => void) => mod.system({ name, before: 'npc', run });
          bad('at', () => {
            walk(fear.entities(), (entity) => {
              if (entity === mod.entityOf('second')) throw new TypeError('mine');
              return false;
            });
          });
          bad('behind', () => {
            walk(fear.entities(), () => false);
            throw new Error('at nobody');
          });
          bad('between', () => {
            for (const entity of fear.entities()) {
              walk(fear.entities(), () => false);
              if (entity === mod.entityOf('second')) throw new Error('outer');
            }
          });
        },
      }),
    );
    engine.step();
    const second = `NPC town/second (0x${engine.guidOf(mods.entityOf('town/second')).toString(16)})`;
    expect(thrown.map(String)).toEqual([`TypeError: ${second}: mine`, 'Error: at nobody', `Error: ${second}: outer`]);
  });

  it('has lists of the bodies of a component that are arrays like others', () => {
    const { mods } = newWorld();
    let fear: ModComponent | undefined;
    mods.apply(
      modOf([soldier(), { ...soldier(), id: 'second' }], {
        script: (mod) => {
          fear = mod.component('fear', schema);
        },
      }),
    );
    const bodies = [mods.entityOf('town/soldier'), mods.entityOf('town/second')];
    const entities = fear?.entities() ?? [];
    expect([...entities]).toEqual(bodies);
    expect(JSON.stringify(entities)).toBe(JSON.stringify(bodies));
    expect(Object.keys(entities)).toEqual(['0', '1']);
    expect(entities.map((entity) => entity * 2)).toStrictEqual(bodies.map((entity) => entity * 2));
    expect(entities.filter(() => true).constructor).toBe(Array);
    expect(entities.indexOf(bodies[1])).toBe(1);
    expect(() => entities.forEach(undefined as never)).toThrow(TypeError);
  });

  it('whose handler throws says which NPC the event was about', () => {
    const { engine, mods, errors } = newWorld();
    mods.apply(
      modOf([soldier()], {
        script: (mod) => {
          mod.component('fear', schema);
          mod.on('arrived', () => {
            throw new Error('mine');
          });
        },
      }),
    );
    const [body, stranger] = [mods.entityOf('town/soldier'), engine.spawn({ guid: 0x77, x: 5 })];
    engine.moveTo(body, { x: 0.1, y: 0 });
    engine.moveTo(stranger, { x: 5.1, y: 0 });
    engine.step(30);
    const guid = engine.guidOf(body).toString(16);
    expect(errors.sort()).toEqual([
      `arrived: Error: NPC town/soldier (0x${guid}): mine`,
      'arrived: Error: body (0x77): mine',
    ]);
  });

  it('whose async handler is rejected says so, too', async () => {
    const { engine, mods, errors } = newWorld();
    mods.apply(
      modOf([soldier()], {
        script: (mod) => {
          mod.component('fear', schema);
          mod.on('arrived', async () => {
            await Promise.resolve();
            throw new Error('late');
          });
        },
      }),
    );
    const body = mods.entityOf('town/soldier');
    engine.moveTo(body, { x: 0.1, y: 0 });
    engine.step(30);
    await new Promise((done) => setTimeout(done));
    expect(errors).toEqual([`arrived: Error: NPC town/soldier (0x${engine.guidOf(body).toString(16)}): late`]);
  });

  it('of a mod that is needed lends its components to others, by their full name', () => {
    const { mods } = newWorld();
    mods.apply(modOf([], { script: (mod) => void mod.component('fear', schema) }));
    const court = modOf([{ id: 'page', place: { x: 1, y: 0 }, components: { 'town/fear': { level: 9 } } }], {
      name: 'court',
      needs: ['town'],
    });
    expect(lines(mods.apply(court))).toEqual([]);
    expect(mods.componentOf('town/fear')?.columns.level[mods.entityOf('court/page')]).toBe(9);
  });
});
