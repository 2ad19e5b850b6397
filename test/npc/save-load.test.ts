import { describe, expect, it } from 'vitest';
import type { Engine } from '../../index.ts';
import type { Behaviours, SavedBehaviours } from '../../npc/index.ts';
import { newNpcs, stepUntil } from './support.ts';

/** A world in which every behaviour has something to do. */
function populate(engine: Engine, npc: Behaviours): void {
  const wolf = engine.spawn({ guid: 100, x: 14, runRate: 1.3 });
  npc.tag(wolf, 'wolf');
  npc.add(wolf, 'chase', { tags: 'sheep', radius: 30 });
  npc.add(wolf, 'wander', { radius: 10 });
  for (let index = 0; index < 6; index++) {
    const sheep = engine.spawn({ guid: 200 + index, x: (index % 3) * 6, y: index * 5 - 12 });
    npc.tag(sheep, 'sheep');
    npc.add(sheep, 'flee', { tags: 'wolf' });
    npc.add(sheep, 'wander', { radius: 5 });
  }
  const shared = npc.routes.add([
    [-20, 0],
    [-20, 12],
    [-8, 12],
  ]);
  const leader = engine.spawn({ guid: 300, x: -20, y: -5 });
  npc.add(leader, 'patrol', { route: shared, pause: 0.5, pauseMost: 2 });
  for (let slot = 1; slot <= 3; slot++) {
    const follower = engine.spawn({ guid: 300 + slot, x: -20 - slot, y: -8 });
    npc.add(follower, 'follow', { leader: 300, slot });
  }
  const guard = engine.spawn({ guid: 400, x: 5, y: 5 });
  npc.add(guard, 'guard', { tags: ['wolf'], radius: 9 });
  npc.add(guard, 'patrol', {
    route: [
      [5, 9],
      [5, 1],
    ],
    mode: 'pingPong',
  });
  const watcher = engine.spawn({ guid: 500, x: -10 });
  npc.add(watcher, 'face', { tags: ['sheep', 'wolf'], heading: 90 });
}

/** The hashes of the coming steps. */
function hashes(engine: Engine, steps: number): string[] {
  return Array.from({ length: steps }, () => {
    engine.step(10);
    return engine.hash();
  });
}

describe('save and load', () => {
  it('together with snapshot and restore go on as the world did, step for step', () => {
    const { engine, npc } = newNpcs();
    populate(engine, npc);
    for (let round = 0; round < 4; round++) {
      engine.step(137);
      const snapshot = engine.snapshot();
      const saved = npc.save();
      const expected = hashes(engine, 25);
      const end = JSON.stringify(npc.save());
      engine.restore(snapshot);
      expect(npc.load(saved)).toBe(0);
      expect(JSON.stringify(npc.save())).toBe(JSON.stringify(saved));
      expect(hashes(engine, 25)).toEqual(expected);
      expect(JSON.stringify(npc.save())).toBe(end);
    }
  });

  it('go through JSON into another engine', () => {
    const { engine, npc } = newNpcs();
    populate(engine, npc);
    engine.step(211);
    const snapshot = engine.snapshot();
    const text = JSON.stringify(npc.save());
    const other = newNpcs();
    other.engine.restore(snapshot);
    expect(other.npc.load(JSON.parse(text) as SavedBehaviours)).toBe(0);
    expect(hashes(other.engine, 30)).toEqual(hashes(engine, 30));
  });

  it('keep in mind who had to wait for the next step', () => {
    const { engine, npc } = newNpcs({ thoughtsPerStep: 1 });
    populate(engine, npc);
    expect(stepUntil(engine, 20, () => engine.world.clock.tick > 50 && npc.work.late > 3)).toBe(true);
    const snapshot = engine.snapshot();
    const saved = npc.save();
    const expected = hashes(engine, 20);
    engine.restore(snapshot);
    npc.load(saved);
    expect(hashes(engine, 20)).toEqual(expected);
  });

  it('after a restore without load nobody has a behaviour', () => {
    const { engine, npc } = newNpcs();
    populate(engine, npc);
    engine.step(60);
    engine.restore(engine.snapshot());
    expect(npc.list(engine.entityOf(300))).toEqual([]);
    engine.step(2);
    expect(npc.work.npcs).toBe(0);
    expect(npc.tagsOf(engine.entityOf(100))).toEqual([]);
  });

  it('load leaves out who is not there and says how many', () => {
    const { engine, npc } = newNpcs();
    populate(engine, npc);
    engine.step(30);
    const saved = npc.save();
    engine.despawn(engine.entityOf(200));
    engine.despawn(engine.entityOf(300));
    expect(npc.load(saved)).toBe(2);
    engine.step(200);
    expect(npc.active(engine.entityOf(301))).toBe(null);
    expect(npc.active(engine.entityOf(201))).not.toBe(null);
  });

  it('load refuses what is damaged, names the place and changes nothing', () => {
    const { engine, npc } = newNpcs();
    populate(engine, npc);
    engine.step(30);
    const text = JSON.stringify(npc.save());
    const damages: [RegExp, (saved: ReturnType<typeof open>) => void][] = [
      [
        /load\.npcs\[1\]\.behaviours\.flee\.radius: expected a number/,
        (s) => (s.npcs[1].behaviours.flee.radius = 'wide'),
      ],
      [/load\.npcs\[0\]\.behaviours: unknown 'hunt'/, (s) => (s.npcs[0].behaviours.hunt = {})],
      [/load\.npcs\[0\]\.mind: unknown 'soul'/, (s) => (s.npcs[0].mind.soul = 1)],
      [/load\.npcs\[0\]\.mind\.random: expected a number/, (s) => (s.npcs[0].mind.random = null)],
      [/load\.npcs\[2\]\.guid: there are two/, (s) => (s.npcs[2].guid = s.npcs[1].guid)],
      [/load\.routes\[0\]\[1\]\[0\]\[0\]: expected a number/, (s) => (s.routes[0][1][0][0] = 'x')],
      [/load\.routes\[0\]\[0\]: expected a number/, (s) => (s.routes[0][0] = 0)],
      [/load\.tags: expected at most 32 names/, (s) => s.tags.shift()],
      [/load\.cursor/, (s) => (s.cursor = -1)],
      [
        /load\.npcs\[\d+\]\.behaviours\.patrol\.next: expected a place on the route, 0 to \d+, found 300/,
        (s) => {
          const walker = s.npcs.find(({ behaviours }) => behaviours.patrol?.route);
          if (walker !== undefined) walker.behaviours.patrol.next = 300;
        },
      ],
      [/load: unknown 'more'/, (s) => (s.more = 1)],
    ];
    for (const [message, damage] of damages) {
      const saved = open(text);
      damage(saved);
      expect(() => npc.load(saved as unknown as SavedBehaviours)).toThrow(message);
      expect(JSON.stringify(npc.save())).toBe(text);
    }
  });
});

interface Open {
  [key: string]: unknown;
  tags: string[];
  cursor: unknown;
  routes: [unknown, unknown[][]][];
  npcs: { guid: unknown; mind: Record<string, unknown>; behaviours: Record<string, Record<string, unknown>> }[];
}

/** A saved state that can be damaged. */
function open(text: string): Open {
  return JSON.parse(text) as Open;
}
