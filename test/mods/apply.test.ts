import { BodyF32 } from '../../components/body.ts';
import { describe, expect, it } from 'vitest';
import { applyMods, type ModReport } from '../../mods/index.ts';
import { lines, modOf, newWorld } from './support.ts';

const walker = (more: object = {}) => ({
  id: 'walker',
  place: { x: 0, y: 0 },
  components: {
    patrol: {
      route: [
        [0, 20],
        [20, 20],
        [20, 0],
      ],
      pause: 1,
    },
    ...more,
  },
});

describe('a mod that is applied', () => {
  it('brings its NPCs with body, place, tags and components, under guids that are always the same', () => {
    const { engine, npc, mods } = newWorld();
    const report = mods.apply(
      modOf([
        {
          id: 'smith',
          name: 'Bran',
          about: 'forges',
          look: 'human',
          colour: '#102030',
          place: { x: 3, y: 4, heading: 90 },
          body: { scale: 1.2, runRate: 1.5 },
          tags: ['smith', 'human'],
          components: { idle: { emotes: ['Wave'] } },
        },
        { id: 'boy', place: { x: 0, y: 0 }, components: { follow: { leader: 'smith', slot: 1 } } },
      ]),
    );
    expect(lines(report)).toEqual([]);
    expect(report).toMatchObject({ applied: true, changed: [], removed: [], kept: 0 });
    expect(report.spawned).toHaveLength(2);
    const smith = mods.entityOf('town/smith');
    expect(engine.readFrame(smith)).toMatchObject({ x: 3, y: 4 });
    expect(engine.world.components.body.f32[smith * BodyF32.row + BodyF32.height]).toBeCloseTo(2.16, 5);
    expect(npc.tagsOf(smith)).toEqual(['smith', 'human']);
    expect(npc.list(smith)).toEqual(['idle']);
    expect(npc.values(mods.entityOf('town/boy'), 'follow')).toMatchObject({ leader: engine.guidOf(smith), slot: 1 });
    expect(mods.npcOf(smith)).toEqual({
      mod: 'town',
      id: 'smith',
      guid: engine.guidOf(smith),
      entity: smith,
      name: 'Bran',
      about: 'forges',
      look: 'human',
      colour: '#102030',
    });
    expect(mods.npcOf(engine.spawn())).toBeNull();
    const other = newWorld();
    other.engine.spawn();
    other.mods.apply(modOf([{ id: 'smith', place: { x: 0, y: 0 } }]));
    expect(other.engine.guidOf(other.mods.entityOf('town/smith'))).toBe(engine.guidOf(smith));
    expect(engine.guidOf(smith)).toBeGreaterThanOrEqual(0x78000000);
  });

  it('again without a change changes nothing: the world has the hash that it would have had', () => {
    const one = newWorld();
    const two = newWorld();
    for (const { engine, mods } of [one, two]) {
      mods.apply(modOf([walker(), { id: 'other', place: { x: 5, y: 5 }, components: { wander: {} } }]));
      engine.step(100);
    }
    expect(
      one.mods.apply(modOf([walker(), { id: 'other', place: { x: 5, y: 5 }, components: { wander: {} } }])),
    ).toMatchObject({ spawned: [], changed: [], kept: 2 });
    one.engine.step(100);
    two.engine.step(100);
    expect(one.engine.hash()).toBe(two.engine.hash());
  });

  it('changed in one value changes that value: place, motion, way and the other components stay, and so do the others', () => {
    const { engine, npc, mods } = newWorld();
    const bystander = { id: 'other', place: { x: 5, y: 5 }, components: { wander: {} } };
    mods.apply(modOf([walker({ face: { heading: 90 } }), bystander]));
    engine.step(300);
    const body = mods.entityOf('town/walker');
    const before = {
      frame: engine.readFrame(body),
      motion: engine.readMotion(body),
      move: engine.readMoveTo(body),
      face: npc.values(body, 'face'),
    };
    const { next } = npc.values(body, 'patrol');
    expect(next).toBeGreaterThan(0);
    const changed = {
      id: 'walker',
      place: { x: 0, y: 0 },
      components: {
        patrol: {
          route: [
            [0, 20],
            [20, 20],
            [20, 0],
          ],
          pause: 1,
          speed: 2,
        },
        face: { heading: 90 },
      },
    };
    const report = mods.apply(modOf([changed, bystander]));
    expect(report).toMatchObject({ applied: true, spawned: [], changed: [body], kept: 1 });
    expect({
      frame: engine.readFrame(body),
      motion: engine.readMotion(body),
      move: engine.readMoveTo(body),
      face: npc.values(body, 'face'),
    }).toEqual(before);
    expect(npc.values(body, 'patrol')).toMatchObject({ speed: 2, pause: 1, next });
  });

  it('takes a value back to its default when it is no longer there', () => {
    const { engine, npc, mods } = newWorld();
    const of = (components: object) => modOf([{ id: 'a', place: { x: 1, y: 2 }, components }]);
    mods.apply(
      of({
        patrol: { route: [[9, 9]], speed: 3, mode: 'once' },
        wander: { x: 7, radius: 2 },
        idle: { emotes: ['Wave'] },
      }),
    );
    const body = mods.entityOf('town/a');
    mods.apply(of({ patrol: { route: [[9, 9]] }, wander: { radius: 2 }, idle: {} }));
    expect(npc.values(body, 'patrol')).toMatchObject({ speed: 1, mode: 'loop', route: [[9, 9]] });
    expect(npc.values(body, 'wander')).toMatchObject({ x: engine.readFrame(body).x, radius: 2 });
    expect(npc.values(body, 'idle').emotes).toEqual([]);
  });

  it('changed in the place of a route that a script has replaced has the route of the file again', () => {
    const { npc, mods } = newWorld();
    const of = (next: number) =>
      modOf([
        {
          id: 'a',
          place: { x: 1, y: 2 },
          components: {
            patrol: {
              route: [
                [0, 9],
                [9, 9],
                [9, 0],
              ],
              next,
            },
          },
        },
      ]);
    mods.apply(of(0));
    const body = mods.entityOf('town/a');
    npc.change(body, 'patrol', { route: [[5, 5]] });
    expect(mods.apply(of(2))).toMatchObject({ applied: true, changed: [body] });
    expect(npc.values(body, 'patrol')).toMatchObject({
      route: [
        [0, 9],
        [9, 9],
        [9, 0],
      ],
      next: 2,
    });
  });

  it('adds and removes components, tags and NPCs', () => {
    const { engine, npc, mods } = newWorld();
    mods.apply(
      modOf([
        { id: 'a', place: { x: 0, y: 0 }, tags: ['one', 'two'], components: { wander: {} } },
        { id: 'b', place: { x: 3, y: 0 } },
      ]),
    );
    const a = mods.entityOf('town/a');
    const report = mods.apply(
      modOf([
        { id: 'a', place: { x: 0, y: 0 }, tags: ['two', 'three'], components: { face: { heading: 10 } } },
        { id: 'c', place: { x: 6, y: 0 } },
      ]),
    );
    expect(report).toMatchObject({ changed: [a], removed: ['b'], kept: 0 });
    expect(npc.list(a)).toEqual(['face']);
    expect(npc.tagsOf(a)).toEqual(['two', 'three']);
    expect(mods.entityOf('town/b')).toBe(0);
    expect(engine.entities()).toHaveLength(2);
  });

  it('a changed place moves the NPC there; a changed body takes its place with the same guid', () => {
    const { engine, mods } = newWorld();
    mods.apply(modOf([walker()]));
    engine.step(200);
    const guid = engine.guidOf(mods.entityOf('town/walker'));
    const { x, y } = engine.readFrame(mods.entityOf('town/walker'));
    expect(y).toBeGreaterThan(3);
    mods.apply(modOf([{ ...walker(), body: { scale: 2 } }]));
    const taller = mods.entityOf('town/walker');
    expect(engine.guidOf(taller)).toBe(guid);
    expect(engine.readFrame(taller)).toMatchObject({ x, y });
    expect(engine.world.components.body.f32[taller * BodyF32.row + BodyF32.height]).toBeCloseTo(3.6, 5);
    mods.apply(modOf([{ ...walker(), body: { scale: 2 }, place: { x: 50, y: 60, heading: 45 } }]));
    expect(engine.readFrame(taller)).toMatchObject({ x: 50, y: 60 });
    expect(engine.readFrame(taller).heading).toBeCloseTo(45, 3);
  });

  it('brings an NPC back that has gone, and a broken edit leaves everything as it was', () => {
    const { engine, mods } = newWorld();
    mods.apply(modOf([walker()]));
    engine.despawn(mods.entityOf('town/walker'));
    expect(mods.npcs()).toMatchObject([{ id: 'walker', entity: 0 }]);
    expect(mods.apply(modOf([walker()])).spawned).toHaveLength(1);
    engine.step(60);
    const hash = engine.hash();
    expect(mods.apply(modOf([walker({ patrol: { route: [] } })])).applied).toBe(false);
    expect(engine.hash()).toBe(hash);
  });

  it('that is removed takes its NPCs with it, but not while others need it', () => {
    const { engine, mods } = newWorld();
    mods.apply(modOf([{ id: 'king', place: { x: 0, y: 0 } }]));
    mods.apply(
      modOf([{ id: 'page', place: { x: 1, y: 0 }, components: { follow: { leader: 'town/king' } } }], {
        name: 'court',
        needs: ['town'],
      }),
    );
    expect(() => mods.remove('town')).toThrow('remove: town is needed by court');
    expect(mods.remove('court')).toBe(true);
    expect(mods.remove('town')).toBe(true);
    expect(mods.remove('town')).toBe(false);
    expect(engine.entities()).toHaveLength(0);
    mods.apply(modOf([walker()]));
    mods.dispose();
    expect(mods.list).toEqual([]);
    expect(engine.entities()).toHaveLength(0);
  });

  it('that needs another comes after it, finds its NPCs, and is left out when it is not there', () => {
    const { mods, npc, engine } = newWorld();
    const court = modOf([{ id: 'page', place: { x: 1, y: 0 }, components: { follow: { leader: 'town/king' } } }], {
      name: 'court',
      needs: ['town'],
    });
    expect(lines(mods.apply(court))[0]).toBe(
      "court/mod.json:1:58: needs[0]: expected a mod that is there, found 'town'",
    );
    const reports = applyMods(mods, [court, modOf([{ id: 'king', place: { x: 0, y: 0 } }])]);
    expect(reports.map(({ name, applied }) => [name, applied])).toEqual([
      ['town', true],
      ['court', true],
    ]);
    expect(npc.values(mods.entityOf('court/page'), 'follow').leader).toBe(engine.guidOf(mods.entityOf('town/king')));
    const stranger = modOf([{ id: 'page', place: { x: 1, y: 0 }, components: { follow: { leader: 'town/king' } } }], {
      name: 'thief',
    });
    expect(lines(mods.apply(stranger))[0]).toContain("there is no NPC 'town/king'");
  });

  describe('with others that need it', () => {
    const needing = (name: string, ...needs: string[]) => modOf([{ id: name, place: { x: 0, y: 0 } }], { name, needs });
    const told = (reports: readonly ModReport[]) => reports.flatMap(lines).map((line) => line.replace(/:1:\d+/, ''));

    it('while it needs them: the cycle is named, and who needs one of them is told that it was left out', () => {
      const { mods } = newWorld();
      const sources = [needing('court', 'town'), needing('town', 'court'), needing('visitors', 'town')];
      expect(told(applyMods(mods, [...sources, needing('alone')]))).toEqual([
        'court/mod.json: needs[0]: expected a mod that does not need this one, found that court needs town, which needs court',
        'town/mod.json: needs[0]: expected a mod that does not need this one, found that town needs court, which needs town',
        "visitors/mod.json: needs[0]: expected a mod that is there, found 'town', which was left out for what is told of it",
      ]);
      expect(mods.list.map(({ name }) => name)).toEqual(['alone']);
    });

    it('by way of a third', () => {
      const { mods } = newWorld();
      const cycle = 'expected a mod that does not need this one, found that';
      expect(told(applyMods(mods, [needing('a', 'b'), needing('b', 'c'), needing('c', 'a')]))).toEqual([
        `a/mod.json: needs[0]: ${cycle} a needs b, which needs c, which needs a`,
        `c/mod.json: needs[0]: ${cycle} c needs a, which needs b, which needs c`,
        `b/mod.json: needs[0]: ${cycle} b needs c, which needs a, which needs b`,
      ]);
    });

    it('cannot be edited to need them: they could not be removed any more', () => {
      const { mods } = newWorld();
      applyMods(mods, [needing('court', 'town'), needing('town')]);
      const cycle = 'town/mod.json: needs[0]: expected a mod that does not need this one, found that town needs court';
      expect(told(applyMods(mods, [needing('town', 'court')]))).toEqual([`${cycle}, which needs town`]);
      expect(told([mods.apply(needing('town', 'court'))])).toEqual([`${cycle}, which needs town`]);
      // Turned round by one edit of both.
      expect(told(applyMods(mods, [needing('town', 'court'), needing('court')]))).toEqual([]);
      mods.dispose();
      expect(mods.list).toEqual([]);
    });
  });

  it('goes on after a snapshot: bodies and behaviours come back, and the next edit finds them', () => {
    const { engine, npc, mods } = newWorld();
    mods.apply(modOf([walker()]));
    engine.step(100);
    const snapshot = engine.snapshot();
    const saved = npc.save();
    engine.step(100);
    engine.restore(snapshot);
    npc.load(saved);
    const body = mods.entityOf('town/walker');
    expect(npc.list(body)).toEqual(['patrol']);
    expect(mods.apply(modOf([walker({ face: { heading: 3 } })])).changed).toEqual([body]);
    expect(npc.list(body)).toEqual(['patrol', 'face']);
  });

  it('a mod that is changed again and again may call its tags something else each time', () => {
    const { npc, mods, engine } = newWorld();
    for (let time = 0; time < 40; time++) {
      const wolf = { id: 'wolf', place: { x: 0, y: 0 }, tags: [`wolf ${time}`, `beast ${time}`] };
      expect(lines(mods.apply(modOf([wolf])))).toEqual([]);
      expect(npc.tagsOf(engine.entities()[0]).sort()).toEqual([`beast ${time}`, `wolf ${time}`]);
    }
  });
});
