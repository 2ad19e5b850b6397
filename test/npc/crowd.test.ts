import { describe, expect, it } from 'vitest';
import type { Engine } from '../../index.ts';
import type { Behaviours } from '../../npc/index.ts';
import { breaches } from '../support/invariants.ts';
import { distanceTo, newNpcs } from './support.ts';

const SIDE = 300;

/** Two thousand NPCs of all kinds on a field, none far from others. */
function crowd(engine: Engine, npc: Behaviours, size: number): number[] {
  const shared = npc.routes.add([
    [0, 0],
    [SIDE, 0],
    [SIDE, SIDE],
    [0, SIDE],
  ]);
  return Array.from({ length: size }, (_, index) => {
    const x = (index * 37) % SIDE;
    const y = (index * 61) % SIDE;
    const body = engine.spawn({ x, y, runRate: 1.2 });
    addBehaviours(engine, npc, body, index, shared);
    return body;
  });
}

function addBehaviours(engine: Engine, npc: Behaviours, body: number, index: number, shared: number): void {
  const { x, y } = engine.readFrame(body);
  npc.tag(body, index % 5 === 0 ? 'wolf' : 'sheep');
  switch (index % 6) {
    case 0:
      npc.add(body, 'chase', { tags: 'sheep', radius: 12 });
      npc.add(body, 'wander');
      break;
    case 1:
      npc.add(body, 'flee', { tags: 'wolf' });
      npc.add(body, 'wander', { radius: 4 });
      break;
    case 2:
      npc.add(body, 'patrol', {
        route: [
          [x, y + 8],
          [x + 8, y],
          [x, y],
        ],
        pause: 1,
        pauseMost: 3,
      });
      break;
    case 3:
      npc.add(body, 'patrol', { route: shared, next: index % 4 });
      npc.add(body, 'flee', { tags: 'wolf', radius: 4 });
      break;
    case 4:
      npc.add(body, 'guard', { tags: 'wolf', radius: 6 });
      npc.add(body, 'face', { tags: 'sheep' });
      break;
    default:
      npc.add(body, 'follow', { leader: engine.guidOf(engine.entities()[0]), slot: (index % 255) + 1, distance: 1 });
  }
}

describe('two thousand NPCs', () => {
  it('do a bounded amount of work in each step', () => {
    const { engine, npc } = newNpcs({ thoughtsPerStep: 400 });
    crowd(engine, npc, 2000);
    let thoughts = 0;
    let mostLooks = 0;
    let mostCandidates = 0;
    let mostEntries = 0;
    let late = 0;
    for (let step = 0; step < 150; step++) {
      const before = npc.work;
      engine.step();
      const after = npc.work;
      expect(after.thoughts).toBeLessThanOrEqual(400);
      if (step >= 30) thoughts += after.thoughts;
      if (step >= 30) late += after.late;
      mostLooks = Math.max(mostLooks, after.looks - before.looks);
      mostCandidates = Math.max(mostCandidates, after.candidates - before.candidates);
      mostEntries = Math.max(mostEntries, after.entries - before.entries);
    }
    // A look for each behaviour that looks, at most; each of few bodies; a grid of those with tags, once or as often as
    // another tag comes up.
    expect(mostLooks).toBeLessThanOrEqual(800);
    expect(mostCandidates).toBeLessThan(800 * 40);
    expect(mostEntries).toBeLessThanOrEqual(3 * 2000);
    // They spread over the steps: in each a part of them, and nobody waits.
    expect(thoughts / 120).toBeGreaterThan(40);
    expect(thoughts / 120).toBeLessThan(250);
    expect(late).toBe(0);
  });

  it('that began in one step do not all think in one step for ever', () => {
    const { engine, npc } = newNpcs();
    for (let index = 0; index < 1000; index++) npc.add(engine.spawn({ x: index * 3 }), 'flee', { tags: 'nobody' });
    engine.step();
    expect(npc.work.thoughts).toBe(1000);
    let most = 0;
    for (let step = 0; step < 60; step++) {
      engine.step();
      if (step >= 12) most = Math.max(most, npc.work.thoughts);
    }
    expect(most).toBeLessThan(200);
  });

  it('that come and go for long leave nothing behind', () => {
    const { engine, npc } = newNpcs();
    const bodies = crowd(engine, npc, 300);
    let turn = 0;
    for (let round = 0; round < 40; round++) {
      for (let time = 0; time < 30; time++) {
        const at = turn++ % bodies.length;
        engine.despawn(bodies[at]);
        bodies[at] = engine.spawn({ x: (turn * 13) % SIDE, y: (turn * 29) % SIDE });
        addBehaviours(engine, npc, bodies[at], turn, 1);
      }
      engine.step(3);
      expect(npc.work.npcs).toBe(300);
    }
    expect(breaches(engine.world)).toEqual([]);
    expect(npc.save().tagged).toHaveLength(300);
    const patrols = bodies.filter((body) => npc.has(body, 'patrol')).length;
    expect(npc.work.routes).toBeLessThanOrEqual(patrols + 1);
    for (const body of bodies) engine.despawn(body);
    engine.step();
    expect(npc.save()).toMatchObject({ npcs: [], tagged: [] });
    expect(npc.work).toMatchObject({ npcs: 0, routes: 1, paths: 0 });
    expect(npc.routes.ids()).toEqual([1]);
  });

  it('whose thoughts are too many for one step all get their turn', () => {
    const { engine, npc } = newNpcs({ thoughtsPerStep: 20 });
    const bodies = Array.from({ length: 400 }, (_, index) => {
      const body = engine.spawn({ x: index * 4 });
      npc.add(body, 'patrol', { route: [[index * 4, 200]] });
      npc.add(body, 'flee', { tags: 'nobody' });
      return body;
    });
    // More of them look around at each moment than may think: those at the end of the list must not wait for ever.
    engine.step(20 + 60);
    expect(npc.work.late).toBeGreaterThan(0);
    expect(bodies.filter((body, index) => distanceTo(engine, body, index * 4, 0) < 1)).toEqual([]);
  });
});
