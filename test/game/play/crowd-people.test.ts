import { SequenceF64 } from '../../../components/sequence.ts';
import { describe, expect, it } from 'vitest';
import crowd from '../../../content/scenes/crowd.json';
import { crowdOf, crowdPersonOf, MOST_PEOPLE } from '../../../game/play/crowd-people.ts';
import { PlayServer } from '../../../game/play/play-server.ts';
import { crowdSize } from '../../../game/play/scenes.ts';
import type { SceneInput } from '../../../index.ts';

describe('the people of a crowd', () => {
  it('are as many as asked for, the same each time, and known by their guids alone', () => {
    const people = crowdOf(700);
    expect(people).toHaveLength(700);
    expect(people).toEqual(crowdOf(700));
    for (const { guid, name, about, colour, isWolf } of people) {
      expect(crowdPersonOf(guid)).toEqual({ name, about, colour, isWolf });
    }
    const [first] = people;
    for (const guid of [first.guid - 1, first.guid + MOST_PEOPLE, 0]) expect(crowdPersonOf(guid)).toBeUndefined();
  });

  it('are of both kinds, and differ from their neighbours', () => {
    const people = crowdOf(300);
    const wolves = people.filter(({ motionTable }) => motionTable === 'wolf');
    expect(wolves.length).toBeGreaterThan(10);
    expect(wolves.length).toBeLessThan(60);
    expect(new Set(people.map(({ name }) => name)).size).toBeGreaterThan(200);
    people.slice(1).forEach(({ name, colour }, index) => {
      expect([name, colour]).not.toEqual([people[index].name, people[index].colour]);
    });
  });

  it('go about their ways: most are somewhere else after a while, nobody is in the stand or has left the fair', () => {
    const server = new PlayServer('crowd', crowd as SceneInput, 200);
    const { engine } = server;
    expect(server.expected).toBe(4);
    expect(engine.entities()).toHaveLength(204);
    const before = new Map(Array.from(engine.entities(), (entity) => [entity, engine.readFrame(entity)]));
    engine.step(30 * 12);
    const ways = Array.from(before, ([entity, { x, y }]) => {
      const there = engine.readFrame(entity);
      expect(Math.hypot(there.x, there.y)).toBeLessThan(75);
      const inStand = Math.max(Math.abs(there.x), Math.abs(there.y)) < 3.9 && there.z < 1.5;
      expect(inStand).toBe(false);
      return Math.hypot(there.x - x, there.y - y);
    });
    expect(ways.filter((way) => way > 3).length).toBeGreaterThan(120);
    // Each at its own pace and from its own start: hardly two who walk are at the same frame.
    const { sequence } = engine.world.components;
    const frames = Array.from(before.keys(), (entity) =>
      sequence.f64[entity * SequenceF64.row + SequenceF64.frame].toFixed(2),
    );
    expect(new Set(frames).size).toBeGreaterThan(100);
  });

  it('are fewer on a phone, and as many as the address says, within limits', () => {
    expect(crowdSize(null, false)).toBeGreaterThan(crowdSize(null, true));
    expect(crowdSize('40', true)).toBe(40);
    expect(crowdSize('-3', false)).toBe(0);
    expect(crowdSize('1e9', false)).toBe(MOST_PEOPLE);
    expect(crowdSize('many', false)).toBe(crowdSize('', false));
  });
});
