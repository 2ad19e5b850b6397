import { describe, expect, it } from 'vitest';
import { distance, distanceTo, isMoving, listenNpc, newNpcs, stepUntil } from './support.ts';

describe('a follower', () => {
  it('goes after its leader up to its distance, and stays there', () => {
    const { engine, npc } = newNpcs();
    const leader = engine.spawn({ guid: 1 });
    const follower = engine.spawn({ x: 25 });
    const told = listenNpc(engine, npc, 'arrived');
    npc.add(follower, 'follow', { leader: 1, distance: 3 });
    expect(stepUntil(engine, 15, () => told.length === 1)).toBe(true);
    expect(told[0]).toMatchObject({ behaviour: 'follow', target: 1 });
    expect(distance(engine, follower, leader)).toBeLessThan(3 + 0.6 + 1);
    engine.step(120);
    expect(told).toHaveLength(1);
    expect(npc.status(follower, 'follow')).toBe('active');
    expect(isMoving(engine, follower)).toBe(false);
  });

  it('keeps up with a leader that walks and one that runs', () => {
    for (const canCharge of [false, true]) {
      const { engine, npc } = newNpcs();
      const leader = engine.spawn({ runRate: 1.5 });
      const follower = engine.spawn({ y: -4, runRate: 1.5 });
      npc.add(follower, 'follow', { leader: engine.guidOf(leader) });
      engine.moveTo(leader, { x: 0, y: 70 }, { canCharge, canRun: canCharge });
      let farthest = 0;
      stepUntil(engine, 40, () => {
        farthest = Math.max(farthest, distance(engine, follower, leader));
        return !isMoving(engine, leader);
      });
      expect(distanceTo(engine, leader, 0, 70)).toBeLessThan(0.5);
      expect(farthest).toBeLessThan(12);
      engine.step(150);
      expect(distance(engine, follower, leader)).toBeLessThan(4);
    }
  });

  it.each(['wedge', 'line', 'column'] as const)('has its slot in a %s, to both sides of the leader', (formation) => {
    const { engine, npc } = newNpcs();
    const leader = engine.spawn({ x: 10, y: 10, heading: 90 });
    const followers = [1, 2, 3].map((slot) => {
      const follower = engine.spawn({ x: slot * 3, y: -2 });
      npc.add(follower, 'follow', { leader: engine.guidOf(leader), slot, distance: 2, formation });
      return follower;
    });
    engine.step(450);
    // The leader looks east: its right is south, its back is west.
    const slots = {
      wedge: [
        [8, 8],
        [8, 12],
        [6, 6],
      ],
      line: [
        [10, 8],
        [10, 12],
        [10, 6],
      ],
      column: [
        [8, 10],
        [6, 10],
        [4, 10],
      ],
    }[formation];
    followers.forEach((follower, index) => {
      expect(distanceTo(engine, follower, slots[index][0], slots[index][1]), `slot ${index + 1}`).toBeLessThan(1.1);
    });
  });

  it('keeps its slot while the leader walks far', () => {
    const { engine, npc } = newNpcs();
    const leader = engine.spawn();
    const follower = engine.spawn({ x: 2, y: -2 });
    npc.add(follower, 'follow', { leader: engine.guidOf(leader), slot: 1 });
    engine.step(30);
    engine.moveTo(leader, { x: 0, y: 60 }, { canRun: false });
    let worst = 0;
    for (let step = 0; step < 540; step++) {
      engine.step();
      const { x, y } = engine.readFrame(leader);
      if (step > 120) worst = Math.max(worst, distanceTo(engine, follower, x + 2, y - 2));
    }
    expect(engine.readFrame(leader).y).toBeGreaterThan(45);
    expect(worst).toBeLessThan(3);
  });

  it('stops when its leader leaves the world, tells so once, and follows the next with that guid', () => {
    const { engine, npc } = newNpcs();
    const leader = engine.spawn({ guid: 4, y: 30 });
    const follower = engine.spawn();
    npc.add(follower, 'follow', { leader: 4 });
    npc.add(follower, 'wander', { radius: 2 });
    engine.step(60);
    const told = listenNpc(engine, npc, 'lost');
    engine.despawn(leader);
    engine.step(60);
    expect(told).toMatchObject([{ behaviour: 'follow', target: 4, reason: 'gone' }]);
    expect(npc.active(follower)).toBe('wander');
    engine.spawn({ guid: 4, y: 30 });
    engine.step(40);
    expect(npc.active(follower)).toBe('follow');
    expect(told).toHaveLength(1);
  });

  it('that follows itself, or a ring of followers, does no harm', () => {
    const { engine, npc } = newNpcs();
    const [a, b] = [engine.spawn({ guid: 1 }), engine.spawn({ guid: 2, x: 20 })];
    const alone = engine.spawn({ guid: 3 });
    npc.add(a, 'follow', { leader: 2 });
    npc.add(b, 'follow', { leader: 1, slot: 2 });
    npc.add(alone, 'follow', { leader: 3 });
    engine.step(300);
    expect(npc.status(alone, 'follow')).toBe('waiting');
    expect(distance(engine, a, b)).toBeLessThan(8);
  });
});
