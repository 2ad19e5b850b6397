import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newNpcs } from './support.ts';

/** Names that a world has room for beside its own two. */
const ROOM = 30;

const range = (count: number, of: string): string[] => Array.from({ length: count }, (_, index) => `${of} ${index}`);

describe('the room for names of tags', () => {
  it('is given again when nobody has a name or looks for it any more', () => {
    const { engine, npc } = newNpcs();
    const [body, hunter] = [engine.spawn(), engine.spawn()];
    npc.tag(body, ...range(ROOM - 1, 'old'));
    npc.add(hunter, 'chase', { tags: 'prey' });
    expect(() => npc.tag(body, 'new')).toThrow('tag: expected at most 32 tags');

    npc.untag(body, 'old 3');
    npc.tag(body, 'new');
    expect(npc.tagsOf(body).sort()).toEqual(
      [...range(ROOM - 1, 'old').filter((name) => name !== 'old 3'), 'new'].sort(),
    );
    expect(npc.values(hunter, 'chase').tags).toEqual(['prey']);
    expect(() => npc.tag(body, 'one more')).toThrow('tag: expected at most 32 tags');

    npc.remove(hunter, 'chase');
    npc.tag(body, 'one more');
    expect(npc.tags.names).not.toContain('prey');
    engine.despawn(body);
    npc.tag(hunter, ...range(ROOM, 'others'));
    expect(npc.tagsOf(hunter)).toHaveLength(ROOM);
  });

  it('stays taken by a name whose bit somebody has asked for', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    const bit = npc.tags.bit('kept');
    npc.tag(body, ...range(ROOM - 1, 'old'));
    npc.untag(body);
    npc.tag(body, ...range(ROOM - 1, 'new'));
    expect(() => npc.tag(body, 'one more')).toThrow('tag: expected at most 32 tags');
    expect(npc.tags.namesOf(bit)).toEqual(['kept']);
  });

  it('is not taken by a name that is taken off, nor by names that are only checked', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    npc.tag(body, 'wolf');
    npc.untag(body, 'never given');
    npc.tags.check('here', range(29, 'checked'));
    expect(npc.tags.names).toEqual(['player', 'creature', 'wolf']);
    expect(() => npc.tags.check('here', range(30, 'checked'))).toThrow('here: expected at most 32 tags');
    expect(() => npc.untag(body, '')).toThrow('untag: expected the name of a tag');
  });

  it('whatever names come and go, every body has those that it was given, and a name is refused only when 30 are in use', () => {
    const names = range(45, 'tag');
    const step = fc.record({
      who: fc.nat(3),
      how: fc.constantFrom('tag', 'untag', 'flee', 'calm'),
      what: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 12 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { engine, npc } = newNpcs();
        const bodies = [0, 1, 2, 3].map(() => engine.spawn());
        const had = bodies.map(() => new Set<string>());
        const fears = bodies.map(() => new Set<string>());
        const inUse = (): Set<string> => new Set([...had, ...fears].flatMap((set) => [...set]));
        for (const { who, how, what } of steps) {
          const body = bodies[who];
          if (how === 'untag') {
            npc.untag(body, ...what);
            for (const name of what) had[who].delete(name);
          } else if (how === 'calm') {
            npc.remove(body, 'flee');
            fears[who].clear();
          } else {
            const sets = how === 'tag' ? had : fears;
            const give = () => (how === 'tag' ? npc.tag(body, ...what) : npc.add(body, 'flee', { tags: what }));
            if (new Set([...inUse(), ...what]).size > ROOM) {
              expect(give).toThrow('expected at most 32 tags');
              continue;
            }
            give();
            if (how === 'flee') sets[who].clear();
            for (const name of what) sets[who].add(name);
          }
          bodies.forEach((each, index) => {
            expect(new Set(npc.tagsOf(each))).toEqual(had[index]);
            if (fears[index].size > 0) expect(new Set(npc.values(each, 'flee').tags)).toEqual(fears[index]);
          });
        }
      }),
      { numRuns: 60 },
    );
  });
});
